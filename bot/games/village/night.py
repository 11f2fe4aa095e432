"""The night, in the order of R0-5. Choices are collected side by side; a player killed tonight still acts (R0-21).

The stages of a night last as long as the options say, whoever is in the game and whoever has answered, unless the
table chose quick nights. Results are told at dawn.
"""

from __future__ import annotations

from bot.engine.questions import MIRROR, Question, Seat, answer_each, ask, ask_all, first_of, timer, together
from bot.games.hidden_roles.team import point_at_victim
from bot.games.village.bonus import hearts
from bot.games.village.bonus.resurrection import resurrections
from bot.games.village.bonus.spells import TOAD, Flight, steps_of_a_flight
from bot.games.village.bonus.victim import sacrifice_by_night
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.games.village.death import bury, judge, power_fails, shown_role
from bot.games.village.plans import Plans
from bot.games.village.roles import ROLES, huntsman, little_mary, murderer, sheriff, trickster, warlock
from bot.games.village.table import VillageTable

CARD_POWERS = {"murderer": murderer, "trickster": trickster, "warlock": warlock}

Dying = dict[Seat, set[str]]
"""Who is dying tonight, and of what."""

ENDS = ("hatter", "sacrificed", "rumplestiltskins", "huntsman", hearts.HEARTBREAK, hearts.CRUSH)
"""What one can die of at night; of several causes the first counts. A body the Hatter took is never found, whatever
else befell it (R0-8)."""
UNSEEN = frozenset(("hatter", "sacrificed"))
"""The card is not shown (S0-12, S0-26)."""


async def play_night(table: VillageTable) -> bool:
    """From nightfall to the dawn's announcements. True when the game is over."""
    if table.night == 0 and not table.deck:  # with bonus cards everybody has had his cards for a while
        await roles_delivered()
    fall(table)
    if table.night == 1:
        await hearts.pair_up(table)
    plans = Plans(table.living())
    await collect_plans(table, plans)

    dying = kills_and_marks(table, plans)
    captured = await peeks(table, plans)
    assassinations(table, plans, dying)
    protected = protections(table, plans, dying)
    for seat in captured:  # she is gone already: nobody can kill or save her (R0-7)
        dying.pop(seat, None)
    verdicts(table, plans)
    await healing(table, plans, dying)
    await resurrections(table, plans, dying)
    mutes(table, plans)
    for seat in plans.sacrificed:
        if seat not in captured:
            dying.setdefault(seat, set()).add("sacrificed")
    shots = await last_shots(table, plans, dying, captured)

    dawn(table, plans, dying, captured, shots, protected)
    return judge(table)


async def roles_delivered() -> None:
    """The game waits until everybody has the cards, or the host says that it may go on."""
    await ask(MIRROR, "roles.delivered", ("delivered", "host"))


def fall(table: VillageTable) -> None:
    """Night falls: toads turn back, the mute find their voices, an unused jinx lapses (S0-10, S0-11, R0-14)."""
    table.night += 1
    table.phase = "night"
    table.picks = {}
    table.foul_calls = {}
    for player in table.players.values():
        player.muted = player.toad = player.jinxed = player.charmed = player.fouled = False
    table.announce("night.falls", night=table.night)


async def collect_plans(table: VillageTable, plans: Plans) -> None:
    """One panel of the same shape for every living seat (R0-21)."""
    sleepers = [seat for seat, player in table.players.items() if player.asleep]
    awake = [seat for seat in table.living_but(RUMPLESTILTSKIN) if seat not in sleepers]
    questions = [night_question(table, seat, plans) for seat in awake]
    if not table.publicly_gone("little_mary"):
        questions += [watch(seat, plans) for seat in table.awake_of(RUMPLESTILTSKIN)]
    clock = timer("clock.night", table.options.night_seconds)
    rules = [pack(table, plans), answer_each(questions, plans.note)]
    beside = [sacrifice_by_night(seat, plans.sacrificed.append) for seat in table.holders("victim")]
    await together(rules, until=clock, linger=not table.options.quick_nights, beside=beside)
    for seat, suspected in plans.answered("night.suspect").items():
        table.player(seat).suspicions.append(suspected)


def night_question(table: VillageTable, seat: Seat, plans: Plans) -> Question:
    """What the card asks; who has nothing to do notes whom he suspects, so that all panels look alike."""
    player = table.player(seat)
    asks = ROLES[player.role].at_night
    if asks is None or player.spent:
        return Question(seat, "night.suspect", plans.others_or_nobody(seat))
    return asks(seat, plans)


# -- 1: the Rumplestiltskins ------------------------------------------------------------------------------------------


async def pack(table: VillageTable, plans: Plans) -> None:
    """The team agrees on one victim, each seeing the others' picks; then each may use its card (S0-8 to S0-11)."""
    team = table.awake_of(RUMPLESTILTSKIN)
    if not team:  # all of them sleep (R0-14)
        return
    plans.victim = await agree_on_victim(table, team)
    if plans.victim is not None:
        await together([card_power(table, seat, plans) for seat in team if not table.player(seat).spent])


async def agree_on_victim(table: VillageTable, team: list[Seat]) -> Seat | None:
    """A living player who is no Rumplestiltskin; no agreement, no kill (R0-6)."""
    targets = tuple(table.living_but(RUMPLESTILTSKIN))
    picks = table.picks

    def agreed() -> bool:
        return len(set(picks.values())) == 1

    await point_at_victim(table, team, targets, agreed)
    if len(picks) == len(team) and agreed():
        victim = picks[team[0]]
        table.tell(team, "night.agreed", victim=victim)
        return victim
    table.tell(team, "night.disagreed")
    return None


async def card_power(table: VillageTable, me: Seat, plans: Plans) -> None:
    """Murderer, Trickster and Warlock: once a game, after the team's pick, by this card's holder only (R0-6)."""
    card = CARD_POWERS[table.player(me).role]
    target = (await first_of((card.power(me, plans),)))[1]
    if target is not None:
        table.player(me).spent = True
        card.use(plans, me, target)


def watch(me: Seat, plans: Plans) -> Question:
    """Each Rumplestiltskin may keep an eye on one player, in case it is Little Mary (R0-7)."""
    return Question(me, "night.watch", plans.others_or_nobody(me))


def kills_and_marks(table: VillageTable, plans: Plans) -> Dying:
    """The team's victim, the Murderer's, the Trickster's mark, then the Warlock's, which the mark may hit (R0-5)."""
    dying: Dying = {}
    for victim in (plans.victim, plans.murdered):
        if victim is not None:
            dying.setdefault(victim, set()).add("rumplestiltskins")
    if plans.jinxed is not None:
        table.player(plans.jinxed).jinxed = True
    for holder in list(plans.toads):
        if _cancelled(table, holder, plans):
            del plans.toads[holder]
    return dying


# -- 2 to 5: the town's powers ----------------------------------------------------------------------------------------


async def peeks(table: VillageTable, plans: Plans) -> list[Seat]:
    """Little Mary peeks: watched, she is captured; unnoticed, she learns one Rumplestiltskin (S0-13, R0-7)."""
    captured = []
    for me in plans.chosen("night.peek"):
        if _cancelled(table, me, plans):
            continue
        if me in plans.chosen("night.watch").values():
            captured.append(me)
        else:
            await little_mary.glimpse(table, me, plans)
    return captured


def assassinations(table: VillageTable, plans: Plans, dying: Dying) -> None:
    """The Mad Hatter's one kill (S0-12)."""
    for me, victim in plans.chosen("night.assassinate").items():
        if not _cancelled(table, me, plans):
            table.player(me).spent = True
            dying.setdefault(victim, set()).add("hatter")


def protections(table: VillageTable, plans: Plans, dying: Dying) -> bool:
    """The Prince keeps off the Rumplestiltskins, nobody else (R0-8). True when that mattered."""
    mattered = False
    for me, guarded in plans.chosen("night.protect").items():
        if _cancelled(table, me, plans):
            continue
        causes = dying.get(guarded, set())
        if "rumplestiltskins" in causes:
            mattered = True
            causes.remove("rumplestiltskins")
            if not causes:
                del dying[guarded]
    return mattered


def verdicts(table: VillageTable, plans: Plans) -> None:
    """The Sheriff learns, even if he dies tonight (S0-15, R0-21)."""
    for me, suspected in plans.chosen("night.investigate").items():
        if not _cancelled(table, me, plans):
            sheriff.learn_verdict(table, me, suspected, plans)


def _cancelled(table: VillageTable, seat: Seat, plans: Plans) -> bool:
    """Whether a jinx eats the power that is being tried; its owner is told so (S0-10)."""
    if not power_fails(table, seat):
        return False
    plans.learns(seat, "power.cancelled", role=table.player(seat).role)
    return True


# -- 6 to 9: healing, silence, last shots -----------------------------------------------------------------------------


async def healing(table: VillageTable, plans: Plans, dying: Dying) -> None:
    """The Fairy Godmother is shown the dying and may heal one (S0-16). The hour passes even when she cannot act."""
    if table.publicly_gone("fairy_godmother"):
        return
    shown = tuple(sorted(dying))
    questions = [
        Question(seat, "night.heal", (*shown, None))
        for seat in table.living()
        if shown and is_ready(table, seat, "fairy_godmother")
    ]
    quick = table.options.quick_nights
    if quick and not questions:
        return
    answers = await ask_all(questions, timer("clock.healing", table.options.healing_seconds), linger=not quick)
    for question, healed in zip(questions, answers, strict=True):
        if healed is not None and not _cancelled(table, question.seat, plans):
            table.player(question.seat).spent = True
            dying.pop(healed, None)


def is_ready(table: VillageTable, seat: Seat, role: str) -> bool:
    """Whether this seat holds this card with its power unspent, and is awake."""
    player = table.player(seat)
    return player.role == role and not player.spent and not player.asleep


def mutes(table: VillageTable, plans: Plans) -> None:
    """Esmeralda takes one voice for the coming day (S0-17)."""
    for me, target in plans.chosen("night.mute").items():
        if not _cancelled(table, me, plans):
            table.player(me).spent = True
            plans.mute.append(target)


async def last_shots(table: VillageTable, plans: Plans, dying: Dying, captured: list[Seat]) -> dict[Seat, Seat]:
    """Hearts break, and a dying Huntsman names whom he takes along, who cannot be saved; to a fixed point (R0-10).

    A Huntsman who gives his own life as Victim shoots nobody.
    """
    hearts.follow(table, dying, captured)
    if table.publicly_gone("huntsman"):
        return {}
    shots: dict[Seat, Seat] = {}
    asked: set[Seat] = set()
    quick = table.options.quick_nights
    while True:
        questions = [
            huntsman.last_shot(table, seat)
            for seat in sorted(dying)
            if is_ready(table, seat, "huntsman") and seat not in asked and "sacrificed" not in dying[seat]
        ]
        if (asked and not questions) or (quick and not questions):
            return shots
        clock = timer("clock.huntsman", table.options.huntsman_seconds)
        answers = await ask_all(questions, clock, linger=not quick)
        for question, target in zip(questions, answers, strict=True):
            asked.add(question.seat)
            if target is not None and not _cancelled(table, question.seat, plans):
                shots[question.seat] = target
                dying.setdefault(target, set()).add("huntsman")
        hearts.follow(table, dying, captured)
        if not questions:
            return shots


# -- 10: dawn ---------------------------------------------------------------------------------------------------------


def dawn(
    table: VillageTable, plans: Plans, dying: Dying, captured: list[Seat], shots: dict[Seat, Seat], protected: bool
) -> None:
    """The Mirror names the dead, and what the night left behind (S0-20)."""
    table.phase = "dawn"
    table.announce("dawn.breaks", night=table.night)
    for seat in captured:
        dying.pop(seat, None)
    for seat in sorted(dying):
        end = next(end for end in ENDS if end in dying[seat])
        bury(table, seat, end, reveal=end not in UNSEEN)
    for seat in captured:
        bury(table, seat, "captured", reveal=True)

    for seat in sorted(dying):
        if table.player(seat).end == "rumplestiltskins":
            table.announce("dawn.killed", seat=seat, role=shown_role(table, seat))
    if protected:
        table.announce("dawn.protected")
    for seat in captured:
        table.announce("dawn.captured", seat=seat, role=shown_role(table, seat))
    for seat in sorted(dying):
        if table.player(seat).end == "hatter":
            table.announce("dawn.vanished", seat=seat)
    for shooter, target in sorted(shots.items()):
        if target in captured:  # she was gone before the arrow flew (R0-7)
            continue
        by = shooter if table.player(shooter).revealed else None
        table.announce("dawn.shot", seat=target, role=shown_role(table, target), by=by)
    for seat in sorted(dying):
        if table.player(seat).end == "sacrificed":
            table.announce("dawn.sacrificed", seat=seat)
        elif table.player(seat).end in (hearts.HEARTBREAK, hearts.CRUSH):
            table.announce(f"dawn.{table.player(seat).end}", seat=seat, role=shown_role(table, seat))
    if not dying and not captured:
        table.announce("dawn.nobody")

    for seat, key, values in plans.news:
        table.learn(seat, key, **values)
    for target in sorted(set(plans.mute)):
        if table.player(target).alive:
            table.player(target).muted = True
            table.announce("dawn.muted", seat=target)
    curses(table, plans)
    wake(table)


def curses(table: VillageTable, plans: Plans) -> None:
    """The Warlock's toads; where a card can turn a spell aside, they are announced and still have to find their way."""
    for target in sorted(set(plans.toads.values())):
        if not table.player(target).alive:
            continue
        if steps_of_a_flight(table):
            table.curses.append(target)
            table.announce("dawn.curse", seat=target)
        else:
            Flight(TOAD, None, target).land(table)


def wake(table: VillageTable) -> None:
    """Sleepers wake, and the Love spell's hold is over (R0-14, R0-17)."""
    table.romances = []
    for seat, player in table.players.items():
        if player.asleep:
            player.asleep = False
            if player.alive:
                table.announce("dawn.awake", seat=seat)
