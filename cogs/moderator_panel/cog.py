"""The moderator's panel: what a person sees and presses who leads a game in the place of the Mirror's clocks.

`mm:desk:<match>`                             the panel, from below the board
`mm:desk:<match>:look`                        the panel as it is now
`mm:desk:<match>:next:<moment>`               what is open has had its time (the question that runs out next)
`mm:desk:<match>:more`                        half a minute more
`mm:desk:<match>:fouls`, `…:foul` (menu)      whom to call a foul on, and the call; values `<seat>.<foul|out>.<so far>`
`mm:desk:<match>:cards`                       the moderator wants to know all cards, where the host allows it
`mm:desk:<match>:back`                        the Mirror leads again
What belongs to the night sheet stands in `sheet.py`.
"""

from __future__ import annotations

from discord.ext import commands

from bot.client import Mirror
from bot.ui.match_panels import MatchPanel
from bot.ui.public_lines import PublicLines
from cogs.moderator_panel.alerts import PanelAlerts
from cogs.moderator_panel.appointing import Appointing
from cogs.moderator_panel.controls import PanelControls
from cogs.moderator_panel.fouls import FoulControls
from cogs.moderator_panel.mail import PanelMail
from cogs.moderator_panel.page import PANEL
from cogs.moderator_panel.pages import PanelPages
from cogs.moderator_panel.replies import PanelReplies
from cogs.moderator_panel.sheet import SheetControls


class ModeratorPanelCog(commands.Cog):
    """Keeps the alerts going while the bot runs."""

    def __init__(self, alerts: PanelAlerts) -> None:
        self._alerts = alerts

    async def cog_unload(self) -> None:
        self._alerts.close()


async def set_up_panel(client: Mirror) -> Appointing:
    """Serve the panels of all matches. The commands of the table appoint moderators with what is returned."""
    public_lines = PublicLines(client.stage, client.languages)
    pages = PanelPages(service=client.service, archive=client.archive, faces=client.faces)
    mail = PanelMail(
        pages=pages,
        languages=client.languages,
        courier=client.courier,
        mail=client.secret_mail,
        public_lines=public_lines,
    )
    alerts = PanelAlerts(service=client.service, faces=client.faces, mail=mail)
    replies = PanelReplies(service=client.service, pages=pages, wording=client.wording)
    controls = PanelControls(
        hosting=client.hosting,
        moderation=client.moderation,
        fouls=FoulControls(fouls=client.fouls, faces=client.faces, replies=replies),
        sheet=SheetControls(
            service=client.service,
            hosting=client.hosting,
            one_step=client.one_step,
            archive=client.archive,
            faces=client.faces,
            replies=replies,
        ),
        replies=replies,
        public_lines=public_lines,
    )
    panel = MatchPanel(service=client.service, check=controls.check, handlers=controls.handlers())
    client.router.on(PANEL, panel.pressed)
    client.service.watchers.append(alerts.watch)
    await client.add_cog(ModeratorPanelCog(alerts))
    return Appointing(
        service=client.service,
        moderation=client.moderation,
        pages=pages,
        mail=mail,
        public_lines=public_lines,
        wording=client.wording,
    )
