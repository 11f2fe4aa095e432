"""The order in which speeches are held, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.mafia.views import MafiaView, PlayerView
from bot.ui.phone_pages import room_of
from bot.ui.render_context import RenderContext
from cogs.mafia.in_turn import TellsInTurn

ORDER_ROOM = 3
"""Lines of a phone that the order of speech may take."""
COMING_MOST = 4
"""So many who speak next are named where the order is longer."""


class TellsOrder(TellsInTurn):
    """What the face of the city says about who speaks when."""

    def order(self, view: MafiaView, context: RenderContext, *, speaker_is_told: bool) -> tuple[str, str]:
        """Today's order of speech: who has spoken, who is speaking, who is still to come. Who has the floor is said
        once: above the controls, where those are shown. Of many those alone are named who come next, and then all of
        it for **Text**."""
        order, now = speakers(view)
        parts = ("spoken", order[:now]), ("speaks", order[now : now + 1]), ("to_speak", order[now + 1 :])
        told = {
            part: self.words(context, f"board.{part}", names=self.tagged(players, context))
            for part, players in parts
            if players and not (part == "speaks" and speaker_is_told)
        }
        whole = " ".join(told.values())
        if room_of(whole) <= ORDER_ROOM:
            return whole, ""
        coming = order[now + 1 :]
        told.pop("spoken", None)
        if len(coming) > COMING_MOST + 1:  # a name is no longer than "and 1 more"
            told["to_speak"] = self.words(
                context, "board.to_speak.many", names=self.tagged(coming[:COMING_MOST], context),
                count=len(coming) - COMING_MOST,
            )  # fmt: skip
        return " ".join(told.values()), whole

    def tagged(self, players: Sequence[PlayerView], context: RenderContext) -> str:
        """Their names, with the fouls of those who have any."""
        names = []
        for player in players:
            fouls = self.words(context, "board.tag.fouls", count=player.fouls)
            names.append(context.name(player.seat) + (f" ({fouls})" if player.fouls else ""))
        return ", ".join(names)


def speakers(view: MafiaView) -> tuple[list[PlayerView], int]:
    """Who speaks today, in turn, and at which place of it the speeches are."""
    players = sorted(view.players, key=lambda one: (one.seat < view.first_speaker, one.seat))
    order = [player for player in players if player.alive or player.seat == view.speaker]
    seats = [player.seat for player in order]
    return order, seats.index(view.speaker) if view.speaker in seats else 0
