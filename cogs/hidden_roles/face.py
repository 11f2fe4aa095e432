"""What the faces of the games of hidden roles have in common: night panels, menus of people, what a seat knows.

Each game brings its own words: `mafia.night.falls` or `role.mafia.sheriff` is taken where there is such a sentence,
else the one without the game's name.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.engine.rulebook import Reason
from bot.games.hidden_roles.claims import is_claim
from bot.matches.errors import Refused
from bot.ui.face import Deed
from bot.ui.night_steps import NightStep
from bot.ui.panels import Button, Menu, MenuOption, Panel, custom_id, token
from bot.ui.pictures.picture import Picture
from bot.ui.powers import Powers
from bot.ui.render_context import RenderContext
from bot.ui.silence.speech import Speech
from bot.ui.wording import Wording
from cogs.hidden_roles import claim_words
from cogs.hidden_roles.lesson_words import because
from cogs.hidden_roles.role_card import CARD, DealsCards

DEAD = "💀"
BUSY = frozenset({"night", "ballot", "vote"})
"""Phases in which one person may be asked twice at the same time."""
LISTED_MOST = 2
"""So many things learnt have a line each on My seat."""
LIVING = "🟢"
WHISPER = "whisper"
WHISPERED = "whispered"
CLAIM = "say"
CLAIM_OF = "sayof"
PICKED = "night.picked"
"""Kinds of the controls with which people claim something; see `claim_cog`."""


class HiddenRolesFace(DealsCards):
    """Base of the faces of hidden roles. Views have: seat, phase, alive, role, side, team, picks, players, cast,
    learnt, suspicions and winner.

    quiet_keys     announcements that only change the board: a line each would bury what people say
    secret_clocks  clocks that nobody is shown
    discreet_phases  phases in which a message to somebody is a secret itself
    standing_keys  secret questions that wait on My seat without a message being sent for them
    often_keys     announcements that come several times in one round
    night_steps    what each card that is called aloud at night is asked; night_hours: the clocks of a night, in order
    pictured_keys  public news that brings the board's picture, besides a dawn
    seat_values    values of announcements that are a seat; group_values: those that are several
    """

    game = ""
    open_acts: frozenset[str] = frozenset()
    keeps_place = False
    opens_apart = False
    asks_everybody = frozenset({"clock.night"})
    turning_points = frozenset({"night.falls", "dawn.breaks"})
    murmurs = frozenset({"night.picked", "night.agreed", "night.disagreed"})
    fouls_most = 0
    keeps_floor = False
    quiet_keys: frozenset[str] = frozenset()
    asides: frozenset[str] = frozenset()
    signposts: frozenset[str] = frozenset()
    secret_clocks: frozenset[str] = frozenset()
    discreet_phases: frozenset[str] = frozenset()
    standing_keys: frozenset[str] = frozenset()
    often_keys: frozenset[str] = frozenset()
    seat_values: frozenset[str] = frozenset(("seat", "by", "victim", "suspect", "nominee"))
    group_values: frozenset[str] = frozenset(("nominees",))
    night_steps: Mapping[str, NightStep] = {}
    night_hours: Sequence[str] = ("clock.night",)
    whispers = True
    pictured_keys: frozenset[str] = frozenset()

    # -- words ------------------------------------------------------------------------------------------------------

    def key(self, words: Wording, key: str) -> str:
        """The game's own sentence where there is one, else the common one."""
        kind, _, rest = key.partition(".")
        own = (f"{self.game}.{key}", f"{kind}.{self.game}.{rest}")
        return next((one for one in own if words.has(one)), key)

    def words(self, context: RenderContext, key: str, /, *, pick: int = 0, **values: str | int) -> str:
        return context.words.say(self.key(context.words, key), pick=pick, **values)

    def role(self, context: RenderContext, role: str, ending: str = "") -> str:
        """A card by its name; with `.the` inside a sentence."""
        return self.words(context, f"role.{role}{ending}")

    def told(
        self, context: RenderContext, key: str, said: Announcement, *, nth: int | None = None, **values: str | int
    ) -> str:
        """One of several wordings, settled by the match, the round and what is said; or by how many of the kind were
        before (`nth`), where that is known: none comes again until all have been heard.

        Not by the announcement's number: it counts secret ones, and the choice of words would tell how many."""
        if context.unhurried and context.words.has(f"{self.key(context.words, key)}.unhurried"):
            key = f"{key}.unhurried"  # the same without a time: somebody learns here
        turn = context.round_of(said)
        pick = variant(context.words.variants(self.key(context.words, key)), key, turn, said, context.match)
        if nth is not None:
            pick = in_turn(key, context.match, nth)
        elif said.key in self.often_keys:
            pick = crc32(f"{context.match}.{turn}.{said.as_json()}".encode())
        return self.words(context, key, pick=pick, **values)

    # -- what is said -----------------------------------------------------------------------------------------------

    def is_quiet(self, said: Announcement) -> bool:
        return said.key in self.quiet_keys

    def line(self, said: Announcement, view: Any, context: RenderContext) -> str:
        """An announcement in the Mirror's voice. `_tell_<key>` tells what is more than one sentence with its values."""
        if said.key == "role.dealt":
            return "\n".join(self._card_dealt(said.values["role"], view, context))
        if said.key == "said.claim":
            return self._claimed(said, view, context)
        teller = getattr(self, "_tell_" + said.key.replace(".", "_"), None)
        if teller is not None:
            return str(teller(said, context))
        if said.key == PICKED and view and said.values["by"] == view.seat:
            return ""  # what one has chosen oneself stands in the answer to that, and above the menu
        return self.told(context, said.key, said, **self.values_of(said, context))

    def values_of(self, said: Announcement, context: RenderContext) -> dict[str, Any]:
        """The values of an announcement in words: seats as names, roles by their names, texts made harmless."""
        values = {name: self.value(name, value, context) for name, value in said.values.items()}
        return {name: value for name, value in values.items() if isinstance(value, str | int)}

    def value(self, name: str, value: Any, context: RenderContext) -> Any:
        """One value in words; what is neither text nor a number then is left out."""
        if name in self.seat_values:
            return context.name(value) if value is not None else context.words.say("nobody")
        if name in self.group_values:
            return context.listed(value)
        if name == "role":
            return self.role(context, value) if value else ""
        if name == "seconds":
            return duration(context, context.at_least(value))
        return value

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """The picture of a card says how it wins; of two cards at once, the picture of each which it is, too."""
        if said.key != "role.dealt" or CARD not in pictures:
            return None
        return "\n".join(self._card_dealt(said.values["role"], view, context)[len(pictures) > 1 : -1])

    def _card_dealt(self, role: str, view: Any, context: RenderContext) -> list[str]:
        """What the card is called, what it does, and how it wins."""
        dealt = self.words(context, "role.dealt", role=f"**{self.role(context, role)}**")
        cast = self.played_here(view) if view is not None else {}  # a story is told without a view
        card = self.with_others(context, f"role.{role}.card", cast)
        goal = self.with_others(context, f"side.{self.sides[role]}.goal", cast)
        return [dealt, card, goal]

    def with_others(self, context: RenderContext, key: str, cast: Mapping[str, int], **values: str) -> str:
        """A text, and what it adds for other cards: `<key>.with.<card>` is said only where that card is in the game."""
        others = [f"{key}.with.{role}" for role, count in cast.items() if count]
        told = [one for one in others if context.words.has(self.key(context.words, one))]
        return " ".join(self.words(context, one, pick=0, **values) for one in (key, *told))

    def _tell_role_team(self, said: Announcement, context: RenderContext) -> str:
        mates = [
            self.words(context, "role.team.line", seat=context.name(seat), role=self.role(context, role))
            for seat, role in said.values["mates"]
        ]
        return self.words(context, "role.team", mates="\n".join(mates))

    def _claimed(self, said: Announcement, view: Any, context: RenderContext) -> str:
        words = claim_words.told(self, said.values, context, view.claims if view is not None else ())
        return self.words(context, "said.claim", by=context.name(said.values["by"]), said=words)

    def _tell_game_over(self, said: Announcement, context: RenderContext) -> str:
        return ""  # the finale tells it

    # -- clocks and pictures ----------------------------------------------------------------------------------------

    def clocks(self, questions: Sequence[Question], view: Any, context: RenderContext) -> str:
        """The clocks people can act upon, each with Discord's own relative time."""
        lines = [
            context.clock(self.key(context.words, question.key), question)
            for question in questions
            if question.key.startswith("clock.") and question.key not in self.secret_clocks
            if context.words.has(self.key(context.words, question.key))
        ]
        lines = list(dict.fromkeys(lines))  # several that stand still are one line
        return "\n".join(lines)

    def board_picture(self, view: Any, context: RenderContext) -> Picture | None:
        return None

    def shows_picture(self, news: Sequence[Announcement], view: Any) -> bool:
        """At dawn, when it is told who lives, when somebody is accused, when votes are counted, and at the end; below
        every line of a debate it would only be in the way."""
        keys = {said.key for said in news}
        return view.winner is not None or "dawn.breaks" in keys or not keys.isdisjoint(self.pictured_keys)

    def told_picture(self, news: Sequence[Announcement], view: Any, context: RenderContext) -> Picture | None:
        return None

    def kept_picture(self, name: str, view: Any, context: RenderContext) -> Picture | None:
        return None

    def stood(self, view: Any, context: RenderContext) -> list[str]:
        """Who was alive, and who was not."""
        living = [player.seat for player in view.players if self.lives(player)]
        alive = context.words.say("board.alive", count=len(living), names=context.listed(living))
        return [alive, *self.departed(view, context)]

    def lives(self, player: Any) -> bool:
        """Whether people count this player among the living."""
        return bool(player.alive)

    def departed(self, view: Any, context: RenderContext) -> list[str]:
        """A line about who is gone, if anybody is."""
        gone = [self.known(player, context) for player in view.players if not player.alive]
        return [context.words.say("board.dead", names="; ".join(gone))] if gone else []

    # -- secret panels ----------------------------------------------------------------------------------------------

    def awaited(self, view: Any) -> tuple[Seat, ...]:
        return ()  # many are asked at once, and whose answer is missing is no secret only where the board says so

    def is_discreet(self, view: Any) -> bool:
        return view.phase in self.discreet_phases

    def is_standing(self, question: Question) -> bool:
        return question.key in self.standing_keys

    def panel(self, question: Question, view: Any, context: RenderContext) -> Panel:
        """The same shape for every question of the night: a prompt, a menu of people, a button for nothing."""
        place = (context.match, context.checkpoint, question.number)
        rows: list[tuple[Button, ...] | Menu] = []
        if _names_people(question):
            rows.append(self.people_menu("s", question, context, place))
        others = [choice for choice in question.choices if type(choice) is not int]
        if others:
            rows.append(
                tuple(
                    Button(custom_id("a", *place, token(choice)), self.choice(question, choice, context))
                    for choice in others
                )
            )
        return Panel(self.prompt(question, view, context), tuple(rows))

    def prompt(self, question: Question, view: Any, context: RenderContext) -> str:
        """What is asked, and until when."""
        picked = question.values if question.key == "night.victim" else None
        key = _asked_key(self, question, view, context, ".again" if picked else "")
        prompt = self.words(context, key, picked=context.name(picked["picked"])) if picked else self.words(context, key)
        has_clock = context.paused or context.when(question)
        return f"{prompt}\n-# {context.clock('clock.answer', question)}" if has_clock else prompt

    def people_menu(self, kind: str, question: Question, context: RenderContext, place: tuple[Any, ...]) -> Menu:
        """The people to choose from; a menu of the public board (`os`) offers every other choice as well."""
        options = tuple(
            MenuOption(token(choice), self.choice(question, choice, context))
            for choice in question.choices
            if type(choice) is int or kind == "os"
        )
        return Menu(custom_id(kind, *place), _closed(self, kind, question, context), options)

    def choice(self, question: Question, choice: Any, context: RenderContext) -> str:
        if type(choice) is int:
            return context.labels[choice]
        if choice is None:
            return self.words(context, f"choice.nothing.{question.key}")
        return self.words(context, f"choice.{question.key}.{choice}")

    def why_not(self, question: Question, token: str, view: Any) -> Refused | None:
        return None

    @abstractmethod
    def aimed(self, deed: Deed, question: Question, whom: Seat, view: Any) -> str | None:
        """The answer with which this is done to somebody in public."""

    def not_yours(self, question: Question, view: Any, seat: Seat) -> Refused | None:
        return None

    def has_no_vote_for(self, question: Question) -> Refused | None:
        return None

    def claim_button(self, question: Question, context: RenderContext) -> Button:
        """Opens the menus of a claim for whoever may say something on this occasion."""
        place = custom_id(CLAIM, context.match, question.occasion)
        return Button(place, self.words(context, "said.button"))

    def foot(self, view: Any, context: RenderContext) -> tuple[Button, ...]:
        """By night everybody alive may whisper; who has no team whispers to nobody, and the panel does not tell."""
        if view.phase != "night" or not view.alive:
            return ()
        return (Button(custom_id(WHISPER, context.match), context.words.say("button.whisper"), "secondary", "🤫"),)

    def answered(self, question: Question, value: Any, view: Any, context: RenderContext) -> str:
        key = f"ask.{question.key}"
        if value is None:
            return self.words(context, f"{key}.nothing")
        if is_claim(value):
            return self.words(context, "said.done")
        if context.words.has(self.key(context.words, f"{key}.done.{value}")):
            return self.words(context, f"{key}.done.{value}")
        if type(value) is int:
            return self.words(context, _asked_key(self, question, view, context, ".done"), choice=context.name(value))
        return self.words(context, f"{key}.done", choice=self.choice(question, value, context))

    def chosen(self, question: Question, value: Any, view: Any, context: RenderContext) -> str:
        value = value[0] if question.kind == "reasoned" else value
        if question.kind == "several":
            return two([context.labels[seat] for seat in value], context) or context.words.say("lesson.nothing")
        if value is None and not context.words.has(self.key(context.words, f"choice.nothing.{question.key}")):
            return context.words.say("lesson.nothing")  # what may be played at any time has no button for that
        return self.choice(question, value, context)

    def because(self, reason: Reason, context: RenderContext) -> str:
        return because(reason, context, self.words)

    def dialog(
        self, question: Question, choice: Any, view: Any, context: RenderContext
    ) -> tuple[str, str, str | None] | None:
        return None

    # -- my seat ----------------------------------------------------------------------------------------------------

    def seat(self, view: Any, context: RenderContext) -> Panel:
        """The card, what it may do, the team, everything learnt, and whose cards are known. Where
        one may be asked twice, how the card wins stands on its picture alone; how people left, the table says. When it
        is over, nobody has to read any more what a card can do: it is said whether it has won."""
        if view.winner is not None:
            return Panel("\n".join(self._seat_lines(view, context, [self.has_won(view, context)], [])))
        card, goal = self.own_card(view, context)
        told = [card, *([] if view.phase in BUSY else [f"-# {goal}"])]
        return Panel("\n".join(self._seat_lines(view, context, told, self.second_card(view, context))))

    def seat_in_short(self, view: Any, context: RenderContext) -> Panel | None:
        """The same without what the cards say, and without who is gone: both stand under **Text**. When it is over,
        everybody has just read who was who."""
        over = view.winner is not None
        card = self.has_won(view, context) if over else f"-# {context.words.say('board.card_under_text')}"
        return Panel("\n".join(self._seat_lines(view, context, [card], [], with_gone=False)))

    def _seat_lines(
        self, view: Any, context: RenderContext, card: Sequence[str], second: Sequence[str], *, with_gone: bool = True
    ) -> list[str]:
        """What stands on My seat, with this of the first card and this of the second one."""
        own = self.own_lines(view, context) if view.winner is None else ()
        lines = [f"## {self.role(context, view.role)}", *card, *own]
        if len(view.team) > 1:
            names = [self.with_card(view.player(seat), context) for seat in view.team if seat != view.seat]
            lines.append(self.words(context, "board.team", names=", ".join(names)))
        if view.phase == "night":
            for seat, victim in view.picks.items():
                key = f"{PICKED}.own" if seat == view.seat else PICKED
                lines.append(self.words(context, key, by=context.name(seat), victim=context.name(victim)))
        facts = [self.fact(fact.key, fact.night, fact.values, context) for fact in view.learnt]
        lines += listed_or_joined(facts, joins=not with_gone)
        suspected = [*dict.fromkeys(seat for seat in view.suspicions if seat is not None)]  # whoever it was: once
        if suspected:
            lines.append(self.words(context, "board.suspected", names=context.listed(suspected)))
        others = [player for player in view.players if player.alive and player.seat not in (view.seat, *view.team)]
        known = [self.known(player, context) for player in others if player.role]
        lines += [context.words.say("board.known", names="; ".join(known))] if known else []
        lines += filter(None, [self.gone(view, context) if with_gone else ""])
        lines += second
        if not view.alive and view.winner is None:
            lines.append(self.words(context, "board.spectator_dead"))
        return lines

    def known(self, player: Any, context: RenderContext) -> str:
        """What this seat may know of somebody: the card, and how they left."""
        parts = [context.name(player.seat)]
        if player.role:
            parts.append(self.role(context, player.role))
        if player.end:
            parts.append(self.words(context, f"gone.{player.end}", night=player.end_night))
        return ", ".join(parts)

    def agreed_cards(self, views: Sequence[Any], public: Any, context: RenderContext) -> str:
        lines = []
        for player in public.players:
            others = [view.player(player.seat).role for view in views if view.seat != player.seat]
            role = others[0] if others and len(set(others)) == 1 else player.role
            lines.append(f"{player.seat}. {self.known(replace(player, role=role), context)}")
        return "\n".join(lines)

    @abstractmethod
    def fact(self, key: str, night: int, values: Mapping[str, Any], context: RenderContext) -> str:
        """Something learnt in secret, in a list."""

    # -- silence ----------------------------------------------------------------------------------------------------

    def speech(self, view: Any, seat: Seat) -> Speech:
        """The dead are silent, and at night everybody."""
        if view.winner is not None:
            return "free"
        if not view.player(seat).alive:
            return "dead"
        return "night" if self.is_locked(view) else "free"

    def is_locked(self, view: Any) -> bool:
        return bool(view.phase == "night")

    def is_asleep(self, view: Any, seat: Seat) -> bool:
        return False

    @abstractmethod
    def powers(self, view: Any) -> list[Powers] | None:
        """What each seat may do now, and what the bot keeps it from."""

    def borrows_voices(self, view: Any) -> bool:
        return False

    # -- the end ----------------------------------------------------------------------------------------------------

    def who_was_who(self, view: Any, winners: Sequence[str | None], context: RenderContext) -> list[str]:
        """A line for everybody when it is over: the card, and the end."""
        lines = []
        for player in view.players:
            won = self.sides[player.role] in winners
            key = "game.over.line.winner" if won else "game.over.line"
            told = self.words(context, key, seat=context.name(player.seat), role=self.role(context, player.role))
            end = self.words(context, f"gone.{player.end or 'not'}", night=player.end_night)
            lines.append(f"• {told} – {end} {LIVING if player.alive else DEAD}")
        return lines

    def held(self, view: Any, context: RenderContext) -> str:
        return self.role(context, view.role)

    def act_told(self, entry: Entry, context: RenderContext) -> str:
        """A secret act, for the story; empty for what is not worth a line."""
        key = self.key(context.words, f"story.{entry.key}")
        if entry.seat < 1 or entry.value is None or not context.words.has(key):
            return ""
        target = context.name(entry.value) if type(entry.value) is int else ""
        return context.words.say(key, by=context.name(entry.seat), target=target)


def is_alone_in_team(view: Any) -> bool:
    """Whether nobody else of this player's team lives, so that there is nobody to agree with."""
    return view is not None and view.alive and [seat for seat in view.team if view.player(seat).alive] == [view.seat]


def _asked_key(face: HiddenRolesFace, question: Question, view: Any, context: RenderContext, ending: str = "") -> str:
    """Where the words of a question stand: others for the last one of a team, and where nobody can be named any more,
    where a game has them."""
    alone, nobody_left, usual = (f"ask.{question.key}{special}{ending}" for special in (".alone", ".nobody_left", ""))
    words = context.words
    if words.has(face.key(words, alone)) and is_alone_in_team(view):
        return alone
    return nobody_left if not _names_people(question) and words.has(face.key(words, nobody_left)) else usual


def _names_people(question: Question) -> bool:
    return any(type(choice) is int for choice in question.choices)


def _closed(face: HiddenRolesFace, kind: str, question: Question, context: RenderContext) -> str:
    """What a closed menu says: of one's own what it is for, of one that everybody sees whose it is."""
    if kind == "os":
        return context.words.say("board.chooses", name=context.labels[question.seat])
    key = f"menu.{question.key}"
    return face.words(context, key if context.words.has(face.key(context.words, key)) else "ask.placeholder")


def listed_or_joined(facts: Sequence[str], *, joins: bool) -> list[str]:
    """A line for each of these facts, or, where that would fill a phone, all of them in one paragraph."""
    if joins and len(facts) > LISTED_MOST:
        return [" · ".join(facts)]
    return [f"• {fact}" for fact in facts]


def two(names: Sequence[str], context: RenderContext) -> str:
    """Two people together, or however many there are."""
    if len(names) != 2:
        return ", ".join(names)
    return context.words.say("board.two", one=names[0], other=names[1])


PASSING = frozenset({"night", "day", "seconds"})
"""Values that tell when something was said, not what."""


def variant(count: int, key: str, turn: int, said: Announcement, match: int) -> int:
    """Which of `count` wordings a round takes: never one of the round before.

    The wordings are shared out to odd and even rounds, and each half is gone through; what is said chooses within the
    half.
    """
    if count < 2:
        return 0
    told = {name: value for name, value in said.values.items() if name not in PASSING}
    where = crc32(json.dumps([match, key, said.audience, told], sort_keys=True).encode())
    turn += crc32(f"{match}.{key}".encode()) % 2
    first = (count + 1) // 2
    if turn % 2 == 0:
        return (where + turn // 2) % first
    return first + (where + turn // 2) % (count - first)


def in_turn(key: str, match: int, nth: int) -> int:
    """Which wording is taken where so many came before it: none comes again until all have been heard."""
    return crc32(f"{match}.{key}".encode()) + nth


def duration(context: RenderContext, seconds: int) -> str:
    """A span of time in whole words."""
    for size, key in ((86400, "span.days"), (3600, "span.hours"), (60, "span.minutes")):
        if seconds >= size and seconds % size == 0:
            return context.words.say(key, count=seconds // size)
    return context.words.say("span.seconds", count=seconds)
