"""The Gather phase, step by step (S2-6, R2-3 to R2-6)."""

from __future__ import annotations

from typing import Any

from bot.engine.questions import Question, Seat, answer_each
from bot.games.grimm_forest.cancelling import hunt, is_stopped
from bot.games.grimm_forest.choices import CHOICES_MOST, FIRST, choose, choose_fable, moments_of
from bot.games.grimm_forest.fable import (
    BEFORE_COLLECTING,
    END_OF_GATHER,
    FABLES,
    MOMENTS,
    MONSTER,
    WHEN_REVEALED,
    is_monster,
)
from bot.games.grimm_forest.fables import next_turn, unique_locations
from bot.games.grimm_forest.friend import AFTER_REVEAL, BEFORE_MOVING, START_OF_ROUND, effect_of
from bot.games.grimm_forest.friend import END_OF_GATHER as FRIENDS_AT_THE_END
from bot.games.grimm_forest.goods import MARKET, held_types, nothing, total
from bot.games.grimm_forest.moving import monsters_at
from bot.games.grimm_forest.table import GrimmTable, Played

FLUTE = "magic_flute"
GRANDMA = "grandmas_house"


async def start_of_round(table: GrimmTable) -> None:
    """Next Turn cards that are due now, and Friends who act at the start of the round, in turn order (R2-3)."""
    table.phase = "start"
    table.due, table.waiting = table.waiting, []
    for pig in table.pigs.values():
        pig.predicted = None
    for seat in table.in_turn_order():
        for card in table.due:
            if card.owner == seat and card.fable in next_turn.AT_THE_START:
                await next_turn.AT_THE_START[card.fable](table, card)
        await act_friend(table, seat, START_OF_ROUND)


async def act_friend(table: GrimmTable, seat: Seat, moment: str) -> None:
    effect = effect_of(table.pigs[seat].friend, moment)
    if effect is not None:
        await effect(table, seat)


# -- 1: choose cards --------------------------------------------------------------------------------------------------


async def choose_cards(table: GrimmTable) -> None:
    """Everybody at once, in secret: a Gather card and perhaps a Fable; the Evil Queen last (R2-3)."""
    table.phase, table.to_act = "choose", None
    table.played = {}
    for pig in table.pigs.values():
        pig.chosen = pig.laid = pig.location = None
        pig.gathered = nothing()
        pig.running = False
        pig.peeked = []
    table.announce("cards.choose", round=table.round)
    queen = table.holder_of("evil_queen")
    await choose_at_once(table, [seat for seat in table.in_turn_order() if seat != queen])
    if queen is not None:
        effect = effect_of("evil_queen", "always")
        assert effect is not None
        await effect(table, queen)
        await choose_at_once(table, [queen])


async def choose_at_once(table: GrimmTable, seats: list[Seat]) -> None:
    """Two questions for each of them: where to go, and which Fable to play."""
    within = table.options.choice_seconds
    questions, only_one = [], {}
    for seat in seats:
        pig = table.pigs[seat]
        questions.append(Question(seat, "gather.place", tuple(pig.gather), within=within, default=pig.gather[0]))
        fables = playable_fables(table, seat)
        if len(fables) > 1:
            key = "gather.fable"
            if len(fables) > CHOICES_MOST:  # a hand like that first says when its Fable is to act
                key, fables = "gather.fable.moment", (*moments_of(pig.fables), *([None] if None in fables else []))
            questions.append(Question(seat, key, fables, within=within, default=fables[-1]))
        elif fables[0] is not None:
            only_one[seat] = fables[0]
    answers: dict[Question, Any] = {}

    def lay_down(question: Question, value: Any) -> None:
        """A player's cards lie there when both questions are answered: everybody sees that, and not which they are."""
        answers[question] = value
        own = [one for one in questions if one.seat == question.seat]
        if all(one in answers for one in own):
            pig = table.pigs[question.seat]
            pig.chosen = pig.laid = answers[own[0]]

    await answer_each(questions, lay_down)
    for question in questions:
        value, pig = answers[question], table.pigs[question.seat]
        if question.key == "gather.place":
            continue
        if value in MOMENTS:
            hand = [name for name in pig.fables if FABLES[name].when == value]
            play_fable(table, question.seat, await choose_fable(table, question.seat, "gather.fable", hand))
        elif value is not None:
            play_fable(table, question.seat, value)
    for seat, name in only_one.items():
        play_fable(table, seat, name)
    for seat in seats:
        forced = table.pigs[seat].forced
        if forced is not None:
            table.played[seat] = Played(seat, forced, asleep=True)
            table.pigs[seat].forced = None
        table.announce("cards.chosen", seat=seat, fable=seat in table.played)


def playable_fables(table: GrimmTable, seat: Seat) -> tuple[str | None, ...]:
    """The different Fables of the hand, and None for none; the Huntsman's opponents must play one (R2-9)."""
    pig = table.pigs[seat]
    hand = tuple(sorted(dict.fromkeys(pig.fables)))
    if pig.forced is not None:
        return (None,)
    hunter = table.holder_of("huntsman") if hand else None
    if hunter is not None and hunter != seat:
        return hand
    return (*hand, None)


def play_fable(table: GrimmTable, seat: Seat, name: str) -> None:
    table.pigs[seat].fables.remove(name)
    table.played[seat] = Played(seat, name)


# -- 2: reveal Fables -------------------------------------------------------------------------------------------------


async def reveal_fables(table: GrimmTable) -> None:
    """All Magic Flutes first; then effects and Monsters player by player in turn order (R2-4)."""
    table.phase = "fables"
    cards = table.on_table()
    table.announce("fables.revealed", fables=[[card.owner, card.fable] for card in cards])
    cards.sort(key=lambda card: card.fable != FLUTE)
    for card in cards:
        fable = FABLES[card.fable]
        if card.taken:
            continue
        if fable.kind == MONSTER:
            await place_monster(table, card)
        elif fable.when == WHEN_REVEALED:
            await fable.effect(table, card.owner)


async def place_monster(table: GrimmTable, card: Played) -> None:
    """Its owner puts it on any Location; at most one stands there, but all must go to Grandma's House (S2-6)."""
    grandma = next((place for place, unique in table.unique.items() if unique.fable == GRANDMA), None)
    free = [place for place in table.places() if not monsters_at(table, place)] or table.places()
    places = [grandma] if grandma is not None else free
    card.location = await choose(table, card.owner, "monster.place", places, fable=card.fable)
    table.announce("monster.placed", seat=card.owner, fable=card.fable, place=card.location)


# -- 3: reveal Gather cards -------------------------------------------------------------------------------------------


async def reveal_gather_cards(table: GrimmTable) -> None:
    """Cinderella and Gingerbread Man before any pig moves, then all pigs, then the other Friends, then the Fables that
    act before anybody collects, in turn order of their owners (R2-5)."""
    table.phase = "move"
    order = table.in_turn_order()
    table.announce("gather.revealed", places=[[seat, table.pigs[seat].chosen] for seat in order])
    for seat in order:
        await act_friend(table, seat, BEFORE_MOVING)
    for seat in order:
        pig = table.pigs[seat]
        pig.location = None if pig.running else pig.chosen
    for seat in order:
        await act_friend(table, seat, AFTER_REVEAL)
    hunt(table)
    for card in table.on_table():
        if FABLES[card.fable].when == BEFORE_COLLECTING:
            await act_fable(table, card)
            hunt(table)  # the Huntsman may stand elsewhere now


async def act_fable(table: GrimmTable, card: Played) -> None:
    """A Fable acts, unless it is a Monster that somebody stops."""
    if is_monster(card.fable) and await is_stopped(table, card):
        return
    table.announce("fable.acts", seat=card.owner, fable=card.fable)
    await FABLES[card.fable].effect(table, card.owner)


# -- 4: collect -------------------------------------------------------------------------------------------------------


async def collect(table: GrimmTable) -> None:
    """Who is alone takes all; several take equal shares, rounded down, and the rest stays (S2-6, S2-14)."""
    table.phase = "collect"
    for place in table.places():
        here, goods = table.at(place), table.locations[place]
        if not here or not total(goods):
            continue
        share = total(goods) // len(here)
        if len(here) == 1:
            note_gathered(table, here[0], place, dict(goods))
        elif place == MARKET or len(held_types(goods)) > 1:
            await draft(table, place, here, share)
        else:
            kind = held_types(goods)[0]
            for seat in here:
                note_gathered(table, seat, place, {kind: share})
    everybody = [[seat, table.pigs[seat].location, dict(table.pigs[seat].gathered)] for seat in table.in_turn_order()]
    table.announce("gather.collected", gathered=everybody)


async def draft(table: GrimmTable, place: str, here: list[Seat], share: int) -> None:
    """One at a time in turn order, equal numbers (S2-14)."""
    for _ in range(share):
        for seat in here:
            kind = await choose(table, seat, "market.draft", held_types(table.locations[place]), place=place)
            note_gathered(table, seat, place, {kind: 1})


def note_gathered(table: GrimmTable, seat: Seat, place: str, goods: dict[str, int]) -> None:
    table.take_from(place, seat, goods, "gather")
    for kind, amount in goods.items():
        table.pigs[seat].gathered[kind] += amount


# -- 5 and 6: the end of the phase ------------------------------------------------------------------------------------


async def end_of_gather(table: GrimmTable) -> None:
    """Player by player: due Next Turn cards, own Fable, own Friend; then the Unique Locations (R2-6)."""
    table.phase = "end"
    for seat in table.in_turn_order():
        await effects_of(table, seat)
    for place in table.places():
        if place in table.unique:
            await unique_locations.AT_THE_END[table.unique[place].fable](table, place)
    discard_unique(table)
    put_cards_away(table)


async def effects_of(table: GrimmTable, seat: Seat) -> None:
    """The effects of one player, in the order he likes (R2-6). Which Friend he has is seen when it is the Friend's
    turn: one who has just come may act, but no two of them."""
    done: set[str] = set()
    while effects := [effect for effect in effects_due(table, seat) if effect not in done]:
        effect = await choose(table, seat, "effects.order", effects, in_time=FIRST)
        done.add(effect)
        if effect == "fable":
            await act_fable(table, table.played[seat])
        elif effect == "friend":
            await act_friend(table, seat, FRIENDS_AT_THE_END)
        else:
            card = next(card for card in table.due if (card.owner, card.fable) == (seat, effect))
            await next_turn.AT_THE_END[effect](table, card)


def effects_due(table: GrimmTable, seat: Seat) -> list[str]:
    """Next Turn cards by name, then `fable` and `friend`, as far as this player has them."""
    effects = [card.fable for card in table.due if card.owner == seat]
    played = table.played.get(seat)
    if played is not None and not played.taken and FABLES[played.fable].when == END_OF_GATHER:
        effects.append("fable")
    if effect_of(table.pigs[seat].friend, FRIENDS_AT_THE_END) is not None:
        effects.append("friend")
    return effects


def discard_unique(table: GrimmTable) -> None:
    """At the very end of the phase, after all effects (S2-15)."""
    for place in [place for place in table.places() if place in table.unique]:
        card = table.unique[place]
        if unique_locations.GONE_WHEN[card.fable](table, place):
            del table.unique[place]
            table.fable_discard.append(card.fable)
            table.announce("unique.discarded", fable=card.fable, place=place)


def put_cards_away(table: GrimmTable) -> None:
    """Resolved Fables to the open discard, and the Next Turn cards that have acted (S2-6)."""
    table.fable_discard += [card.fable for card in (*table.on_table(), *table.due)]
    table.played, table.due = {}, []
