"""What players decide about the clocks without a host: pauses at small tables, reminders, and more time."""

from __future__ import annotations

from bot.client import Mirror
from cogs.pauses.agreements import Agreements
from cogs.pauses.longer_cog import LongerCog
from cogs.pauses.minutes import minutes_of
from cogs.pauses.reminders_cog import RemindersCog
from cogs.pauses.sleeping import Sleeping
from cogs.pauses.small_tables import SmallTables
from cogs.pauses.waking import Waking


async def setup(client: Mirror) -> None:
    tables, agreements = SmallTables(client.service, client.courier), Agreements()
    sleeping = Sleeping(
        tables=tables,
        agreements=agreements,
        hosting=client.hosting,
        archive=client.archive,
        languages=client.languages,
        wording=client.wording,
        now_ms=client.now_ms,
    )
    waking = Waking(
        tables=tables,
        agreements=agreements,
        hosting=client.hosting,
        languages=client.languages,
        wording=client.wording,
    )
    reminders = RemindersCog(client.memory, client.wording)
    client.router.on("minute", minutes_of(client).give)
    client.router.on("sleep", sleeping.propose)
    client.router.on("agree", sleeping.agree)
    client.router.on("stay", sleeping.stay)
    client.router.on("wake", waking.wake)
    client.router.on("quiet", reminders.quiet)
    await client.add_cog(reminders)
    await client.add_cog(LongerCog(client.service.keeper.unhurried, client.wording))
