"""Mafia, the club game of speeches, votes and nights (rules/mafia: S3-…, R3-…)."""
