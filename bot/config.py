"""Settings of the whole program, from the environment and `.env`. The token is never printed or logged."""

from __future__ import annotations

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting has a sensible default but the token."""

    model_config = SettingsConfigDict(env_prefix="MAGIC_MIRROR_", env_file=".env", extra="ignore")

    token: SecretStr | None = None
    """The bot's token from Discord's developer portal."""
    database: str = "magic-mirror.db"
    """A file name, or a database address such as postgresql+asyncpg://…"""
    log_json: bool = False
    """Logs as JSON lines instead of coloured text."""
    log_level: str = "INFO"
