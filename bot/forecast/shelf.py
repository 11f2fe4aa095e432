"""What an office has worked out is written down, and what was worked out before the last start is known again."""

from __future__ import annotations

from pydantic import ValidationError

from bot.forecast.job import Forecast
from bot.forecast.office import Office
from bot.matches.kept_forecasts import KeptForecasts


async def fill(office: Office, kept: KeptForecasts) -> None:
    """Let the office know what is kept, and keep from now on what it works out."""
    for digest, body in await kept.all():
        try:
            office.remember(digest, Forecast.model_validate_json(body))
        except ValidationError:
            continue  # another version wrote it, and this one never asks for it
    office.finished.append(lambda digest, forecast: kept.keep(digest, forecast.model_dump_json()))
