"""The city by day as a picture: who was named by whom, in the order of the vote, and the last count. Made from a
bystander's view."""

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


def day_picture(view: MafiaView, labels: Mapping[Seat, str], words: Wording) -> Picture | None:
    """Who was named by whom today, and the last count; None while nobody is, and in the morning, which is about last
    night: until its final words are said, the day has not begun.

    A count is shown when it is complete, not hand by hand.
    """
    is_morning = view.phase == "dawn" or any(player.dying for player in view.players)
    if view.phase == "night" or is_morning or view.winner is not None:
        return None
    return _of_day(view, view.day, labels, words, city_picture(view, labels, words).each_home)


def count_picture(view: MafiaView, labels: Mapping[Seat, str], words: Wording) -> Picture | None:
    """How the hands were raised in the last vote that was counted, though night may have fallen since."""
    vote = _counted(view)
    return _of_day(view, vote.day, labels, words) if vote is not None else None


def shows_count(view: MafiaView, votes: Sequence[tuple[Seat, Sequence[Seat]]]) -> bool:
    """Whether the picture of the last count shows just these votes."""
    vote = _counted(view)
    return vote is not None and [(seat, list(by)) for seat, by in vote.votes] == [
        (seat, list(by)) for seat, by in votes
    ]


def _of_day(view: MafiaView, day: int, labels: Mapping[Seat, str], words: Wording, homes: str = "") -> Picture | None:
    assert view.seat == SPECTATOR, "the city's picture is everybody's: it shows a bystander's view"
    accusers = {nominee: [by] for when, by, nominee in view.nominations if when == day}
    if not accusers:
        return None
    everybody, vote = people(labels, words), _counted(view, day)
    votes = dict(vote.votes) if vote else {}
    living = sum(player.alive and not player.dying for player in view.players)
    leaving = {seat for one in view.votes if one.day == day for seat in one.left}
    fates = {seat: words.say("picture.mafia.accused.leaves") for seat in sorted(leaving)}
    accused = [
        accused_of(seat, accusers[seat], votes.get(seat), fates.get(seat, ""), everybody, words)
        for seat in sorted(accusers, key=lambda seat: -len(votes.get(seat, ())))
    ]
    return day_of(
        accused,
        words,
        style="city",
        title=words.say("picture.mafia.day", number=day),
        status=words.say("picture.mafia.living", count=living, all=view.seats),
        news=words.say("picture.mafia.accused.count", count=len(accused)),
        is_counted=vote is not None,
        homes=homes,
    )


def _counted(view: MafiaView, day: int | None = None) -> VoteView | None:
    """The last vote, of this day or of all, that was counted; of one about all who are tied the channel tells."""
    counted = [vote for vote in view.votes if day in (None, vote.day) and vote.counted and vote.kind == "vote"]
    return counted[-1] if counted else None
