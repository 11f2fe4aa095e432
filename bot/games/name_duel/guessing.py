"""GUESS: the name is said, the opponent may react, and only then the Mirror answers (S1-7, S1-8)."""

from __future__ import annotations

from bot.engine.questions import Seat, ask_all, put, timer
from bot.games.name_duel.fey_name import NAMES, by_number
from bot.games.name_duel.table import GameWon, NameDuelTable
from bot.games.name_duel.turn import Turn


async def guess(turn: Turn, ordinal: int = 1) -> str:
    """One guess, with its reaction; the name that was guessed, wrongly. Raises GameWon for a right one (S1-7).

    Any of the ten may be named, an impossible one too (R1-2).
    """
    table, other = turn.table, turn.other
    values = {"ordinal": ordinal, "card": table.playing}
    name: str = await turn.choose("duel.guess", tuple(NAMES), values=values)
    table.guess = name
    table.phase = "reaction"
    seconds = 0 if table.options.untimed else table.options.reaction_seconds
    table.announce("guess.made", by=turn.me, of=other, name=name, seconds=seconds)
    reaction = await reaction_window(table, other, name)
    if reaction is None:
        table.announce("reaction.none", seat=other)
    else:
        await react(table, other, reaction)
    table.guess = None
    table.phase = "turn"
    right = table.duelist(other).secret_name == name
    if right:
        table.announce("guess.right", by=turn.me, of=other, name=name)
        raise GameWon(turn.me, "guessed")
    table.saw(other, "not_bottom", name)
    table.announce("guess.wrong", by=turn.me, of=other, name=name)
    return name


async def reaction_window(table: NameDuelTable, seat: Seat, name: str) -> str | None:
    """Ask the guessed one for a reaction, whatever is in the hand, and always for as long (S1-8, R1-2, R1-9).

    The guessed one sees the own secret name meanwhile (R1-3). The window opens for an empty hand as well and its
    length never depends on the answer, so that nobody learns from it whether there was anything to decide. Without a
    clock it closes with the answer, which everybody gives when they like.
    """
    duelist, options = table.duelist(seat), table.options
    choices = [choice for held in by_number(duelist.hand) for choice in NAMES[held].reactions]
    values = {"guess": name, "bottom": duelist.secret_name}
    question = put(seat, "duel.react", (*choices, None), values=values)
    clock = None if options.untimed else timer("clock.reaction", options.reaction_seconds)
    duelist.knows_bottom = True
    (reaction,) = await ask_all([question], clock, wait_full=not options.quick_reactions)
    duelist.knows_bottom = False
    return None if reaction is None else str(reaction)


async def react(table: NameDuelTable, me: Seat, choice: str) -> None:
    """Only the red text is performed; the card then lies face up in the discard (R1-4)."""
    name, _, deck = choice.partition(".")
    card, duelist = NAMES[name], table.duelist(me)
    assert card.reaction is not None
    duelist.hand.remove(name)
    table.saw(me, "played", name)
    table.announce("reaction.played", seat=me, name=name, deck=deck or None)
    await card.reaction(table, me, "own" if deck == "own" else "other" if deck else None)
    duelist.discard.append(name)
