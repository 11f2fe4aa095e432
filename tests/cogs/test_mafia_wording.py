"""Mafia's words are complete: whatever its rules can say, ask or be set to has a sentence, and it fits."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from language.mafia import mafia
from support.catalogues import Sentences, sentences_in, variants_in
from support.sizes import size

from bot.engine.announcements import EVERYONE, SPECTATOR, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.questions import MIRROR
from bot.engine.rulebook import OVER
from bot.games import hidden_roles
from bot.games import mafia as package_of_mafia
from bot.games.mafia.cards import ROLE_NAMES, SIDES
from bot.games.mafia.game import GAME as MAFIA_GAME
from bot.games.mafia.options import ROLE_SETS, SEATS, MafiaOptions
from bot.games.mafia.views import MafiaView
from bot.ui.panels import COMPONENTS_MOST, OPTIONS_MOST, TEXT_MOST, Menu, Page
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording, wording_files
from cogs.mafia.face import FLOORS, HANDS, PUBLIC_KEYS, STORY_KEYS, WAKING, MafiaFace

SOURCES = [Path(package.__file__).parent for package in (package_of_mafia, hidden_roles) if package.__file__]
FILES = Path(__file__).parents[2] / "cogs" / "mafia"
LANGUAGES = ("en", "de")
WORDS = Wording(wording_files())
FACE = MafiaFace()
both = pytest.mark.parametrize("language", LANGUAGES)

LABEL, LINE = 80, 100
"""Most characters of: a button, a menu's description."""
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "game.begins": [{"seats": 8, "cast": {"don": 1, "citizen": 7}}],
    "role.dealt": [{"role": role} for role in ROLE_NAMES],
    "role.team": [{"mates": [[2, "mafia"], [3, "don"]]}],
    "day.begins": [{"day": 2}],
    "speech.begins": [{"seat": 1, "seconds": 60}, {"seat": 1, "seconds": 0}],
    "speech.lost": [{"seat": 1}],
    "speech.ends": [{"seat": 1}],
    "speech.nominated": [{"by": 1, "nominee": 2}, {"by": 1, "nominee": 1}],
    "vote.none": [{"nominees": []}, {"nominees": [2]}],
    "vote.lone_nominee_leaves": [{"nominee": 2}],
    "vote.for": [{"nominee": 2, "again": 0}, {"nominee": 2, "again": 1}],
    "vote.counted": [
        {"again": 0, "votes": [[1, [2, 3]], [2, [1]], [3, []]], "tied": []},
        {"again": 1, "votes": [[1, [2]], [2, [1]]], "tied": [1, 2]},
    ],
    "vote.all_tied": [{}],
    "vote.tied_again": [{"tied": [1, 2]}],
    "vote.all_of_them": [{"tied": [1, 2]}],
    "vote.all_of_them.counted": [
        {"voters": [1, 2, 3], "leaving": [1, 2]},
        {"voters": [1], "leaving": []},
        {"voters": [], "leaving": []},
    ],
    "vote.cancelled": [{}],
    "defence.begins": [{"seat": 1, "seconds": 30}],
    "final.begins": [{"seat": 1, "seconds": 60}],
    "foul.called": [{"seat": 1, "fouls": fouls, "out": fouls == 4} for fouls in (1, 2, 3, 4)],
    "player.left": [
        {"seat": 1, "end": end, "role": role} for end in ("voted", "killed", "fouls") for role in (None, *ROLE_NAMES)
    ],
    "said.claim": [
        {"by": 1, "kind": kind, "about": 2, "why": why, "other": other, "turn": 3}
        for kind, why, other in (("suspect", "gut", 0), ("suspect", "voted", 3), ("trust", "voted", 1))
    ]
    + [{"by": 1, "kind": kind, "about": 2, "why": "", "other": 0, "turn": 0} for kind in ("checked", "cleared")]
    + [{"by": 1, "kind": "i_am", "about": 1, "why": "sheriff", "other": 0, "turn": 0}],
    "night.falls": [{"night": 1}],
    "night.picked": [{"by": 1, "victim": 2}],
    "night.verdict": [{"suspect": 2, "black": black} for black in (True, False)],
    "night.found": [{"suspect": 2, "sheriff": sheriff} for sheriff in (True, False)],
    "dawn.breaks": [{"night": 1}],
    "dawn.killed": [{"seats": []}, {"seats": [2]}, {"seats": [2, 3]}],
    "game.over": [{"winner": "red", "reason": "end.no_black", "roles": []}],
}
"""Every announcement, with the values that lead to different sentences."""
AT_LEAST_TWO = (
    "game.begins", "day.begins", "speech.begins", "speech.nominated", "vote.none", "vote.for",
    "vote.counted.leaves", "vote.counted.tied", "vote.cancelled", "final.begins", "foul.called", "night.falls",
    "dawn.breaks", "dawn.killed", "dawn.killed.nobody", "player.left.voted", "end.no_black", "end.even_numbers",
    "end.last_two",
)  # fmt: skip
TOPICS_WANTED = (
    "start", "roles", "speeches", "nominating", "voting", "ties", "fouls", "night_order", "winning", "sport",
    *ROLE_NAMES,
)  # fmt: skip


def read(name: str, language: str) -> Sentences:
    return sentences_in(FILES / f"{name}.{language}.po")


ALL_SENTENCES = {language: read("wording", language) for language in LANGUAGES}
VARIANTS = {language: variants_in(ALL_SENTENCES[language]) for language in LANGUAGES}
ALL_TOPICS = {language: read("rules", language) for language in LANGUAGES}


def variants(key: str, language: str) -> list[str]:
    """Every form of every variant of one of the game's own keys."""
    own = FACE.key(WORDS, key)
    return [form for forms in VARIANTS[language].get(own, {}).values() for form in forms]


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


def keys_of(*names: str) -> list[str]:
    """The keys these functions are called with in the game's source."""
    found = set()
    for path in sorted(path for source in SOURCES for path in source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                found |= {part.value for part in node.args[:2] if isinstance(part, ast.Constant)}
                found |= {_of_kind(part) for part in node.args[:2] if isinstance(part, ast.JoinedStr)}
    return sorted(key for key in found if isinstance(key, str) and key)


def _of_kind(part: ast.JoinedStr) -> str:
    """f"{kind}.begins" and the like, as a pattern of which the samples know every case."""
    return "".join(str(piece.value) if isinstance(piece, ast.Constant) else "*" for piece in part.values)


SPELLED_OUT = {
    "*.begins": ("defence.begins", "final.begins"),
    "*.floor": ("defence.floor", "final.floor"),
    "clock.*": ("clock.defence", "clock.final"),
    "night.*": ("night.lover", "night.doctor"),
}


def spelled_out(keys: list[str]) -> list[str]:
    return sorted({one for key in keys for one in SPELLED_OUT.get(key, (key,))})


ANNOUNCED = spelled_out([*keys_of("announce", "tell", "learn"), OVER])
ASKED = [
    key
    for key in spelled_out([*keys_of("Question", "put", "ask", "Asks"), *HANDS])
    if key not in ("roles.delivered", "foul")
]


def context(seats: int = 20, language: str = "en") -> RenderContext:
    names = {seat: f"**Player number {seat:02}**" for seat in range(1, seats + 1)}
    labels = {seat: f"Player number {seat:02}" for seat in names}
    return RenderContext(match=1, checkpoint=1, names=names, labels=labels, words=WORDS.for_locale(language), due={})


@both
def test_where_somebody_learns_no_time_is_told(language: str) -> None:
    game = mafia(6, settings={"speech_seconds": 3600}, ann="don", ben="sheriff")
    (said,) = [one for one in game.match.announcements_for(SPECTATOR) if one.key == "speech.begins"]
    hour = context(6, language).words.say("span.hours", count=1)
    for unhurried in (False, True):
        here = replace(context(6, language), unhurried=unhurried)
        assert (hour in MafiaFace().line(said, game.view(), here)) != unhurried


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_at_every_table_says_no_minute(language: str) -> None:
    """A speech lasts as long as the table likes; in the slow set it is three quarters of an hour."""
    words = WORDS.for_locale(language)
    said = [words.say("mafia.day.begins", pick=pick, day=2) for pick in range(words.variants("mafia.day.begins"))]
    said += [words.say("hush.floor", pick=pick, name="ann") for pick in range(words.variants("hush.floor"))]
    assert not [one for one in said if "minute" in one.lower()]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_lesson_in_mafia_speaks_of_no_fire(language: str) -> None:
    """The village has a sentence of its own for who learns, and Mafia none: its usual one is said."""
    said = Announcement(1, EVERYONE, "day.begins", {"day": 1})
    usual, lesson = (FACE.line(said, None, replace(context(6, language), unhurried=one)) for one in (False, True))
    assert lesson == usual


def test_the_keys_are_found_in_the_source() -> None:
    assert set(ANNOUNCED) == SAMPLES.keys()
    nights = {*WAKING, "night.investigate", "night.search"}
    assert set(ASKED) == {*FLOORS, *HANDS, *nights}
    assert {*FLOORS, *HANDS} == PUBLIC_KEYS
    assert set(ANNOUNCED) >= STORY_KEYS


# -- the files ---------------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("key", "least"),
    [
        ("vote.for", 8), ("speech.begins", 7), ("final.begins", 6), ("foul.called", 4), ("defence.begins", 8),
        ("day.begins", 10), ("dawn.killed", 12), ("dawn.killed.nobody", 10),
        *((f"speech.nominated.{why}", 3) for why in ("spoke", "named", "voted")),
        *((f"speech.nominated.back.{why}", 3) for why in ("spoke", "named", "voted", "today")),
    ],
)  # fmt: skip
def test_what_is_said_at_every_speech_and_vote_is_said_in_many_ways(key: str, least: int, language: str) -> None:
    assert len(set(variants(key, language))) >= least


@both
@pytest.mark.parametrize("key", AT_LEAST_TWO)
def test_what_is_said_often_is_said_in_several_ways(key: str, language: str) -> None:
    assert len(set(variants(key, language))) >= 2


# -- what is said and asked --------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(("key", "values"), [(key, values) for key, many in SAMPLES.items() for values in many])
def test_every_announcement_has_words(key: str, values: dict[str, Any], language: str) -> None:
    """In all its variants: the choice among them depends on what is said, so many tables are tried."""
    for match in range(12):
        here = context(language=language)
        here = RenderContext(match, 1, here.names, here.labels, here.words, {})
        line = FACE.line(Announcement(1, EVERYONE, key, values), None, here)
        assert bool(line) is (key != "game.over")
        assert "{" not in line
        assert "None" not in line


VILLAGERS = {
    "en": "Rumplestiltskin|stake|flames|cock crows|fire",
    "de": "Rumpelstilzchen|Scheiterhaufen|Flammen|Hahn|Feuer",
}
"""What is said of the village, and has no business at the club."""


@both
def test_these_words_are_the_games_own(language: str) -> None:
    """None of the village's: no Rumplestiltskins, no fire."""
    for key, many in SAMPLES.items():
        for values in many:
            line = FACE.line(Announcement(1, EVERYONE, key, values), None, context(language=language))
            assert not re.search(VILLAGERS[language], line), key


@both
@pytest.mark.parametrize("key", ASKED)
def test_every_question_has_a_prompt_and_its_confirmations(key: str, language: str) -> None:
    assert variants(f"ask.{key}", language)
    assert len(variants(f"ask.{key}.nothing", language)) == 1
    assert placeholders(variants(f"ask.{key}.done", language)[0]) == {"choice"}
    if key in HANDS:
        assert all(variants(f"ask.{key}.done.{value}", language) for value in ("yes", "no"))
        assert all(0 < len(variants(f"choice.{key}.{value}", language)[0]) <= LABEL for value in ("yes", "no"))
    elif key in FLOORS:
        assert variants(f"ask.{key}.done.pass", language)
        assert 0 < len(variants(f"choice.{key}.pass", language)[0]) <= LABEL
    elif key not in ("night.victim", "night.search"):
        assert 0 < len(variants(f"choice.nothing.{key}", language)[0]) <= LABEL


@both
def test_the_panels_of_the_night_look_alike(language: str) -> None:
    keys = [*WAKING, "night.investigate", "night.search"]
    prompts = [variants(f"ask.{key}", language)[0] for key in keys]
    assert all(re.fullmatch(r"\*\*[^*\n]+\?\*\*\n[^*\n]+\.", prompt) for prompt in prompts)
    lengths = [len(prompt) for prompt in prompts]
    assert max(lengths) - min(lengths) <= 25, dict(zip(keys, lengths, strict=True))
    for ending in ("done", "nothing"):
        answers = [variants(f"ask.{key}.{ending}", language)[0] for key in keys]
        assert all(re.match("I note |Ich notiere", answer) for answer in answers)
        assert max(map(len, answers)) - min(map(len, answers)) <= 25


@both
def test_what_is_learnt_and_told_in_the_story(language: str) -> None:
    for key, values in (
        ("night.verdict", {"suspect": 2, "black": True}),
        ("night.found", {"suspect": 2, "sheriff": False}),
    ):
        assert re.match("(Night|Nacht) 3", FACE.fact(key, 3, values, context(language=language)))
    for key in WAKING:
        assert placeholders(variants(f"story.{key}", language)[0]) == {"by", "target"}
    for key in ("recap.title", "recap.day", "recap.night", "story.role.dealt"):
        assert variants(key, language)
    assert WORDS.has("chance.deal.roles")


@both
def test_every_phase_and_clock(language: str) -> None:
    source = "".join(path.read_text() for root in SOURCES for path in sorted(root.glob("*.py")))
    phases = set(re.findall(r'\bphase\b[^=\n]* = "(\w+)"', source))
    assert phases == {"deal", "speeches", "vote", "final", "night", "dawn", "over"}
    assert all(variants(f"phase.{phase}", language) for phase in phases)
    for clock in spelled_out(keys_of("timer")):
        assert placeholders(variants(clock, language)[0]) == {"when"}, clock


@both
def test_every_way_the_game_ends_and_people_leave(language: str) -> None:
    source = "".join(path.read_text() for root in SOURCES for path in sorted(root.glob("*.py")))
    reasons = set(re.findall(r'"(end\.\w+)"', source))
    assert len(reasons) == 5
    assert all(variants(reason, language) for reason in reasons)
    for winner in MAFIA_GAME.sides:
        assert variants(f"game.over.{winner}", language)
    for end in ("voted", "killed", "fouls"):
        assert placeholders(variants(f"gone.{end}", language)[0]) == {"night"}
        assert variants(f"player.left.{end}", language)


def test_every_public_act_can_be_gone_back_to() -> None:
    assert all(WORDS.has(f"table.rewind.{key}") for key in FACE.open_acts)


@pytest.mark.parametrize("code", ["alibi", "stands_already", "nominated_once", "not_asked.floor"])
def test_every_refusal(code: str) -> None:
    assert WORDS.say(f"refused.{code}")


def test_an_alibi_gives_no_reason() -> None:
    assert not re.search("Lover|night|guest|visit", WORDS.say("refused.alibi"))
    assert not re.search("Geliebte|Nacht|Gast|Besuch|besuch", WORDS.for_locale("de").say("refused.alibi"))


# -- roles, options, faults --------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("role", ROLE_NAMES)
def test_every_role_has_its_card_and_its_topic(role: str, language: str) -> None:
    sentences = ALL_SENTENCES[language]
    assert len(sentences[f"role.mafia.{role}"][0]) <= LABEL
    assert f"role.mafia.{role}.the" in sentences
    assert len(sentences[f"role.mafia.{role}.short"][0]) <= LINE
    assert 2 <= len(re.findall(r"[.!?](?=\s|$)", sentences[f"role.mafia.{role}.card"][0])) <= 5
    assert f"side.mafia.{SIDES[role]}" in sentences
    assert f"side.mafia.{SIDES[role]}.goal" in sentences


def test_every_fault() -> None:
    faults = set(re.findall(r'"(fault\.[\w.]+)"', (SOURCES[0] / "options.py").read_text()))
    assert len(faults) >= 6
    assert all(faults <= sentences.keys() for sentences in ALL_SENTENCES.values())


# -- the topics of /rules ----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("topic", TOPICS_WANTED)
def test_every_area_has_a_topic(topic: str, language: str) -> None:
    assert f"rule.mafia.{topic}" in ALL_TOPICS[language]
    assert f"rule.mafia.{topic}.title" in ALL_TOPICS[language]


@both
def test_titles_of_topics_say_which_game_they_are_of(language: str) -> None:
    """They stand among the topics of other games."""
    titles = [text for key, (text,) in ALL_TOPICS[language].items() if key.endswith(".title")]
    assert all("Mafia" in title for title in titles)


# -- whole games: every page can be shown, and fits --------------------------------------------------------------------


def components(page: Page) -> int:
    """As `render` counts them."""
    rows = [row for panel in page.panels for row in panel.rows]
    return 1 + 2 * len(page.panels) + sum(2 if isinstance(row, Menu) else 1 + len(row) for row in rows)


def look_at_everything(match: Match, here: RenderContext) -> int:
    """Make every page of this moment; how many components the largest has."""
    bystander = match.view(0)
    public = [question for question in match.open if question.seat == MIRROR or FACE.is_public(question, bystander)]
    pages = [Page(panels=FACE.board(bystander, public, here))]
    for seat in range(1, match.seats + 1):
        view = match.view(seat)
        panels = [FACE.panel(question, view, here) for question in match.open_for(seat)]
        pages.append(Page(panels=(FACE.seat(view, here), *panels)))
        assert FACE.speech(bystander, seat) in ("free", "floor", "muted", "dead", "night")
    for page in pages:
        assert len(page.text()) <= TEXT_MOST
        for panel in page.panels:
            assert all(len(row.options) <= OPTIONS_MOST for row in panel.rows if isinstance(row, Menu))
    return max(map(components, pages))


@pytest.mark.full_size
@both
@pytest.mark.parametrize("number", range(size(3, full=12)))
def test_every_page_of_a_whole_game_fits(number: int, language: str) -> None:
    """Random answers and fouls at tables of all sizes and role sets; 20 seats are among them."""
    dice = Random(number)
    role_set = ROLE_SETS[number % len(ROLE_SETS)]
    options = role_set.options
    assert isinstance(options, MafiaOptions)
    sizes = [seats for seats in SEATS if seats in options.casts]
    seats = sizes[-1] if number < len(ROLE_SETS) else dice.choice(sizes)
    match = Match.start(MAFIA_GAME, options, seats, SealedChance(f"deal {number}"))
    here = context(seats, language)
    while match.outcome is None:
        if dice.random() < 0.2:
            assert look_at_everything(match, here) <= COMPONENTS_MOST
        asked = [question for question in match.open if question.key != "foul" or dice.random() < 0.05]
        question = dice.choice(asked)
        match.reply(question, dice.choice(list(question.choices)))
    view = match.view(0)
    assert isinstance(view, MafiaView)
    changes = match.take_changes()
    told = FACE.story(changes.entries, changes.announcements, here)
    assert len(told) >= 3
    assert all("{" not in paragraph for paragraph in told)
    for text in (FACE.finale(view, here).text(), *FACE.history(view, here)):
        assert len(text) <= TEXT_MOST


# -- people together ---------------------------------------------------------------------------------------------------


def test_people_of_whom_one_sentence_tells_are_joined_as_people_speak() -> None:
    here, german = context(), context(language="de")
    one, two, three = (here.name(seat) for seat in (1, 2, 3))
    assert FACE.value("tied", [1, 2], here) == f"{one} and {two}"
    assert FACE.value("seats", [1, 2, 3], german) == f"{one}, {two} und {three}"
    assert FACE.value("seats", [1], here) == one
    assert FACE.value("voters", [1, 2], here) == f"{one}, {two}", "a list in brackets is one"


def test_a_defence_is_called_one_and_no_vote() -> None:
    """R3-7: whoever is tied speaks before the new vote."""
    game = mafia(8, ann="don", ben="sheriff")
    game.speeches(ann="gus", ben="hal")
    assert FACE.moment(game.view(), context()) == "Day 1: the vote"
    for name in game.asked_for("vote.hand"):
        game.answers(name, "vote.hand", "yes" if name in ("ann", "ben", "cat", "dan") else "no")
    assert game.match.open_for(7)[0].key == "defence.floor"
    assert FACE.moment(game.view(), context()) == "Day 1: the tied players defend themselves"


def test_my_seat_says_what_still_counts_of_fouls_and_of_last_night() -> None:
    """R3-12, R3-14: who is out loses no game by a foul, and who is dead cannot be visited again anyway."""
    game = mafia(9, ann="don", ben="sheriff", cat="lover", dan="doctor")
    here = context(9)
    game.foul("hal")
    assert FACE.own_lines(game.view("hal"), here) == ["You have 1 foul. The fourth sends you out of the game."]
    game.speeches(ann="hal", ben="gus")
    game.vote(hal="ann ben cat dan eve fay")
    game.final_words()
    assert FACE.own_lines(game.view("hal"), here) == []
    game.night(victim="gus", lover="eve", doctor="fay")
    game.final_words()
    assert "Last night you chose" in FACE.own_lines(game.view("cat"), here)[0]
    game.speeches()
    game.night(victim="ann", lover="ann", doctor="eve")
    game.final_words()
    assert FACE.own_lines(game.view("cat"), here) == [], "the guest is dead"


def test_the_story_says_of_whoever_chose_themself_that_they_stayed_at_home() -> None:
    game = mafia(9, ann="don", ben="sheriff", cat="lover", dan="doctor")
    game.speeches()
    game.night(lover="cat", doctor="eve")
    changes = game.match.take_changes()
    here = context(9)
    story = "\n".join(FACE.story(changes.entries, changes.announcements, here))
    assert f"{here.name(3)}, the Lover, stayed at home alone." in story
    assert f"the Doctor, sat at the bed of {here.name(5)}." in story


@both
def test_the_page_of_role_sets_says_which_cards_are_dealt_at_how_many(language: str) -> None:
    """What is dealt changes where another cast is nearer to even, and the page with it."""
    casts = {}
    for name in ("club", "even", "plain", "mild"):
        options = MAFIA_GAME.role_set(name).options
        assert isinstance(options, MafiaOptions)
        casts[name] = [options.cast(seats) for seats in SEATS]
        assert all(cast["don"] == cast["sheriff"] == 1 for cast in casts[name])
    doctors = {name: [sum(cast.values()) for cast in casts[name] if cast.get("doctor")] for name in casts}
    assert doctors["club"] == [6, 7, 9, 10, 12, 17, 19]
    assert doctors["even"] == [6, 7, 8, 9, 11, *range(14, 21)]
    assert doctors["mild"] == [*range(8, 21)]
    assert [cast.get("lover", 0) for cast in casts["even"]] == [int(seats >= 8) for seats in SEATS]
    ones = {"club": range(6, 16), "even": (6, 7, 9, 11), "plain": (6, 7, 8, 9, 11, 13), "mild": (6, 7, 12)}
    for name, one in ones.items():
        mafia = [1 if seats in one else 2 for seats in SEATS]
        assert [cast["mafia"] for cast in casts[name]] == mafia
    told = {
        "en": (
            "One Mafia up to 15 players, two from 16. A Doctor, but not with 8, 11, 13 to 16, 18 and 20.",
            "from 8 players on. One Mafia with 6, 7, 9 and 11, else two. A Doctor, but not with 10, 12 and",
            "One Mafia up to 9 players, and with 11 and 13; else two.",
            "the Doctor from 8 players on and the Lover from 9. One Mafia with 6, 7 and 12, else two. No fouls",
        ),
        "de": (
            "Ein Mafioso bis 15 Spieler, zwei ab 16. Ein Arzt, außer mit 8, 11, 13 bis 16, 18 und 20.",
            "ab 8 die Geliebte. Ein Mafioso mit 6, 7, 9 und 11, sonst zwei. Ein Arzt, außer mit 10, 12 und 13.",
            "Ein Mafioso bis 9, mit 11 und mit 13, sonst zwei.",
            "ab 8 der Arzt und ab 9 die Geliebte. Ein Mafioso mit 6, 7 und 12, sonst zwei. Keine Fouls",
        ),
    }
    page = WORDS.for_locale(language).say("rule.mafia.roles")
    assert [sentence for sentence in told[language] if sentence not in page] == []
