"""The city by day as a picture: who was named by whom, in the order of the vote, and the hands that were raised. Made
from a bystander's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.mafia.views import MafiaView, VoteView
from bot.ui.pictures.people import people
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording
from cogs.hidden_roles.accused import accused_of, day_of
from cogs.mafia.pictures import city_picture

HANDS_MOST = 5
"""Nominees of whose hands the picture tells without the words of the board: of more it has no room for all."""


def day_picture(view: MafiaView, labels: Mapping[Seat, str], words: Wording) -> Picture | None:
    """Who was named by whom today, and how the votes lie; None while nobody is, and in the morning, which is about last
    night: until its final words are said, the day has not begun.

    Votes are shown nominee by nominee, as soon as the hands for one are down (R3-6), not hand by hand.
    """
    is_morning = view.phase == "dawn" or any(player.dying for player in view.players)
    if view.phase == "night" or is_morning or view.winner is not None:
        return None
    vote = _going_on(view) or _counted(view, view.day)
    return _of_day(view, view.day, vote, labels, words, city_picture(view, labels, words).each_home)


def count_picture(view: MafiaView, labels: Mapping[Seat, str], words: Wording) -> Picture | None:
    """How the hands were raised in the last vote that was counted, though night may have fallen since."""
    vote = _counted(view)
    return _of_day(view, vote.day, vote, labels, words) if vote is not None else None


def shows_count(view: MafiaView, votes: Sequence[tuple[Seat, Sequence[Seat]]]) -> bool:
    """Whether the picture of the last count shows just these votes."""
    vote = _counted(view)
    return vote is not None and [(seat, list(by)) for seat, by in vote.votes] == [
        (seat, list(by)) for seat, by in votes
    ]


def shows_hands(view: MafiaView) -> bool:
    """Whether the picture of the day shows all hands of the vote that goes on."""
    named = {nominee for day, _, nominee in view.nominations if day == view.day}
    return _going_on(view) is not None and len(named) <= HANDS_MOST


def _of_day(
    view: MafiaView, day: int, vote: VoteView | None, labels: Mapping[Seat, str], words: Wording, homes: str = ""
) -> Picture | None:
    assert view.seat == SPECTATOR, "the city's picture is everybody's: it shows a bystander's view"
    accusers = {nominee: [by] for when, by, nominee in view.nominations if when == day}
    if not accusers:
        return None
    everybody = people(labels, words)
    votes = dict(vote.votes) if vote else {}
    is_counted = vote is not None and vote.counted
    living = sum(player.alive and not player.dying for player in view.players)
    leaving = {seat for one in view.votes if one.day == day for seat in one.left}
    fates = {seat: words.say("picture.mafia.accused.leaves") for seat in sorted(leaving)}
    accused = [
        accused_of(seat, accusers[seat], votes.get(seat), fates.get(seat, ""), everybody, words)
        for seat in (sorted(accusers, key=lambda seat: -len(votes.get(seat, ()))) if is_counted else accusers)
    ]
    return day_of(
        accused,
        words,
        style="city",
        title=words.say("picture.mafia.day", number=day),
        status=words.say("picture.mafia.living", count=living, all=view.seats),
        news=words.say("picture.mafia.accused.count", count=len(accused)),
        is_counted=is_counted,
        homes=homes,
    )


def _going_on(view: MafiaView) -> VoteView | None:
    """The vote in which hands are raised now, as soon as those for the first nominee are down."""
    vote = view.votes[-1] if view.votes and view.phase == "vote" else None
    return vote if vote is not None and vote.kind == "vote" and not vote.counted and vote.votes else None


def _counted(view: MafiaView, day: int | None = None) -> VoteView | None:
    """The last vote, of this day or of all, that was counted; of one about all who are tied the channel tells."""
    counted = [vote for vote in view.votes if day in (None, vote.day) and vote.counted and vote.kind == "vote"]
    return counted[-1] if counted else None
