"""The protocol of a game of Mafia, as the clubs write it: from what was seen and said to plain rows, and to a CSV file.

Before the end a protocol holds only what is public: no cards, no nights. `protocol_of` is given a bystander's view, and
looks at journal and secret announcements only when that view says that somebody has won.

The CSV file (UTF-8 with a byte order mark, commas, one line per record) has four blocks with an empty line between two:

head    what is played, table, result
seats   a line per seat: Seat, Name, Role, Fouls, Left (how, and on which day or in which night), Result (won, lost),
        and for every day two columns: whom this seat nominated, and for whom it voted (all rounds of the day, in order)
days    a line per nomination: Day, Round (empty), Nominee, Nominated by; a line per nominee and round of a vote: Day,
        Round (1, 2, … or `all` for the question whether all of the tied leave), Nominee, Votes, Voters; a line for
        everybody who left: Day, Round (empty), Left, how
nights  a line per night: Night, the Mafia's shot, the Don's search and its answer, the Sheriff's check and its answer,
        Maniac, Lover, Doctor (those in the pack), Killed

Players are named once and then go by their seats. Nobody chosen is an en dash. What would be taken for a formula by a
spreadsheet is made harmless with an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Seat
from bot.games.mafia.cards import SIDES
from bot.games.mafia.values import LEAVES
from bot.games.mafia.views import MafiaView, PlayerView, VoteView
from bot.ui.wording import Wording

NOTHING = "–"
FORMULAS = "=+-@＝＋－＠"
"""With these a spreadsheet begins to calculate; tab and line breaks in front of them do not stop it."""
CHOICES = ("maniac", "lover", "doctor")
"""Cards that choose somebody each night without an answer, in the order of R3-9; the key of the question is theirs."""
ALL = "all"
Cell = str | int


@dataclass(frozen=True)
class SeatLine:
    """One player. `role` is None where it is not public; `won` is None before the end."""

    seat: Seat
    name: str
    role: str | None
    fouls: int
    end: str | None
    end_day: int
    won: bool | None


@dataclass(frozen=True)
class Ballot:
    """One round of a vote: each nominee in order, and who voted for them. For `all` the nominee is 0.

    complete  False when a foul has cancelled it in the middle, or it is still going on
    """

    round: str
    votes: tuple[tuple[Seat, tuple[Seat, ...]], ...]
    complete: bool


@dataclass(frozen=True)
class Day:
    day: int
    nominations: tuple[tuple[Seat, Seat], ...]
    """By whom, and whom."""
    ballots: tuple[Ballot, ...]
    left: tuple[tuple[Seat, str], ...]
    """The players who left by day, and how."""


@dataclass(frozen=True)
class Night:
    """What was done in a night. `search` and `check` are a seat and the answer, None when nobody was chosen."""

    night: int
    shot: Seat | None
    search: tuple[Seat, bool] | None
    check: tuple[Seat, bool] | None
    chosen: Mapping[str, Seat | None]
    killed: tuple[Seat, ...]


@dataclass(frozen=True)
class Protocol:
    """A whole game, or the public half of one that is not over. `cards`: which cards are in the pack."""

    seats: tuple[SeatLine, ...]
    days: tuple[Day, ...]
    nights: tuple[Night, ...]
    winner: str | None
    cards: frozenset[str]


def protocol_of(
    view: MafiaView, names: Mapping[Seat, str], announcements: Sequence[Announcement], journal: Sequence[Entry]
) -> Protocol:
    """The protocol; `view` is a bystander's. Journal and announcements are those of the whole match."""
    over = view.winner is not None
    return Protocol(
        seats=tuple(
            SeatLine(
                seat=player.seat,
                name=names[player.seat],
                role=player.role,
                fouls=_fouls(player, announcements),
                end=player.end,
                end_day=player.end_night,
                won=SIDES[player.role] == view.winner if over and player.role else None,
            )
            for player in view.players
        ),
        days=tuple(_day(view, day) for day in range(1, view.day + 1)),
        nights=_nights(view, announcements, journal) if over else (),
        winner=view.winner,
        cards=frozenset(card for card, count in view.cast.items() if count),
    )


def _fouls(player: PlayerView, announcements: Sequence[Announcement]) -> int:
    """The fouls that were called: whoever was sent out at once has only those before it, although none is left to
    them."""
    if player.fouls < LEAVES:
        return player.fouls
    called = [said for said in announcements if said.key == "foul.called" and said.values["seat"] == player.seat]
    before = called[-2].values["fouls"] if len(called) > 1 else 0
    return LEAVES if before == LEAVES - 1 else int(before)


# -- days -------------------------------------------------------------------------------------------------------------


def _day(view: MafiaView, day: int) -> Day:
    return Day(
        day=day,
        nominations=tuple((by, nominee) for on, by, nominee in view.nominations if on == day),
        ballots=tuple(_ballot(vote) for vote in view.votes if vote.day == day),
        left=tuple(
            (player.seat, player.end)
            for player in view.players
            if player.end_night == day and player.end is not None and player.end != "killed"
        ),
    )


def _ballot(vote: VoteView) -> Ballot:
    counted = dict(vote.votes)
    if vote.kind == ALL:
        votes: tuple[tuple[Seat, tuple[Seat, ...]], ...] = ((0, counted.get(0, ())),)
    else:
        votes = tuple((nominee, counted.get(nominee, ())) for nominee in vote.nominees)
    return Ballot(ALL if vote.kind == ALL else str(vote.again + 1), votes, vote.counted)


# -- nights -----------------------------------------------------------------------------------------------------------


def _nights(view: MafiaView, announcements: Sequence[Announcement], journal: Sequence[Entry]) -> tuple[Night, ...]:
    roles = {player.seat: player.role or "" for player in view.players}
    living = set(roles)
    nights: list[Night] = []
    answers: dict[str, tuple[Seat, bool]] = {}
    for said in announcements:
        values = said.values
        if said.key == "player.left":
            living.discard(values["seat"])
        elif said.key == "night.falls":
            answers = {}
            nights.append(_plans(values["night"], roles, living, journal))
        elif said.key == "night.verdict":
            answers["check"] = (values["suspect"], values["black"])
        elif said.key == "night.found":
            answers["search"] = (values["suspect"], values["sheriff"])
        elif said.key == "dawn.killed" and nights:
            plans = _plans(nights[-1].night, roles, living, journal)  # who was sent out meanwhile has planned nothing
            search, found = answers.get("search"), answers.get("check")
            nights[-1] = replace(plans, search=search, check=found, killed=tuple(values["seats"]))
    return tuple(nights)


def _plans(night: int, roles: Mapping[Seat, str], living: Collection[Seat], journal: Sequence[Entry]) -> Night:
    """What was chosen: the last answer counts. A round, and so a checkpoint, is a day and the night after it."""
    tonight = [one for one in journal if one.checkpoint == night and one.key[:6] == "night." and one.seat in living]
    last = {(one.key, one.seat): one.value for one in tonight}
    picks = {seat: last[key, seat] for key, seat in sorted(last) if key == "night.victim"}
    don = next((seat for seat in living if roles[seat] == "don"), None)
    # The Don has the last word; without a Don most voices, the lowest seat's in doubt (S3-6, R3-10).
    voices = list(picks.values())
    shot = picks.get(don) if don is not None else max(voices, key=voices.count, default=None)
    chosen = {}
    for card in CHOICES:
        chosen[card] = next((value for (key, _), value in last.items() if key == f"night.{card}"), None)
    return Night(night, shot, None, None, chosen, ())


# -- words ------------------------------------------------------------------------------------------------------------


def role_in_words(role: str | None, words: Wording) -> str:
    """A card by its name; nothing for one that is not public."""
    if role is None:
        return ""
    own = f"role.mafia.{role}"
    return words.say(own if words.has(own) else f"role.{role}")


def result_in_words(protocol: Protocol, words: Wording) -> str:
    return words.say(f"protocol.result.{protocol.winner or 'open'}")


def end_in_words(line: SeatLine, words: Wording) -> str:
    return words.say(f"protocol.left.{line.end}", day=line.end_day) if line.end else ""


def answer_in_words(kind: str, answer: tuple[Seat, bool] | None, words: Wording) -> str:
    """Whom Don (`search`) or Sheriff (`check`) asked about, and what they were told."""
    if answer is None:
        return NOTHING
    seat, yes = answer
    return words.say(f"protocol.{kind}.{'yes' if yes else 'no'}", seat=seat)


def seats_in_words(seats: Sequence[Seat]) -> str:
    return " ".join(map(str, seats)) or NOTHING


def _seat_or_nothing(seat: Seat | None) -> Cell:
    return seat if seat is not None else NOTHING


# -- the file ---------------------------------------------------------------------------------------------------------


def csv_file(protocol: Protocol, match_id: int, words: Wording) -> bytes:
    """The protocol for a spreadsheet."""
    blocks: list[list[list[Cell]]] = [
        [
            [words.say("protocol.game"), words.say("protocol.mafia")],
            [words.say("protocol.table"), match_id],
            [words.say("protocol.result"), result_in_words(protocol, words)],
        ],
        _seat_rows(protocol, words),
        _day_rows(protocol, words),
    ]
    if protocol.nights:
        blocks.append(_night_rows(protocol, words))
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for place, block in enumerate(blocks):
        if place:
            writer.writerow([])
        writer.writerows([[_harmless(cell) for cell in row] for row in block])
    # Half of a surrogate pair, which a name may hold, is no text that can be written.
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def _harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula, however a name begins."""
    if isinstance(cell, int):
        return cell
    bare = cell.lstrip()
    return f"'{cell}" if bare[:1] and bare[0] in FORMULAS else cell


def _seat_rows(protocol: Protocol, words: Wording) -> list[list[Cell]]:
    head: list[Cell] = [words.say(f"protocol.head.{name}") for name in ("seat", "name", "role", "fouls", "left", "won")]
    for day in protocol.days:
        head += [words.say("protocol.head.nominated", day=day.day), words.say("protocol.head.voted", day=day.day)]
    rows = [head]
    for line in protocol.seats:
        won = "" if line.won is None else words.say("protocol.won" if line.won else "protocol.lost")
        row: list[Cell] = [line.seat, line.name, role_in_words(line.role, words), line.fouls]
        row += [end_in_words(line, words), won]
        for day in protocol.days:
            nominated = [nominee for by, nominee in day.nominations if by == line.seat]
            row += [nominated[0] if nominated else "", " / ".join(_votes_of(line.seat, day, words))]
        rows.append(row)
    return rows


def _votes_of(seat: Seat, day: Day, words: Wording) -> list[str]:
    """For whom this seat voted, round by round; nothing for a round without this seat's vote."""
    found = []
    for ballot in day.ballots:
        for nominee, voters in ballot.votes:
            if seat in voters:
                found.append(words.say("protocol.round.all") if ballot.round == ALL else str(nominee))
    return found


def _day_rows(protocol: Protocol, words: Wording) -> list[list[Cell]]:
    names = ("day", "round", "nominee", "by", "votes", "voters", "left_seat", "how")
    rows: list[list[Cell]] = [[words.say(f"protocol.head.{name}") for name in names]]
    for day in protocol.days:
        rows += [[day.day, "", nominee, by, "", "", "", ""] for by, nominee in day.nominations]
        for ballot in day.ballots:
            is_all = ballot.round == ALL
            number: Cell = words.say("protocol.round.all") if is_all else int(ballot.round)
            for nominee, voters in ballot.votes:
                whom: Cell = "" if is_all else nominee
                rows.append([day.day, number, whom, "", len(voters), seats_in_words(voters), "", ""])
            if not ballot.complete:
                rows.append([day.day, number, "", "", "", words.say("protocol.not_counted"), "", ""])
        rows += [[day.day, "", "", "", "", "", seat, words.say(f"protocol.how.{end}")] for seat, end in day.left]
    return rows


def _night_rows(protocol: Protocol, words: Wording) -> list[list[Cell]]:
    cards = [card for card in CHOICES if card in protocol.cards]
    sheriff = "sheriff" in protocol.cards
    don = "don" in protocol.cards
    names = ["night", "shot"]
    names += ["search"] if don else []
    names += ["check"] if sheriff else []
    names += [*cards, "killed"]
    rows: list[list[Cell]] = [[words.say(f"protocol.head.{name}") for name in names]]
    for night in protocol.nights:
        row: list[Cell] = [night.night, _seat_or_nothing(night.shot)]
        row += [answer_in_words("search", night.search, words)] if don else []
        row += [answer_in_words("check", night.check, words)] if sheriff else []
        row += [_seat_or_nothing(night.chosen[card]) for card in cards]
        rows.append([*row, seats_in_words(night.killed)])
    return rows
