"""The village's public board, panel by panel: introductions, talk, votes, last words. Made from views alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.questions import Question, Seat
from bot.games.village.claims import OF_A_NOMINEE, SAID
from bot.games.village.values import BURN, READY, SPARE
from bot.games.village.views import BallotView, PlayerView, VillageView
from bot.ui.face import quoted
from bot.ui.panels import Button, Menu, MenuOption, Panel, custom_id, token
from bot.ui.phone_pages import room_of
from bot.ui.render_context import RenderContext
from bot.ui.stage.controls import OWN_PANEL
from cogs.hidden_roles.accused import ACCUSED, ACCUSED_MOST, VOTES
from cogs.hidden_roles.face import CLAIM
from cogs.village import bonus_words

MARKS = {"free": "🟢", "muted": "🤐", "toad": "🐸", "asleep": "😴", "dead": "💀"}
REASON_MOST, REASONS_MOST = 50, 210
"""Characters of one reason on the board, and of all of them: a phone shows the board whole, and all was said above."""
REASONED_ROOM, NOMINEES_ROOM = 6, 10
"""Lines of a phone that those may take at a large table against whom something was said, and all nominees."""
BY_DAY = frozenset({ACCUSED, VOTES})
"""The pictures that show who stands accused, and by whom."""
ANY: frozenset[str] = frozenset()
"""Any picture: of each morning and day."""
EVERYBODY_NAMED = ("deal", "introductions", "ballot")
"""Phases in which the greeting names everybody, as all are alive, or a menu does."""
WAITED_MOST = 8
"""So many who have not answered yet are named on the board; of more **Text** names them."""
ALIASES_ROOM = 20
"""Lines of a phone that a list of everybody's aliases may take; of many people it has no room for one."""
SECOND = ".second"
"""How the occasions of the Hero's second vote end (R0-12)."""


def alive(view: VillageView, context: RenderContext) -> str:
    """Who is alive, with what was done to them; empty while that is said elsewhere."""
    if view.phase in EVERYBODY_NAMED:
        return ""
    living = [player for player in view.players if player.alive]
    names = ", ".join(tagged(player, context) for player in living)
    return context.words.say("board.alive", count=len(living), names=names)


def alive_in_brief(view: VillageView, context: RenderContext) -> str:
    """How many are alive, and those of them with whom it is not as with everybody."""
    if view.phase in EVERYBODY_NAMED:
        return ""
    living = [player for player in view.players if player.alive]
    count = context.words.say("board.alive.count", count=len(living), all=view.seats)
    return " · ".join([count, *(tagged(player, context) for player in living if player.speech != "free")])


def introductions(view: VillageView, questions: Sequence[Question], context: RenderContext) -> Panel:
    """Nobody is named as missing in the message that has just called everybody."""
    rows = alias_rows(questions[0], context)
    if waits_for_all(view, questions):
        return Panel("", rows)
    missing, whole = waited_for(view, questions, context)
    return Panel(missing, rows, under_text=whole)


def waits_for_all(view: VillageView, questions: Sequence[Question]) -> bool:
    return {question.seat for question in questions} == {player.seat for player in view.players if player.alive}


def waited_for(view: VillageView, questions: Sequence[Question], context: RenderContext) -> tuple[str, str]:
    """Who has not answered yet; nobody is named while it is everybody. Of many only how many, and then all of them for
    **Text**."""
    waiting = list(dict.fromkeys(question.seat for question in questions))
    if waits_for_all(view, questions):
        return context.words.say("board.waiting_for_all"), ""
    named = context.words.say("board.waiting_for", names=context.listed(waiting))
    if len(waiting) <= WAITED_MOST:
        return named, ""
    return context.words.say("board.waiting_for_many", count=len(waiting)), named


def alias_rows(question: Question, context: RenderContext) -> tuple[tuple[Button, ...] | Menu, ...]:
    """Write an alias, choose one, or go by no other name."""
    words = context.words
    buttons = (
        Button(custom_id("ow", context.match, question.occasion), words.say("board.introduce"), "primary"),
        Button(custom_id("o", context.match, question.occasion, "-"), words.say("board.no_alias")),
    )
    return (phrases(question, question.occasion, context), buttons)


def aliases_told(aliases: Sequence[tuple[Seat, str | None]], context: RenderContext) -> str:
    """A line for each, and one for all who chose the same; where these would fill the screen of a phone, shorter ones;
    and where these would, too, all in one paragraph of small print."""
    lines, short, plain = [], [], []
    for alias, seats in _together(aliases):
        name = context.listed(seats)
        if alias:
            told = spoken(context, alias)[:120]
            lines.append(context.words.say("introductions.line", seat=name, alias=told))
            short.append(context.words.say("introductions.short", seat=name, alias=told))
        else:
            lines.append(context.words.say("introductions.line.plain", seat=name))
            plain.append(name)
    short += [context.words.say("introductions.short.plain", names=", ".join(plain))] if plain else []
    listed = ("\n".join(f"• {line}" for line in each) for each in (lines, short))
    fits = (told for told in listed if len(aliases) < bonus_words.MANY and room_of(told) <= ALIASES_ROOM)
    return next(fits, f"-# {'; '.join(short)}")


def _together(aliases: Sequence[tuple[Seat, str | None]]) -> list[tuple[str | None, list[Seat]]]:
    """Each alias with all who chose it; whoever gives none stands alone."""
    alike: dict[str | Seat, list[Seat]] = {}
    for seat, alias in aliases:
        alike.setdefault(alias or seat, []).append(seat)
    return [(key if isinstance(key, str) else None, seats) for key, seats in alike.items()]


def talk(view: VillageView, questions: Sequence[Question], context: RenderContext) -> Panel:
    """Nominees so far, calls for the vote, and the controls of both."""
    words = context.words
    able = [player.seat for player in view.players if player.speech in ("free", "muted")]
    reasoned, plain = nominees(view, context)
    whole = ""
    said, everything = "\n".join(reasoned), "\n".join([*reasoned, *plain])
    is_long = room_of(said) > REASONED_ROOM or room_of(everything) > NOMINEES_ROOM
    if view.seats >= bonus_words.CROWD and is_long:
        whole = everything
        reasoned, plain = nominees_in_short(view, context)
    lines = [*reasoned]
    ready = len(able) - len(questions)
    if ready:
        lines.append(words.say("board.ready", ready=ready, needed=len(able) // 2 + 1))
    shown_by = BY_DAY if view.nominated_today() else ANY
    panel = Panel("\n".join(lines), in_picture="\n".join(plain), shown_by=shown_by, under_text=whole)
    if not questions:
        return panel
    occasion = questions[0].occasion
    options = tuple(
        MenuOption(token(player.seat), context.labels[player.seat]) for player in view.players if player.alive
    )
    menu = Menu(custom_id("os", context.match, occasion), words.say("board.nominate"), options)
    call = Button(custom_id("o", context.match, occasion, READY), words.say("choice.day.call.ready"), "primary")
    return replace(panel, rows=(menu, (call, *claim_buttons(questions, occasion, context))))


def nominees(view: VillageView, context: RenderContext) -> tuple[list[str], list[str]]:
    """The nominees against whom something was said, with that; and the others with those who named them, which the
    picture of the day shows as well. Where that has no room for all of them, they stand among the first. That nobody is
    named yet is told by the menu that names somebody, below any picture."""
    words = context.words
    against: dict[Seat, dict[str, list[Seat]]] = {}
    today = view.nominated_today()
    most = min(REASON_MOST, REASONS_MOST // max(1, len(today)))
    for said in today:
        if not view.player(said.nominee).alive:  # a Victim's sacrifice: the day goes on without them (R0-18)
            continue
        reason = _shortened(spoken(context, said.reason), most) if said.reason not in (None, "", SAID) else ""
        against.setdefault(said.nominee, {}).setdefault(reason, []).append(said.by)
    if not against:
        return [], [words.say("board.no_nominees")]
    reasoned: list[str] = []
    plain: list[str] = []
    for nominee, reasons in against.items():
        lines = reasoned if any(reasons) else plain
        silent = reasons.pop("", [])
        by = [f"{context.listed(seats)}: {words.say('quote', text=reason)}" for reason, seats in reasons.items()]
        if silent:
            names = context.listed(silent)
            by.append(words.say("board.seconded", names=names) if by else names)
        lines.append(words.say("board.nominee", nominee=context.name(nominee), by="; ".join(by)))
    return (reasoned, plain) if len(against) <= ACCUSED_MOST else ([*reasoned, *plain], [])


def nominees_in_short(view: VillageView, context: RenderContext) -> tuple[list[str], list[str]]:
    """The same where a phone has no room for by whom and why: their names, which the picture of the day has as well,
    as long as it has room for all of them. The rest is said under **Text**."""
    named = dict.fromkeys(said.nominee for said in view.nominated_today() if view.player(said.nominee).alive)
    line = [context.words.say("board.nominees.short", names=context.listed(list(named)))]
    return ([], line) if len(named) <= ACCUSED_MOST else (line, [])


def poll(view: VillageView, questions: Sequence[Question], context: RenderContext) -> Panel:
    words = context.words
    occasion = questions[0].occasion
    ballot = view.ballots[-1]
    nominee = context.name(ballot.polls[-1][0])
    missing, whole = waited_for(view, questions, context)
    lines = [
        words.say("board.poll", nominee=nominee, majority=ballot.majority),
        *_enough(ballot, context),
        missing,
    ]
    lines += bonus_words.voteless(view, context)
    if any(question.occasion.endswith(SECOND) for question in questions):
        lines.append(words.say("board.second_vote"))
    occasion = occasion.removesuffix(SECOND)
    buttons = (
        Button(custom_id("o", context.match, occasion, BURN), words.say("choice.day.vote.burn"), "danger", "🔥"),
        Button(custom_id("o", context.match, occasion, SPARE), words.say("choice.day.vote.spare"), "secondary", "🕊️"),
    )
    return Panel("\n".join(lines), (buttons,), under_text=whole)


def open_ballot(view: VillageView, questions: Sequence[Question], context: RenderContext) -> Panel:
    words = context.words
    ballot = view.ballots[-1]
    lines = [votes_told(nominee, votes, context) for nominee, votes in ballot.polls]
    lines += _enough(ballot, context)
    lines += bonus_words.voteless(view, context)
    options = tuple(
        MenuOption(token(choice), context.labels[choice] if choice else words.say("choice.nothing.day.ballot"))
        for choice in questions[0].choices
    )
    rows = [Menu(custom_id("os", context.match, questions[0].occasion), words.say("menu.day.ballot"), options)]
    seconds = [question.occasion for question in questions if question.occasion.endswith(SECOND)]
    if seconds:
        rows.append(Menu(custom_id("os", context.match, seconds[0]), words.say("board.choose.second"), options))
    return Panel("\n".join(lines), tuple(rows))


def last_words(questions: Sequence[Question], context: RenderContext) -> Panel:
    """One set of controls, however many nominees may speak: each control finds the question of who presses it. As
    everybody sees them, they say whose they are. A computer player presses nothing, and there are none for it."""
    when = "" if context.unhurried else context.clock("clock.last_words", questions[0])
    occasion = questions[0].occasion if len(questions) == 1 else "words"
    names = context.listed([question.seat for question in questions])
    if all(question.seat in context.computers for question in questions):
        return Panel(f"{context.words.say('board.last_words.computer', names=names)} {when}".rstrip())
    text = f"{context.words.say('board.last_words.of', names=names)} {when}".rstrip()
    buttons = (*claim_buttons(questions, occasion, context), *speech_buttons(occasion, context))
    ready_made = Button(custom_id(OWN_PANEL, context.match, occasion), context.words.say("board.phrase.day.last_words"))
    return Panel(text, (buttons, (ready_made,)))


def claim_buttons(questions: Sequence[Question], occasion: str, context: RenderContext) -> tuple[Button, ...]:
    """Opens the menus of a claim, where somebody may make one."""
    if all(question.says is None for question in questions):
        return ()
    return (Button(custom_id(CLAIM, context.match, occasion), context.words.say("said.button")),)


def speech_buttons(occasion: str, context: RenderContext) -> tuple[Button, ...]:
    words = context.words
    return (
        Button(custom_id("ow", context.match, occasion), words.say("board.last_words"), "primary"),
        Button(custom_id("o", context.match, occasion, "-"), words.say("board.no_last_words")),
    )


def phrases(question: Question, occasion: str, context: RenderContext) -> Menu:
    """One tap on a phone instead of typing."""
    words = context.words
    codes = [code for code in (question.values or {}).get("phrases", ()) if code not in of_a_nominee(question)]
    options = tuple(MenuOption(code, words.say(f"phrase.label.{code}")) for code in codes)
    return Menu(custom_id("os", context.match, occasion), words.say(f"board.phrase.{question.key}"), options)


def of_a_nominee(question: Question) -> Sequence[str]:
    """Phrases that say something of whoever is nominated: with last words nobody would know of whom."""
    return OF_A_NOMINEE if question.key == "day.last_words" else ()


def shot(question: Question, menu: Menu, context: RenderContext) -> Panel:
    """Whom the Huntsman takes along; a computer player chooses from no menu."""
    asked = context.words.say("board.shot", name=context.name(question.seat))
    rows = () if question.seat in context.computers else (menu,)
    return Panel("\n".join(filter(None, (asked, context.decides(question)))), rows)


# -- small parts -----------------------------------------------------------------------------------------------------


def _enough(ballot: BallotView, context: RenderContext) -> list[str]:
    """That between two people fewer votes than the majority are enough (R0-13)."""
    return [context.words.say("board.most_burn")] if ballot.most_burn else []


def between_two(counted: Mapping[str, Any], context: RenderContext) -> list[str]:
    """That between two people fewer votes than the majority have been enough, or will be on the repeat (R0-13)."""
    burned, votes = counted["burned"], {nominee: len(voters) for nominee, voters in counted["polls"]}
    were_enough = burned is not None and votes[burned] < counted["majority"]
    return [context.words.say("day.counted.between_two")] if were_enough or len(counted["again"]) == 2 else []


def counted_in_brief(counted: Mapping[str, Any], context: RenderContext) -> str:
    """How many votes each of them had, below the last count: what it led to is told next, and the story has the votes
    one by one."""
    votes = ", ".join(f"{context.name(nominee)} {len(voters)}" for nominee, voters in counted["polls"])
    told = context.words.say("day.counted.in_brief", votes=votes)
    return "\n".join([told, *between_two(counted, context)])


def votes_told(nominee: Seat, votes: Sequence[Seat], context: RenderContext) -> str:
    """The votes for this nominee; a Hero may have done so twice."""
    words, name = context.words, context.name(nominee)
    if not votes:
        return words.say("day.counted.line.none", nominee=name)
    times = Counter(votes)
    voters = [context.name(seat) if count == 1 else f"{context.name(seat)} ×{count}" for seat, count in times.items()]
    return words.say("day.counted.line", nominee=name, count=len(votes), voters=", ".join(voters))


def tagged(player: PlayerView, context: RenderContext) -> str:
    name = context.name(player.seat)
    if player.speech == "free":
        return name
    return f"{name} {MARKS[player.speech]} ({context.words.say(f'tag.{player.speech}')})"


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def spoken(context: RenderContext, text: str) -> str:
    """A phrase in words, or what a person typed, made harmless."""
    if text.startswith("#") and context.words.has(f"phrase.{text}"):
        return context.words.say(f"phrase.{text}")
    return quoted(text)
