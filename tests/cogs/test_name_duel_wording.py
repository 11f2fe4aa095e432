"""The duel's words are complete: whatever the rules can say, ask or be set to has a sentence, and every page fits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.catalogues import sentences_in, variants_in, without_number
from support.keyed_calls import KeyedCalls
from support.phone import SCREEN, height
from support.sizes import size

from bot.engine.announcements import SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Entry, Match
from bot.engine.questions import MIRROR, Question, put
from bot.engine.rulebook import Reason
from bot.games import GAMES, name_duel
from bot.games.name_duel.cards import NAMES
from bot.games.name_duel.events import Event
from bot.games.name_duel.options import NameDuelOptions
from bot.games.name_duel.views import NameDuelView
from bot.games.random_player import RandomPlayer
from bot.ui.panels import LABEL_MOST, TEXT_MOST, Button, Menu, Page, Panel
from bot.ui.pictures.art import Art
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.name_duel import words as cards
from cogs.name_duel.cog import names_page
from cogs.name_duel.face import QUIET_KEYS, SHOWN_KINDS, NameDuelFace
from cogs.rules_lookup.search import find_topic

GAME = GAMES["name_duel"]
SOURCE = Path(name_duel.__file__).parent
CALLS = KeyedCalls(SOURCE)
FILES = Path(__file__).parents[2] / "cogs" / "name_duel"
LANGUAGES = ("en", "de")
WORDS = Wording(wording_files())
FACE = NameDuelFace()
both = pytest.mark.parametrize("language", LANGUAGES)
LINE, FORM_LABEL = 100, 45
"""Most characters of: a menu's description, the label in a form."""
COMPONENTS_MOST = 36
"""Controls, texts and frames of a page, with some room for the buttons that the stage adds."""
ONCE_IS_ENOUGH = {"turn.begins", "cards.drawn", "cards.returned"}
"""Told as a heading, or put together of numbers."""
SECRET = {"hand.dealt", "card.drawn", "bottom.is"}
AREAS = (
    "start", "setup", "secret_name", "turn", "guess", "reactions", "winning", "shown", "time", "sets", "cards",
)  # fmt: skip


ALL_SENTENCES = {language: sentences_in(FILES / f"wording.{language}.po") for language in LANGUAGES}
ALL_TOPICS = {language: sentences_in(FILES / f"rules.{language}.po") for language in LANGUAGES}
VARIANTS = {language: variants_in(ALL_SENTENCES[language]) for language in LANGUAGES}


def variants(key: str, language: str) -> list[str]:
    return [form for forms in VARIANTS[language].get(key, {}).values() for form in forms]


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


ANNOUNCED = CALLS.keys("announce", "tell")
ASKED = CALLS.keys("Question", "put", "choose", "choose_number", "choose_several")
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


@both
def test_braces_are_placeholders_and_bold_is_never_nested(language: str) -> None:
    for key, forms in (ALL_SENTENCES[language] | ALL_TOPICS[language]).items():
        for form in forms:
            assert not re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", form)), key
            for name in ("seat", "by", "of", "other", "starter"):  # names come bold
                bold = form.split("**")[1::2]
                assert not any(f"{{{name}}}" in part for part in bold), key


# -- what the Mirror says ----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("key", ANNOUNCED)
def test_every_announcement_has_words_that_want_only_what_it_brings(key: str, language: str) -> None:
    sentences = ALL_SENTENCES[language]
    brought = [{word.arg for word in call.keywords} for found, call in CALLS.of("announce", "tell") if found == key]
    keys = {without_number(name) for name in sentences if re.fullmatch(rf"duel\.{key}(\.\w+)?(#\d+)?", name)}
    assert keys
    for values in brought:
        wanted = {"count"} if "count" in values else set()
        assert all(placeholders(form) <= values | wanted for one in keys for form in variants(one, language)), keys


@both
@pytest.mark.parametrize("key", sorted(set(ANNOUNCED) - ONCE_IS_ENOUGH - SECRET))
def test_what_is_said_is_said_in_several_ways(key: str, language: str) -> None:
    sentences = ALL_SENTENCES[language]
    for name in {without_number(one) for one in sentences if re.fullmatch(rf"duel\.{key}(\.\w+)?(#\d+)?", one)}:
        assert len(set(variants(name, language))) >= 3, name


def test_every_played_card_guess_reaction_and_result_is_a_line() -> None:
    assert set(ANNOUNCED) >= QUIET_KEYS
    loud = set(ANNOUNCED) - QUIET_KEYS
    assert {"card.played", "card.drawn_and_played", "guess.made", "reaction.played", "reaction.none"} <= loud
    assert {"guess.right", "guess.wrong", "game.won", "deck.top_shown", "hand.shown"} <= loud
    assert "turn.begins" not in loud


@both
def test_what_was_shown_is_told_of_every_kind_of_event(language: str) -> None:
    assert EVENTS - {"played", "drew", "drew_played"} == SHOWN_KINDS
    for kind in SHOWN_KINDS:
        assert placeholders(ALL_SENTENCES[language][f"duel.shown.{kind}"][0]) <= {"seat", "names", "count"}


# -- what the Mirror asks ----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("key", ASKED)
def test_every_question_has_its_confirmations(key: str, language: str) -> None:
    assert placeholders(ALL_SENTENCES[language][f"ask.{key}.done"][0]) == {"choice"}
    assert not placeholders(ALL_SENTENCES[language][f"ask.{key}.nothing"][0])


@both
def test_labels_fit_where_they_stand(language: str) -> None:
    for key, forms in ALL_SENTENCES[language].items():
        most = {"choice": LABEL_MOST - 32, "form": FORM_LABEL}.get(key.partition(".")[0])  # 32: somebody's name
        most = LINE - 32 if key.startswith("duel.mark.") else most
        assert most is None or all(len(form) <= most for form in forms), key


# -- cards, options, sets ----------------------------------------------------------------------------------------------


@both
def test_a_phone_shows_each_page_of_the_ten_names_whole(language: str) -> None:
    words = WORDS.for_locale(language)
    pages = [names_page(words, page) for page in range(4)]
    told = list(dict.fromkeys(page.panels[0].text for page in pages))
    assert len(told) > 1
    assert all(height(page) <= SCREEN for page in pages)
    assert "\n".join(told).count("\n• ") == len(NAMES)


@both
@pytest.mark.parametrize("name", NAMES)
def test_every_card_is_described_and_can_be_looked_up(name: str, language: str) -> None:
    one, words, topics_told = NAMES[name], WORDS.for_locale(language), ALL_TOPICS[language]
    title, text = cards.title(name, words), cards.action(name, words)
    told = cards.card(name, words)
    assert told.startswith(f"**{one.number} {title}**: {text}")
    assert bool(re.search("As a reaction|Also as a reaction|Auch als Reaktion", told)) is bool(one.red)
    assert text in "\n".join(names_page(words, page).text() for page in range(3))
    topic = find_topic(words, f"name_duel.{name}")
    assert title in topic.title
    assert bool(re.search("As a reaction|Als Reaktion", topics_told[f"rule.name_duel.{name}"][0])) is bool(one.red)
    assert f"{one.number} **{title}**" in topics_told["rule.name_duel.cards"][0]
    listed = topics_told["rule.name_duel.cards"][0].splitlines()[one.number - 1]
    assert bool(re.search(r"\*(Reaction|Reaktion)\.\*", listed)) is bool(one.red)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_says_in_english_what_its_declaration_says(name: str) -> None:
    one = NAMES[name]
    assert (cards.title(name, WORDS), cards.action(name, WORDS), cards.red(name, WORDS)) == (
        one.title,
        one.text,
        one.red,
    )


def test_a_card_can_be_translated(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    entries = '\nmsgid "name.flippy.title"\nmsgstr "Flippi"\n\nmsgid "name.flippy.text"\nmsgstr "Dreh um."\n'
    (tmp_path / "cards.de.po").write_text(header + entries, encoding="utf-8")
    german = Wording([*wording_files(), tmp_path / "cards.de.po"]).for_locale("de")
    assert cards.numbered("flippy", german) == "3 Flippi"
    assert "Dreh um." in cards.card("flippy", german)
    assert cards.numbered("noggin", german) == "5 Noggin"


# -- the topics of /rules ----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("topic", [*AREAS, *NAMES])
def test_every_area_has_a_topic(topic: str, language: str) -> None:
    assert f"rule.name_duel.{topic}" in ALL_TOPICS[language]
    assert f"rule.name_duel.{topic}.title" in ALL_TOPICS[language]


def test_only_the_clock_of_the_board_tells_the_time_to_react() -> None:
    """So a lesson, whose board has no clock, tells of none."""
    said = Announcement(1, None, "guess.made", {"by": 2, "of": 1, "name": "hobyah", "seconds": 3600})
    hurried = Contest(1).context()
    for context in (hurried, replace(hurried, unhurried=True)):
        assert "may react" in cards.told(said, context)
        assert "hour" not in cards.told(said, context)


def test_who_has_no_reaction_is_not_told_to_choose_one() -> None:
    contest = Contest(1)
    asked = {
        can: FACE.panel(
            put(2, "duel.react", choices, values={"guess": "noggin", "bottom": "hobyah"}),
            contest.view(2),
            contest.context(),
        ).text
        for can, choices in ((True, ("bootstrap", None)), (False, (None,)))
    }
    assert ["You have no card to react with." in text for text in asked.values()] == [False, True]
    assert ["You may react with a card" in text for text in asked.values()] == [True, False]
    assert ["only be for show" in text for text in asked.values()] == [True, False], "nothing that cannot be done"


# -- every page of many contests ---------------------------------------------------------------------------------------

LONG = "W" * 32
"""As long as a name can be."""


class Contest:
    """A contest at random, of which every page is looked at."""

    def __init__(self, seed: int, language: str = "en", **options: Any) -> None:
        self.words = WORDS.for_locale(language)
        self.rng = Random(seed)
        self.options = NameDuelOptions(**options)
        self.match = Match.start(GAME, self.options, 2, SealedChance(f"{seed:064x}"))
        self.said: list[Announcement] = []
        self.journal: list[Entry] = []
        self.secrets: list[str] = []
        """The true name whenever one was guessed."""
        self.asked: set[str] = set()

    def context(self, *, paused: bool = False) -> RenderContext:
        clocks = {question.number: 1_800_000_000_000 for question in self.match.open if question.seat == MIRROR}
        names = {seat: f"**{LONG}{seat}**" for seat in (1, 2)}
        labels = {seat: f"{LONG}{seat}"[-32:] for seat in (1, 2)}
        return RenderContext(
            9_999_999, self.match.checkpoint, names, labels, self.words, {} if paused else clocks, paused
        )

    def take(self) -> None:
        changes = self.match.take_changes()
        self.journal += changes.entries
        for said in changes.announcements:
            self.said.append(said)
            view = self.match.view(SPECTATOR if said.is_public else said.audience[0])
            assert FACE.line(said, view, self.context())
            if said.key == "guess.made":
                self.secrets.append(self.match._table.duelist(said.values["of"]).secret_name)

    def look(self) -> None:
        """Look at all pages of this moment."""
        for paused in (False, True):
            context = self.context(paused=paused)
            view = self.view(SPECTATOR)
            public = [one for one in self.match.open if one.seat == MIRROR or FACE.is_public(one, view)]
            fits(Page(FACE.board(view, public, context)))
            for seat in (1, 2):
                view = self.view(seat)
                questions = self.match.open_for(seat)
                self.asked.update(question.key for question in questions)
                panels = [FACE.panel(question, view, context) for question in questions]
                fits(Page((FACE.seat(view, context), *panels, Panel("", (FACE.foot(view, context),)))))
                for question in questions:
                    self.look_at_answers(question, view, context)

    def look_at_answers(self, question: Question, view: NameDuelView, context: RenderContext) -> None:
        offered = [control.custom_id for control in controls((FACE.panel(question, view, context),))]
        if question.kind == "one":
            for choice in question.choices:
                assert FACE.answered(question, choice, view, context)
                if question.key != "duel.guess":
                    assert sum(one.endswith(f":{'-' if choice is None else choice}") for one in offered) == 1
        if question.kind == "several" and question.most > 1:
            for first in question.choices:
                panel = FACE.next_panel(question, first, view, context)
                fits(Page((FACE.seat(view, context), panel)))
                assert len(list(controls((panel,)))) == len(question.choices)

    def view(self, seat: int) -> NameDuelView:
        view = self.match.view(seat)
        assert isinstance(view, NameDuelView)
        return view

    def play(self, *, late: float = 0.0, looking: bool = True) -> None:
        """Answer at random to the end, `looking` at all pages on the way; so often the clock is faster than the
        player."""
        player = RandomPlayer(self.rng)
        self.take()
        while self.match.outcome is None:
            if looking:
                self.look()
            people = [question for question in self.match.open if question.seat > 0]
            clocks = [question for question in self.match.open if question.seat == MIRROR]
            if people and not (clocks and self.rng.random() < late):
                question = people[0]
                value = player.answer(question, lambda: None)  # type: ignore[arg-type, return-value]
                assert FACE.answered(question, value, self.view(question.seat), self.context())
            else:
                question = clocks[0]
                value = question.default
            self.match.reply(question, value)
            self.take()

    def story(self) -> str:
        return "\n".join(FACE.story(self.journal, self.said, self.context()))


def controls(panels: Sequence[Panel]) -> Iterator[Button | Menu]:
    for panel in panels:
        for row in panel.rows:
            yield from (row,) if isinstance(row, Menu) else row


def fits(page: Page) -> None:
    """A page that Discord takes: its texts, labels and numbers of controls are within its limits."""
    assert len(page.text()) <= TEXT_MOST
    assert all(panel.whole or panel.rows for panel in page.panels)
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


CONTESTS = (0, 1, 2, 8, 3, 4, 5, 6, 7, 9, 10, 11)[: size(4, full=12)]
"""Seeds; in the contests of the first four everything happens that can."""


@pytest.mark.full_size
@both
@pytest.mark.parametrize("late", [0.0, 0.25])
def test_every_page_of_many_contests_has_words_and_fits(late: float, language: str) -> None:
    asked: set[str] = set()
    told: set[str] = set()
    for seed in CONTESTS:
        contest = Contest(seed, language, best_of=(1, 3, 5)[seed % 3], notebook=seed % 4 > 0)
        contest.play(late=late)
        asked |= contest.asked
        told |= {said.key for said in contest.said}
        over = contest.view(SPECTATOR)
        finale = FACE.finale(over, contest.context())
        fits(finale)
        assert LONG in finale.text()
        for seat in (1, 2):
            fits(Page((FACE.seat(contest.view(seat), contest.context()),)))
    assert asked == set(ASKED)
    assert told | {"turn.time_is_up"} == set(ANNOUNCED)
    assert ("turn.time_is_up" in told) is bool(late)


@both
@pytest.mark.parametrize("seed", range(12))
def test_the_story_knows_every_secret_name(seed: int, language: str) -> None:
    """It follows the decks by what was said and by the journal; whatever happens to them, the names are true."""
    contest = Contest(seed, language, best_of=5, notebook=False)
    words = contest.words
    contest.play(late=0.2, looking=False)
    story = contest.story()
    secret = re.escape(words.say("duel.story.guess.made", of="OF", name="NAME"))
    told = re.findall(secret.replace("OF", r"\*\*.+?\*\*").replace("NAME", r"\*(.+?)\*"), story)
    assert told == [cards.title(name, words) for name in contest.secrets]
    games = len([said for said in contest.said if said.key == "game.won"])
    headings = [f"### {words.say('duel.story.game', game=number)}" for number in range(1, games + 1)]
    assert [line for line in story.splitlines() if line in headings] == headings
    dealt = words.say("duel.story.hand.dealt", seat="SEAT", names="NAMES", bottom="BOTTOM")
    assert story.count(dealt.partition("NAMES")[2].partition("BOTTOM")[0]) == 2 * games
    turn = re.escape(words.say("duel.story.turn", turn=0)).replace("0", r"\d+")
    turns = [said for said in contest.said if said.key == "turn.begins"]
    assert len(re.findall(rf"^\*\*{turn}", story, re.MULTILINE)) == len(turns)


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
        boards.append(FACE.board(contest.view(SPECTATOR), clocks, contest.context()))
        guessers.append(FACE.seat(contest.view(3 - guessed), contest.context()))
    assert all(board == boards[0] for board in boards)
    assert all(panel == guessers[0] for panel in guessers)
    assert len(boards) > 1


@pytest.mark.parametrize(("language", "contest", "won"), [("en", "ontest", "won:"), ("de", "ettkampf", "gewonnen:")])
def test_a_game_of_its_own_is_neither_counted_nor_called_a_contest(language: str, contest: str, won: str) -> None:
    """One game is no contest: it has no number, and "games won: 1 of 1" says nothing that its winner does not."""
    for best_of, counted in ((1, False), (3, True)):
        one = Contest(4, language, best_of=best_of)
        number = one.words.say("duel.story.game", game=1)
        moments = [FACE.moment(one.view(SPECTATOR), one.context())]
        one.take()
        one.match.reply(one.match.open[0], 1)
        moments += [FACE.moment(one.view(seat), one.context()) for seat in (SPECTATOR, 1)]
        assert [number in moment for moment in moments] == [counted] * 3
        one.play(looking=False)
        seen = Page((FACE.seat(one.view(1), one.context()),)).text()
        assert (won in seen) == counted
        assert (contest in FACE.moment(one.view(1), one.context())) == counted
        end = FACE.finale(one.view(SPECTATOR), one.context()).panels[0].text
        board = FACE.board_picture(one.view(SPECTATOR), one.context())
        assert board is not None
        assert [contest in end, " : " in end, contest in board.words(one.words).splitlines()[0]] == [counted] * 3
        begins = next(said for said in one.said if said.key == "game.begins")
        assert (number in FACE.line(begins, one.view(SPECTATOR), one.context())) == counted
        story = one.story()
        assert [number.casefold() in story.casefold(), " : " in story.splitlines()[-1]] == [counted] * 2
        assert one.context().name(one.view(SPECTATOR).winner or 0) in story.splitlines()[-1]


def test_the_one_name_that_is_left_does_not_read_as_a_count() -> None:
    """ "May still be: 1 Bootstrap" would be one of something."""
    contest = Contest(4)
    contest.take()
    contest.match.reply(contest.match.open[0], 1)
    heard = tuple(Event(2, "not_bottom", (name,)) for name in list(NAMES)[1:])
    for count, told in ((9, "’s name must be: 1\N{NO-BREAK SPACE}Bootstrap"), (8, "’s name can still be: 1")):
        view = contest.view(1).model_copy(update={"events": heard[:count]})
        assert f"{contest.context().name(2)}{told}" in FACE.seat(view, contest.context()).text


def test_the_buttons_of_who_begins_call_only_the_one_who_chooses() -> None:
    """On the board both of the two see them."""
    contest = Contest(4)
    contest.take()
    (question,) = [one for one in contest.match.open if one.key == "duel.start"]
    board = FACE.board(contest.view(SPECTATOR), [question], contest.context())
    own = FACE.panel(question, contest.view(question.seat), contest.context())
    styles = [{one.style for one in controls(panels) if isinstance(one, Button)} for panels in (board, (own,))]
    assert styles == [{"secondary"}, {"primary"}]


def test_a_name_that_alone_is_shown_at_the_end_lies_below_its_owner() -> None:
    """A deck that is empty has none; below the other one's half the name would be theirs."""
    contest = Contest(4)
    contest.take()
    over = contest.view(SPECTATOR).model_copy(update={"phase": "over", "turn": None, "winner": 1})
    shown = []
    for names in ({1: "bootstrap", 2: "hobyah"}, {1: "bootstrap"}, {2: "hobyah"}):
        board = FACE.board_picture(over.model_copy(update={"names_shown": names}), contest.context())
        assert board is not None
        image = board.draw(Art())
        across, down = image.size
        shown.append([image.crop((left, 0, left + across // 2, down)).tobytes() for left in (0, across // 2)])
    (left, right), first, second = shown
    assert [first[0] == left, first[1] == right] == [True, False]
    assert [second[0] == left, second[1] == right] == [False, True]


def test_an_empty_hand_that_was_shown_is_said_in_words() -> None:
    contest = Contest(4)
    contest.take()
    other = contest.context().name(2)
    for seat, told in ((2, f"Latest: {other} had no card in the hand."), (1, "Latest: You had no card in your hand.")):
        view = contest.view(1).model_copy(update={"events": (Event(seat, "hand", ()),)})
        assert told in FACE.seat(view, contest.context()).text


def test_who_waits_for_the_answer_to_their_guess_is_not_told_that_it_is_their_turn() -> None:
    """Nothing can be pressed on My seat then."""
    contest = Contest(4)
    contest.take()
    context = contest.context()
    waits = contest.view(1).model_copy(update={"turn": 1, "phase": "reaction"})
    text = FACE.seat(waits, context).text
    assert text.startswith(f"### {context.name(2)} answers the guess")
    assert "your turn" not in text.casefold()
    watches = contest.view(1).model_copy(update={"turn": 2, "phase": "turn"})
    assert FACE.seat(watches, context).text.startswith(f"### Game 1 · {context.name(2)}’s turn")


@pytest.mark.parametrize("best_of", [1, 3])
def test_who_begins_is_asked_of_nobody_by_where_the_game_stands(best_of: int) -> None:
    """My seat of the one who does not choose says no more than this: no question that they cannot answer."""
    contest = Contest(4)
    waits = contest.view(1).model_copy(update={"turn": None, "phase": "choosing", "best_of": best_of})
    heading, *_ = FACE.seat(waits, contest.context()).text.splitlines()
    assert heading.casefold().endswith("choosing who begins")


def test_practice_says_once_how_many_names_are_as_likely() -> None:
    words = Contest(4).context().words
    values = {"count": 8, "chance": 12, "free": 10}
    assert cards.because(Reason(key="duel.why.guess", values={**values, "alike": 7}), words).endswith(
        "cannot flee. 7 other names are just as good, and none is better."
    )
    assert cards.because(Reason(key="duel.why.guess", values=values), words).endswith(
        "cannot flee. No other name is as good."
    )
    assert cards.because(Reason(key="duel.why.guess", values={**values, "count": 1}), words).endswith("cannot flee.")


def test_a_long_game_shows_its_newest_part() -> None:
    contest = Contest(4)
    contest.take()
    view = contest.view(1).model_copy(update={"events": (Event(2, "hand", ()), *[Event(2, "shuffled")] * 40)})
    text = FACE.seat(view, contest.context()).text
    assert text.count("the deck was shuffled") == 1
    assert "Latest: " in text
    told = FACE.hand_told(view, contest.context())
    assert told.count("the deck was shuffled") == 14
    assert "and 27 things before" in told
