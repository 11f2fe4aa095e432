"""Role sets that travel: as files, as codes, and what a published schema says of them."""

from __future__ import annotations

import base64
import json
import zlib
from hashlib import sha256
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.sizes import size

from bot.engine.rulebook import Game, Options
from bot.games import GAMES
from bot.games.mafia.options import MafiaOptions
from bot.games.village.options import VillageOptions, beginner_cast
from bot.matches.errors import Refused
from bot.matches.option_fields import check_options
from bot.matches.role_set_codes import BASES, CODE_MOST, UNPACKED_MOST, code_of, read_code
from bot.matches.role_set_files import FILE_MOST, Found, document, parsed, read_document, read_file, written
from bot.matches.role_set_schema import schema
from matches.drawn_role_sets import drawn_document

VILLAGE, MAFIA = GAMES["village"], GAMES["mafia"]
DRAWN = size(150, full=10_000)
SHORT = 200
RECORDED = Path(__file__).parent / "recorded_role_sets"
BUILT_IN = [(game, one.name, one.options) for game in GAMES.values() for one in game.role_sets]
CHANGED_SINCE = {
    "village": tuple(one.name for one in VILLAGE.role_sets),
    "mafia": ("club", "even", "plain", "mild", "slow"),
}
"""Built-in sets that are not as they were when the bases of codes were frozen: a code says what is different."""
NAMES = [f"{game.name} {name}" for game, name, _ in BUILT_IN]


def packed(said: bytes, checksum: int | None = None) -> str:
    """A code of these bytes, made as anybody can make one."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(said) + packer.flush()
    digest = (zlib.crc32(body) if checksum is None else checksum).to_bytes(4, "big")
    return "MM1-" + base64.urlsafe_b64encode(digest + body).decode().rstrip("=")


def refusal(work: Any, *what: Any) -> str:
    with pytest.raises(Refused) as caught:
        work(*what)
    return caught.value.code


def file_of(**changes: Any) -> bytes:
    """A file of a village with these changes to its options."""
    whole = document(VILLAGE, "House", VillageOptions(casts={9: beginner_cast(9)}))
    return json.dumps({**whole, "options": {**whole["options"], **changes}}).encode()


# -- there and back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name", "options"), BUILT_IN, ids=NAMES)
def test_every_built_in_set_travels_as_file_and_as_code(game: Game, name: str, options: Options) -> None:
    as_file = read_file(written(document(game, name, options)).encode())
    assert as_file == Found(game, name, options, ())
    code = code_of(game, options)
    assert read_code(code) == Found(game, "", options, ())
    assert len(code) <= (50 if name not in CHANGED_SINCE.get(game.name, ()) else SHORT)


def test_a_set_near_a_built_in_one_has_a_short_code() -> None:
    """Another card at every number of players, and eight other options."""
    casts = {seats: {**cast, "mad_hatter": 1, "villager": cast["villager"] - 1} for seats, cast in _beginner().items()}
    near = VillageOptions(
        casts=casts, night_seconds=99, day_seconds=1234, vote_seconds=33, last_words_seconds=7, open_ballot=True,
        bonus=("drunk", "hero", "love"), pace="brisk", dead_watch=False, all_must_point=False, quiet_guests=True,
    )  # fmt: skip
    code = code_of(VILLAGE, near)
    assert read_code(f"`{code[:50]}\n {code[50:]}` ").options == near
    assert len(code) <= SHORT
    few = VillageOptions(casts={9: beginner_cast(9)})
    assert read_code(code_of(VILLAGE, few)).options == few
    assert len(code_of(VILLAGE, few)) <= SHORT


def _beginner() -> dict[int, dict[str, int]]:
    options = VILLAGE.role_set("beginner").options
    assert isinstance(options, VillageOptions)
    return {seats: dict(cast) for seats, cast in options.casts.items()}


def test_a_file_is_written_for_people() -> None:
    lines = written(document(MAFIA, "Sport", MAFIA.role_set("sport").options)).splitlines()
    assert lines[:4] == ["{", '  "format": 1,', '  "game": "mafia",', '  "name": "Sport",']
    assert '      "10": ["don", "mafia", "mafia", "sheriff", "citizen", "citizen", "citizen", "citizen", ' in lines[6]
    assert '    "night_seconds": 60,' in lines


@pytest.mark.parametrize("path", sorted(RECORDED.iterdir()), ids=lambda path: path.name)
def test_what_was_once_exported_is_read_for_ever(path: Path) -> None:
    """Files and codes of earlier versions, each beside what it meant. Never written anew; new ones are added."""
    recorded = json.loads(path.read_text(encoding="utf-8"))
    found = read_document(recorded["file"])
    assert found.faults == ()
    body = found.options.model_dump(mode="json")
    assert {name: body[name] for name in recorded["means"]} == recorded["means"]
    from_code = read_code(recorded["code"])
    assert (from_code.game, from_code.options, from_code.faults) == (found.game, found.options, ())


def test_what_codes_are_based_on_is_frozen() -> None:
    """Another line in this file, and every code that people have kept means something else."""
    frozen = resources.files("bot.matches").joinpath(BASES).read_bytes()
    assert sha256(frozen).hexdigest() == "87b68c01c613c8b09532eb8123f8f53935d6a63ff6197da5e326db062d657228"


def test_what_an_older_version_did_not_have_is_as_usual() -> None:
    found = read_document({"format": 1, "game": "mafia", "options": {"night_seconds": 99}})
    assert (found.options, found.faults) == (MafiaOptions(night_seconds=99), ())


# -- with distrust ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"casts": {}}, {"fault.option.no_counts"}),
        ({"casts": {"9": ["villager"] * 9}}, {"fault.village.team"}),
        ({"casts": {"9": ["wizard"] * 9}}, {"fault.village.unknown_role"}),
        ({"casts": {"30": ["villager"] * 30}}, {"fault.option.seats"}),
        ({"casts": {"9": ["villager"] * 101}}, {"fault.option.unreadable"}),
        ({"casts": {"9": {"villager": 9}}}, {"fault.option.unreadable"}),
        ({"casts": {"09": ["villager"] * 9}}, {"fault.option.unreadable"}),
        ({"night_seconds": 9}, {"fault.option.range"}),
        ({"night_seconds": "90"}, {"fault.option.unreadable"}),
        ({"night_seconds": 10**4000}, {"fault.option.unreadable"}),
        ({"open_ballot": 1}, {"fault.option.unreadable"}),
        ({"bonus": ["moon"]}, {"fault.option.unreadable"}),
        ({"cards_explained": True}, {"fault.option.unreadable"}),
        ({"<@1>" + "x" * 999: 1}, {"fault.option.unreadable"}),
    ],
)
def test_what_makes_no_sense_is_told_and_left_out(change: dict[str, Any], faults: set[str]) -> None:
    found = read_file(file_of(**change))
    assert faults <= {fault.key for fault in found.faults}
    assert all(len(str(value)) <= 40 for fault in found.faults for value in fault.values.values())
    assert check_options(VILLAGE, found.options.model_dump(mode="json"))[0] == found.options


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "role_set_file_unreadable"),
        (b"[1]", "role_set_file_unreadable"),
        (b"\xff\xfe\x00", "role_set_file_unreadable"),
        (b"[" * 60_000, "role_set_file_unreadable"),
        (b'{"format":1,"game":"village","options":{},"x":1}', "role_set_file_unreadable"),
        (b'{"format":1,"game":"village","name":9,"options":{}}', "role_set_file_unreadable"),
        (b'{"format":2,"game":"village","options":{}}', "role_set_file_newer"),
        (b'{"format":1,"game":"chess","options":{}}', "no_such_game"),
        (b" " * (FILE_MOST + 1), "role_set_file_too_large"),
        (b"1" * 9_000, "role_set_file_unreadable"),
        (b'{"format":1,"game":"village","options":{"\\ud800":1}}', "role_set_file_unreadable"),
    ],
    ids=range(11),
)
def test_what_is_no_role_set_is_refused(data: bytes, code: str) -> None:
    assert refusal(read_file, data) == code


@pytest.mark.parametrize(
    "said",
    [b"", b"[]", b'["village"]', b'["chess","",{}]', b'["village","moon",{}]', b'["village","classic",[]]',
     b'["village","classic",{"casts":[["9"]]}]', b'["village","classic",{"casts":[["nine",{}]]}]',
     b'["village","classic",{"casts":[["9",{"sheriff":1000000000}]]}]', b'["village","classic",{"casts":7}]',
     b'[{},"",{}]', b'["village",[],{}]', b"[" * 5_000, b'["village","",{"\\udfff":1}]'],
    ids=range(14),
)  # fmt: skip
def test_a_code_that_says_nothing_is_refused(said: bytes) -> None:
    assert refusal(read_code, packed(said)) == "role_set_code_unreadable"


def test_a_code_is_bounded_before_and_after_it_is_unpacked() -> None:
    bomb = packed(b'["village","",{"night_seconds":' + b"1" * 6_000_000 + b"}]", checksum=None)
    assert len(bomb) > CODE_MOST
    assert refusal(read_code, bomb) == "role_set_code_unreadable"
    small_bomb = packed(b" " * (UNPACKED_MOST + 1))
    assert len(small_bomb) < CODE_MOST
    assert refusal(read_code, small_bomb) == "role_set_code_unreadable"
    assert refusal(read_code, "MM2-abcd") == "role_set_file_newer"


def test_one_wrong_letter_is_noticed() -> None:
    code = code_of(VILLAGE, VillageOptions(night_seconds=99))
    meant = base64.urlsafe_b64decode(code[4:] + "==")
    for place in range(4, len(code)):
        wrong = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
        if base64.urlsafe_b64decode(wrong[4:] + "==") != meant:  # the last letter has bits to spare
            assert refusal(read_code, wrong) == "role_set_code_unreadable"


# -- the schema -------------------------------------------------------------------------------------------------------


def is_sound(written: Any) -> bool:
    """What the bot says of a document."""
    try:
        return not read_document(parsed(json.dumps(written).encode())).faults
    except Refused:
        return False


@pytest.mark.full_size
def test_an_ordinary_validator_agrees_with_the_bot() -> None:
    Draft202012Validator.check_schema(schema())
    validator, rng = Draft202012Validator(schema()), Random(15)
    sound = 0
    for number in range(DRAWN):
        drawn = drawn_document(rng)
        verdict = is_sound(drawn)
        assert validator.is_valid(json.loads(json.dumps(drawn))) == verdict, (number, drawn)
        sound += verdict
    assert 0.2 * DRAWN < sound < 0.8 * DRAWN


@pytest.mark.parametrize(
    ("seats", "cards", "sound"),
    [
        (8, {"rumplestiltskin": 3, "villager": 5}, True),
        (8, {"rumplestiltskin": 4, "villager": 4}, False),
        (8, {"rumplestiltskin": 1, "sheriff": 2, "villager": 5}, False),
        (8, {"rumplestiltskin": 1, "sheriff": 1, "villager": 7}, False),
    ],
)
def test_the_schema_knows_the_rules_of_a_cast(seats: int, cards: dict[str, int], sound: bool) -> None:
    listed = [card for card, count in cards.items() for _ in range(count)]
    whole = {"format": 1, "game": "village", "options": {"casts": {str(seats): listed}}}
    assert is_sound(whole) == sound
    assert Draft202012Validator(schema()).is_valid(whole) == sound


def test_the_schema_knows_when_a_mafia_has_won_beforehand() -> None:
    validator = Draft202012Validator(schema())
    for mafia in range(6):
        for maniac in (0, 1):
            cards = ["don", *["mafia"] * mafia, *["maniac"] * maniac, *["citizen"] * (9 - mafia - maniac)]
            whole = {"format": 1, "game": "mafia", "options": {"casts": {"10": cards}}}
            assert validator.is_valid(whole) == is_sound(whole) == (mafia + 1 < 10 - mafia - 1 - maniac)
