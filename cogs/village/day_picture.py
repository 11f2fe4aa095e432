"""The village by day as a picture: its accusations, and its last count. Made from a bystander's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.announcements import SPECTATOR
from bot.engine.questions import Seat
from bot.games.village.views import BallotView, VillageView
from bot.ui.pictures.people import Person, people
from bot.ui.pictures.picture import Picture
from bot.ui.wording import Wording
from cogs.hidden_roles.accused import AccusedShown, accused_of, day_of
from cogs.village.pictures import village_picture

BY_DAY = ("day", "ballot")
"""Phases in which people stand accused."""


def day_picture(view: VillageView, labels: Mapping[Seat, str], words: Wording) -> Picture | None:
    """Who stands accused today, by whom, and today's last count; None while nobody is accused.

    Votes are shown when they are counted, on an open ballot as well: not with each press (S0-21).
    """
    if view.phase not in BY_DAY or view.winner is not None:
        return None
    return _of_day(view, view.night, labels, words, village_picture(view, labels, words).each_home)


def count_picture(view: VillageView, labels: Mapping[Seat, str], words: Wording) -> Picture | None:
    """How the votes lay on the last ballot that was counted, though night may have fallen since."""
    ballot = _counted(view)
    return _of_day(view, ballot.day, labels, words) if ballot is not None else None


def not_shown(view: VillageView, polls: Sequence[tuple[Seat, Sequence[Seat]]]) -> list[Seat]:
    """Who has votes in these polls that the picture of the last count does not show: whoever has died since, and
    everybody where another ballot is the last."""
    ballot = _counted(view)
    if ballot is None or _plain(ballot.polls) != _plain(polls):
        return [nominee for nominee, _ in polls]
    accused = _accusers(view, ballot.day)
    return [nominee for nominee, _ in polls if nominee not in accused]


def _plain(polls: Sequence[tuple[Seat, Sequence[Seat]]]) -> list[tuple[Seat, list[Seat]]]:
    return [(nominee, list(voters)) for nominee, voters in polls]


def _of_day(view: VillageView, day: int, labels: Mapping[Seat, str], words: Wording, homes: str = "") -> Picture | None:
    assert view.seat == SPECTATOR, "the village's picture is everybody's: it shows a bystander's view"
    accusers = _accusers(view, day)
    if not accusers:
        return None
    everybody, ballot = people(labels, words), _counted(view, day)
    living = sum(player.alive for player in view.players)
    accused = [_accused(seat, accusers[seat], ballot, everybody, words) for seat in _in_order(accusers, ballot)]
    return day_of(
        accused,
        words,
        style="countryside",
        title=words.say("picture.village.day", number=day),
        status=words.say("picture.village.living", count=living, all=view.seats),
        news=_news(accusers, ballot, words),
        is_counted=ballot is not None,
        homes=homes,
    )


def _news(accusers: Mapping[Seat, Sequence[Seat]], ballot: BallotView | None, words: Wording) -> str:
    """How many are nominated, or how many votes were enough (R0-12, R0-13)."""
    if ballot is None:
        return words.say("picture.village.accused.count", count=len(accusers))
    votes = {nominee: len(voters) for nominee, voters in ballot.polls}
    if ballot.burned is not None and votes[ballot.burned] < ballot.majority:
        return words.say("picture.village.accused.most")
    return words.say("picture.village.accused.majority", count=ballot.majority)


def _accusers(view: VillageView, day: int) -> dict[Seat, list[Seat]]:
    """The accused of this day, in the order in which they were named, and those who did so. Whoever has left since is
    no longer among them, but for the one who burns."""
    accusers: dict[Seat, list[Seat]] = {}
    for said in view.nominations:
        if said.day == day and (view.player(said.nominee).alive or view.player(said.nominee).end == "burned"):
            accusers.setdefault(said.nominee, []).append(said.by)
    return accusers


def _counted(view: VillageView, day: int | None = None) -> BallotView | None:
    """The last ballot, of this day or of all, that was counted."""
    counted = [ballot for ballot in view.ballots if day in (None, ballot.day) and ballot.counted]
    return counted[-1] if counted else None


def _in_order(accusers: Mapping[Seat, Sequence[Seat]], ballot: BallotView | None) -> list[Seat]:
    """Who has most votes stands first."""
    votes = {nominee: len(voters) for nominee, voters in ballot.polls} if ballot else {}
    return sorted(accusers, key=lambda seat: -votes.get(seat, -1))


def _accused(
    seat: Seat, by: Sequence[Seat], ballot: BallotView | None, everybody: Mapping[Seat, Person], words: Wording
) -> AccusedShown:
    polls = dict(ballot.polls) if ballot else {}
    burns = ballot is not None and ballot.burned == seat
    fate = words.say("picture.village.accused.burns") if burns else ""
    return accused_of(seat, by, polls.get(seat), fate, everybody, words)
