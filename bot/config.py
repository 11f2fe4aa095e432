"""Settings of the whole program, from the environment and `.env`. The token is never printed or logged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE: Final = Path(".env")
"""Where the token stands, in the folder from which the bot is started."""

LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"],
    BeforeValidator(lambda typed: typed.strip().upper() if isinstance(typed, str) else typed),
]
LONGEST_BACKUP_HOURS: Final = 24 * 366
LOOPBACK: Final = "127.0.0.1"


def listening_address(typed: str) -> tuple[str, int] | None:
    """Host and port of what stands in a setting: `9464`, `:9464` and `127.0.0.1:9464` are the same; None for nothing.

    Raises ValueError for what is no address.
    """
    if not typed.strip():
        return None
    host, _, port = typed.strip().rpartition(":")
    if not port.isdecimal() or int(port) > 65_535:
        raise ValueError("a port such as 9464 is needed, or host:port")
    return host.strip("[]") or LOOPBACK, int(port)


def _checked_address(typed: str) -> str:
    listening_address(typed)
    return typed


class Settings(BaseSettings):
    """Every setting has a sensible default but the token."""

    model_config = SettingsConfigDict(env_prefix="MAGIC_MIRROR_", env_file=ENV_FILE, extra="ignore")

    token: SecretStr | None = None
    """The bot's token from Discord's developer portal."""
    database: str = "magic-mirror.db"
    """A file name, or a database address such as postgresql://…"""
    message_content: bool = False
    """Whether the bot asks Discord for the privileged intent Message Content, which has to be switched on in the
    developer portal as well. With it toads may croak in their own words, and the Drunk slurs as they write."""
    log_json: bool = False
    """Logs as JSON lines instead of coloured text."""
    log_level: LogLevel = "INFO"
    """What matters less than this is not logged."""
    health: Annotated[str, AfterValidator(_checked_address)] = ""
    """Where health and metrics can be asked for: a port of this machine, or host:port; empty: nowhere."""
    backup_hours: float = Field(0, ge=0, le=LONGEST_BACKUP_HOURS)
    """How many hours lie between two backups that are made while the bot runs; 0: none are made."""
    backup_folder: str = ""
    """Where these backups lie; empty: beside the database."""
    backups_kept: int = Field(7, ge=1)
    """How many of these backups are kept."""
