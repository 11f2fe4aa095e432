"""The duel's face: its board, its private panels and its end, made from views alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, Question, Seat
from bot.engine.rulebook import Reason
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.notebook import possible_names
from bot.games.name_duel.views import DuelistView, NameDuelView
from bot.ui.face import OpenFace
from bot.ui.panels import Button, Menu, MenuOption, Page, Panel, Row, custom_id, token
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from cogs.name_duel import words as cards
from cogs.name_duel.pictures import HAND, TABLE, hand_picture, table_picture
from cogs.name_duel.story import story

PUBLIC_KEYS = frozenset({"duel.start"})
QUIET_KEYS = frozenset({"turn.begins", "contest.won"})
"""A turn shows on the board; the end of the contest is told by the finale."""
SHOWN_KINDS = frozenset(
    {
        "top", "hand", "not_bottom", "discarded", "not_in_hand", "inverted", "shuffled", "raised", "returned",
        "exchanged", "regained",
    }
)  # fmt: skip
"""What "What was shown" repeats. Cards that were played lie in the discards anyway."""
SHOWN_MOST = 14
"""Lines of what was shown; before them it says how many there were."""
ROW_MOST = 5


class NameDuelFace(OpenFace):
    """How the name duel is shown."""

    game = "name_duel"
    emblems: Sequence[str] = ("icon/spinning-wheel", "icon/goblin", "icon/jester-hat", "icon/imp", "icon/troll")
    open_acts = frozenset({"duel.start", "duel.play", "duel.guess"})
    keeps_place = True

    # -- what is said -----------------------------------------------------------------------------------------------

    def is_quiet(self, said: Announcement) -> bool:
        return said.key in QUIET_KEYS

    def line(self, said: Announcement, view: NameDuelView, context: RenderContext) -> str:
        return cards.told(said, context, single=view.best_of == 1)

    # -- the board --------------------------------------------------------------------------------------------------

    def is_public(self, question: Question, view: NameDuelView) -> bool:
        """Only who begins is settled in front of everybody; whatever is asked later shows what a hand holds."""
        return question.key in PUBLIC_KEYS

    def awaited(self, view: NameDuelView) -> tuple[Seat, ...]:
        """Whose turn it is, or who may answer a guess."""
        if view.turn is None or view.phase == "over":
            return ()
        return (3 - view.turn if view.phase == "reaction" else view.turn,)

    def board(self, view: NameDuelView, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        clocks = self.clocks([question for question in questions if question.seat == MIRROR], view, context)
        panels = [Panel("", in_picture=f"### {self.moment(view, context)}")]
        shown = "\n".join(filter(None, [self._played(view, context), self._guessed(view, context)]))
        if shown or clocks:
            panels.append(Panel(clocks, heading=shown))
        panels += [self._start(question, context, "o") for question in questions if question.key == "duel.start"]
        both = "\n".join(self._duelist(one, view, context) for one in view.duelists)
        return (*panels, Panel("", in_picture=both))

    def under_text(self, view: NameDuelView, context: RenderContext) -> Sequence[Row]:
        """The reference card, which each of the two has on My seat as well."""
        return ((Button(custom_id("names"), context.words.say("duel.button.names")),),)

    def _played(self, view: NameDuelView, context: RenderContext) -> str:
        """The card on the table, with its text."""
        if view.playing is None or view.phase == "over":
            return ""
        words = context.words
        named, text = cards.called(view.playing, words), cards.action(view.playing, words)
        return words.say("duel.board.playing", name=named, text=text)

    def _guessed(self, view: NameDuelView, context: RenderContext) -> str:
        """The guess that waits for its answer."""
        if view.guess is None or view.turn is None or view.phase == "over":
            return ""
        me, other = context.name(view.turn), context.name(3 - view.turn)
        return context.words.say("duel.board.guess", by=me, of=other, name=cards.called(view.guess, context.words))

    def _duelist(self, duelist: DuelistView, view: NameDuelView, context: RenderContext) -> str:
        """One of the two as everybody sees them: games won, cards, and the discard by its numbers (S1-6)."""
        counts = context.words.say(
            "duel.board.duelist.single" if view.best_of == 1 else "duel.board.duelist",
            seat=context.name(duelist.seat),
            tokens=duelist.tokens,
            needed=view.needed,
            deck=duelist.deck,
            hand=duelist.cards,
        )
        return f"{counts}\n{self._discard(duelist, context)}"

    def _discard(self, duelist: DuelistView, context: RenderContext) -> str:
        words = context.words
        names = ", ".join(cards.unbroken(name, words) for name in duelist.discard)
        return words.say("duel.board.discard", names=names or words.say("duel.no_cards"))

    def stood(self, view: NameDuelView, context: RenderContext) -> list[str]:
        """The games that each of the two had won."""
        words = context.words
        return [words.say("duel.finale.tokens", seat=context.name(one.seat), count=one.tokens) for one in view.duelists]

    def _start(self, question: Question, context: RenderContext, kind: str) -> Panel:
        """The choice of a beginner: a button for either, on the board or on the chooser's own panel."""
        words = context.words
        place = (context.match, question.occasion) if kind == "o" else self._place(question, context)
        buttons = tuple(
            Button(
                custom_id(kind, *place, token(seat)),
                words.say("choice.duel.start", seat=context.labels[seat]),
                "primary" if kind == "a" else "secondary",  # on the board they are not for both of the two
            )
            for seat in question.choices
            if question.seat not in context.computers  # of a computer's choice no button is of use to anybody
        )
        return Panel(words.say("duel.board.start", seat=context.name(question.seat)), (buttons,) if buttons else ())

    def moment(self, view: NameDuelView, context: RenderContext) -> str:
        if view.phase == "over":
            key = "over"
        elif view.turn is None:
            key = "choosing"
        else:
            key = "turn.own" if view.turn == view.seat else "turn"
        if view.best_of == 1:  # it is no contest, and its game needs no number
            key += ".single"
        turn = "" if view.turn is None else context.name(view.turn)
        return context.words.say(f"duel.moment.{key}", game=view.game, seat=turn)

    def clocks(self, questions: Sequence[Question], view: NameDuelView, context: RenderContext) -> str:
        lines = [
            context.clock(question.key, question)
            for question in questions
            if question.key in ("clock.turn", "clock.reaction")
        ]
        return "\n".join(lines)

    def board_picture(self, view: NameDuelView, context: RenderContext) -> Picture | None:
        return table_picture(view, context.labels, context.words)

    def shows_picture(self, news: Sequence[Announcement], view: NameDuelView) -> bool:
        return True

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """The picture of the hand says which cards were dealt and what lies at the bottom, as long as one may know it;
        the last one of the table, what the names were, and who has won a contest of one game."""
        if said.key == "game.won" and view.phase == "over" and TABLE in pictures:
            return cards.told(said, context, pictured=True) if view.best_of > 1 else ""
        if said.key == "bottom.is" and HAND in pictures and view.bottom == said.values["name"]:
            return ""
        if said.key == "hand.dealt" and HAND in pictures:
            return context.words.say("duel.hand.dealt.pictured")
        return super().line_beside(said, pictures, view, context)

    def seat_picture(self, view: NameDuelView, questions: Sequence[Question], context: RenderContext) -> Picture | None:
        return hand_picture(view, questions[0] if questions else None, context.labels, context.words)

    # -- private panels ---------------------------------------------------------------------------------------------

    def panel(self, question: Question, view: NameDuelView, context: RenderContext) -> Panel:
        """A prompt and one tap for each answer."""
        if question.key == "duel.start":
            return self._start(question, context, "a")
        text = self._prompt(question, view, context)
        when = self._when(context)
        if when:
            text += f"\n-# {when}"
        if question.key == "duel.guess":
            return Panel(text, (self._names_menu(question, view, context),))
        if question.key == "hobyah.top":
            return Panel(text, self._order_rows(question, context))
        if question.kind == "number":
            choices: Sequence[Any] = range(question.least, question.most + 1)
        else:
            choices = question.choices
        return Panel(text, self._rows(question, choices, view, context), self._reactions(question, view, context))

    def _reactions(self, question: Question, view: NameDuelView, context: RenderContext) -> str:
        """What each card does that may be shown now; beside the picture of the hand **Text** tells it."""
        if question.key != "duel.react":
            return ""
        words = context.words
        shown = {choice.partition(".")[0] for choice in question.choices if choice is not None}
        return "\n".join(
            words.say(
                "duel.card", number=NAMES[name].number, title=cards.title(name, words), text=cards.red(name, words)
            )
            for name in view.hand
            if name in shown
        )

    def next_panel(self, question: Question, first: str, view: NameDuelView, context: RenderContext) -> Panel:
        """Hobyah, when the lower of two cards is chosen: which of the others goes on top of it."""
        words = context.words
        place = self._place(question, context)
        buttons = [
            Button(custom_id("a", *place, first, name), cards.numbered(name, words), "primary")
            for name in question.choices
            if name != first
        ]
        buttons.append(Button(custom_id("order", *place), words.say("duel.button.back")))
        text = words.say("ask.hobyah.top.next", name=cards.called(first, words))
        return Panel(text, _in_rows(buttons))

    def _prompt(self, question: Question, view: NameDuelView, context: RenderContext) -> str:
        """What is asked, with the facts that belong to it."""
        words, values = context.words, question.values or {}
        other = context.name(3 - question.seat)
        if question.key == "duel.guess":
            key = "ask.duel.guess.again" if values["ordinal"] == 2 else "ask.duel.guess"
            return words.say(key, other=other, name=cards.called(values["card"], words))
        if question.key == "duel.react":
            right = "right" if values["guess"] == values["bottom"] else "wrong"
            guess = cards.called(values["guess"], words)
            asked = words.say(f"ask.duel.react.{right}", other=other, guess=guess)
            if all(choice is None for choice in question.choices):
                return f"{asked}\n{words.say('ask.duel.react.none')}"
            for_show = [words.say("ask.duel.react.for_show")] if right == "wrong" else []
            return "\n".join([asked, *for_show, words.say("ask.duel.react")])
        if question.key == "yallery_brown.look" and not view.hand:
            return words.say("ask.yallery_brown.look.only")
        if question.key == "yallery_brown.exchange":
            key = "ask.yallery_brown.exchange" if view.hand else "ask.yallery_brown.exchange.none"
            return words.say(key, bottom=cards.called(values["bottom"], words))
        if question.key == "hobyah.top":
            return words.say("ask.hobyah.top" if question.most > 1 else "ask.hobyah.top.one")
        return words.say(f"ask.{question.key}")

    def _when(self, context: RenderContext) -> str:
        """When the clock of this turn or this reaction runs out. Only one of them ever runs."""
        if context.paused:
            return context.words.say("clock.stands")
        when = context.soonest()
        return context.words.say("clock.answer", when=when) if when else ""

    def _place(self, question: Question, context: RenderContext) -> tuple[int, int, int]:
        return (context.match, context.checkpoint, question.number)

    def _rows(
        self, question: Question, choices: Sequence[Any], view: NameDuelView, context: RenderContext
    ) -> tuple[tuple[Button, ...], ...]:
        style = "primary" if question.key == "duel.play" else "secondary"
        return _in_rows(
            [
                Button(
                    custom_id("a", *self._place(question, context), token(choice)),
                    self._choice(question, choice, context),
                    style,
                )
                for choice in choices
            ]
        )

    def _order_rows(self, question: Question, context: RenderContext) -> tuple[tuple[Button, ...], ...]:
        """One card: a tap. Two cards: the lower one first, and then the other, each with a tap."""
        kind = "a" if question.most == 1 else "order"
        return _in_rows(
            [
                Button(
                    custom_id(kind, *self._place(question, context), name),
                    cards.numbered(name, context.words),
                    "primary",
                )
                for name in question.choices
            ]
        )

    def _names_menu(self, question: Question, view: NameDuelView, context: RenderContext) -> Menu:
        """All ten, for any may be named (R1-2); those that it cannot be are marked and yet on offer."""
        words = context.words
        other = 3 - question.seat
        discard = view.duelist(other).discard
        possible = possible_names(view, other) if view.notebook else tuple(NAMES)
        options = []
        for name in question.choices:
            mark = None
            if name in discard:
                mark = words.say("duel.mark.discarded", other=context.labels[other])
            elif name not in possible:
                mark = words.say("duel.mark.impossible")
            options.append(MenuOption(token(name), cards.numbered(name, words), mark))
        placeholder = words.say("duel.guess.placeholder", other=context.labels[other])
        return Menu(custom_id("s", *self._place(question, context)), placeholder, tuple(options))

    def _choice(self, question: Question, choice: Any, context: RenderContext) -> str:
        """An answer in words without Markdown, for a button."""
        words, key = context.words, question.key
        other = context.labels[3 - question.seat]
        if choice is None:
            return words.say(f"choice.nothing.{key}")
        if key == "duel.start":
            return words.say("choice.duel.start", seat=context.labels[choice])
        if key == "duel.react":
            name, _, deck = choice.partition(".")
            ending = f".{deck}" if deck else ""
            return words.say(f"choice.duel.react{ending}", title=cards.title(name, words), other=other)
        if key in ("flippy.deck", "shenanigan.deck"):
            return words.say(f"choice.deck.{choice}", other=other)
        if question.kind == "number":
            return words.say(f"choice.{key}", count=choice)
        if choice in NAMES:
            return cards.numbered(choice, words)
        return words.say(f"choice.{key}.{choice}")

    def foot(self, view: NameDuelView, context: RenderContext) -> tuple[Button, ...]:
        """The reference card (S1-1)."""
        return (Button(custom_id("names"), context.words.say("duel.button.names")),)

    def answered(self, question: Question, value: Any, view: NameDuelView, context: RenderContext) -> str:
        words, key = context.words, f"ask.{question.key}"
        if value is None:
            return words.say(f"{key}.nothing")
        if question.kind == "several":
            return words.say(f"{key}.done", choice=cards.listed(value, words))
        if type(value) is str and value in NAMES:
            return words.say(f"{key}.done", choice=cards.called(value, words))
        return words.say(f"{key}.done", choice=self._choice(question, value, context))

    def chosen(self, question: Question, value: Any, view: NameDuelView, context: RenderContext) -> str:
        if question.kind == "several":
            return ", ".join(cards.numbered(name, context.words) for name in value)
        return self._choice(question, value, context)

    def because(self, reason: Reason, context: RenderContext) -> str:
        return cards.because(reason, context.words)

    def dialog(
        self, question: Question, choice: Any, view: NameDuelView, context: RenderContext
    ) -> tuple[str, str, str | None] | None:
        """Only a number can be typed, and only by somebody without its buttons."""
        words = context.words
        return words.say(f"form.{question.key}.title"), words.say(f"form.{question.key}"), None

    # -- my seat ----------------------------------------------------------------------------------------------------

    def seat(self, view: NameDuelView, context: RenderContext) -> Panel:
        """What was shown last, and the notebook. Both duelists, the own secret name as long as one may know it, and the
        hand with what each card does, stand under **Text** where there is a picture: the table's shows the ones, the
        hand's the others. Of an empty hand there is none, and the two stand on the board alone. Whoever is asked
        something reads below whose turn it is."""
        words = context.words
        other = 3 - view.seat
        lines = [] if view.seat in self.awaited(view) else [f"### {self._what_goes_on(view, context)}"]
        secret = ""
        if view.bottom is not None:
            secret = words.say("duel.seat.bottom", name=cards.called(view.bottom, words))
        if not view.hand and view.phase != "over":
            lines += [*filter(None, [secret]), words.say("duel.seat.no_hand")]
        lines += self._shown_last(view, context)
        if view.notebook and view.turn is not None and view.phase != "over":
            lines.append(self._notebook(view, other, context))
        has_picture = bool(view.hand) or view.phase == "over"
        both = [self._duelist(view.duelist(seat), view, context) for seat in (view.seat, other)]
        shown = [secret, *both, self._hand(view, context)] if has_picture else []
        return Panel("\n".join(lines), in_picture="\n".join(filter(None, shown)))

    def _what_goes_on(self, view: NameDuelView, context: RenderContext) -> str:
        """Whose turn it is; or, while their own turn rests, who answers their guess: they can do nothing then."""
        if view.phase == "reaction" and view.turn == view.seat:
            return context.words.say("picture.duel.status.reaction", name=context.name(3 - view.seat))
        return self.moment(view, context)

    def hand_told(self, view: NameDuelView, context: RenderContext) -> str:
        """The hand, and what was shown, of which the page tells the last. After the end nobody plays them any more."""
        return "\n".join(filter(None, (self._hand(view, context), *self._shown(view, context, SHOWN_MOST))))

    def _hand(self, view: NameDuelView, context: RenderContext) -> str:
        words = context.words
        told = [f"• {cards.card(name, words)}" for name in view.hand if view.phase != "over"]
        return "\n".join([words.say("duel.seat.hand"), *told]) if told else ""

    def _notebook(self, view: NameDuelView, other: Seat, context: RenderContext) -> str:
        words = context.words
        possible = possible_names(view, other)
        if len(possible) == len(NAMES):
            return words.say("duel.seat.notebook.all", other=context.name(other))
        is_shorter = len(possible) > len(NAMES) // 2
        told = [name for name in NAMES if name not in possible] if is_shorter else possible
        names = ", ".join(cards.unbroken(name, words) for name in told) or words.say("duel.no_cards")
        kind = ".not" if is_shorter else ".one" if len(told) == 1 else ""
        return words.say(f"duel.seat.notebook{kind}", other=context.name(other), names=names)

    def _shown_last(self, view: NameDuelView, context: RenderContext) -> list[str]:
        """The newest of what both have seen, in a line of its own; none before there is any."""
        told = [cards.what_was_seen(event, view, context) for event in view.events if event.kind in SHOWN_KINDS]
        return [context.words.say("duel.seat.shown.last", event=told[-1])] if told and view.phase != "over" else []

    def _shown(self, view: NameDuelView, context: RenderContext, most: int) -> list[str]:
        """What both have seen in this game (R1-8), oldest first; of more than `most` the newest part."""
        words = context.words
        events = [event for event in view.events if event.kind in SHOWN_KINDS]
        if not events or view.phase == "over":
            return []
        lines = [words.say("duel.seat.shown")]
        earlier = len(events) - most
        if earlier > 0:
            lines.append(words.say("duel.seat.earlier", count=earlier))
        return lines + [f"• {cards.what_was_seen(event, view, context)}" for event in events[-most:]]

    # -- the end ----------------------------------------------------------------------------------------------------

    def finale(self, view: NameDuelView, context: RenderContext) -> Page:
        words = context.words
        assert view.winner is not None
        tokens = cards.score((one.seat, one.tokens) for one in view.duelists)
        single = ".single" if view.best_of == 1 else ""  # it is no contest, and 1 : 0 is what winning means
        reason = words.say(f"duel.finale.score{single}", pick=context.match, tokens=tokens)
        text = f"### {words.say(f'duel.finale{single}', seat=context.name(view.winner))}\n{reason}"
        lines = []
        for one in view.duelists:
            line = words.say("duel.finale.tokens", seat=context.name(one.seat), count=one.tokens)
            lines.append(f"{line} 🏆" if one.seat == view.winner else line)
        lines.append(words.say("duel.finale.names", names=cards.secrets(view.names_shown.items(), context)))
        return Page(panels=(Panel(text, in_picture="\n".join(lines)),))

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        return story(journal, announcements, context)


def _in_rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(buttons[first : first + ROW_MOST]) for first in range(0, len(buttons), ROW_MOST))
