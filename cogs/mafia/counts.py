"""How the city tells its counts: who has voted for whom, as news, beside the picture of it, and in the list of all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.questions import Seat
from bot.games.mafia.views import MafiaView, VoteView
from bot.ui.render_context import RenderContext
from cogs.hidden_roles.accused import VOTES
from cogs.mafia.day_picture import shows_count
from cogs.mafia.drawn import DrawsCity
from cogs.mafia.pictures import CITY

HISTORY_MOST = 3000
"""Characters on one page of past votes."""


class CountsVotes(DrawsCity):
    """What the face of the city says about votes that were given."""

    def _varied(self, said: Announcement, context: RenderContext, ending: str = "", **more: str | int) -> str:
        """The announcement in one of its wordings, or in those of a special case of it."""
        return self.told(context, f"{said.key}{ending}", said, **{**self.values_of(said, context), **more})

    def _tell_vote_counted(self, said: Announcement, context: RenderContext) -> str:
        """Everybody's vote, and what follows from it."""
        lines = [f"• {self._votes_for(nominee, voters, 'vote.counted', context)}"
                 for nominee, voters in said.values["votes"]]  # fmt: skip
        title, decided = self._count_and_verdict(said, context)
        return "\n".join([title, *lines, decided])

    def _count_and_verdict(self, said: Announcement, context: RenderContext) -> tuple[str, str]:
        """The title of a count, and what follows from it."""
        title = self.words(context, "vote.counted.again" if said.values["again"] else "vote.counted")
        if said.values["tied"]:
            return title, self._varied(said, context, ".tied")
        nominee = max(said.values["votes"], key=lambda one: len(one[1]))[0]
        return title, self._varied(said, context, ".leaves", nominee=context.name(nominee))

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """The picture of the count says for whom hands were raised, and whose; that of a dawn, which morning it is.
        What is done by day is no news then."""
        if CITY in pictures and (said.key == "dawn.breaks" or (said.key == "day.begins" and said.values["day"] > 1)):
            return ""
        if said.key == "vote.for" and VOTES in pictures:
            return ""
        if said.key == "vote.counted" and VOTES in pictures and shows_count(view, said.values["votes"]):
            return "\n".join(self._count_and_verdict(said, context))
        return super().line_beside(said, pictures, view, context)

    def _votes_for(self, nominee: Seat, voters: Sequence[Seat], kind: str, context: RenderContext) -> str:
        """How many votes, and whose; `kind` names the list this line stands in."""
        name = context.name(nominee)
        if not voters:
            return self.words(context, f"{kind}.line.none", nominee=name)
        listed = context.listed(voters)
        return self.words(context, f"{kind}.line", nominee=name, count=len(voters), voters=listed)

    def history(self, view: MafiaView, context: RenderContext) -> list[str]:
        """Every vote of the game, who stood and who voted for whom, on pages; the newest vote is on the last."""
        title = f"## {self.words(context, 'ballots.title')}"
        pages = [title]
        for vote in view.votes:
            told = "\n".join(self._past_vote(view, vote, context))
            if len(pages[-1]) + len(told) > HISTORY_MOST and pages[-1] != title:
                pages.append(title)
            pages[-1] += f"\n{told}"
        return pages if view.votes else [f"{title}\n{self.words(context, 'ballots.none')}"]

    def _past_vote(self, view: MafiaView, vote: VoteView, context: RenderContext) -> list[str]:
        counted = dict(vote.votes)
        if vote.kind == "all":
            title = self.words(context, "ballots.all", day=vote.day, tied=context.listed(vote.nominees))
            hands = counted.get(0, ())
            lines = [self.words(context, "ballots.all.line", count=len(hands), voters=context.listed(hands))]
        else:
            key = "ballots.vote.again" if vote.again else "ballots.vote"
            title = self.words(context, key, day=vote.day, number=vote.again + 1)
            lines = [
                self._votes_for(nominee, counted[nominee], "vote.counted", context)
                for nominee in vote.nominees
                if nominee in counted
            ]
        if not vote.counted:
            is_open = view.phase == "vote" and vote == view.votes[-1]
            ending = self.words(context, "ballots.open" if is_open else "ballots.cancelled")
            lines = [*lines, ending] if vote.kind == "vote" else [ending]
        return [title, *(f"• {line}" for line in lines)]
