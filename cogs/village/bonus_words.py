"""The bonus cards in words: what the Mirror says about them, on the board, on My seat and in the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.engine.questions import Question, Seat
from bot.games.village.views import PlayerView, VillageView
from bot.matches.errors import Refused
from bot.ui.panels import Button, Menu, MenuOption, Panel, custom_id, token
from bot.ui.phone_pages import room_of
from bot.ui.render_context import RenderContext

MARKS = {
    "drunk": "🍺", "hero": "💪", "town_idiot": "🤣", "smooth_talker": "💬", "hottie": "🌹", "victim": "🐑",
    "magician": "🪄",
}  # fmt: skip
"""A sign for each card that lies face up, the same as in the pictures; its name always stands beside it."""
MANY = 12
"""At tables as large as this a phone has no room for everything that could be pressed."""
CROWD = 16
"""At even larger ones My seat alone asks whose vote is to be forgotten."""

STANDING = frozenset({"day.cast_sleep", "day.cast_love", "day.sacrifice", "night.sacrifice"})
"""Questions that wait on My seat: nobody gets a message because a card could be used (S0-29)."""
PUBLIC = frozenset({"day.charm", "day.persuade", "day.persuade_to", "day.foul"})
"""What holders of cards that lie face up decide, and the village about them, is asked on the board."""
WITHOUT_NO = STANDING | {"day.charm", "day.foul"}
"""What may be done at any time of the day: there is nothing to decline."""
HELD_ROOM = 5
"""Lines of a phone that everybody's card may take at the end."""
NEEDS_A_VOTE = ("day.vote", "day.ballot")
BY_DAY = ("day", "ballot")
SEATS = frozenset({"beloved", "one", "other"})
STORY = frozenset(
    {
        "dawn.sacrificed", "dawn.heartbreak", "dawn.crush", "dawn.curse", "dawn.toad", "spell.sleep", "day.sacrificed",
        "day.heartbreak", "day.crush", "day.charmed", "day.persuaded", "day.foul",
    }
)  # fmt: skip


def card(context: RenderContext, name: str, ending: str = "") -> str:
    """A bonus card by its name; with `.card` as its holder reads it."""
    return context.words.say(f"bonus.{name}{ending}")


def face_up(context: RenderContext, traits: Sequence[tuple[int, str]]) -> str:
    """The dead who lie there, with their traits."""
    return ", ".join(f"{context.name(seat)} {MARKS[trait]} {card(context, trait)}" for seat, trait in traits)


def own_card(view: VillageView, context: RenderContext) -> list[str]:
    """The own bonus card, and whether it is still good for something."""
    if view.bonus is None:
        return []
    does = card(context, view.bonus, ".card").removesuffix(context.words.say("bonus.where")).rstrip()
    lines = [f"### {card(context, view.bonus)}", does]
    lines += [context.words.say("bonus.spent")] if view.bonus_spent else []
    me = view.player(view.seat)
    if view.phase in BY_DAY and me.speech == "asleep":
        return [*lines, f"{context.words.say('board.you_sleep')} 😴"]
    return [*lines, f"{context.words.say('board.you_are_voteless')} 🚫"] if _is_voteless(view, me) else lines


def beside_cards(name: str, view: VillageView, context: RenderContext) -> str:
    """What is said of the bonus card below the pictures of both cards. Whoever is told of a team as well reads on My
    seat what the card can do: the picture has it in short."""
    if len(view.team) > 1:
        return context.words.say("bonus.more_on_my_seat")
    return card(context, name, ".card")


# -- the board --------------------------------------------------------------------------------------------------------


def traits(view: VillageView, context: RenderContext) -> str:
    """A line about the traits of the living, which their houses show as well."""
    shown = [(player.seat, player.trait) for player in view.players if player.alive and player.trait]
    return context.words.say("board.traits", names=face_up(context, shown)) if shown else ""


def voteless(view: VillageView, context: RenderContext) -> list[str]:
    """A line about who is awake and yet has no vote today, if anybody."""
    silent = [player.seat for player in view.players if _is_voteless(view, player)]
    return [context.words.say("board.voteless", names=context.listed(silent))] if silent else []


def _is_voteless(view: VillageView, player: PlayerView) -> bool:
    """Whether a card has taken this day's vote: charmed, or a foul stands. What toads and sleepers lack is known."""
    return view.phase in BY_DAY and player.speech in ("free", "muted") and not player.votes


def charm(view: VillageView, by_key: Mapping[str, Sequence[Question]], context: RenderContext) -> tuple[Menu, ...]:
    """A menu for who may let somebody forget to vote: it stands below the talk, of which it is a part, and says itself
    whose it is."""
    if view.seats > CROWD:
        return ()
    return tuple(
        Menu(
            custom_id("os", context.match, question.occasion),
            context.words.say("board.day.charm", name=context.labels[question.seat]),
            tuple(MenuOption(token(choice), context.labels[choice]) for choice in question.choices if choice),
        )
        for question in by_key.get("day.charm", ())
    )


def controls(by_key: Mapping[str, Sequence[Question]], context: RenderContext) -> list[Panel]:
    """What can be done in public beside nominating and voting."""
    return [_choice(question, context) for key in ("day.persuade", "day.persuade_to")
            for question in by_key.get(key, ())]  # fmt: skip


def _choice(question: Question, context: RenderContext) -> Panel:
    """A menu for the one who decides; everybody sees that they have to. A computer player chooses from no menu."""
    words = context.words
    values: dict[str, str | int] = {"name": context.name(question.seat)}
    if question.values:
        values["voter"] = context.name(question.values["voter"])
    asked = words.say(f"board.{question.key}", pick=0, **values)
    text = "\n".join(filter(None, (asked, context.decides(question))))
    if question.seat in context.computers:
        return Panel(text)
    people = [choice for choice in question.choices if choice is not None]
    options = [MenuOption(token(choice), context.labels[choice]) for choice in people]
    options.append(MenuOption(token(None), words.say(f"choice.nothing.{question.key}")))
    whose = words.say("board.chooses", name=context.labels[question.seat])
    menu = Menu(custom_id("os", context.match, question.occasion), whose, tuple(options))
    return Panel(text, (menu,))


def fouls(
    view: VillageView, by_key: Mapping[str, Sequence[Question]], context: RenderContext
) -> tuple[tuple[Button, ...], ...]:
    """A button for each actor whom somebody could still call out, below the talk; each says what is amiss, and My seat
    what a foul costs."""
    questions = by_key.get("day.foul", ())
    buttons = []
    for actor in sorted({choice for question in questions for choice in question.choices if choice is not None}):
        player = view.player(actor)
        calls = len(view.foul_calls.get(actor, ()))
        if view.seats >= MANY and not calls:
            continue  # the first one to miss something says so on My seat
        key = f"button.foul.{player.trait}"
        label = context.words.say(key, name=context.labels[actor], calls=calls, needed=view.foul_calls_needed)
        buttons.append(Button(custom_id("o", context.match, questions[0].occasion, actor), label, "secondary", "🚨"))
    return (tuple(buttons),) if buttons else ()


# -- why not ----------------------------------------------------------------------------------------------------------


def why_not(question: Question, token: str, view: VillageView) -> Refused | None:
    """The board has one button for each actor: nobody calls a foul on himself, or the same one twice."""
    if question.key != "day.foul" or token in map(str, question.choices):
        return None
    if token == str(question.seat):
        return Refused("foul_on_oneself")
    called = [str(actor) for actor, callers in view.foul_calls.items() if question.seat in callers]
    return Refused("foul_called_already") if token in called else None


def not_yours(question: Question, view: VillageView, seat: Seat) -> Refused | None:
    """Others are asked this in public, and this seat is not: who has no vote, and who does not hold the card."""
    player = view.player(seat)
    if question.key in NEEDS_A_VOTE and not player.votes:
        return Refused("no_vote_today")
    if question.key == "day.foul":
        return Refused(
            "foul_called_already" if any(seat in by for by in view.foul_calls.values()) else "foul_on_oneself"
        )
    if question.key in PUBLIC:
        return Refused(f"not_asked.{view.player(question.seat).trait}")
    return None


def has_no_vote_for(question: Question) -> Refused | None:
    """Each vote is used once: in the poll on somebody before, or there was no second one."""
    if question.key not in NEEDS_A_VOTE:
        return None
    return Refused("vote_used" if question.key == "day.vote" else "no_second_vote")


# -- secret panels ----------------------------------------------------------------------------------------------------


def menu_panel(question: Question, context: RenderContext) -> Panel:
    """A card that waits for its moment: a menu, which takes two touches, and nothing to decline."""
    words = context.words
    place = (context.match, context.checkpoint, question.number)
    options = tuple(
        MenuOption(
            token(choice), context.labels[choice] if type(choice) is int else words.say(f"choice.{question.key}")
        )
        for choice in question.choices
        if choice is not None
    )
    people = 2 if question.kind == "several" else 1
    standing = question.key in STANDING
    placeholder = words.say(f"board.{question.key}" if standing else f"menu.{question.key}")
    menu = Menu(custom_id("s", *place), placeholder, options, least=people, most=people)
    return Panel(words.say(f"ask.{question.key}"), (menu,))


# -- what is said -----------------------------------------------------------------------------------------------------


def value(name: str, found: Any, context: RenderContext) -> Any:
    """A value of an announcement about bonus cards, in words; None for what is none."""
    if name in ("card", "trait"):
        return card(context, found)
    if name == "spell":
        return context.words.say(f"spell.{found}.name")
    return None


def told_in_parts(said: Announcement, context: RenderContext) -> dict[str, str] | None:
    """The values of those announcements that bring lists; None for all others."""
    if said.key == "bonus.face_up":
        return {"traits": face_up(context, said.values["traits"]) or context.words.say("nobody")}
    if said.key == "night.pairs":
        return {"pairs": pairs(context, said.values["pairs"])}
    return None


def pairs(context: RenderContext, found: Sequence[Sequence[int]]) -> str:
    return "; ".join(context.words.say("bonus.pair", one=context.name(one), other=context.name(other))
                     for one, other in found)  # fmt: skip


def fact(key: str, night: int, values: Mapping[str, Any], context: RenderContext) -> str:
    """Something a bonus card has taught its holder, in a list."""
    told: dict[str, Any] = {}
    for name, found in values.items():
        if name == "pairs":
            told[name] = pairs(context, found)
        elif name in SEATS:
            told[name] = context.name(found)
        else:
            told[name] = value(name, found, context)
    return context.words.say(f"learnt.{key}", night=night, **told)


def cards_told(announcements: Sequence[Announcement], context: RenderContext) -> str:
    """The bonus card that everybody held in the end, on one line of the story; empty where none were dealt."""
    held: dict[int, str] = {}
    for said in announcements:
        if said.key in ("bonus.dealt", "bonus.redrawn") and not said.is_public:
            held[said.audience[0]] = said.values["card"]  # type: ignore[index]
    if not held:
        return ""
    cards = ", ".join(f"{context.name(seat)} {card(context, name)}" for seat, name in sorted(held.items()))
    return context.words.say("story.bonus.dealt", cards=cards)


def love_told(entry: Entry, context: RenderContext) -> str:
    """The two who were to fall in love, for the story; empty where the caster did not name two."""
    if len(entry.value) < 2:
        return ""
    one, other = map(context.name, entry.value)
    return context.words.say("story.day.cast_love", by=context.name(entry.seat), one=one, other=other)


def landed_love_told(said: Announcement, context: RenderContext) -> list[str]:
    """The two who were in love until the next dawn, for the story. Both of them were told: it is still one line."""
    one, other = int(said.audience[0]), said.values["beloved"]
    if one > other:
        return []
    return [context.words.say("story.spell.in_love", one=context.name(one), other=context.name(other))]


def held_at_the_end(view: VillageView, context: RenderContext) -> str:
    """Everybody's bonus card, which the picture of the end does not show; nothing where there are none. Of many the
    story tells it alone."""
    held = [f"{context.name(one.seat)} {card(context, one.bonus)}" for one in view.players if one.bonus]
    told = context.words.say("bonus.at_the_end", held=", ".join(held)) if held else ""
    return told if room_of(told) <= HELD_ROOM else ""


def with_card(line: str, held: str | None, context: RenderContext) -> str:
    """A line about somebody, and which bonus card it was."""
    return f"{line} · 🃏 {card(context, held)}" if held else line
