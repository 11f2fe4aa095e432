"""The village's words are complete: whatever the rules can say, ask or be set to has a sentence, and it fits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.catalogues import Sentences, sentences_in, variants_in
from support.keyed_calls import KeyedCalls

from bot.engine.rulebook import OVER, RoleSet
from bot.games import hidden_roles, village
from bot.games.village.cards import BONUS_CARDS, SIDES
from bot.games.village.claims import ALIASES, PHRASES
from bot.games.village.options import ROLE_SETS
from bot.games.village.roles import ROLES
from cogs.village.bonus_words import STANDING
from cogs.village.face import VillageFace

SOURCE = Path(village.__file__).parent
CALLS = KeyedCalls(Path(hidden_roles.__file__).parent, SOURCE)
FILES = Path(__file__).parents[2] / "cogs" / "village"
LANGUAGES = ("en", "de")
both = pytest.mark.parametrize("language", LANGUAGES)

LABEL, LINE, FORM_LABEL, NAME = 80, 100, 45, 32
"""Most characters of: a button, a menu's description, the label in a form, a name."""

IN_PARTS: dict[str, tuple[str, ...]] = {
    "said.claim": (),  # it is put together of others: see test_claim_words
    "cards.explained": ("cards.explained.where", "cards.explained.bonus"),  # and a line for each card
    "night.verdict": ("night.verdict.guilty", "night.verdict.innocent"),
    "day.act": ("day.act.drunk", "day.act.town_idiot"),
    "day.foul": ("day.foul.drunk", "day.foul.town_idiot"),
}
"""Announcements whose sentence depends on a value that is no text."""
ALWAYS_CHOSEN = {
    "day.vote", "day.call", "night.victim", "roles.delivered", "bonus.redraw", "night.beloved", "night.crush",
}  # fmt: skip
"""Questions that do not offer "nothing"."""
NEVER_DECLINED = {"bonus.redraw", "night.beloved", "night.crush"}
"""Those of them that nobody can be confirmed to have declined either: what is chosen for the slow is not said."""
NOT_PEOPLE = {"bonus.redraw": ("keep", "redraw"), "night.sacrifice": ("sacrifice",), "day.sacrifice": ("sacrifice",)}
"""Questions whose every choice has a confirmation of its own."""
PROMPT_VALUES = {"spell.redirect": {"seconds"}}
"""What a prompt names, where it is not the same words for everybody."""
WORDLESS_CLOCKS = {"clock.redirect"}
"""How long a spell flies is nobody's business (R0-16)."""
FIRST_PANELS = ("suspect", "investigate", "protect", "assassinate", "mute", "peek", "victim", "watch")
"""The night questions that are open side by side and must look alike."""
AT_LEAST_FOUR = (
    "night.falls", "dawn.breaks", "dawn.killed", "dawn.nobody", "dawn.vanished", "dawn.protected", "dawn.captured",
    "dawn.shot", "dawn.shot.unseen", "day.burned", "introductions.begin", "introductions.end",
    "end.no_rumplestiltskin", "end.two_villagers", "end.even_numbers", "bonus.begins", "bonus.face_up",
    "dawn.sacrificed", "dawn.heartbreak", "dawn.crush", "dawn.curse", "dawn.awake", "spell.felt", "spell.sleep",
    "day.sacrificed", "day.heartbreak", "day.crush", "day.charmed", "day.smooth_talk", "day.persuaded",
    "day.act.drunk", "day.act.town_idiot", "day.foul.drunk", "day.foul.town_idiot",
)  # fmt: skip
AT_EVERY_VOTE = {
    "day.begins": 12, "day.seconded": 18, "day.seconded.plain": 16, "day.nominated.plain": 8, "day.poll": 8,
    "day.ready": 4,
    **{f"day.nominated.back.{why}": 3 for why in ("spoke", "named", "voted", "today")},
}  # fmt: skip
"""What is heard several times on most days, and in how many ways at least."""
AREAS = (
    "start", "setup", "role_sets", "introductions", "night", "night_order", "dawn", "day", "nominations", "ballots",
    "ties", "last_words", "burning", "muted", "toad", "jinx", "death", "winning", "options", "secrets", "fairness",
    "computer_players", "substitutes", "rumplestiltskin", "bonus", "spell_flight", "foul",
)  # fmt: skip


def read(name: str, language: str) -> Sentences:
    return sentences_in(FILES / f"{name}.{language}.po")


ALL_SENTENCES = {language: read("wording", language) | read("bonus", language) for language in LANGUAGES}
ALL_TOPICS = {language: read("rules", language) | read("bonus_rules", language) for language in LANGUAGES}
VARIANTS = {language: variants_in(ALL_SENTENCES[language]) for language in LANGUAGES}
SENTENCES, TOPICS = ALL_SENTENCES["en"], ALL_TOPICS["en"]


def variants(key: str, language: str = "en") -> list[str]:
    """Every form of every variant of a key."""
    return [form for forms in VARIANTS[language].get(key, {}).values() for form in forms]


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


ANNOUNCED = sorted({*CALLS.keys("announce", "tell", "learn", "learns"), OVER})
ASKED = CALLS.keys("Question", "put", "ask", "Asks")
ASKED_OF_PEOPLE = [key for key in ASKED if key != "roles.delivered"]


def test_the_keys_are_found_in_the_source() -> None:
    assert {"game.begins", "night.falls", "dawn.killed", "power.cancelled", "day.counted"} <= set(ANNOUNCED)
    assert {"night.suspect", "night.murder", "huntsman.shot", "day.call", "day.last_words"} <= set(ASKED)


# -- the files ---------------------------------------------------------------------------------------------------------


@both
def test_variants_are_numbered_without_gaps_and_want_the_same_values(language: str) -> None:
    for key, numbered in VARIANTS[language].items():
        assert sorted(numbered) == list(range(1, len(numbered) + 1)), key
        wanted = {frozenset(placeholders(form)) for form in [*variants(key, language), *variants(key)]}
        assert len(wanted) == 1, key


@both
@pytest.mark.parametrize("key", AT_LEAST_FOUR)
def test_what_is_said_often_is_said_in_several_ways(key: str, language: str) -> None:
    assert len(set(variants(key, language))) >= 4


@both
@pytest.mark.parametrize(("key", "least"), AT_EVERY_VOTE.items())
def test_what_is_said_at_every_vote_is_said_in_many_ways(key: str, least: int, language: str) -> None:
    assert len(set(variants(key, language))) >= least


# -- what the Mirror says ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ANNOUNCED)
def test_every_announcement_has_words_that_want_only_what_it_brings(key: str) -> None:
    brought = [
        {word.arg for word in call.keywords}
        for found, call in CALLS.of("announce", "tell", "learn", "learns")
        if found == key
    ]
    for part in IN_PARTS.get(key, (key,)):
        assert part in SENTENCES
        for values in brought:
            assert all(placeholders(form) <= values for form in variants(part)), part


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("day.counted.line", {"nominee", "count", "voters"}),
        ("day.counted.line.none", {"nominee"}),
        ("day.counted.burned", {"burned"}),
        ("day.counted.again", {"names"}),
        ("day.counted.nobody", set()),
        ("day.nominated.plain", {"by", "nominee"}),
        ("day.seconded.plain", {"by", "nominee"}),
        ("day.poll.again", {"nominee"}),
        ("day.open_ballot.again", {"nominees", "majority"}),
        ("dawn.shot.unseen", {"seat", "role"}),
        ("dawn.shot.hidden", {"seat", "by"}),
        ("dawn.shot.unseen.hidden", {"seat"}),
        ("role.team.line", {"seat", "role"}),
        ("introductions.line", {"seat", "alias"}),
        ("introductions.line.plain", {"seat"}),
        ("game.over.line", {"seat", "role"}),
        ("game.over.line.winner", {"seat", "role"}),
        ("bonus.none_face_up", set()),
        ("bonus.pair", {"one", "other"}),
        ("night.beloved.chosen", {"beloved"}),
        ("night.crush.chosen", {"beloved"}),
        ("learnt.night.beloved.chosen", {"beloved", "night"}),
        ("learnt.night.crush.chosen", {"beloved", "night"}),
        ("dawn.heartbreak", {"seat", "role"}),
        ("dawn.crush", {"seat", "role"}),
        ("day.heartbreak", {"seat", "role"}),
        ("day.crush", {"seat", "role"}),
    ],
)
def test_the_parts_of_longer_announcements(key: str, values: set[str]) -> None:
    assert {frozenset(placeholders(form)) for form in variants(key)} == {frozenset(values)}


def test_nobody_is_told_whom_the_prince_guarded() -> None:
    assert not any(placeholders(form) for form in variants("dawn.protected"))


@pytest.mark.parametrize("key", ["dawn.vanished", "dawn.sacrificed", "day.sacrificed"])
def test_nobody_is_told_the_card_of_the_vanished_and_of_the_victim(key: str) -> None:
    assert all(placeholders(form) == {"seat"} for form in variants(key))


@pytest.mark.parametrize("key", CALLS.keys("learn", "learns"))
def test_what_is_learnt_can_be_listed(key: str) -> None:
    brought = {word.arg for found, call in CALLS.of("learn", "learns") if found == key for word in call.keywords}
    for part in IN_PARTS.get(key, (key,)):
        wanted = placeholders(SENTENCES[f"learnt.{part}"][0])
        assert "night" in wanted
        assert wanted - {"night"} <= brought


def test_every_way_the_game_ends_and_people_leave() -> None:
    source = "".join(path.read_text() for path in sorted(SOURCE.glob("*.py")))
    reasons = set(re.findall(r'"(end\.\w+)"', source))
    assert len(reasons) == 4
    assert reasons <= SENTENCES.keys()
    for end in ("rumplestiltskins", "hatter", "huntsman", "captured", "burned", "heartbreak", "crush", "sacrificed"):
        assert placeholders(SENTENCES[f"gone.{end}"][0]) == {"night"}


def test_every_phase_and_clock() -> None:
    source = "".join(path.read_text() for path in sorted(SOURCE.glob("*.py")))
    phases = set(re.findall(r'phase(?:: str)? = "(\w+)"', source))
    assert {"deal", "introductions", "night", "dawn", "day", "ballot", "over"} <= phases
    assert {f"phase.{phase}" for phase in phases} <= SENTENCES.keys()
    for clock in CALLS.keys("timer"):
        if clock not in WORDLESS_CLOCKS:
            assert placeholders(SENTENCES[clock][0]) == {"when"}, clock
    assert VillageFace.secret_clocks - SENTENCES.keys() >= WORDLESS_CLOCKS
    assert SENTENCES["clock.healing"] == SENTENCES["clock.huntsman"] == SENTENCES["clock.powers"]


def test_every_silence() -> None:
    assert all(f"speech.{speech}" in SENTENCES for speech in ("muted", "toad", "dead", "night"))
    noises = variants("toad.noise")
    assert len(set(noises)) == 8
    assert all(len(noise) <= LABEL for noise in noises)


# -- what the Mirror asks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ASKED)
def test_every_question_has_a_prompt_and_its_confirmations(key: str) -> None:
    assert placeholders(SENTENCES[f"ask.{key}"][0]) == PROMPT_VALUES.get(key, set())
    if key in NOT_PEOPLE:
        assert all(not placeholders(SENTENCES[f"ask.{key}.done.{choice}"][0]) for choice in NOT_PEOPLE[key])
    else:
        assert placeholders(SENTENCES[f"ask.{key}.done"][0]) == {"choice"}
    assert key in NEVER_DECLINED or not placeholders(SENTENCES[f"ask.{key}.nothing"][0])
    if key in STANDING:  # a card that waits is not declined: its menu offers only people, or the one thing it does
        assert not placeholders(SENTENCES[f"board.{key}"][0])
    elif key not in ALWAYS_CHOSEN:
        assert f"choice.nothing.{key}" in SENTENCES


@pytest.mark.parametrize(
    "key",
    [
        "choice.day.vote.burn", "choice.day.vote.spare", "choice.day.call.ready", "choice.night.peek.peek",
        "choice.roles.delivered.delivered", "choice.roles.delivered.host", "choice.bonus.redraw.keep",
        "choice.bonus.redraw.redraw", "choice.night.sacrifice", "choice.day.sacrifice",
    ],
)  # fmt: skip
def test_every_special_choice_has_a_label(key: str) -> None:
    assert key in SENTENCES


@both
def test_labels_fit_where_they_stand(language: str) -> None:
    for key, forms in ALL_SENTENCES[language].items():
        most = {"choice": LABEL, "tag": LABEL, "form": FORM_LABEL, "button": LABEL - NAME}.get(key.partition(".")[0])
        if key.startswith("phrase.label."):
            most = LABEL
        assert most is None or all(len(form) <= most for form in forms), key


@both
def test_the_panels_of_the_night_look_alike(language: str) -> None:
    sentences = ALL_SENTENCES[language]
    prompts = [sentences[f"ask.night.{key}"][0] for key in FIRST_PANELS]
    assert all(re.fullmatch(r"\*\*[^*\n]+\?\*\*\n[^*\n]+\.", prompt) for prompt in prompts)
    lengths = [len(prompt) for prompt in prompts]
    assert max(lengths) - min(lengths) <= 20, dict(zip(FIRST_PANELS, lengths, strict=True))
    for ending in ("done", "nothing"):
        answers = [sentences[f"ask.night.{key}.{ending}"][0] for key in FIRST_PANELS]
        assert all(re.match("I note |Ich notiere", answer) for answer in answers)
        assert max(map(len, answers)) - min(map(len, answers)) <= 25


@pytest.mark.parametrize("code", PHRASES)
def test_every_phrase(code: str) -> None:
    assert f"phrase.{code}" in SENTENCES
    assert f"phrase.label.{code}" in SENTENCES


@pytest.mark.parametrize("key", ASKED_OF_PEOPLE)
def test_every_night_question_has_a_line_in_the_story(key: str) -> None:
    if key.startswith(("night.", "huntsman.", "day.cast_", "spell.")):
        whom = {"one", "other"} if key == "day.cast_love" else {"target"}
        assert {"by"} <= placeholders(SENTENCES[f"story.{key}"][0]) <= {"by"} | whom


def test_the_story_has_its_headings_and_names_every_draw() -> None:
    assert "recap.title" in SENTENCES
    assert placeholders(SENTENCES["recap.night"][0]) == {"night"}
    assert placeholders(SENTENCES["recap.day"][0]) == {"day"}
    assert all(f"chance.{key}" in SENTENCES for key in CALLS.keys("draw", "shuffle"))


# -- roles, options, faults --------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("role", [*ROLES, "rumplestiltskin"])
def test_every_role_has_its_card_and_its_topic(role: str, language: str) -> None:
    sentences = ALL_SENTENCES[language]
    assert len(sentences[f"role.{role}"][0]) <= LABEL
    assert f"role.{role}.the" in sentences
    assert len(sentences[f"role.{role}.short"][0]) <= LINE
    assert 2 <= len(re.findall(r"[.!?](?=\s|$)", sentences[f"role.{role}.card"][0])) <= 5
    assert f"rule.village.{role}" in ALL_TOPICS[language]


@both
@pytest.mark.parametrize("card", [*BONUS_CARDS, "dud"])
def test_every_bonus_card_has_its_words_and_its_topic(card: str, language: str) -> None:
    sentences = ALL_SENTENCES[language]
    assert len(sentences[f"bonus.{card}"][0]) <= LABEL
    assert 1 <= len(re.findall(r"[.!?](?=\s|$)", sentences[f"bonus.{card}.card"][0])) <= 5
    assert card == "dud" or sentences[f"option.bonus.{card}"] == sentences[f"bonus.{card}"]
    assert f"rule.village.{card}" in ALL_TOPICS[language]


@pytest.mark.parametrize("side", sorted(set(SIDES.values())))
def test_every_side_has_a_name_and_a_goal(side: str) -> None:
    assert f"side.{side}" in SENTENCES
    assert f"side.{side}.goal" in SENTENCES


@both
@pytest.mark.parametrize("role_set", ROLE_SETS, ids=lambda role_set: role_set.name)
def test_every_role_set(role_set: RoleSet, language: str) -> None:
    sentences = ALL_SENTENCES[language]
    name = sentences[f"role_set.{role_set.name}"][0]
    assert len(name) <= FORM_LABEL
    assert len(sentences[f"role_set.{role_set.name}.help"][0]) <= LINE
    assert f"**{name}**" in ALL_TOPICS[language]["rule.village.role_sets"][0]


def test_every_fault() -> None:
    faults = set(re.findall(r'"(fault\.[\w.]+)"', (SOURCE / "options.py").read_text()))
    assert len(faults) >= 7
    assert faults | {"fault.seats"} <= SENTENCES.keys()
    assert placeholders(SENTENCES["fault.seats"][0]) == {"least", "most"}


# -- the topics of /rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("topic", AREAS)
def test_every_area_has_a_topic(topic: str) -> None:
    assert f"rule.village.{topic}" in TOPICS
    assert f"rule.village.{topic}.title" in TOPICS


def test_what_people_may_call_themselves_in_german_fits_everybody() -> None:
    for trade in ALIASES:
        (told,) = ALL_SENTENCES["de"][f"phrase.{trade}"]
        assert told.split()[0] not in ("ein", "eine", "der", "die"), told


def test_german_says_of_the_vote_what_its_button_says() -> None:
    """The button is called "Abstimmung fordern". Who reads of a call, a "Ruf", looks for a button that calls."""
    assert ALL_SENTENCES["de"]["choice.day.call.ready"] == ("Abstimmung fordern",)
    called = re.compile(r"\bruf(e|t|st|en)? zur Abstimmung|zur Abstimmung ruf|\bRufe?n? zur Abstimmung", re.IGNORECASE)
    said = [*ALL_SENTENCES["de"].values(), *read("tutorial", "de").values(), *read("rules", "de").values()]
    assert [one for several in said for one in several if called.search(one)] == []


@pytest.mark.parametrize(("language", "speech"), [("en", "speech"), ("de", "Rede")])
def test_of_whom_burns_no_speech_is_told(language: str, speech: str) -> None:
    """Last words are theirs to give: one who had said nothing “makes one last speech”."""
    burned = [
        one for key, several in ALL_SENTENCES[language].items() if key.startswith("day.burned") for one in several
    ]
    assert burned
    assert [one for one in burned if speech in one] == []
