"""`/leave` and the button below My seat: out of a running game, asked once. `/finish`: all of the table end it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.client import Mirror
from bot.engine.questions import Seat
from bot.matches.end_questions import EndQuestions
from bot.matches.end_votes import WAYS, Way
from bot.matches.errors import Refused
from bot.matches.leaving import Leaving, Left, check_may_leave
from bot.matches.service import MatchService
from bot.matches.snapshot import MatchSnapshot
from bot.ui.command_words import told
from bot.ui.game_words import computer_names
from bot.ui.languages import Languages
from bot.ui.panels import Page
from bot.ui.public_lines import PublicLines
from bot.ui.router import Click, reply, update
from bot.ui.wording import Wording, plain
from cogs.leaving.closing import Closing
from cogs.leaving.pages import LEAVE, OVER, leaving_page
from cogs.leaving.voting import Voting
from cogs.table.finding import Interaction, TableFinder


class LeavingCog(commands.Cog):
    """Lets players leave.

    `leave` the question:    `mm:leave:<match>`
            the second click: `mm:leave:<match>:<seat>:<round>`
    """

    def __init__(
        self,
        *,
        finder: TableFinder,
        service: MatchService,
        leaving: Leaving,
        voting: Voting,
        closing: Closing,
        public_lines: PublicLines,
        languages: Languages,
        wording: Wording,
    ) -> None:
        self._finder = finder
        self._service = service
        self._leaving = leaving
        self._voting = voting
        self._closing = closing
        self._public_lines = public_lines
        self._languages = languages
        self._wording = wording

    async def cog_unload(self) -> None:
        self._closing.cancel()

    @commands.Cog.listener()
    async def on_taken_up(self, away_ms: int) -> None:
        """The bot is back: games may have ended just before it went, or have been ended meanwhile."""
        await self._closing.close_all()

    @app_commands.command(name="leave", description=told("command.leave"))
    @app_commands.describe(table=told("command.seat.table"))
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        await self._ask(interaction, await self._mine(interaction, table))

    @app_commands.command(name="finish", description=told("command.finish"))
    @app_commands.describe(how=told("command.finish.how"), table=told("command.seat.table"))
    @app_commands.choices(how=[app_commands.Choice(name=told(f"choice.{way}"), value=way) for way in WAYS])
    async def finish(self, interaction: Interaction, how: Way, table: int | None = None) -> None:
        await self._voting.begin(interaction, await self._mine(interaction, table), how)

    async def pressed(self, click: Click) -> None:
        """The button below My seat asks; the one of the question leaves."""
        match = await self._service.snapshot(click.number(0))
        if len(click.parts) == 1:
            await self._ask(click.interaction, match)
        else:
            await self._leave(click, match, click.number(1), click.number(2))

    async def _mine(self, interaction: Interaction, table: int | None) -> MatchSnapshot:
        """The table that is meant. Raises Refused when there is none, or more than one."""
        try:
            found = await self._finder.mine(interaction, table)
            # Where the bot is no member, nobody could be told who goes on: such a game is ended from My seat.
            mine = [match for match in found if not (match.over or match.row.anywhere)]
        except Refused:
            mine = []
        if not mine:
            raise Refused("nothing_to_leave")
        if len(mine) > 1:
            raise Refused("which_table", tables=", ".join(str(match.id) for match in mine))
        return mine[0]

    async def _ask(self, interaction: Interaction, match: MatchSnapshot) -> None:
        seat = match.seat_of(interaction.user.id)
        check_may_leave(match, interaction.user.id, seat or 0, match.checkpoint)
        await reply(interaction, leaving_page(match, seat or 0, self._wording.for_locale(interaction.locale)))

    async def _leave(self, click: Click, match: MatchSnapshot, seat: Seat, checkpoint: int) -> None:
        computer = self._computer_name(match)
        left = await self._leaving.leave(match.id, click.user_id, seat, checkpoint, computer)
        self._tell(match, seat, left)
        await self._tell_new_host(match)
        sentence = self._wording.for_locale(click.interaction.locale).say("leave.done")
        await update(click.interaction, Page(panels=(), lines=(sentence,)))

    def _computer_name(self, match: MatchSnapshot) -> str:
        """A name that nobody at this table has; once given, it is the same for everybody."""
        names = computer_names(self._languages.public(match.row.guild_id), match.game.name)
        return next(name for name in (*names, *(f"{names[0]} {number}" for number in range(2, 99)))
                    if name not in match.names().values())  # fmt: skip

    def _tell(self, match: MatchSnapshot, seat: Seat, left: Left) -> None:
        """Tell everybody who goes on with the seat. That the game is over is told by whatever has ended it."""
        before = plain(match.seats[seat].name)
        if left.is_out:
            self._public_lines.say(match, "leave.out", before=before)
        elif left.successor is not None:
            key = "leave.computer" if left.successor.user_id is None else "leave.standby"
            self._public_lines.say(match, key, before=before, name=plain(left.successor.name))

    async def _tell_new_host(self, match: MatchSnapshot) -> None:
        now = await self._service.snapshot(match.id)
        seat = now.seat_of(now.row.host_id)
        if now.row.host_id != match.row.host_id and seat is not None:
            self._public_lines.say(match, "stage.new_host", name=plain(now.seats[seat].name))


async def setup(client: Mirror) -> None:
    finder = TableFinder(settings=client.settings, service=client.service, archive=client.archive, places=client.places)
    questions = EndQuestions(client.store)
    closing = Closing(archive=client.archive, questions=questions, courier=client.courier, languages=client.languages)
    client.service.watchers.append(closing.watch)
    client.endings.watchers.append(lambda _match_id: closing.soon())
    voting = Voting(
        service=client.service,
        end_votes=client.end_votes,
        questions=questions,
        closing=closing,
        courier=client.courier,
        languages=client.languages,
        wording=client.wording,
        now_ms=client.now_ms,
    )
    cog = LeavingCog(
        finder=finder,
        service=client.service,
        leaving=client.leaving,
        voting=voting,
        closing=closing,
        public_lines=PublicLines(client.stage, client.languages),
        languages=client.languages,
        wording=client.wording,
    )
    client.router.on(LEAVE, cog.pressed)
    client.router.on(OVER, voting.pressed)
    await client.add_cog(cog)
