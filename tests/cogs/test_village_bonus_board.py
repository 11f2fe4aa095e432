"""The board of a crowded enchanted village fits on a message in every phase, in both languages, with long names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from language.any_game import NAMES
from language.village import Enchanted, enchanted

from bot.engine.announcements import SPECTATOR
from bot.engine.match import Entry
from bot.engine.questions import MIRROR, put
from bot.ui.panels import COMPONENTS_MOST, TEXT_MOST, Button, Menu, Page, Panel, custom_id, render
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.village import board, bonus_words
from cogs.village.face import VillageFace

SEATS = 20
WORDS = Wording(wording_files())
FACE = VillageFace()
STAGE = 5
"""Buttons and a line that the stage may add to every board."""
CARDS = {
    "ben": "drunk", "cat": "hero", "dan": "town_idiot", "eve": "smooth_talker", "fay": "hottie", "gus": "victim",
    "hal": "magician", "ida": "sleep", "jon": "deflection", "kim": "lovers", "leo": "lovers", "mia": "third_wheel",
    "ned": "sleep",
}  # fmt: skip
REASON = "Because of the way he looked at the moon, and said that nothing at all was wrong with it, nothing, nothing."


def crowded(**settings: Any) -> Enchanted:
    """Twenty people, every card of the box in the deck, every trait before somebody."""
    deck, team = ("love", "resurrection"), {"ann": "warlock", "kim": "murderer", "leo": "trickster"}
    return enchanted(SEATS, CARDS, deck=deck, settings=settings, redrawn=False, **team)


def day_of(game: Enchanted) -> Iterator[str]:
    """From the redraw to a vote, one moment after the other."""
    yield "redraw"
    game.time_passes("clock.redraw")
    yield "hearts"
    game.whole_night(victim="tom", toad="oda")
    yield "a curse flies"
    game.spells_land()
    game.answers("ida", "day.cast_sleep", "pip")
    game.spells_land()
    yield "talk"
    game.answers("fay", "day.charm", "quin")
    for caller in ("ann", "cat", "dan"):
        game.answers(caller, "day.foul", "ben")
    accusers = [name for name in NAMES if name in game.asked_for("day.call")]
    for accuser, accused in zip(accusers, reversed(game.alive), strict=False):
        game.nominates(accuser, accused, REASON)
    yield "everybody accused"
    game.calls_the_vote()
    yield "ballot"
    game.nobody_speaks()
    key, choice = ("day.ballot", "sue") if "day.ballot" in game.asked("ann") else ("day.vote", "burn")
    for voter in ("ann", "dan", "gus"):
        game.answers(voter, key, choice)
    yield "votes"
    while "day.persuade" not in game.asked("eve"):
        game.time_passes("clock.vote")
        game.nobody_speaks()
    yield "held"
    game.answers("eve", "day.persuade", "ann")
    yield "held for a nominee"


def board_of(game: Enchanted, language: str) -> tuple[Panel, ...]:
    labels = {seat: f"{NAMES[seat - 1].title()} of the Very Long House".ljust(32, "!") for seat in range(1, SEATS + 1)}
    names = {seat: f"**{label}**" for seat, label in labels.items()}
    due = {question.number: 1_767_225_660_000 for question in game.match.open}
    context = RenderContext(1, game.match.checkpoint, names, labels, WORDS.for_locale(language), due)
    view = game.match.view(SPECTATOR)
    questions = [one for one in game.match.open if one.seat == MIRROR or FACE.is_public(one, view)]
    return FACE.board(view, questions, context)


def components(parts: Sequence[Mapping[str, Any]]) -> int:
    return sum(1 + components(part.get("components") or ()) for part in parts)


@pytest.mark.parametrize("open_ballot", [False, True], ids=["in turn", "open"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_board_of_twenty_fits(language: str, open_ballot: bool) -> None:
    game = crowded(open_ballot=open_ballot, introductions=False)
    seen, asked = set(), set()
    for moment in day_of(game):
        panels = board_of(game, language)
        asked |= {question.key for question in game.match.open}
        assert sum(len(panel.text) for panel in panels) <= TEXT_MOST, moment
        buttons = tuple(Button(custom_id("x", number), "Button") for number in range(STAGE))
        page = Page(panels=(Panel("Paused"), *panels, Panel("", (buttons,))), lines=("News",))
        assert components(render(page).to_components()) <= COMPONENTS_MOST, moment
        seen |= {row.custom_id for panel in panels for row in panel.rows if not isinstance(row, tuple)}
    assert "day.charm" in asked
    assert not any("charm" in control for control in seen), "the Hottie's menu is on My seat: a phone has no room here"
    assert any("persuade" in control for control in seen)


def test_what_stands_on_the_board_is_whole() -> None:
    """With everybody accused a phone shows their names; **Text** says by whom and why, and cuts the reasons alone."""
    game = crowded(introductions=False)
    for moment in day_of(game):
        if moment == "everybody accused":
            panels = board_of(game, "en")
            text, beneath = ("\n".join(getattr(one, part) for one in panels) for part in ("text", "under_text"))
            accused = {said.nominee for said in game.match.view(SPECTATOR).nominated_today()}
            assert len(accused) == beneath.count(", nominated by") == SEATS - 3
            assert all(NAMES[seat - 1].title() in text.split("Nominated:")[1] for seat in accused)
            assert ", nominated by" not in text
            assert "No vote today: **Quin" in text
            assert "…”" in beneath
            assert Page(panels=tuple(panels)).fits(), "nothing that comes after them is cut off"


@pytest.mark.parametrize(("value", "told"), [([], ""), ([2, 3], "**ann** cast Love at **ben** and **cat**.")])
def test_a_love_spell_thought_better_of_is_no_line_of_the_story(value: list[int], told: str) -> None:
    entry = Entry(checkpoint=1, number=0, question=1, seat=1, key="day.cast_love", value=value, signature="", digest="")
    names = {1: "**ann**", 2: "**ben**", 3: "**cat**"}
    context = RenderContext(match=1, checkpoint=1, names=names, labels=names, words=WORDS.for_locale("en"), due={})
    assert FACE.act_told(entry, context) == told


@pytest.mark.parametrize("language", ["en", "de"])
def test_how_long_somebody_may_still_decide_is_a_sentence_of_its_own(language: str) -> None:
    """Whether they have a clock or none."""
    question = put(2, "huntsman.shot", (1, 3))
    question.number = 7
    names = {seat: f"**{NAMES[seat - 1]}**" for seat in range(1, 4)}
    words = WORDS.for_locale(language)
    menu = Menu("mm:os:1:shot", "Choose", ())
    context = RenderContext(1, 1, names, names, words, {7: 1_767_225_660_000})
    asked, when = board.shot(question, menu, context).text.split("\n")
    assert asked == words.say("board.shot", name="**ben**")
    assert when == words.say("clock.decides", when="<t:1767225660:R>")
    assert board.shot(question, menu, replace(context, due={})).text == asked


def test_nobody_is_offered_what_a_computer_player_decides() -> None:
    """A menu of the whole village stood there, and nobody at the table could use it."""
    shot = put(2, "huntsman.shot", (1, 3))
    changed = put(2, "day.persuade", (1, 3))
    names = {seat: f"**{NAMES[seat - 1]}**" for seat in range(1, 4)}
    menu = Menu("mm:os:1:shot", "Choose", ())
    for people, menus in (((), 1), ((2,), 0)):
        context = RenderContext(1, 1, names, names, WORDS.for_locale("en"), {}, computers=frozenset(people))
        (persuades,) = bonus_words.controls({"day.persuade": [changed]}, context)
        for panel in (board.shot(shot, menu, context), persuades):
            assert "**ben**" in panel.text
            assert len(panel.rows) == menus


def test_a_toad_that_nobody_has_seen_by_day_is_told_as_one_that_comes_late() -> None:
    """Its curse was still flying when the day was over: that stands between the count and the fire."""
    game, told = crowded(introductions=False), {}
    for moment in day_of(game):
        toads = [said for said in game.match.announcements_for(SPECTATOR) if said.key == "dawn.toad"]
        if toads:
            names = dict.fromkeys(range(1, SEATS + 1), "X")
            context = RenderContext(1, game.match.checkpoint, names, names, WORDS.for_locale("en"), {})
            told[moment] = FACE.line(toads[0], game.match.view(SPECTATOR), context)
    assert "Until nightfall" in told["talk"]
    assert told["ballot"] == "The toad curse lands only now: for what is left of the day, X is a toad."
