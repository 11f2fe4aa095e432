"""The duel's words are complete: whatever the rules can say, ask or be set to has a sentence, and every page fits."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match
from bot.engine.questions import MIRROR, Question
from bot.engine.rulebook import RoleSet
from bot.games import GAMES, name_duel
from bot.games.name_duel.names import NAMES
from bot.games.name_duel.options import ROLE_SETS, DuelOptions
from bot.games.name_duel.table import Event
from bot.games.name_duel.views import DuelView
from bot.matches.option_fields import option_fields
from bot.players.random_player import RandomPlayer
from bot.ui.face import Setting
from bot.ui.mirror import wording_files
from bot.ui.option_words import named
from bot.ui.panels import LABEL_MOST, TEXT_MOST, Button, Menu, Page, Panel
from bot.ui.wording import Wording
from cogs.name_duel import words as cards
from cogs.name_duel.board import QUIET_KEYS, SHOWN_KINDS, DuelFace
from cogs.name_duel.cog import names_page
from cogs.rules_lookup import find_topic, topics

GAME = GAMES["name_duel"]
SOURCE = Path(name_duel.__file__).parent
FILES = Path(__file__).parents[2] / "cogs" / "name_duel"
WORDING, RULES = FILES / "wording.en.po", FILES / "rules.en.po"
WORDS = Wording(wording_files())
FACE = DuelFace()
LINE, FORM_LABEL, RULE = 100, 45, 1200
"""Most characters of: a menu's description, the label of an option, one topic of the rules."""
COMPONENTS_MOST = 36
"""Controls, texts and frames of a page, with some room for the buttons that the stage adds."""
ONCE_IS_ENOUGH = {"turn.begins", "cards.drawn", "cards.returned"}
"""Told as a heading, or put together of numbers."""
SECRET = {"hand.dealt", "card.drawn", "bottom.is"}
AREAS = (
    "start", "setup", "secret_name", "turn", "guess", "reactions", "winning", "shown", "time", "sets", "cards",
)  # fmt: skip


def read(path: Path) -> dict[str, tuple[str, ...]]:
    """msgid -> its forms, the variants under their own ids."""
    with path.open("rb") as file:
        catalog = read_po(file, locale="en", abort_invalid=True)
    sentences = {}
    for message in catalog:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            sentences[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return sentences


SENTENCES, TOPICS = read(WORDING), read(RULES)


def without_number(name: str) -> str:
    return re.sub(r"#\d+$", "", name)


def variants(key: str) -> list[str]:
    return [form for name, forms in SENTENCES.items() if without_number(name) == key for form in forms]


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


def calls(*names: str, argument: int = 0) -> Iterator[tuple[str, ast.Call]]:
    """Calls of these functions in the duel's source, each with the key it is given."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                literals = [part.value for part in node.args[:2] if isinstance(part, ast.Constant)]
                keys = [literal for literal in literals if isinstance(literal, str)]
                if name in names and keys:
                    yield keys[argument], node


def keys_of(*names: str) -> list[str]:
    return sorted({key for key, _ in calls(*names)})


ANNOUNCED = keys_of("announce", "tell")
ASKED = keys_of("Question", "choose", "choose_number", "choose_several")
EVENTS = {
    node.args[1].value
    for path in SOURCE.rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text()))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "saw"
    if isinstance(node.args[1], ast.Constant)
}


def test_the_keys_are_found_in_the_source() -> None:
    assert {"contest.begins", "guess.made", "deck.top_shown", "card.regained", "game.won"} <= set(ANNOUNCED)
    assert {"duel.play", "duel.guess", "duel.react", "hobyah.draw", "hobyah.top", "flippy.deck"} <= set(ASKED)
    assert {"played", "top", "inverted", "exchanged", "regained"} <= EVENTS


# -- the files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [WORDING, RULES], ids=lambda path: path.name)
def test_no_key_stands_twice_and_none_is_empty(path: Path) -> None:
    written = Counter(re.findall(r'^msgid "(.+)"', path.read_text(), re.MULTILINE))
    assert [key for key, count in written.items() if count > 1] == []
    assert [key for key, forms in read(path).items() if not all(forms)] == []


def test_no_key_is_in_another_file() -> None:
    """A later file would silently take the sentence of an earlier one."""
    mine = {without_number(key) for key in (*SENTENCES, *TOPICS)}
    for path in wording_files():
        if path not in (WORDING, RULES):
            assert not mine & {without_number(key) for key in read(path)}, path


def test_variants_are_numbered_without_gaps_and_want_the_same_values() -> None:
    for key in {without_number(name) for name in SENTENCES}:
        numbers = sorted(
            int(name.rpartition("#")[2]) for name in SENTENCES if name != key and without_number(name) == key
        )
        assert numbers == list(range(2, len(numbers) + 2)), key


def test_braces_are_placeholders_and_bold_is_never_nested() -> None:
    for key, forms in (SENTENCES | TOPICS).items():
        for form in forms:
            assert not re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", form)), key
            for name in ("seat", "by", "of", "other", "starter"):  # names come bold
                bold = form.split("**")[1::2]
                assert not any(f"{{{name}}}" in part for part in bold), key


# -- what the Mirror says ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ANNOUNCED)
def test_every_announcement_has_words_that_want_only_what_it_brings(key: str) -> None:
    brought = [{word.arg for word in call.keywords} for found, call in calls("announce", "tell") if found == key]
    keys = {without_number(name) for name in SENTENCES if re.fullmatch(rf"duel\.{key}(\.\w+)?(#\d+)?", name)}
    assert keys
    for values in brought:
        wanted = {"count"} if "count" in values else set()
        assert all(placeholders(form) <= values | wanted for one in keys for form in variants(one)), keys


@pytest.mark.parametrize("key", sorted(set(ANNOUNCED) - ONCE_IS_ENOUGH - SECRET))
def test_what_is_said_is_said_in_several_ways(key: str) -> None:
    for name in {without_number(one) for one in SENTENCES if re.fullmatch(rf"duel\.{key}(\.\w+)?(#\d+)?", one)}:
        assert len(set(variants(name))) >= 3, name


def test_every_played_card_guess_reaction_and_result_is_a_line() -> None:
    assert set(ANNOUNCED) >= QUIET_KEYS
    loud = set(ANNOUNCED) - QUIET_KEYS
    assert {"card.played", "card.drawn_and_played", "guess.made", "reaction.played", "reaction.none"} <= loud
    assert {"guess.right", "guess.wrong", "game.won", "deck.top_shown", "hand.shown"} <= loud
    assert "turn.begins" not in loud


def test_what_was_shown_is_told_of_every_kind_of_event() -> None:
    assert EVENTS - {"played", "drew", "drew_played"} == SHOWN_KINDS
    for kind in SHOWN_KINDS:
        assert placeholders(SENTENCES[f"duel.shown.{kind}"][0]) <= {"seat", "names", "count"}


# -- what the Mirror asks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ASKED)
def test_every_question_has_its_confirmations(key: str) -> None:
    assert placeholders(SENTENCES[f"ask.{key}.done"][0]) == {"choice"}
    assert not placeholders(SENTENCES[f"ask.{key}.nothing"][0])


def test_labels_fit_where_they_stand() -> None:
    for key, forms in SENTENCES.items():
        most = {"choice": LABEL_MOST - 32, "form": FORM_LABEL}.get(key.partition(".")[0])  # 32: somebody's name
        most = LINE - 32 if key.startswith("duel.mark.") else most
        assert most is None or all(len(form) <= most for form in forms), key


# -- cards, options, sets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_card_is_described_and_can_be_looked_up(name: str) -> None:
    one = NAMES[name]
    told = cards.card(name, WORDS)
    assert told.startswith(f"**{one.number} {one.title}**: {one.text}")
    assert ("reaction" in told) is bool(one.red)
    assert one.text in names_page(WORDS).text()
    topic = find_topic(WORDS, f"name_duel.{name}")
    assert one.title in topic.title
    assert ("As a reaction" in TOPICS[f"rule.name_duel.{name}"][0]) is bool(one.red)
    assert f"{one.number} **{one.title}**" in TOPICS["rule.name_duel.cards"][0]
    listed = TOPICS["rule.name_duel.cards"][0].splitlines()[one.number - 1]
    assert ("*Reaction.*" in listed) is bool(one.red)


def test_a_card_can_be_translated(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    entries = '\nmsgid "name.flippy.title"\nmsgstr "Flippi"\n\nmsgid "name.flippy.text"\nmsgstr "Dreh um."\n'
    (tmp_path / "cards.de.po").write_text(header + entries, encoding="utf-8")
    german = Wording([*wording_files(), tmp_path / "cards.de.po"]).for_locale("de")
    assert cards.numbered("flippy", german) == "3 Flippi"
    assert "Dreh um." in cards.card("flippy", german)
    assert cards.numbered("noggin", german) == "5 Noggin"


@pytest.mark.parametrize("field", option_fields(DuelOptions), ids=lambda field: field.name)
def test_every_option_has_words(field: Any) -> None:
    assert len(named(WORDS, "option", GAME, field.name) or "?" * 99) <= FORM_LABEL
    assert len(named(WORDS, "option", GAME, field.name, ".help") or "?" * 999) <= LINE
    for choice in field.choices:
        assert named(WORDS, "option", GAME, field.name, f".{choice}")


@pytest.mark.parametrize("role_set", ROLE_SETS, ids=lambda role_set: role_set.name)
def test_every_set_has_words(role_set: RoleSet) -> None:
    assert WORDS.has(f"role_set.name_duel.{role_set.name}")
    assert len(WORDS.say(f"role_set.name_duel.{role_set.name}.help")) <= LINE


# -- the topics of /rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("topic", [*AREAS, *NAMES])
def test_every_area_has_a_topic(topic: str) -> None:
    assert f"rule.name_duel.{topic}" in TOPICS
    assert f"rule.name_duel.{topic}.title" in TOPICS


def test_topics_fit_and_name_their_rules() -> None:
    for key, (text,) in TOPICS.items():
        if key.endswith(".title"):
            assert len(text) <= LABEL_MOST, key
            assert key.removesuffix(".title") in TOPICS
        else:
            assert f"{key}.title" in TOPICS
            assert len(text) <= RULE, (key, len(text))
            assert re.fullmatch(r"-# (S|R)1-\d+(, (S|R)1-\d+)*", text.splitlines()[-1]), key


def test_titles_can_be_told_apart_from_those_of_all_games() -> None:
    titles = [one.title for one in topics(WORDS)]
    assert len(set(titles)) == len(titles)


def test_the_beginning_has_ten_lines() -> None:
    lines = TOPICS["rule.name_duel.start"][0].splitlines()[:-1]
    assert [line.partition(".")[0] for line in lines] == [str(number) for number in range(1, 11)]


# -- every page of many contests ---------------------------------------------------------------------------------------

LONG = "W" * 32
"""As long as a name can be."""


class Contest:
    """A contest at random, of which every page is looked at."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.rng = Random(seed)
        self.options = DuelOptions(**options)
        self.match = Match.start(GAME, self.options, 2, SealedChance(f"{seed:064x}"))
        self.said: list[Announcement] = []
        self.journal: list[Entry] = []
        self.secrets: list[str] = []
        """The true name whenever one was guessed."""
        self.asked: set[str] = set()

    def setting(self, *, paused: bool = False) -> Setting:
        clocks = {question.number: 1_800_000_000_000 for question in self.match.open if question.seat == MIRROR}
        names = {seat: f"**{LONG}{seat}**" for seat in (1, 2)}
        labels = {seat: f"{LONG}{seat}"[-32:] for seat in (1, 2)}
        return Setting(9_999_999, self.match.checkpoint, names, labels, WORDS, {} if paused else clocks, paused)

    def take(self) -> None:
        changes = self.match.take_changes()
        self.journal += changes.entries
        for said in changes.announcements:
            self.said.append(said)
            view = self.match.view(SPECTATOR if said.is_public else said.audience[0])
            assert FACE.line(said, view, self.setting())
            if said.key == "guess.made":
                self.secrets.append(self.match._table.duelist(said.values["of"]).secret_name)

    def look(self) -> None:
        """Look at all pages of this moment."""
        for paused in (False, True):
            setting = self.setting(paused=paused)
            view = self.view(SPECTATOR)
            public = [one for one in self.match.open if one.seat == MIRROR or FACE.is_public(one, view)]
            fits(Page(FACE.board(view, public, setting)))
            for seat in (1, 2):
                view = self.view(seat)
                questions = self.match.open_for(seat)
                self.asked.update(question.key for question in questions)
                panels = [FACE.panel(question, view, setting) for question in questions]
                fits(Page((FACE.seat(view, setting), *panels, Panel("", (FACE.foot(view, setting),)))))
                for question in questions:
                    self.look_at_answers(question, view, setting)

    def look_at_answers(self, question: Question, view: DuelView, setting: Setting) -> None:
        offered = [control.custom_id for control in controls((FACE.panel(question, view, setting),))]
        if question.kind == "one":
            for choice in question.choices:
                assert FACE.answered(question, choice, view, setting)
                if question.key != "duel.guess":
                    assert sum(one.endswith(f":{'-' if choice is None else choice}") for one in offered) == 1
        if question.kind == "several" and question.most > 1:
            for first in question.choices:
                panel = FACE.next_panel(question, first, view, setting)
                fits(Page((FACE.seat(view, setting), panel)))
                assert len(list(controls((panel,)))) == len(question.choices)

    def view(self, seat: int) -> DuelView:
        view = self.match.view(seat)
        assert isinstance(view, DuelView)
        return view

    def play(self, *, late: float = 0.0) -> None:
        """Answer at random to the end; so often the clock is faster than the player."""
        player = RandomPlayer(self.rng)
        self.take()
        while self.match.outcome is None:
            self.look()
            people = [question for question in self.match.open if question.seat > 0]
            clocks = [question for question in self.match.open if question.seat == MIRROR]
            if people and not (clocks and self.rng.random() < late):
                question = people[0]
                value = player.answer(question, lambda: None)  # type: ignore[arg-type, return-value]
                assert FACE.answered(question, value, self.view(question.seat), self.setting())
            else:
                question = clocks[0]
                value = question.default
            self.match.reply(question, value)
            self.take()

    def story(self) -> str:
        return "\n".join(FACE.story(self.journal, self.said, self.setting()))


def controls(panels: Sequence[Panel]) -> Iterator[Button | Menu]:
    for panel in panels:
        for row in panel.rows:
            yield from (row,) if isinstance(row, Menu) else row


def fits(page: Page) -> None:
    """A page that Discord takes: its texts, labels and numbers of controls are within its limits."""
    assert len(page.text()) <= TEXT_MOST
    assert all(panel.text or panel.rows for panel in page.panels)
    ids = [control.custom_id for control in controls(page.panels)]
    assert len(ids) == len(set(ids))
    assert all(len(one) <= 100 for one in ids)
    rows = sum(len(panel.rows) for panel in page.panels)
    assert 1 + 2 * len(page.panels) + rows + len(ids) <= COMPONENTS_MOST
    for control in controls(page.panels):
        if isinstance(control, Button):
            assert 0 < len(control.label) <= LABEL_MOST
        else:
            assert 1 <= len(control.options) <= 25
            assert len(control.placeholder) <= 150
            assert all(option.label and len(option.description or "") <= LINE for option in control.options)


@pytest.mark.parametrize("late", [0.0, 0.25])
def test_every_page_of_many_contests_has_words_and_fits(late: float) -> None:
    asked: set[str] = set()
    told: set[str] = set()
    for seed in range(12):
        contest = Contest(seed, best_of=(1, 3, 5)[seed % 3], notebook=seed % 4 > 0)
        contest.play(late=late)
        asked |= contest.asked
        told |= {said.key for said in contest.said}
        over = contest.view(SPECTATOR)
        finale = FACE.finale(over, contest.setting())
        fits(finale)
        assert LONG in finale.text()
        for seat in (1, 2):
            fits(Page((FACE.seat(contest.view(seat), contest.setting()),)))
    assert asked == set(ASKED)
    assert told | {"turn.time_is_up"} == set(ANNOUNCED)
    assert ("turn.time_is_up" in told) is bool(late)


@pytest.mark.parametrize("seed", range(12))
def test_the_story_knows_every_secret_name(seed: int) -> None:
    """It follows the decks by what was said and by the journal; whatever happens to them, the names are true."""
    contest = Contest(seed, best_of=5, notebook=False)
    contest.play(late=0.2)
    story = contest.story()
    told = re.findall(r"In truth, \*\*.+?\*\* was called \*(.+?)\* at that moment", story)
    assert told == [NAMES[name].title for name in contest.secrets]
    games = len([said for said in contest.said if said.key == "game.won"])
    assert [line for line in story.splitlines() if line.startswith("### Game")] == [
        f"### Game {number}" for number in range(1, games + 1)
    ]
    assert story.count("; the secret name was *") == 2 * games
    assert story.count("**Turn ") == len([said for said in contest.said if said.key == "turn.begins"])


def test_a_story_that_cannot_be_followed_tells_no_secret_name() -> None:
    contest = Contest(1, notebook=False)
    contest.play()
    contest.journal = [entry for entry in contest.journal if not entry.key.startswith("deal.")]
    story = contest.story()
    assert "In truth" not in story
    assert "the secret name was" not in story
    assert story.splitlines()[-1].startswith("### ")
    assert " : " in story.splitlines()[-1]


def test_a_bystanders_board_does_not_depend_on_what_is_hidden() -> None:
    """The guess, its line and the board while it waits are the same whatever lies at the bottom."""
    contest = Contest(3, notebook=True)
    contest.take()
    player = RandomPlayer(contest.rng)
    while contest.view(SPECTATOR).phase != "reaction":
        question = next(one for one in contest.match.open if one.seat > 0)
        contest.match.reply(question, player.answer(question, lambda: None))  # type: ignore[arg-type, return-value]
        contest.take()
    table = contest.match._table
    guessed = 3 - contest.view(SPECTATOR).turn  # type: ignore[operator]
    boards, guessers = [], []
    for _ in range(len(table.duelist(guessed).deck)):
        deck = table.duelist(guessed).deck
        deck.append(deck.pop(0))
        clocks = [one for one in contest.match.open if one.seat == MIRROR]
        boards.append(FACE.board(contest.view(SPECTATOR), clocks, contest.setting()))
        guessers.append(FACE.seat(contest.view(3 - guessed), contest.setting()))
    assert all(board == boards[0] for board in boards)
    assert all(panel == guessers[0] for panel in guessers)
    assert len(boards) > 1


def test_a_long_game_shows_its_newest_part() -> None:
    contest = Contest(4)
    contest.take()
    view = contest.view(1).model_copy(update={"events": (Event(2, "hand", ()), *[Event(2, "shuffled")] * 40)})
    text = FACE.seat(view, contest.setting()).text
    assert text.count("the deck was shuffled") == 14
    assert "and 27 things before" in text
