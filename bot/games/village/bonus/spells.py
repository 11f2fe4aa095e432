"""How a spell finds its target: whoever is hit may turn it aside, if a card lets them (R0-15, R0-16).

Each step of the way takes as long as the options say, and there are as many steps as the deck has cards that could
turn a spell aside. So nobody learns from the wait who had a choice, and how often the spell was turned.
"""

from __future__ import annotations

from bot.engine.questions import Question, Seat, first_of, timer
from bot.games.village.death import spell_fails
from bot.games.village.table import Player, VillageTable

SLEEP = "sleep"
LOVE = "love"
TOAD = "toad"


def steps_of_a_flight(table: VillageTable) -> int:
    """How often a spell could be turned aside at this table: everybody may know that."""
    return table.deck.get("deflection", 0) + table.deck.get("magician", 0)


def can_turn(player: Player) -> bool:
    """Whether they hold a card that turns a spell aside, and are able to use it."""
    return player.is_able and (player.can_use("deflection") or player.bonus == "magician")


def is_cancelled(table: VillageTable, me: Seat) -> bool:
    """Whether a jinx eats the spell card that is played by day; its owner is told so (S0-10)."""
    if not spell_fails(table, me):
        return False
    table.learn(me, "spell.cancelled", card=table.player(me).bonus)
    return True


class Flight:
    """A spell on its way.

    targets  where it is headed now; the two halves of Love, else one seat
    landed   it has done what it does, or has come to nothing
    """

    def __init__(self, spell: str, caster: Seat | None, *targets: Seat) -> None:
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
                table.tell((target,), "spell.felt", spell=self.spell)
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
        values = {"spell": self.spell, "seconds": table.options.redirect_seconds}
        return Question(self.targets[half], "spell.redirect", (*onward, None), values=values) if onward else None

    def _onward(self, table: VillageTable, half: int) -> list[Seat]:
        """Whom the target may send it to now: nobody, without Deflection or the Magician's art (R0-16).

        Two spells may fly at once: what one of them has used up is gone for the other.
        """
        player = table.player(self.targets[half])
        if not can_turn(player):
            return []
        barred = {*self.targets, *(player.redirected if player.bonus == "magician" else ())}
        return [seat for seat in table.living() if seat not in barred]

    def _turn(self, table: VillageTable, half: int, onward: Seat) -> None:
        me = self.targets[half]
        player = table.player(me)
        if player.bonus == "magician":
            player.redirected.append(onward)
        else:
            player.bonus_spent = True
            if is_cancelled(table, me):
                return
        self.targets[half] = onward

    def land(self, table: VillageTable) -> None:
        """Do what the spell does where it is now. A player who is dead by then is beyond its reach."""
        if self.landed:
            return
        self.landed = True
        players = [table.player(seat) for seat in self.targets]
        if not all(player.alive for player in players):
            return
        if self.spell == SLEEP:
            if not players[0].asleep:
                players[0].asleep = True
                table.announce("spell.sleep", seat=self.targets[0])
        elif self.spell == TOAD:
            players[0].toad = True
            table.announce("dawn.toad", seat=self.targets[0])
        else:
            self._join(table)

    def _join(self, table: VillageTable) -> None:
        """Two are in love until dawn, and know it; who cast the spell sees where it went."""
        one, other = self.targets
        table.romances.append([one, other])
        table.learn(one, "spell.in_love", beloved=other)
        table.learn(other, "spell.in_love", beloved=one)
        if self.caster is not None and self.caster not in self.targets:
            table.learn(self.caster, "spell.joined", one=one, other=other)
