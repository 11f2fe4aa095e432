"""Trumplestiltskin's face: its board, its panels and its voice, made from views alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any
from zlib import crc32

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.engine.rulebook import Reason
from bot.games.trumplestiltskin.cards import COLOURS, SUIT, card_of, in_order, is_joker, suit_of
from bot.games.trumplestiltskin.values import ACCEPT, CLAIM, OBJECT, PASS, HandScore, Reckoning, TrickTaken
from bot.games.trumplestiltskin.views import CardPlayerView, TrumplestiltskinView
from bot.matches.errors import Refused
from bot.ui.face import OpenFace
from bot.ui.panels import OPTIONS_MOST, Button, Menu, MenuOption, Page, Panel, custom_id, token
from bot.ui.phone_rows import lines_of, width_of
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.sign import Sign, SignLine
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, plain
from cogs.trumplestiltskin.pictures import TABLE, card_signs, hand_picture, hand_signs, shows_sheet, table_picture

Rows = tuple[tuple[Button, ...] | Menu, ...]

GAME = "trumplestiltskin"
QUIET_KEYS = frozenset(
    {"gnome.picked", "auction.bid", "auction.passed", "blanket.taken", "card.played", "trick.taken"}
)  # fmt: skip
"""What only changes the board: a line each would bury what people say."""
SYMBOLS = {"S": "♤", "H": "♥", "D": "♦", "C": "♧"}
"""The filled spade and club are drawn as almost black emoji, which nobody can see on a dark ground."""
ROW = 5
BIDS_AS_BUTTONS = 4
"""The next bids stand on buttons, beside the Pass; all bids are in a menu."""
NAME_MOST = 12
"""Letters of a name on the score sheet, which tells twenty hands of five people in one message."""


class TrumplestiltskinFace(OpenFace):
    """How Trumplestiltskin is shown."""

    game = GAME
    emblems: Sequence[str] = ("crown", "coin", "thread", "gem-stone", "top-hat")
    open_acts = frozenset({"gnome.pick", "auction.bid", "trump.name", "trick.play"})
    keeps_place = True
    opens_apart = True

    # -- what is said -----------------------------------------------------------------------------------------------

    def is_quiet(self, said: Announcement) -> bool:
        return said.key in QUIET_KEYS

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """The picture of the score sheet says who was Declarer, with what luck, and what it has brought everybody."""
        if said.key == "hand.scored" and TABLE in pictures and shows_sheet(view):
            return ""
        return super().line_beside(said, pictures, view, context)

    def line(self, said: Announcement, view: TrumplestiltskinView, context: RenderContext) -> str:
        """An announcement in the Mirror's voice; which of several wordings is settled by what is said."""
        teller = getattr(self, "_tell_" + said.key.replace(".", "_"), None)
        if teller is not None:
            return str(teller(said, context))
        return self._say(context, said.key, said, **self._values(said, context))

    def _say(self, context: RenderContext, key: str, said: Announcement, **values: str | int) -> str:
        pick = crc32(f"{context.match}.{context.checkpoint}.{said.as_json()}".encode())
        return say(context, key, pick=pick, **values)

    def _values(self, said: Announcement, context: RenderContext) -> dict[str, Any]:
        """The values of an announcement in words: seats as names, cards and suits as they are read."""
        values: dict[str, Any] = {}
        for name, value in said.values.items():
            if name in ("seat", "by", "dealer"):
                values[name] = context.name(value)
            elif name in ("card", "play"):
                values[name] = card_words(value, context)
            elif name == "suit":
                values[name] = suit_words(value, context)
            elif name == "cards" and not isinstance(value, int):
                values[name] = cards_words(value, context)
            elif isinstance(value, str | int):
                values[name] = value
        if "points" in values:
            values["points"] = say(context, "points", count=values["points"])
        return values

    def _tell_hand_begins(self, said: Announcement, context: RenderContext) -> str:
        """How many cards everybody gets, and how many are left over, is told before the first hand alone."""
        values = self._values(said, context)
        rest = values.pop("rest")
        if said.values["number"] > 1:
            return self._say(context, "hand.begins.later", said, **values)
        begins = self._say(context, said.key, said, **values)
        return f"{begins} {say(context, 'hand.begins.rest', count=rest)}" if rest else begins

    def _tell_trick_taken(self, said: Announcement, context: RenderContext) -> str:
        seat, points, plays = said.values["seat"], said.values["points"], said.values["plays"]
        return trick_words(TrickTaken(tuple((by, play) for by, play in plays), seat, points), context)

    def _tell_hand_scored(self, said: Announcement, context: RenderContext) -> str:
        """Whether the Declarer made the bid, and the sheet of this hand."""
        return f"{self._outcome_of_hand(said, context)}\n{sheet_of_hand(score_from(said.values['score']), context)}"

    def _outcome_of_hand(self, said: Announcement, context: RenderContext) -> str:
        """Whether the Declarer made the bid."""
        score = score_from(said.values["score"])
        key = "hand.scored.made" if score.made else "hand.scored.missed"
        took = next(one.points for one in score.reckonings if one.seat == score.declarer)
        return self._say(
            context,
            key,
            said,
            seat=context.name(score.declarer),
            bid=score.bid,
            points=say(context, "points", count=took),
        )

    def _tell_discarded(self, said: Announcement, context: RenderContext) -> str:
        return ""  # the answer says so, and the seat goes on saying it

    def _tell_game_over(self, said: Announcement, context: RenderContext) -> str:
        return ""  # the finale tells it

    # -- the board --------------------------------------------------------------------------------------------------

    def is_public(self, question: Question, view: TrumplestiltskinView) -> bool:
        """The Gnome card is picked unseen by all, so it can be picked in public; cards and bids are private panels."""
        return question.key == "gnome.pick"

    def awaited(self, view: TrumplestiltskinView) -> tuple[Seat, ...]:
        return () if view.to_act is None else (view.to_act,)

    def board(
        self, view: TrumplestiltskinView, questions: Sequence[Question], context: RenderContext
    ) -> tuple[Panel, ...]:
        waiting = self._waiting(view, context)
        if view.phase == "claim":  # who answers it, the picture does not say
            waiting, clock = "", self.clocks((), view, context)
        else:
            clock = _clock("board.clock", context) if waiting else ""
        title = f"### {self.moment(view, context)}"
        head = list(filter(None, [clock]))
        if view.phase == "claim":
            head.insert(0, title)
            title = ""
        shown = [*filter(None, [waiting]), *_stakes(view, context), *_middle(view, context)]
        told = [*_taken(view, context), *_laid_open(view, context)]
        panels = [Panel("\n".join([*head, *told]), heading=title, in_picture="\n".join(shown))]
        for question in questions:
            # Of a computer's choice no button is of use to anybody; the picture says who is waited for.
            if question.key == "gnome.pick" and question.seat not in context.computers:
                ids = [custom_id("o", context.match, question.occasion, choice) for choice in question.choices]
                ask = say(context, "ask.gnome.pick.public", seat=context.name(question.seat))
                panels.append(Panel(ask, _numbers(question, ids, "secondary")))  # they are for one of all who see them
        looks = (*self.foot(view, context), *((_sheet_button(context),) if _has_begun(view) else ()))
        panels.append(Panel("", (looks,), in_picture="\n".join(_standings(view, context))))
        return tuple(panels)

    def stood(self, view: TrumplestiltskinView, context: RenderContext) -> list[str]:
        """Everybody's points, and the Gnome's."""
        columns = [(player, say(context, "points", count=player.column)) for player in view.players]
        lines = [say(context, "finale.line", seat=context.name(one.seat), points=points) for one, points in columns]
        return [*lines, say(context, "finale.gnome", points=say(context, "points", count=view.gnome))]

    def board_picture(self, view: TrumplestiltskinView, context: RenderContext) -> Picture | None:
        return table_picture(view, context.labels, context.words)

    def shows_picture(self, news: Sequence[Announcement], view: TrumplestiltskinView) -> bool:
        return True

    def seat_picture(
        self, view: TrumplestiltskinView, questions: Sequence[Question], context: RenderContext
    ) -> Picture | None:
        return hand_picture(view, questions[0] if questions else None, context.labels, context.words)

    def signs(self, words: Wording) -> Sequence[Sign]:
        return card_signs(words)

    def seat_signs(
        self, view: TrumplestiltskinView, questions: Sequence[Question], context: RenderContext
    ) -> Sequence[SignLine]:
        return hand_signs(view, questions[0] if questions else None, context.words)

    def moment(self, view: TrumplestiltskinView, context: RenderContext) -> str:
        return say(context, f"moment.{view.phase}", hand=view.number, trick=len(view.tricks) + 1)

    def clocks(self, questions: Sequence[Question], view: TrumplestiltskinView, context: RenderContext) -> str:
        """The players who are waited for, and until when. All who are asked at one moment have the same time."""
        waiting = self._waiting(view, context)
        if context.paused:
            return f"{waiting} · {context.words.say('clock.stands')}" if waiting else ""
        when = context.soonest()
        ends = context.words.say("clock.ends", when=when) if when and waiting else ""
        return " · ".join(filter(None, (waiting, ends)))

    def _waiting(self, view: TrumplestiltskinView, context: RenderContext) -> str:
        """The players who are waited for; the picture of the table says so as well."""
        if view.phase == "claim":
            return say(context, "turn.claim", seat=context.name(view.claimant or 0))
        if view.to_act is None or view.phase in ("scored", "over"):
            return ""
        you = ".you" if view.to_act == view.seat else ""
        return say(context, f"turn.{view.phase}{you}", seat=context.name(view.to_act))

    # -- secret panels ----------------------------------------------------------------------------------------------

    def panel(self, question: Question, view: TrumplestiltskinView, context: RenderContext) -> Panel:
        """What is asked of this seat, and the controls; hand and table stand above it, in `seat`."""
        place = (context.match, context.checkpoint, question.number)
        prompt = self._prompt(question, view, context)
        if question.key == "auction.bid":
            return Panel(prompt, _bids(question, place, context))
        if question.key == "exchange.discard":
            return Panel(prompt, (_laying_away(question, view, place, context),))
        if question.key == "trump.name":
            return Panel(prompt, (_suits(question, view, place, context),))
        if question.key == "trick.play":
            return Panel(prompt, _hand_buttons(question, view, place, context))
        if question.key == "claim.object":
            return Panel(prompt, (_objections(place, context),))
        ids = [custom_id("a", *place, choice) for choice in question.choices]
        return Panel(prompt, _numbers(question, ids, "primary"))

    def _prompt(self, question: Question, view: TrumplestiltskinView, context: RenderContext) -> str:
        key = f"ask.{question.key}"
        if question.key == "trick.play":
            key += ".lead" if not view.trick else ""
            asked = say(context, key, trick=len(view.tricks) + 1)
            is_bound = any(play not in question.choices for card in view.hand for play in _as_declared(card))
            return f"{asked}\n{say(context, 'ask.trick.play.grey')}" if is_bound else asked
        if question.key == "auction.bid":
            return say(context, key, bid=question.choices[0])
        if question.key == "claim.object":
            return say(context, key, seat=context.name(view.claimant or 0))
        return say(context, key)

    def why_not(self, question: Question, token: str, view: TrumplestiltskinView) -> Refused | None:
        """The rule that forbids a card of this hand."""
        if question.key != "trick.play" or not view.trick or view.trump is None or token in question.choices:
            return None
        if card_of(token) not in view.hand or (is_joker(token) and token not in _as_declared(card_of(token))):
            return None
        led = suit_of(view.trick[0][1])
        duty = view.why_not(card_of(token))
        if duty is None:  # this Joker may be played, but not as this suit
            can_follow = any(not is_joker(card) and SUIT[card] == led for card in view.hand)
            duty = ("follow", led) if can_follow else ("overtrump", view.trump)
        if duty[0] == "beat":
            return Refused("trump_beat")
        return Refused(f"trump_{duty[0]}.{led}")

    def foot(self, view: TrumplestiltskinView, context: RenderContext) -> tuple[Button, ...]:
        """The last trick, once there is one in this hand."""
        return (Button(custom_id("trick", context.match), say(context, "button.trick")),) if view.tricks else ()

    def answered(self, question: Question, value: Any, view: TrumplestiltskinView, context: RenderContext) -> str:
        key = f"ask.{question.key}.done"
        if question.key == "trick.play" and value != CLAIM:
            return say(context, key, card=card_words(value, context))
        if question.key == "exchange.discard":
            return say(context, key, cards=cards_words(in_order(value, view.trump), context))
        if question.key == "trump.name":
            return say(context, key, suit=suit_words(value, context))
        if question.key == "auction.bid" and value != PASS:
            return say(context, key, bid=value)
        if question.key == "gnome.pick":
            return say(context, key, number=value)
        return say(context, f"{key}.{value}")

    def chosen(self, question: Question, value: Any, view: TrumplestiltskinView, context: RenderContext) -> str:
        if question.key == "exchange.discard":
            return ", ".join(short(card, context) for card in in_order(value, view.trump))
        if question.key == "trump.name":
            return suit_words(value, context)
        if value in (PASS, CLAIM, ACCEPT, OBJECT):
            return say(context, f"button.{value}")
        return short(value, context) if question.key == "trick.play" else str(value)

    def because(self, reason: Reason, context: RenderContext) -> str:
        values = dict(reason.values)
        also = values.pop("also", ())
        if "points" in values:
            values["points"] = say(context, "points", count=values["points"])
        return " ".join([say(context, reason.key, **values), *(self.because(one, context) for one in also)])

    def claim_page(self, question: Question, view: TrumplestiltskinView, context: RenderContext) -> Page:
        """What claiming means, before it is done: the hand is shown to everybody."""
        place = (context.match, context.checkpoint, question.number)
        buttons = (
            Button(custom_id("a", *place, CLAIM), say(context, "button.claim.do"), "danger", "🤲"),
            Button(custom_id("claim", *place, "back"), say(context, "button.claim.back")),
        )
        text = say(context, "claim.ask", cards=cards_words(view.hand, context), number=len(view.hand))
        return Page(panels=(Panel(text, (buttons,)),))

    # -- my seat ----------------------------------------------------------------------------------------------------

    def seat(self, view: TrumplestiltskinView, context: RenderContext) -> Panel:
        """What is asked, the own account, and what lies on the table. The hand, what was laid away, what is played for
        and the points of all stand under **Text** where there is a picture: the hand's and the table's show them."""
        me = view.player(view.seat)
        is_asked = view.to_act == view.seat and view.phase not in ("scored", "over")
        lines = [] if is_asked else [f"### {self.moment(view, context)}"]
        if view.phase == "claim" and view.claimant != view.seat:
            lines += filter(None, [self.clocks((), view, context)])
        elif view.to_act == view.seat:  # what is to be done, is asked below
            lines += filter(None, [_clock("seat.clock", context)])
        elif view.phase != "over":  # this page may stay as it is for a while; whose turn it is, the board knows
            lines.append(say(context, "seat.wait"))
        hand = say(context, "seat.hand", cards=cards_words(view.hand, context)) if view.hand else ""
        if not hand and view.phase != "over":
            lines.append(say(context, "seat.no_hand"))
        if me.bid and view.phase != "over":
            lines.append(say(context, "seat.bid", bid=me.bid))
        elif view.declarer is not None and view.phase != "over":  # before, there was no bid to miss
            lines.append(say(context, "seat.no_bid"))
        lines += [*_middle(view, context), *_laid_open(view, context)]
        shown = [*_stakes(view, context), *_taken(view, context), *_standings(view, context)]
        shown += [hand, self.hand_told(view, context)]
        return Panel("\n".join(lines), in_picture="\n".join(filter(None, shown)))

    def hand_told(self, view: TrumplestiltskinView, context: RenderContext) -> str:
        """What was laid away: the picture of a hand does not show it."""
        if not view.discarded:
            return ""
        return say(context, "seat.discarded", cards=cards_words(view.discarded, context))

    # -- the end ----------------------------------------------------------------------------------------------------

    def finale(self, view: TrumplestiltskinView, context: RenderContext) -> Page:
        """The winners, the reason, everybody's column and the Gnome's; the whole sheet is a press away."""
        reason = say(context, f"end.{view.reason}", pick=context.match, seat=context.name(view.declarer or 0))
        lines = []
        for player in sorted(view.players, key=lambda one: -one.column):
            key = "finale.winner" if player.seat in view.winners else "finale.line"
            points = say(context, "points", count=player.column)
            lines.append(say(context, key, seat=context.name(player.seat), points=points))
        lines.append(say(context, "finale.gnome", points=say(context, "points", count=view.gnome)))
        text = f"## {winners_words(view.winners, context)}\n{reason}"
        return Page(panels=(Panel(text, ((_sheet_button(context),),), in_picture="\n".join(lines)),))

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        """The whole game read aloud, hand by hand: the deal, the auction, the Blanket, and every trick."""
        paragraphs = [f"## {say(context, 'story.title')}"]
        lines: list[str] = []
        for said in announcements:
            if said.key == "hand.begins":
                paragraphs += ["\n".join(lines)] if lines else []
                lines = [f"### {say(context, 'story.hand', hand=said.values['number'])}"]
            told = self._in_story(said, context)
            lines += [told] if told else []
        return [*paragraphs, "\n".join(lines)]

    def _in_story(self, said: Announcement, context: RenderContext) -> str:
        if said.key in ("card.played", "game.begins"):
            return ""
        if said.key == "game.over":
            winners = winners_words(said.values["winners"], context)
            columns = [f"{context.name(seat)} {points}" for seat, points in enumerate(said.values["columns"], start=1)]
            gnome = say(context, "story.gnome", points=said.values["gnome"])
            return f"**{winners}** {', '.join([*columns, gnome])}"
        if said.key in ("hand.dealt", "blanket.is", "discarded"):
            assert said.audience != "everyone"
            cards = cards_words(said.values["cards"], context)
            return "• " + say(context, f"story.{said.key}", seat=context.name(said.audience[0]), cards=cards)
        return "• " + self.line(said, None, context)  # type: ignore[arg-type]


# -- the table in words -----------------------------------------------------------------------------------------------


def say(context: RenderContext, key: str, *, pick: int = 0, **values: str | int) -> str:
    """A sentence of this game."""
    return context.words.say(f"{GAME}.{key}", pick=pick, **values)


def suit_words(suit: str, context: RenderContext) -> str:
    """`hearts ♥`."""
    return f"{say(context, f'suit.{suit}')} {SYMBOLS[suit]}"


def short(play: str, context: RenderContext) -> str:
    """A card or play for a button: `10♥`, whose sign is read as its suit, or a Joker as `Joker as ♥`: there
    are two of these buttons for one card."""
    if not is_joker(play):
        return f"{_index(play, context)}{SYMBOLS[SUIT[play]]}"
    if play == card_of(play):
        return spoken(play, context)
    return say(context, "joker.button", suit=SYMBOLS[suit_of(play)])


def spoken(play: str, context: RenderContext) -> str:
    """A card or play as it is read aloud: `10 of Hearts`, `red Joker as Spades`."""
    if not is_joker(play):
        suit = say(context, f"suit.{SUIT[play]}")
        return say(context, "card.one", rank=_rank(play, context), suit=suit)
    joker = say(context, f"joker.{card_of(play)}")
    if play == card_of(play):
        return joker
    return say(context, "joker.as", joker=joker, suit=say(context, f"suit.{suit_of(play)}"))


def _index(card: str, context: RenderContext) -> str:
    """What stands in the corner of a card that is no Joker."""
    return context.words.say(f"picture.trump.index.{card[:-2]}")


def _rank(card: str, context: RenderContext) -> str:
    """How a card that is no Joker is called: a listener hears no letters."""
    return context.words.say(f"picture.trump.rank.{card[:-2]}")


def card_words(play: str, context: RenderContext) -> str:
    """A card or play in the middle of a sentence."""
    return f"**{spoken(play, context)}**"


def cards_words(cards: Iterable[str], context: RenderContext) -> str:
    """Several cards in the middle of a sentence, as they are sorted: `Ace, 10 of Hearts; red Joker`."""
    runs = []
    for suit, run in groupby(cards, key=SUIT.get):
        held = list(run)
        if suit is None or len(held) == 1:
            runs += [spoken(card, context) for card in held]
        else:
            ranks = ", ".join(_rank(card, context) for card in held)
            runs.append(say(context, "card.of", ranks=ranks, suit=say(context, f"suit.{suit}")))
    return f"**{'; '.join(runs)}**"


def plays_words(plays: Iterable[tuple[Seat, str]], context: RenderContext) -> str:
    return ", ".join(say(context, "play", seat=context.name(seat), card=spoken(play, context)) for seat, play in plays)


def trick_words(taken: TrickTaken, context: RenderContext) -> str:
    """A trick, who took it, and what it was worth."""
    return say(
        context, "trick.taken", plays=plays_words(taken.plays, context), seat=context.name(taken.winner),
        points=say(context, "points", count=taken.points),
    )  # fmt: skip


def winners_words(winners: Sequence[Seat], context: RenderContext) -> str:
    names = [context.labels[seat] for seat in winners]
    return say(context, "over.won" if len(names) == 1 else "over.shared", names=", ".join(names))


def _stakes(view: TrumplestiltskinView, context: RenderContext) -> list[str]:
    """What everybody plays for, and the suit that is Trump."""
    if view.declarer is None:
        return []
    declarer = context.name(view.declarer)
    if view.trump is None:
        return [say(context, "board.declarer", seat=declarer, bid=view.high_bid)]
    trump = suit_words(view.trump, context)
    taken = view.player(view.declarer).points
    return [say(context, "board.stakes", seat=declarer, bid=view.high_bid, trump=trump, taken=taken)]


def _middle(view: TrumplestiltskinView, context: RenderContext) -> list[str]:
    """What lies on the table or has been bid."""
    lines = []
    if view.phase == "auction":
        bids = [
            say(context, "board.bid" if bid else "board.passed", seat=context.name(seat), bid=bid)
            for seat, bid in view.bids
        ]
        lines.append(say(context, "board.bids", bids=" · ".join(bids)) if bids else say(context, "board.no_bids"))
    if view.trick:
        lines.append(say(context, "board.trick", plays=plays_words(view.trick, context)))
    return lines


def _taken(view: TrumplestiltskinView, context: RenderContext) -> list[str]:
    """Who took the last trick, until the next one begins."""
    if view.trick or view.phase != "tricks" or not view.tricks:
        return []
    last = view.tricks[-1]
    points = say(context, "points", count=last.points)
    return [say(context, "board.taken", seat=context.name(last.winner), points=points)]


def _laid_open(view: TrumplestiltskinView, context: RenderContext) -> list[str]:
    """Every hand that was laid open: the table has room for one."""
    return [
        say(context, "board.shown", seat=context.name(player.seat), cards=cards_words(player.shown, context))
        for player in view.players
        if player.shown
    ]


def _standings(view: TrumplestiltskinView, context: RenderContext) -> list[str]:
    """Everybody in this hand and on the sheet, and the Gnome."""
    lines = [_standing(player, view, context) for player in view.players]
    lines.append(say(context, "board.gnome", points=view.gnome, goal=view.gnome_goal))
    return lines if view.phase == "over" else [*lines, say(context, "board.goal", goal=view.players_goal)]


def _standing(player: CardPlayerView, view: TrumplestiltskinView, context: RenderContext) -> str:
    to_act = "board.to_act.own" if player.seat == view.seat else "board.to_act"
    parts = [say(context, to_act)] if player.seat == view.to_act else []
    parts += [say(context, "board.is_declarer")] if player.seat == view.declarer else []
    parts += [say(context, "board.cards", count=player.cards)] if view.phase != "over" else []
    if view.trump is not None:
        parts.append(say(context, "board.tricks", count=player.tricks))
        parts.append(say(context, "board.points", count=player.points))
    if player.bid:
        parts.append(say(context, "board.own_bid", bid=player.bid))
    if player.seat == view.dealer:
        parts.append(say(context, "board.dealer"))
    detail = " · ".join(parts)
    return "• " + say(context, "board.standing", seat=context.name(player.seat), column=player.column, detail=detail)


# -- controls ---------------------------------------------------------------------------------------------------------


def _has_begun(view: TrumplestiltskinView) -> bool:
    """Whether there is anything to look back on: a hand on the sheet, or an auction."""
    return bool(view.hands) or view.phase != "gnome"


def _clock(key: str, context: RenderContext) -> str:
    """When the time of this moment ends; empty where there is no clock."""
    if context.paused:
        return context.words.say("clock.stands")
    when = context.soonest()
    return say(context, key, when=when) if when else ""


def _sheet_button(context: RenderContext) -> Button:
    """Every hand so far, for whoever presses."""
    return Button(custom_id("sheet", context.match), say(context, "button.sheet"))


def _rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(buttons[start : start + ROW]) for start in range(0, len(buttons), ROW))


def _full_rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    """As many side by side as a phone has room for: of short ones more than of long ones, at most as Discord takes."""
    rows: list[tuple[Button, ...]] = []
    for button in buttons:
        longer = (*rows[-1], button) if rows else (button,)
        widths = [width_of(one.label, has_emoji=one.emoji is not None) for one in longer]
        if rows and len(longer) <= ROW and len(lines_of(widths)) == 1:
            rows[-1] = longer
        else:
            rows.append((button,))
    return tuple(rows)


def _numbers(question: Question, ids: Sequence[str], style: str) -> Rows:
    """The face-down cards of the Blanket: three and three."""
    buttons = [Button(one, str(choice), style) for one, choice in zip(ids, question.choices, strict=True)]
    return tuple(buttons[:3]), tuple(buttons[3:])


def _bids(question: Question, place: tuple[int, ...], context: RenderContext) -> Rows:
    """The next bids and the Pass as buttons, every bid in a menu."""
    bids = [choice for choice in question.choices if choice != PASS]
    buttons = [Button(custom_id("a", *place, bid), str(bid), "primary") for bid in bids[:BIDS_AS_BUTTONS]]
    buttons.append(Button(custom_id("a", *place, PASS), say(context, "button.pass"), "secondary"))
    menus = [
        Menu(
            # A part more than is read: two menus of one message may not have one id.
            custom_id("s", *place, start),
            say(context, "menu.bid"),
            tuple(MenuOption(token(bid), say(context, "choice.bid", bid=bid)) for bid in bids[start:][:OPTIONS_MOST]),
        )
        for start in range(0, len(bids), OPTIONS_MOST)
    ]
    return (tuple(buttons), *menus)


def _laying_away(
    question: Question, view: TrumplestiltskinView, place: tuple[int, ...], context: RenderContext
) -> Menu:
    options = tuple(MenuOption(card, spoken(card, context)) for card in view.hand)
    return Menu(
        custom_id("s", *place),
        say(context, "menu.discard", count=question.most),
        options,
        question.least,
        question.most,
    )


def _suits(
    question: Question, view: TrumplestiltskinView, place: tuple[int, ...], context: RenderContext
) -> tuple[Button, ...]:
    """Every suit, with how many cards of it this hand holds."""
    buttons = []
    for suit in question.choices:
        held = sum(not is_joker(card) and SUIT[card] == suit for card in view.hand)
        text = say(context, "choice.trump", suit=say(context, f"suit.{suit}"), held=held)
        buttons.append(Button(custom_id("a", *place, suit), f"{text} {SYMBOLS[suit]}", "primary"))
    return tuple(buttons)


def _hand_buttons(
    question: Question, view: TrumplestiltskinView, place: tuple[int, ...], context: RenderContext
) -> Rows:
    """The whole hand, so that a card lies where it lay: those that may be played stand out."""
    buttons = [
        Button(
            custom_id("a", *place, play), short(play, context), "primary" if play in question.choices else "secondary"
        )
        for card in view.hand
        for play in _as_declared(card)
    ]
    if CLAIM in question.choices:
        buttons.append(Button(custom_id("claim", *place), say(context, "button.claim"), "success", "🤲"))
    return _full_rows(buttons)


def _as_declared(card: str) -> tuple[str, ...]:
    """A card as it can be played: a Joker as either suit of its colour (S4-10)."""
    return tuple(f"{card}-{suit}" for suit in COLOURS[card]) if card in COLOURS else (card,)


def _objections(place: tuple[int, ...], context: RenderContext) -> tuple[Button, ...]:
    return (
        Button(custom_id("a", *place, ACCEPT), say(context, "button.accept"), "success"),
        Button(custom_id("a", *place, OBJECT), say(context, "button.object"), "danger"),
    )


# -- the score sheet --------------------------------------------------------------------------------------------------


def score_from(score: Sequence[Any]) -> HandScore:
    """A row of the sheet as it was announced."""
    number, declarer, bid, trump, made, reckonings, columns, gnome = score
    return HandScore(
        number, declarer, bid, trump, made, tuple(Reckoning(*one) for one in reckonings), tuple(columns), gnome
    )


def sheet_of_hand(score: HandScore, context: RenderContext) -> str:
    """One hand, a sentence for each player and one for the Gnome: what was bid, taken and scored, and the totals."""
    lines = [
        say(
            context, "sheet.player" if one.bid else "sheet.player.no_bid", seat=context.name(one.seat), bid=one.bid,
            took=one.points, scored=one.scored, total=total,
        )
        for one, total in zip(score.reckonings, score.columns, strict=True)
    ]  # fmt: skip
    gnome = sum(one.gnome for one in score.reckonings)
    return "\n".join((*lines, say(context, "sheet.gnome", scored=gnome, total=score.gnome)))


def whole_sheet(view: TrumplestiltskinView, context: RenderContext) -> list[str]:
    """Every hand so far, a line each: everybody's points after it, and whether the bid was made or missed."""
    return [_hand_on_sheet(score, context) for score in view.hands]


def _hand_on_sheet(score: HandScore, context: RenderContext) -> str:
    names = sheet_names(context)
    columns = [f"{names[seat]} {points}" for seat, points in enumerate(score.columns, start=1)]
    key = "sheet.hand.made" if score.made else "sheet.hand.missed"
    declarer = names[score.declarer]
    return say(
        context, key, number=score.number, columns=", ".join(columns), gnome=score.gnome, bid=score.bid, seat=declarer
    )


def sheet_names(context: RenderContext) -> dict[Seat, str]:
    """What everybody is called on the sheet, which has a line for each hand: the beginning of a long name. Those that
    begin alike are told apart by their seats."""
    names = {seat: _beginning(name) for seat, name in sorted(context.labels.items())}
    every = list(names.values())
    return {seat: plain(name if every.count(name) == 1 else f"{name} {seat}") for seat, name in names.items()}


def _beginning(name: str) -> str:
    return name if len(name) <= NAME_MOST else f"{name[: NAME_MOST - 2].strip()}…"
