"""The night: one panel for everybody, the cards in the order of R3-9, and everything resolved together at dawn."""

from __future__ import annotations

from bot.engine.questions import Question, Seat, answer_each, first_of, step, timer, together
from bot.games.hidden_roles.team import point_at_victim
from bot.games.mafia.cards import MAFIA, is_black
from bot.games.mafia.table import MafiaTable


class Plans:
    """What everybody has chosen tonight, by the question's key."""

    def __init__(self) -> None:
        self.chosen: dict[str, dict[Seat, Seat | None]] = {}
        self.victim: Seat | None = None

    def note(self, question: Question, value: Seat | None) -> None:
        self.chosen.setdefault(question.key, {})[question.seat] = value

    def of(self, key: str) -> Seat | None:
        """What the one holder of a card has chosen; None when he chose nobody or is not there."""
        return next(iter(self.chosen.get(key, {}).values()), None)


async def play_night(table: MafiaTable) -> list[Seat]:
    """From "the village goes to sleep" to the morning: who was killed (S3-3, S3-4)."""
    if table.has_steps:
        await first_of([step("night")])
    table.phase = "night"
    table.picks = {}
    table.announce("night.falls", night=table.day)
    plans = Plans()
    others = [night_question(table, seat) for seat in table.living() if seat not in table.team()]
    don = table.holder("don")
    checks = [Question(don, "night.search", table.living_but(don))] if don is not None else []
    # The Don has the last word, so it is enough that everybody has pointed (S3-6).
    pointing = point_at_victim(table, table.living_of(MAFIA), tuple(table.living()), lambda: True)
    rules = [pointing, answer_each([*checks, *others], plans.note)]
    clock = timer("clock.night", table.options.night_seconds)
    await together(rules, until=clock, linger=not table.options.quick_nights)
    plans.victim = last_word(table)
    return dawn(table, plans)


def night_question(table: MafiaTable, seat: Seat) -> Question:
    """What the card asks; who has nothing to do notes whom he suspects, so that all panels look alike."""
    player = table.players[seat]
    if player.role == "sheriff":
        return Question(seat, "night.investigate", (*table.living_but(seat), None))
    if player.role == "maniac":
        return Question(seat, "night.maniac", (*table.living_but(seat), None))
    if player.role in ("lover", "doctor"):
        # Never the same twice in a row (S3-8, S3-9); a night without a choice clears that (R3-12).
        choices = [one for one in table.living() if one != player.last]
        return Question(seat, f"night.{player.role}", (*choices, None))
    return Question(seat, "night.suspect", (*table.living_but(seat), None))


def last_word(table: MafiaTable) -> Seat | None:
    """The Don's choice is final; without him most voices, the lowest seat's in doubt; no choice, no kill (R3-10)."""
    don = table.holder("don")
    if don is not None:
        return table.picks.get(don)
    picks = [table.picks[seat] for seat in sorted(table.picks)]
    return max(picks, key=picks.count, default=None)


def dawn(table: MafiaTable, plans: Plans) -> list[Seat]:
    """Results for those who asked, the Lover's guest, and the dead: everything at once (R3-9)."""
    table.phase = "dawn"
    tell_results(table, plans)
    guest, healed = plans.of("night.lover"), plans.of("night.doctor")
    remember_choices(table, plans)
    killed = deaths(table, plans, guest, healed)
    table.immune = guest
    table.announce("dawn.breaks", night=table.day)
    table.announce("dawn.killed", seats=killed)
    for seat in killed:
        table.players[seat].dying = True
    for seat, suspected in plans.chosen.get("night.suspect", {}).items():
        table.players[seat].suspicions.append(suspected)
    return killed


def tell_results(table: MafiaTable, plans: Plans) -> None:
    """Sheriff and Don learn, even if they were killed this night (R3-9, R3-11)."""
    for seat, suspect in plans.chosen.get("night.investigate", {}).items():
        if suspect is not None:
            table.learn(seat, "night.verdict", suspect=suspect, black=is_black(table.players[suspect].role))
    for seat, suspect in plans.chosen.get("night.search", {}).items():
        if suspect is not None:
            table.learn(seat, "night.found", suspect=suspect, sheriff=table.players[suspect].role == "sheriff")


def remember_choices(table: MafiaTable, plans: Plans) -> None:
    for role in ("lover", "doctor"):
        holder = table.holder(role)
        if holder is not None:
            table.players[holder].last = plans.of(f"night.{role}")


def deaths(table: MafiaTable, plans: Plans, guest: Seat | None, healed: Seat | None) -> list[Seat]:
    """Mafia's and Maniac's victims but for the healed; with the Lover dies her guest, unless healed (R3-9)."""
    if table.day == 1 and not table.options.first_night_kill:
        return []
    attacked = {victim for victim in (plans.victim, plans.of("night.maniac")) if victim is not None} - {healed}
    lover = table.holder("lover")
    if lover in attacked and guest is not None and guest != healed:
        attacked.add(guest)
    return sorted(attacked)
