from __future__ import annotations

from bot.engine.questions import Seat
from bot.games.grimm_forest.asking import choose
from bot.games.grimm_forest.building import Section, build, possible_sections
from bot.games.grimm_forest.friend import Friend
from bot.games.grimm_forest.goods import held_types
from bot.games.grimm_forest.table import GrimmForestTable


class PussInBoots(Friend):
    """Build a section; 1 of the needed resources may be paid from an opponent's board."""

    title = "Puss in Boots"
    number = 9

    def may_act(self, table: GrimmForestTable, me: Seat) -> bool:
        return bool(sections_with_help(table, me))

    async def special_action(self, table: GrimmForestTable, me: Seat) -> None:
        sections = sections_with_help(table, me)
        section = sections[await choose(table, me, "puss_in_boots.section", list(sections))]
        payers = [one for one in table.others(me) if table.pigs[one].goods[section.material]]
        own = table.pigs[me].goods[section.material] >= section.cost
        choices = [*payers, *([None] if own else [])]
        payer = await choose(table, me, "puss_in_boots.payer", choices, material=section.material)
        if payer is not None:
            table.hand_over(payer, me, {section.material: 1}, "puss_in_boots")
        await build(table, me, section)


def sections_with_help(table: GrimmForestTable, me: Seat) -> dict[str, Section]:
    """What can be built, by choice, when somebody else may pay one of the resources."""
    goods = table.pigs[me].goods
    found = {}
    for choice, section in possible_sections(table, me).items():
        helpers = any(section.material in held_types(table.pigs[other].goods) for other in table.others(me))
        if goods[section.material] >= section.cost - helpers:
            found[choice] = section
    return found
