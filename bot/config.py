"""Settings of the whole program, from the environment and `.env`. The token is never printed or logged."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE: Final = Path(".env")
"""Where the token stands, in the folder from which the bot is started."""


class Settings(BaseSettings):
    """Every setting has a sensible default but the token."""

    model_config = SettingsConfigDict(env_prefix="MAGIC_MIRROR_", env_file=ENV_FILE, extra="ignore")

    token: SecretStr | None = None
    """The bot's token from Discord's developer portal."""
    database: str = "magic-mirror.db"
    """A file name, or a database address such as postgresql+asyncpg://…"""
    message_content: bool = False
    """Whether the bot asks Discord for the privileged intent Message Content, which has to be switched on in the
    developer portal as well. With it toads may croak in their own words, and the Drunk slurs as he writes."""
    log_json: bool = False
    """Logs as JSON lines instead of coloured text."""
    log_level: str = "INFO"
