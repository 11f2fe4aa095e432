"""What `magic-mirror forecast` does: the forecast that people get on Discord, in English, for a terminal."""

from __future__ import annotations

import asyncio
import re

from bot.forecast.job import Forecast, Order
from bot.forecast.office import Office
from bot.simulate import Progress
from bot.ui.option_words import set_label
from bot.ui.wording import Wording, wording_files
from cogs.rolesets.forecast_page import Subject, forecast_page

NOBODY = 0
LOOK_S = 0.2

_MARKUP = re.compile(r"^(?:#+|-#) |\*\*", re.MULTILINE)


async def worked_out(order: Order, progress: Progress | None) -> Forecast | None:
    """Work one out; None when that went wrong. `progress` is told how many games of how many are played."""
    office = Office()
    ticket = office.ask(order, NOBODY, NOBODY)
    try:
        while not ticket.is_over:
            await asyncio.sleep(LOOK_S)
            if progress is not None and ticket.job is not None:
                progress(ticket.job.done)
    finally:
        office.close()
    return ticket.forecast


def read_out(order: Order, role_set: str, forecast: Forecast) -> str:
    """All that it says."""
    words = Wording(wording_files())
    subject = Subject((), set_label(words, order.game, role_set), order)
    return _MARKUP.sub("", forecast_page(words, subject, forecast).text())
