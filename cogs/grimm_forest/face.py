"""The Grimm Forest's face: its board, its private panels and its end, made from views alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.engine.rulebook import Reason
from bot.games.grimm_forest.card import BEFORE_CHOOSING
from bot.games.grimm_forest.fable import FABLES, is_monster
from bot.games.grimm_forest.friend import FRIENDS
from bot.games.grimm_forest.goods import PRODUCES, total
from bot.games.grimm_forest.values import COSTS, DONE, DRAW, GAIN, LAY_DOWN, PARTS, UNDO, USE
from bot.games.grimm_forest.views import FACE_DOWN, CardView, GrimmForestView, PigView
from bot.ui.face import OpenFace
from bot.ui.panels import OPTIONS_MOST, Button, Menu, MenuOption, Page, Panel, custom_id, token
from bot.ui.phone_pages import room_of
from bot.ui.pictures.picture import Picture
from bot.ui.render_context import RenderContext
from cogs.grimm_forest import words as cards
from cogs.grimm_forest.pictures import HAND, TABLE, hand_picture, table_picture
from cogs.grimm_forest.story import story, winners
from cogs.grimm_forest.words import say

Rows = tuple[tuple[Button, ...] | Menu, ...]

OPEN_ACTS = frozenset(
    {"build.act", "friend.keep", "first_builder.gift", "monster.place", "unique.place", "market.draft"}
)
QUIET_KEYS = frozenset(
    {
        "cards.choose", "cards.chosen", "fable.acts", "friend.drawn", "friend.lost", "roar.runs", "goods.added",
        "goldilocks.took", "little_mermaid.locked", "red_riding_hood.searched", "rapunzel.stored", "special.used",
        "section.built", "build.turn", "build.undone", "build.done", "game.over",
    }
)  # fmt: skip
"""What only changes the board, or what the line that sums up a phase tells again."""
LOUD_GAINS = frozenset({"aladdin", "huntsman", "harvest_moon", "hired_help", "lonely_castle", "pinocchio"})
LOUD_LOSSES = frozenset({"dragon", "giant", "taxation"})
LOUD_TAKINGS = frozenset({"cinderella", "hidden_vault"})
LOUD_DRAWS = frozenset({"spy_network", "chinny_chin_chin"})
"""Reasons for which goods and cards are worth a line; the rest is small, or would be a message for each player."""
FIRST_STEPS = frozenset({"straw", "moment"})
"""Last words of keys that ask for the first half of an answer which has very many."""
BUTTONS_MOST = 5
"""With more choices there is a menu."""
FABLES_AS_BUTTONS = 2
"""With one Fable, which may be played or kept; of more there is a menu, which tells what each does."""
READ_MOST = 2
"""So many cards are told below a question; of more a menu tells each, to who wants to read it."""
TURNED_UP = frozenset({"gather.place", "gather.fable"})
"""Questions for cards that lie face down until everybody has chosen."""
FABLES_TO_CHOOSE = frozenset({"gather.fable", "search_the_past.fable"})
"""Questions for one of many Fables: a button for each and what it does would fill a phone's screen twice."""
SEAT_MOST = 2500
"""Characters of a seat's own page; where its hand would make it longer, only the titles stand there, and a menu tells
each card. What is left of a message is for questions."""
BESIDE_MOST, MENU_ROOM = 9, 3
"""Lines of a phone that tell what the own cards do, beside the picture of the hand, and how many of them the menu takes
from which one of several Fables is chosen. Of cards that need more, a menu tells each."""
LINE = 100
"""Characters below an option of a menu."""


class GrimmForestFace(OpenFace):
    """How The Grimm Forest is shown."""

    game = cards.GAME
    emblems: Sequence[str] = ("pig-face", "wolf", "brick", "wood", "house-with-garden")
    open_acts = OPEN_ACTS
    keeps_place = True

    # -- what is said -----------------------------------------------------------------------------------------------

    def is_quiet(self, said: Announcement) -> bool:
        """So that a round has about two messages: what was revealed and gathered, and what was built."""
        why = said.values.get("why")
        match said.key:
            case "goods.gained":
                return why not in LOUD_GAINS
            case "goods.lost":
                return why not in LOUD_LOSSES
            case "goods.taken":
                return why not in LOUD_TAKINGS
            case "goods.given":
                return why == "hansel"
            case "fables.drawn":
                return why not in LOUD_DRAWS
            case "fables.discarded":
                return len(said.values["names"]) == 1
        return said.key in QUIET_KEYS

    def line(self, said: Announcement, view: GrimmForestView, context: RenderContext) -> str:
        return cards.told(said, context)

    def line_beside(
        self, said: Announcement, pictures: Collection[str], view: Any, context: RenderContext
    ) -> str | None:
        """Where the picture of a hand has nothing but the Fables that were drawn, it says which they are; that of the
        table, which everybody played and where they went, as long as it still shows it."""
        if said.key == "fables.are" and HAND in pictures and sorted(view.fables) == sorted(said.values["names"]):
            return ""
        if said.key == "gather.revealed" and TABLE in pictures:
            stand = all(view.pig(seat).location == place for seat, place in said.values["places"])
            return "" if stand else None
        if said.key == "fables.revealed" and TABLE in pictures and not _has_two_of_one(view):
            lying = {(card.owner, card.fable) for card in (*view.cards, *view.waiting)}
            return "" if lying.issuperset(map(tuple, said.values["fables"])) else None
        return super().line_beside(said, pictures, view, context)

    # -- the board --------------------------------------------------------------------------------------------------

    def is_public(self, question: Question, view: GrimmForestView) -> bool:
        """Everything is asked on one's own panel, where the own hand stands."""
        return False

    def awaited(self, view: GrimmForestView) -> tuple[Seat, ...]:
        if view.phase == "choose":
            return tuple(pig.seat for pig in view.pigs if not pig.chosen)
        return () if view.to_act is None else (view.to_act,)

    def board(self, view: GrimmForestView, questions: Sequence[Question], context: RenderContext) -> tuple[Panel, ...]:
        # Round and phase, and who builds, stand on the picture; who has not chosen yet, or has something to decide, is
        # said in words.
        waiting = _time_to_build(view, context) if view.phase == "build" else self.clocks((), view, context)
        moment = Panel("", in_picture=f"### {self.moment(view, context)}")
        head = [*filter(None, [waiting])]
        places = [_place(where, view, context) for where in view.locations]
        lying = _open_cards(view, context)
        if _has_two_of_one(view):  # the picture has room for one card before each player
            head += lying
        else:
            places = [*lying, *places]
        pigs = [_pig(pig, view, context) for pig in view.pigs]
        pigs.append(cards.decks(view, context.words))
        return moment, Panel("\n".join(head), in_picture="\n".join([*places, *pigs]))

    def under_text(self, view: GrimmForestView, context: RenderContext) -> Rows:
        """Every card that lies open can be read."""
        return reading_menus(_cards_in_sight(view), context)

    def stood(self, view: GrimmForestView, context: RenderContext) -> list[str]:
        """Everybody's houses and tokens."""
        return [f"{context.name(pig.seat)}: {_houses(pig, context)}{_tokens(pig, context)}" for pig in view.pigs]

    def board_picture(self, view: GrimmForestView, context: RenderContext) -> Picture | None:
        return table_picture(view, context.labels, context.words)

    def shows_picture(self, news: Sequence[Announcement], view: GrimmForestView) -> bool:
        return True

    def seat_picture(
        self, view: GrimmForestView, questions: Sequence[Question], context: RenderContext
    ) -> Picture | None:
        return hand_picture(view, questions[0] if questions else None, context.labels, context.words)

    def moment(self, view: GrimmForestView, context: RenderContext) -> str:
        seat = context.name(view.to_act) if view.phase == "build" and view.to_act is not None else ""
        mine = "you" if view.to_act == view.seat else "of"
        key = f"moment.build.{mine}" if seat else f"moment.{view.phase}"
        return say(context, key, round=view.round, seat=seat)

    def clocks(self, questions: Sequence[Question], view: GrimmForestView, context: RenderContext) -> str:
        """The players who are waited for, and until when."""
        if view.phase in ("deal", "over"):
            return ""
        if view.phase == "choose":
            return _until(_who_chooses(view, context), context)
        if view.to_act is None:
            return ""
        return _until(say(context, f"turn.{_asked(view)}", seat=context.name(view.to_act)), context)

    # -- private panels ---------------------------------------------------------------------------------------------

    def panel(self, question: Question, view: GrimmForestView, context: RenderContext) -> Panel:
        """A prompt and one tap for each answer; hand and goods stand above it, in `seat`."""
        prompt = self._prompt(question, view, context)
        if question.key == "build.act":
            return Panel(prompt, _build_rows(question, view, context))
        asked_about = _cards_asked_about(question)
        reading = reading_menus(asked_about, context, "asked") if len(asked_about) > READ_MOST else ()
        if len(question.choices) <= (FABLES_AS_BUTTONS if question.key in FABLES_TO_CHOOSE else BUTTONS_MOST):
            return Panel(prompt, (_buttons(question, view, context), *reading))
        return Panel(prompt, (*_menu(question, view, context), *reading))

    def _prompt(self, question: Question, view: GrimmForestView, context: RenderContext) -> str:
        """What is asked, with the facts and the card that belong to it."""
        words = context.words
        values: dict[str, Any] = {}
        for name, value in (question.values or {}).items():
            if name in ("who", "to"):
                values[name] = context.name(value)
            elif name == "place":
                values[name] = cards.place(value, words)
            elif name in ("friend", "fable"):
                values[name] = cards.called(value, words)
            elif name == "material":
                values[name] = cards.material(value, words)
            elif name == "fables":
                values[name] = cards.listed(value, words)
            else:
                values[name] = value
        if question.key == "build.act":
            values["actions"] = say(context, "actions", count=values["left"])
            values |= {part: _cost(f"build.any.{part}", view) for part in PARTS}
        key, _, step = question.key.rpartition(".")
        asked = key if step in FIRST_STEPS else question.key
        if question.key == "build.act" and not values["left"]:
            asked = f"{asked}.used"  # what a floor costs is of no use any more
        lines = [say(context, f"ask.{asked}", **values)]
        if step in FIRST_STEPS:
            lines.append(say(context, f"ask.first.{step}"))
        asked_about = _cards_asked_about(question)
        if len(asked_about) <= READ_MOST:
            lines += [f"-# {cards.card(name, words)}" for name in asked_about]
        return "\n".join(lines)

    def done_page(self, question: Question, view: GrimmForestView, context: RenderContext) -> Page:
        """Asked before actions are given away; nothing has happened until the second button."""
        place = _place_of(question, context)
        buttons = (
            Button(custom_id("a", *place, DONE), say(context, "button.done.do"), "danger", "🏁"),
            Button(custom_id("done", *place, "back"), say(context, "button.done.back")),
        )
        text = say(context, "ask.done", actions=say(context, "actions", count=actions_left(question)))
        return Page(panels=(Panel(text, (buttons,)),))

    def foot(self, view: GrimmForestView, context: RenderContext) -> tuple[Button, ...]:
        rules = custom_id("rules", "topic", f"{cards.GAME}.start", -context.match)
        return (Button(rules, say(context, "button.rules")),)

    def answered(self, question: Question, value: Any, view: GrimmForestView, context: RenderContext) -> str:
        if question.key == "build.act":
            key = value.partition(".")[0]
            return say(context, f"done.{key}", what=_act(value, view, context, with_cost=False))
        own = f"done.{question.key}"
        is_turned_up = question.key in TURNED_UP and view.phase not in FACE_DOWN
        key = own if value is not None and not is_turned_up and context.words.has(f"{cards.GAME}.{own}") else "done"
        return say(context, key, choice=cards.choice(question, value, view, context))

    def chosen(self, question: Question, value: Any, view: GrimmForestView, context: RenderContext) -> str:
        if question.key == "build.act":
            return _act(value, view, context, with_cost=False)
        return cards.choice(question, value, view, context)

    def because(self, reason: Reason, context: RenderContext) -> str:
        """The reason; which goods help most; and how many others would have done as well."""
        values, words = dict(reason.values), context.words
        alike = values.pop("alike", 0)
        for name, in_words in (("need", cards.material), ("place", cards.place), ("goods", cards.goods)):
            if name in values:
                values[name] = in_words(values[name], words)
        if "seat" in values:
            values["seat"] = context.name(values["seat"])
        told = [say(context, reason.key, **values)]
        if "need" in values and "goods" in values:
            told.append(say(context, "why.need", need=values["need"]))
        return " ".join([*told, *([say(context, "why.alike", count=alike)] if alike else [])])

    # -- my seat ----------------------------------------------------------------------------------------------------

    def seat(self, view: GrimmForestView, context: RenderContext) -> Panel:
        """What was chosen and seen. Own goods, houses and Friend, the forest, and the hand with what each card does
        stand under **Text** where there is a picture: the hand's shows what is one's own, the table's the rest."""
        words, me = context.words, view.pig(view.seat)
        is_asked = view.to_act == view.seat or (view.phase == "choose" and view.seat in _choosing(view))
        lines = [] if is_asked and view.phase != "over" else [f"### {self.moment(view, context)}"]
        if is_asked and view.phase != "over":
            # Who else chooses still, the board knows: this page would have to change with each of them.
            lines += filter(None, [_clock("seat.clock", context)])  # what is to be done, is asked below
        elif view.phase != "over":  # this page may stay as it is for a while; what goes on, the board knows
            lines.append(say(context, "seat.wait"))
        for what, seat, name in view.peeked:
            shown: dict[str, Any] = (
                {"place": cards.place(name, words)} if what == "gather" else {"fable": cards.called(name, words)}
            )
            lines.append(say(context, f"{what}.seen", seat=context.name(seat), **shown) + " 👁️")
        if me.locked:
            lines.append(say(context, "seat.locked", places=", ".join(cards.place(one, words) for one in view.gather)))
        decided = _decided(view, context)  # the picture of the hand marks it
        forest = [say(context, "seat.goods", goods=cards.goods(me.goods, words)) + _stored(me, context)]
        forest.append(say(context, "seat.houses", houses=_houses(me, context)))
        if view.phase == "over":  # nobody plays on: what lies in the forest, and what the cards could do, is no news
            return Panel("\n".join(lines), in_picture="\n".join(forest))
        forest.append("**" + say(context, "seat.forest") + "**")
        forest += [_place(where, view, context) for where in view.locations]
        forest += [_pig(pig, view, context) for pig in view.pigs if pig.seat != view.seat]
        if not view.fables:
            forest.insert(0, say(context, "seat.no_hand"))
        beside = _beside_the_hand(view, context) if is_asked else []
        names = _own_cards(view)
        is_too_long = is_asked and view.phase in FACE_DOWN and bool(names) and not beside
        told = "\n".join([*lines, *beside])
        rest = [*decided, *forest, *([] if beside else _friend(view, context))]
        rest += [] if beside and view.phase in FACE_DOWN else _hand(view, context)
        whole = Panel(told, reading_menus(names, context) if is_too_long else (), in_picture="\n".join(rest))
        if len(whole.whole) <= SEAT_MOST or not view.fables:
            return whole
        short = say(context, "seat.hand.short", fables=cards.listed(view.fables, words))
        friend_and_forest = "\n".join([*decided, *_friend(view, context), *forest])
        return Panel("\n".join([*lines, short]), reading_menus(names, context), in_picture=friend_and_forest)

    def hand_told(self, view: GrimmForestView, context: RenderContext) -> str:
        return "\n".join([*_friend(view, context), *_hand(view, context)])

    # -- the end ----------------------------------------------------------------------------------------------------

    def finale(self, view: GrimmForestView, context: RenderContext) -> Page:
        """The winners, the reason, and everybody's houses and tokens."""
        text = f"## {winners(view.winners, context)}\n{say(context, f'end.{view.reason}', pick=context.match)}"
        lines = []
        for pig in sorted(view.pigs, key=lambda one: (one.seat not in view.winners, -_complete(one))):
            mark = " 🏆" if pig.seat in view.winners else ""
            lines.append(f"{context.name(pig.seat)}: {_houses(pig, context)}{_tokens(pig, context)}{mark}")
        return Page(panels=(Panel(text, in_picture="\n".join(lines)),))

    def story(
        self, journal: Sequence[Entry], announcements: Sequence[Announcement], context: RenderContext
    ) -> list[str]:
        return story(announcements, context)


# -- the board in words -----------------------------------------------------------------------------------------------


def _place(where: str, view: GrimmForestView, context: RenderContext) -> str:
    """A Location: its goods, and who and what is there."""
    words, lying = context.words, view.locations[where]
    parts = [cards.goods(lying, words) if total(lying) else say(context, "board.empty")]
    here = [context.name(pig.seat) for pig in view.pigs if pig.location == where]
    if here:
        parts.append(say(context, "board.pigs", count=len(here), names=", ".join(here)))
    for card in view.cards:
        if card.location == where and is_monster(card.fable):
            key = "board.monster.cancelled" if card.cancelled else "board.monster"
            parts.append(say(context, key, fable=cards.called(card.fable, words)) + " 👹")
    parts += [f"{cards.called(card.fable, words)} 🏰" for card in view.unique if card.location == where]
    parts += [f"{cards.called(card.fable, words)} 🧁" for card in view.due if card.location == where]
    return f"**{cards.place(where, words)}** {cards.PLACE_SYMBOLS[where]}: {' · '.join(parts)}"


def _decided(view: GrimmForestView, context: RenderContext) -> list[str]:
    """The own cards that lie face down."""
    told = []
    if view.chosen is not None and view.phase in FACE_DOWN:
        told.append(say(context, "seat.chosen", place=cards.place(view.chosen, context.words)))
    if view.plays is not None and view.phase in FACE_DOWN:
        told.append(say(context, "seat.plays", fable=cards.called(view.plays, context.words)))
    return told


def _friend(view: GrimmForestView, context: RenderContext) -> list[str]:
    """The own Friend, with what it does; after the end it does nothing any more."""
    friend = view.pig(view.seat).friend if view.phase != "over" else None
    if friend is None:
        return []
    words = context.words
    return [say(context, "seat.friend", title=cards.title(friend, words), text=cards.text(friend, words))]


def _hand(view: GrimmForestView, context: RenderContext) -> list[str]:
    """The own Fables, with what each of them does; after the end nobody plays them any more."""
    if view.phase == "over":
        return []
    told = [_held(name, view.fables.count(name), context) for name in dict.fromkeys(view.fables)]
    return [say(context, "seat.hand", count=len(view.fables)), *told] if told else []


def _own_cards(view: GrimmForestView) -> list[str]:
    """The different cards of a hand, the Friend first."""
    friend = view.pig(view.seat).friend
    return list(dict.fromkeys([*([friend] if friend is not None else []), *view.fables]))


def _beside_the_hand(view: GrimmForestView, context: RenderContext) -> list[str]:
    """What the own cards do, for whoever chooses, and what the Friend does, for whoever builds. Nothing of more cards
    than a phone has room for: a menu tells each."""
    if view.phase not in (*FACE_DOWN, "build"):
        return []
    friend, words = view.pig(view.seat).friend, context.words
    names = _own_cards(view) if view.phase in FACE_DOWN else [friend] if friend is not None else []
    beside = [
        f"-# {say(context, 'card.brief', title=cards.title(one, words), text=cards.text(one, words))}" for one in names
    ]
    room = BESIDE_MOST - (MENU_ROOM if len(set(view.fables)) > 1 else 0)
    return beside if sum(map(room_of, beside)) <= room else []


def _asked(view: GrimmForestView) -> str:
    """What whoever is waited for has to do."""
    return view.phase if view.phase in ("choose", "build") else "asked"


def _clock(key: str, context: RenderContext, **values: Any) -> str:
    """When the time of this moment ends; empty where there is no clock."""
    if context.paused:
        return context.words.say("clock.stands")
    when = context.soonest()
    return say(context, key, when=when, **values) if when else ""


def _time_to_build(view: GrimmForestView, context: RenderContext) -> str:
    """Whose time it is that ends: the picture, which says who builds, may be above what a phone shows."""
    return _clock("board.clock", context, seat=context.name(view.to_act)) if view.to_act is not None else ""


def _until(waiting: str, context: RenderContext) -> str:
    """What is waited for, and until when."""
    if context.paused:
        return f"{waiting} · {context.words.say('clock.stands')}"
    when = context.soonest()
    ends = context.words.say("clock.ends", when=when) if when else ""
    return " · ".join(filter(None, (waiting, ends)))


def _who_chooses(view: GrimmForestView, context: RenderContext) -> str:
    """Nobody is named while it is everybody."""
    choosing = _choosing(view)
    if len(choosing) == len(view.pigs):
        return say(context, "turn.choose.all")
    return say(context, "turn.choose", seats=context.listed(choosing))


def _choosing(view: GrimmForestView) -> list[Seat]:
    """Who has not chosen yet; those whose Friend lets them choose last once they alone are left."""
    seats = [pig.seat for pig in view.pigs if not pig.chosen]
    return [seat for seat in seats if not _chooses_last(view.pig(seat))] or seats


def _chooses_last(pig: PigView) -> bool:
    return pig.friend is not None and FRIENDS[pig.friend].acts_at(BEFORE_CHOOSING)


def _pig(pig: PigView, view: GrimmForestView, context: RenderContext) -> str:
    """A player as everybody sees them: goods, hidden Fables, the Friend, and below it the houses."""
    words = context.words
    mark = " ▶️" if pig.seat == view.to_act and view.phase not in ("choose", "over") else ""
    parts = [cards.goods(pig.goods, words), say(context, "board.fables", count=pig.fables)]
    if pig.friend is not None:
        parts.append(say(context, "board.friend", friend=cards.called(pig.friend, words)) + _stored(pig, context))
    if pig.locked:
        parts.append(say(context, "board.locked", count=pig.locked))
    if pig.predicted and pig.friend in ("aladdin", "pinocchio"):
        said = (
            cards.place(pig.predicted, words)
            if pig.friend == "pinocchio"
            else say(context, f"choice.aladdin.predict.{pig.predicted}")
        )
        parts.append(say(context, "board.says", what=said))
    if pig.actions:
        key = "board.actions.more" if pig.actions > 0 else "board.actions.fewer"
        parts.append(say(context, key, count=abs(pig.actions)))
    if pig.seat == view.starter:
        parts.append(say(context, "board.starter"))
    return f"• {context.name(pig.seat)}{mark}: {' · '.join(parts)}\n-# {_houses(pig, context)}{_tokens(pig, context)}"


def _stored(pig: PigView, context: RenderContext) -> str:
    """What lies on Rapunzel."""
    if not total(pig.stored):
        return ""
    return " " + say(context, "board.stored", goods=cards.goods(pig.stored, context.words))


def _houses(pig: PigView, context: RenderContext) -> str:
    """Houses section by section, and the Build Sites that are free."""
    built = " · ".join(cards.house(one, context.words) for one in pig.houses) or say(context, "board.no_houses")
    return f"{built} {say(context, 'board.sites', free=pig.sites - len(pig.houses), sites=pig.sites)}\u00a0🏠"


def _tokens(pig: PigView, context: RenderContext) -> str:
    if not pig.tokens:
        return ""
    which = ", ".join(context.words.say(f"{cards.GAME}.goods.{one}") for one in pig.tokens)
    return f" · {say(context, 'board.tokens', materials=which)} 🥇"


def _complete(pig: PigView) -> int:
    return sum(one.sections == len(PARTS) for one in pig.houses)


def _has_two_of_one(view: GrimmForestView) -> bool:
    """Whether somebody has two Fables of this round before them."""
    owners = [card.owner for card in view.cards]
    return len(set(owners)) < len(owners)


def _open_cards(view: GrimmForestView, context: RenderContext) -> list[str]:
    """The Fables of this round, and the Next Turn cards that lie before their owners."""
    groups: tuple[tuple[str, Sequence[CardView]], ...] = (
        ("board.revealed", view.cards), ("board.due", view.due), ("board.waiting", view.waiting),
    )  # fmt: skip
    lines = []
    for key, lying in groups:
        each = [
            say(
                context,
                "fables.revealed.one",
                seat=context.name(one.owner),
                fable=cards.called(one.fable, context.words),
            )
            for one in lying
        ]
        lines += [say(context, key, fables=" · ".join(each))] if each else []
    return lines


def _cards_in_sight(view: GrimmForestView) -> list[str]:
    """Every card that lies open before everybody, once."""
    lying = [one.fable for one in (*view.cards, *view.unique, *view.due, *view.waiting)]
    friends = [pig.friend for pig in view.pigs if pig.friend is not None]
    return list(dict.fromkeys([*lying, *friends]))


def _held(name: str, many: int, context: RenderContext) -> str:
    return f"• {cards.card(name, context.words)}" + (f" ×{many}" if many > 1 else "")


def reading_menus(names: Sequence[str], context: RenderContext, where: str = "") -> Rows:
    """Menus that tell what a card does, to the one who asks; nothing happens by them. `where` tells apart those that
    may stand on one message."""
    options = [MenuOption(name, cards.title(name, context.words), cards.kind(name, context.words)) for name in names]
    return tuple(
        Menu(custom_id("tale", context.match, f"{where}{first}"), say(context, "menu.read"), tuple(some))
        for first, some in _by_menu(options)
    )


# -- controls ---------------------------------------------------------------------------------------------------------


def _cards_asked_about(question: Question) -> list[str]:
    """Cards whose texts belong to a question: what was drawn, is placed or stopped, and those to choose from."""
    values = question.values or {}
    if question.key == "friend.keep":
        return [values["friend"]]
    if question.key == "tavern.choose":
        return list(question.choices)
    if question.key in ("oracle.keep", "goldilocks.order"):
        return list(dict.fromkeys(values["fables"]))
    if question.key == "search_the_past.fable":
        return [choice for choice in question.choices if choice]
    return [values["fable"]] if "fable" in values else []


def _place_of(question: Question, context: RenderContext) -> tuple[int, int, int]:
    return (context.match, context.checkpoint, question.number)


def _by_menu(options: Sequence[MenuOption]) -> Iterable[tuple[int, Sequence[MenuOption]]]:
    return [(first, options[first : first + OPTIONS_MOST]) for first in range(0, len(options), OPTIONS_MOST)]


def _buttons(question: Question, view: GrimmForestView, context: RenderContext) -> tuple[Button, ...]:
    return tuple(_button(question, value, view, context) for value in question.choices)


def _button(question: Question, value: Any, view: GrimmForestView, context: RenderContext) -> Button:
    text = cards.choice(question, value, view, context)
    emoji = None
    if isinstance(value, str) and value in view.locations:
        text = say(context, "choice.place", place=text, goods=_lying(value, view.locations[value], context))
        emoji = cards.PLACE_SYMBOLS[value]
    elif isinstance(value, str) and value in cards.SYMBOLS:
        emoji = cards.SYMBOLS[value]
    style = "secondary" if value in (None, "let", "stay", "discard") else "primary"
    return Button(custom_id("a", *_place_of(question, context), token(value)), text, style, emoji)


def _lying(where: str, lying: Mapping[str, int], context: RenderContext) -> str:
    """What lies at a Location, on its button; only how much, or how much of each, where all of it is what that brings:
    a phone has a button of its own line for more."""
    kinds = [kind for kind, amount in lying.items() if amount]
    if kinds != list(PRODUCES[where]):
        return cards.goods(lying, context.words)
    if len(kinds) == 1:
        return str(total(lying))
    amounts = {lying[kind] for kind in kinds}
    return say(context, "choice.each", number=amounts.pop()) if len(amounts) == 1 else cards.goods(lying, context.words)


def _menu(question: Question, view: GrimmForestView, context: RenderContext) -> Rows:
    """All answers in a menu, but the one that declines, which has a button."""
    words = context.words
    options = []
    for value in question.choices:
        if value is None:
            continue
        known = value in FABLES or value in FRIENDS
        text = _short(cards.text(value, words)) if known else None
        options.append(MenuOption(token(value), cards.choice(question, value, view, context)[:LINE], text))
    ident = custom_id("s", *_place_of(question, context))
    rows: list[tuple[Button, ...] | Menu] = [Menu(ident, say(context, "menu.choose"), tuple(options))]
    if None in question.choices:
        rows.append((_button(question, None, view, context),))
    return tuple(rows)


def _short(text: str) -> str:
    return text if len(text) <= LINE else text[: LINE - 1] + "…"


def _build_rows(question: Question, view: GrimmForestView, context: RenderContext) -> Rows:
    """Every possible action with its cost; below them undo and done."""
    acts = [value for value in question.choices if value not in (UNDO, DONE)]
    rows = [_act_button(question, value, view, context) for value in acts]
    last = [_act_button(question, value, view, context) for value in (UNDO, DONE) if value in question.choices]
    return (*_in_rows(rows), tuple(last))


def _in_rows(buttons: Sequence[Button]) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(buttons[first : first + BUTTONS_MOST]) for first in range(0, len(buttons), BUTTONS_MOST))


def _act_button(question: Question, value: str, view: GrimmForestView, context: RenderContext) -> Button:
    kind, _, rest = value.partition(".")
    styles = {"build": "success", UNDO: "danger", DONE: "primary"}
    emoji = {DRAW: "🎴", USE: "✨", LAY_DOWN: "🗑️", UNDO: "↩️", DONE: "🏁"}.get(value)
    if emoji is None:
        emoji = "🏠" if kind == "build" else cards.SYMBOLS[rest]
    place = _place_of(question, context)
    ident = custom_id("done", *place) if value == DONE and actions_left(question) else custom_id("a", *place, value)
    return Button(ident, _act(value, view, context), styles.get(kind, "secondary"), emoji)


def actions_left(question: Question) -> int:
    """How many Build actions would be given away by being done now."""
    return int((question.values or {}).get("left", 0)) if question.key == "build.act" else 0


def _act(value: str, view: GrimmForestView, context: RenderContext, *, with_cost: bool = True) -> str:
    """A Build action in words without Markdown."""
    words = context.words
    kind, _, rest = value.partition(".")
    if kind == "build":
        what = cards.section(value, words)
        return say(context, "act.build", what=what, cost=_cost(value, view)) if with_cost else what
    if value.startswith(GAIN):
        return say(context, "act.gain", goods=cards.goods({rest: 1}, words))
    friend = view.pig(view.seat).friend
    return say(context, f"act.{value}", friend=cards.title(friend, words) if friend else "")


def _cost(value: str, view: GrimmForestView) -> int:
    """What a section costs this seat now, with an extra Build Site and opponents' Friends."""
    _, _, part, *cheap = value.split(".")
    number = PARTS.index(part) + 1
    friends = [FRIENDS[pig.friend] for pig in view.pigs if pig.friend is not None and pig.seat != view.seat]
    on_cheap_site = bool(cheap)
    return COSTS[number - 1] - on_cheap_site + sum(friend.toll(number) for friend in friends)
