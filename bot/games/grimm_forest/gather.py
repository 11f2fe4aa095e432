"""The Gather phase, step by step (S2-6, R2-3 to R2-6)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.engine.questions import Question, Seat, answer_each, put
from bot.games.grimm_forest import two_steps
from bot.games.grimm_forest.asking import FIRST, choose
from bot.games.grimm_forest.card import (
    AFTER_MOVING,
    BEFORE_CHOOSING,
    BEFORE_COLLECTING,
    BEFORE_MOVING,
    END_OF_GATHER,
    FABLES_OF_OPPONENTS,
    START_OF_ROUND,
    WHEN_PIGS_STAND,
)
from bot.games.grimm_forest.fable import FABLES
from bot.games.grimm_forest.friend import friend_of, friends_in_turn
from bot.games.grimm_forest.goods import MARKET, held_types, nothing, total
from bot.games.grimm_forest.table import GrimmForestTable, Played
from bot.games.grimm_forest.unique_location import unique_locations


async def start_of_round(table: GrimmForestTable) -> None:
    """Next Turn cards that are due now, and Friends who act at the start of the round, in turn order (R2-3)."""
    table.phase = "start"
    table.due, table.waiting = table.waiting, []
    for pig in table.pigs.values():
        pig.predicted = pig.loot = None
    for seat in table.in_turn_order():
        for card in table.due:
            if card.owner == seat:
                await FABLES[card.fable].start_of_next_round(table, card)
        friend = friend_of(table, seat)
        if friend is not None and friend.acts_at(START_OF_ROUND):
            await friend.start_of_round(table, seat)


# -- 1: choose cards --------------------------------------------------------------------------------------------------


async def choose_cards(table: GrimmForestTable) -> None:
    """Everybody at once, in secret: a Gather card and perhaps a Fable; after them whose Friend says so (R2-3)."""
    table.phase, table.to_act = "choose", None
    table.played = {}
    for pig in table.pigs.values():
        pig.picked = pig.chosen = pig.laid = pig.location = pig.card_of = None
        pig.hunted = False
        pig.gathered = nothing()
        pig.running = False
        pig.peeked = []
    table.announce("cards.choose", round=table.round)
    last = dict(friends_in_turn(table, BEFORE_CHOOSING))
    await choose_at_once(table, [seat for seat in table.in_turn_order() if seat not in last])
    for seat, friend in last.items():
        await friend.before_choosing(table, seat)
        await choose_at_once(table, [seat])


async def choose_at_once(table: GrimmForestTable, seats: list[Seat]) -> None:
    """Two questions for each of them: where to go, and which Fable to play."""
    questions, only_one = [], {}
    unanswered: dict[Seat, int] = {}
    fable_of: dict[Seat, str | None] = {}
    for seat in seats:
        questions.append(place_question(table, seat))
        unanswered[seat] = 1
        fables = playable_fables(table, seat)
        if len(fables) > 1:
            questions.append(fable_question(table, seat, fables))
            unanswered[seat] = 2
        elif fables[0] is not None:
            only_one[seat] = fables[0]

    def lay_down(question: Question, value: Any) -> None:
        """A player's cards lie there when both questions are answered: everybody sees that, and not which they are."""
        seat = question.seat
        pig = table.pigs[seat]
        if question.key == "gather.place":
            pig.picked = value
        else:
            fable_of[seat] = value
        unanswered[seat] -= 1
        if not unanswered[seat]:
            assert pig.picked is not None
            pig.put_down(pig.picked)

    await answer_each(questions, lay_down)
    for seat in seats:
        if seat in fable_of:
            await play_chosen(table, seat, fable_of[seat])
    for seat, name in only_one.items():
        play_fable(table, seat, name)
    for seat in seats:
        play_forced(table, seat)
        table.announce("cards.chosen", seat=seat, fable=seat in table.played)


def place_question(table: GrimmForestTable, seat: Seat) -> Question:
    places = tuple(table.pigs[seat].gather)
    return put(seat, "gather.place", places, within=table.options.choice_seconds, default=places[0])


def fable_question(table: GrimmForestTable, seat: Seat, fables: tuple[str | None, ...]) -> Question:
    question = put(seat, "gather.fable", fables, within=table.options.choice_seconds, default=fables[-1])
    return two_steps.moment_before_fable(question) if table.options.in_two_steps else question


def playable_fables(table: GrimmForestTable, seat: Seat) -> tuple[str | None, ...]:
    """The different Fables of the hand, and None for none, as far as opponents' Friends allow it (R2-9)."""
    pig = table.pigs[seat]
    if pig.forced is not None:
        return (None,)
    fables: tuple[str | None, ...] = (*sorted(set(pig.fables)), None)
    for other, friend in friends_in_turn(table, FABLES_OF_OPPONENTS):
        if other != seat:
            fables = friend.fables_of_opponents(fables)
    return fables


async def play_chosen(table: GrimmForestTable, seat: Seat, answer: str | None) -> None:
    name = await two_steps.fable_at(table, seat, answer) if table.options.in_two_steps else answer
    if name is not None:
        play_fable(table, seat, name)


def play_fable(table: GrimmForestTable, seat: Seat, name: str) -> None:
    table.pigs[seat].fables.remove(name)
    table.played[seat] = Played(seat, name)


def play_forced(table: GrimmForestTable, seat: Seat) -> None:
    """The Fable that somebody else makes this player play, unseen."""
    forced = table.pigs[seat].forced
    if forced is not None:
        table.played[seat] = Played(seat, forced, asleep=True)
        table.pigs[seat].forced = None


# -- 2: reveal Fables -------------------------------------------------------------------------------------------------


async def reveal_fables(table: GrimmForestTable) -> None:
    """Those that are first at it, then effects and Monsters player by player in turn order (R2-4)."""
    table.phase = "fables"
    cards = table.on_table()
    table.announce("fables.revealed", fables=[[card.owner, card.fable] for card in cards])
    cards.sort(key=lambda card: not FABLES[card.fable].first_at_reveal)
    for card in cards:
        if not card.taken:
            await FABLES[card.fable].when_revealed(table, card.owner)


# -- 3: reveal Gather cards -------------------------------------------------------------------------------------------


async def reveal_gather_cards(table: GrimmForestTable) -> None:
    """Friends who act before any pig moves, then all pigs, then the other Friends, then the Fables that act before
    anybody collects, in turn order of their owners (R2-5)."""
    table.phase = "move"
    order = table.in_turn_order()
    table.announce("gather.revealed", places=[[seat, table.pigs[seat].chosen] for seat in order])
    for seat, friend in friends_in_turn(table, BEFORE_MOVING):
        await friend.before_moving(table, seat)
    for seat in order:
        pig = table.pigs[seat]
        pig.location = None if pig.running else pig.chosen
    for seat, friend in friends_in_turn(table, AFTER_MOVING):
        await friend.after_moving(table, seat)
    look_where_pigs_stand(table)
    for card in table.on_table():
        if FABLES[card.fable].when == BEFORE_COLLECTING:
            if await may_act(table, card):
                await FABLES[card.fable].before_collecting(table, card.owner)
            look_where_pigs_stand(table)


def look_where_pigs_stand(table: GrimmForestTable) -> None:
    for seat, friend in friends_in_turn(table, WHEN_PIGS_STAND):
        friend.when_pigs_stand(table, seat)


async def may_act(table: GrimmForestTable, card: Played) -> bool:
    """Whether a Fable acts now; not when somebody stops it."""
    if await FABLES[card.fable].is_stopped(table, card):
        return False
    table.announce("fable.acts", seat=card.owner, fable=card.fable)
    return True


# -- 4: collect -------------------------------------------------------------------------------------------------------


async def collect(table: GrimmForestTable) -> None:
    """A pig that is alone takes all; several take equal shares, rounded down, and the rest stays (S2-6, S2-14)."""
    table.phase = "collect"
    for place in table.places():
        here, goods = table.at(place), table.locations[place]
        kinds = held_types(goods) if here else []
        if not kinds:
            continue
        share = total(goods) // len(here)
        if len(here) == 1:
            note_gathered(table, here[0], place, {kind: goods[kind] for kind in kinds})
        elif place == MARKET or len(kinds) > 1:
            await draft(table, place, here, share)
        else:
            for seat in here:
                note_gathered(table, seat, place, {kinds[0]: share})
    pigs = table.pigs
    everybody = [[seat, pigs[seat].location, dict(pigs[seat].gathered)] for seat in table.in_turn_order()]
    table.announce("gather.collected", gathered=everybody)


async def draft(table: GrimmForestTable, place: str, here: list[Seat], share: int) -> None:
    """One at a time in turn order, equal numbers (S2-14)."""
    for _ in range(share):
        for seat in here:
            kind = await choose(table, seat, "market.draft", held_types(table.locations[place]), place=place)
            note_gathered(table, seat, place, {kind: 1})


def note_gathered(table: GrimmForestTable, seat: Seat, place: str, goods: dict[str, int]) -> None:
    table.take_from(place, seat, goods, "gather")
    gathered = table.pigs[seat].gathered
    for kind, amount in goods.items():
        gathered[kind] += amount


# -- 5 and 6: the end of the phase ------------------------------------------------------------------------------------


async def end_of_gather(table: GrimmForestTable) -> None:
    """Player by player: due Next Turn cards, own Fable, own Friend; then the Unique Locations (R2-6)."""
    table.phase = "end"
    for seat in table.in_turn_order():
        await effects_of(table, seat)
    for place, unique in unique_locations(table):
        await unique.end_of_every_gather(table, place)
    discard_unique(table)
    put_cards_away(table)


async def effects_of(table: GrimmForestTable, seat: Seat) -> None:
    """The effects of one player, in the order they like (R2-6). Which Friend they have is seen when it is the Friend's
    turn: one who has just come may act, but no two of them."""
    done: list[str] = []
    while effects := effects_due(table, seat, done):
        effect = await choose(table, seat, "effects.order", effects, in_time=FIRST)
        done.append(effect)
        await happen(table, seat, effect)


async def happen(table: GrimmForestTable, seat: Seat, effect: str) -> None:
    """One of the effects that are due."""
    friend = friend_of(table, seat)
    if effect == "fable":
        card = table.played[seat]
        if await may_act(table, card):
            await FABLES[card.fable].end_of_gather(table, seat)
    elif effect == "friend" and friend is not None:
        await friend.end_of_gather(table, seat)
    else:
        card = next(card for card in table.due if (card.owner, card.fable) == (seat, effect))
        await FABLES[effect].end_of_next_gather(table, card)


def effects_due(table: GrimmForestTable, seat: Seat, done: Collection[str]) -> list[str]:
    """Next Turn cards by name, then `fable` and `friend`, as far as this player has them and they have not acted."""
    effects = [card.fable for card in table.due if card.owner == seat] if table.due else []
    played = table.played.get(seat)
    if played is not None and not played.taken and FABLES[played.fable].when == END_OF_GATHER:
        effects.append("fable")
    friend = friend_of(table, seat)
    if friend is not None and friend.acts_at(END_OF_GATHER):
        effects.append("friend")
    return [effect for effect in effects if effect not in done] if done else effects


def discard_unique(table: GrimmForestTable) -> None:
    """At the very end of the phase, after all effects (S2-15)."""
    for place, unique in unique_locations(table):
        if unique.is_over(table, place):
            del table.unique[place]
            table.fable_discard.append(unique.name)
            table.announce("unique.discarded", fable=unique.name, place=place)


def put_cards_away(table: GrimmForestTable) -> None:
    """Resolved Fables to the open discard, and the Next Turn cards that have acted (S2-6)."""
    table.fable_discard += [card.fable for card in (*table.on_table(), *table.due)]
    table.played, table.due = {}, []
