"""How a spell finds its target: whoever is hit may turn it aside, if a card lets them (R0-15, R0-16).

Each step of the way takes as long as the options say, and there are as many steps as the deck has cards that could
turn a spell aside. So nobody learns from the wait who had a choice, and how often the spell was turned.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question, Seat, first_of, put, timer
from bot.games.village.bonus import BONUS
from bot.games.village.bonus_card import Spell
from bot.games.village.death import spell_fails_by_day
from bot.games.village.table import Player, VillageTable


def steps_of_a_flight(table: VillageTable) -> int:
    """How often a spell could be turned aside at this table: everybody may know that."""
    return sum(table.deck.get(card.name, 0) for card in BONUS.values() if card.turns is not None)


def can_turn(player: Player) -> bool:
    """Whether they hold a card that turns a spell aside, and are able to use it."""
    return player.is_able and not player.bonus_spent and BONUS[player.bonus].turns is not None


def become_toad(table: VillageTable, caster: Seat | None, targets: Sequence[Seat]) -> None:
    (target,) = targets
    table.players[target].toad = True
    table.announce("dawn.toad", seat=target)


TOAD = Spell("toad", become_toad)
"""The spell that no card has: a power's (S0-11)."""


class Flight:
    """A spell on its way.

    targets  where it is headed now; the two halves of Love, else one seat
    landed   it has done what it does, or has come to nothing
    """

    def __init__(self, spell: Spell, caster: Seat | None, *targets: Seat) -> None:
        self.spell = spell
        self.caster = caster
        self.targets = list(targets)
        self.landed = False

    async def fly(self, table: VillageTable) -> None:
        """All the way to whom it hits in the end."""
        for half in range(len(self.targets)):
            await self._find_its_way(table, half)
        self.land(table)

    async def _find_its_way(self, table: VillageTable, half: int) -> None:
        asked: set[Seat] = set()
        felt: Seat | None = None
        for _ in range(steps_of_a_flight(table)):
            target = self.targets[half]
            if target != felt:  # whoever is hit is told, and not only who can do something about it
                table.tell((target,), "spell.felt", spell=self.spell.name)
                felt = target
            clock = timer("clock.redirect", table.options.redirect_seconds)
            question = None if target in asked else self._way_out(table, half)
            asked.add(target)
            while question is not None:
                answered, onward = await first_of((question, clock))
                if answered is clock:
                    break
                question = None
                if onward in self._onward(table, half):
                    self._turn(table, half, onward)
                elif onward is not None:  # out of reach meanwhile: they choose again
                    question = self._way_out(table, half)
            else:
                await first_of((clock,))

    def _way_out(self, table: VillageTable, half: int) -> Question | None:
        """What the target is asked who can turn the spell aside: whom to send it to, or nobody."""
        onward = self._onward(table, half)
        values = {"spell": self.spell.name, "seconds": table.options.redirect_seconds}
        return put(self.targets[half], "spell.redirect", (*onward, None), values=values) if onward else None

    def _onward(self, table: VillageTable, half: int) -> list[Seat]:
        """Whom the target may send it to now: nobody, without a card that turns it (R0-16).

        Two spells may fly at once: what one of them has used up is gone for the other.
        """
        player = table.players[self.targets[half]]
        if not can_turn(player):
            return []
        barred = {*self.targets, *(player.redirected if BONUS[player.bonus].never_twice else ())}
        return [seat for seat in table.living() if seat not in barred]

    def _turn(self, table: VillageTable, half: int, onward: Seat) -> None:
        me = self.targets[half]
        turns = BONUS[table.players[me].bonus].turns
        if turns is not None and turns(table, me, onward):
            self.targets[half] = onward

    def land(self, table: VillageTable) -> None:
        """Do what the spell does where it is now. A player who is dead by then is beyond its reach."""
        if self.landed:
            return
        self.landed = True
        if all(table.players[seat].alive for seat in self.targets):
            self.spell.lands(table, self.caster, self.targets)


async def cast(table: VillageTable, spell: Spell, me: Seat, flights: list[Flight]) -> None:
    """At any moment of the day the card may be played, and the spell flies, unless a jinx eats it (R0-11, R0-17).

    flights  what flies today; this spell is added
    """
    assert spell.aims is not None
    targets = await spell.aims(table, me)
    if not targets:
        return
    table.players[me].bonus_spent = True
    if spell_fails_by_day(table, me):
        return
    flights.append(Flight(spell, me, *targets))
    await flights[-1].fly(table)
