"""An operator's day: backups by the clock, health and metrics, the system service, the look before an upgrade."""
