"""The command line as a user meets it: in a process of its own."""

from __future__ import annotations

import gc
import io
import json
import os
import sqlite3
import stat
import subprocess
import sys
from email.utils import formatdate
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.shard import SessionStartLimits
from PIL import features
from store.older import make_older
from support.forking import ROOT, command_line, python
from support.recaps import played_recap
from support.waiting import PATIENCE_S
from typer.testing import CliRunner

from bot import __version__
from bot import app as bot_app
from bot.cli import CannotDo, _check_playable, _options, app
from bot.config import Settings
from bot.doctor import clock_lines, emoji_line, names_line
from bot.engine.chance import commitment
from bot.games import GAMES
from bot.games.village.options import VillageOptions
from bot.matches.role_set_files import document, written
from bot.recaps import reading
from bot.recaps.recap import Recap
from bot.recaps.verifying import verify
from bot.replay.faces import face_of
from bot.ui.emojis.signs import all_signs
from bot.ui.emojis.upload import EMOJIS_MOST
from bot.ui.pictures.sign import emoji_name
from bot.ui.wording import Wording, wording_files

SEED = "5eed" * 16


def magic_mirror(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    return command_line(*map(str, arguments), cwd=cwd, environment={**os.environ, "NO_COLOR": "1", **environment})


def assert_refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit code 2, nothing on standard output, one sentence on standard error."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.strip().endswith(".")
    assert all(word in done.stderr for word in words), done.stderr


# -- simulate --------------------------------------------------------------------------------------------------------


def test_the_command_line_can_be_started_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "--help"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
        cwd=ROOT,
    )
    assert "Usage" in done.stdout


def test_json_is_exactly_one_object_and_the_same_seed_wins_the_same() -> None:
    runs = [magic_mirror("simulate", "village", "--seats", 9, "--games", 30, "--seed", 7, "--json") for _ in range(2)]
    reports = [json.loads(run.stdout) for run in runs]
    assert all(run.returncode == 0 and run.stderr == "" for run in runs)
    assert reports[0]["wins"] == reports[1]["wins"]
    assert set(reports[0]) == {
        "game", "seats", "games", "seconds", "games_per_second", "answers", "wins", "rounds_mean",
    }  # fmt: skip
    assert (reports[0]["game"], reports[0]["seats"], reports[0]["games"]) == ("village", 9, 30)


def test_a_person_reads_who_wins_how_often() -> None:
    players = "3 easy, town random, rest strong"
    done = magic_mirror("simulate", "village", "--games", 20, "--players", players, "--role-set", "beginner")
    assert done.returncode == 0
    assert players in done.stdout
    assert "20 games" in done.stdout
    assert "town" in done.stdout
    assert "%" in done.stdout


def test_a_role_set_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "many.json"
    file.write_text('{"casts": {"8": {"rumplestiltskin": 3, "villager": 5}}, "introductions": false}')
    done = magic_mirror("simulate", "village", "--games", 50, "--role-set", file, "--json")
    assert json.loads(done.stdout)["wins"]["rumplestiltskin"] > 35


def test_a_role_set_may_be_a_file_as_the_bot_exports_it(tmp_path: Path) -> None:
    options = VillageOptions(casts={8: {"rumplestiltskin": 3, "villager": 5}})
    file = tmp_path / "exported.json"
    file.write_text(written(document(GAMES["village"], "Many", options)))
    assert _options(GAMES["village"], str(file)) == options
    with pytest.raises(CannotDo, match="does not hold options of this game, but of Rumplestiltskin"):
        _options(GAMES["mafia"], str(file))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["vilage"], ["'vilage'", "village"]),
        (["village", "--seats", 7], ["7", "8 to 20"]),
        (["village", "--role-set", "nothing"], ["'nothing'", "classic"]),
        (["village", "--players", "9 easy, rest strong"], ["9 players", "8 play"]),
        (["village", "--players", "clever"], ["'clever'", "easy, normal, strong"]),
        (["village", "--players", f"{10**9} easy"], ["100…", "players"]),
        (["village", "--role-set", "x" * 5000], ["xxx'", "classic"]),
        (["mafia", "--seats", 5], ["6 to 20 players"]),
        (["name_duel", "--seats", 3], ["2 to 2 players"]),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments: list[object], words: list[str]) -> None:
    assert_refused(magic_mirror("simulate", *arguments), *words)


def test_a_file_that_holds_no_role_set_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    for body, word in (("{", "JSON"), ('{"day_seconds": 1}', "day_seconds"), ('{"casts": {}}', "8")):
        file.write_text(body)
        assert_refused(magic_mirror("simulate", "village", "--role-set", file), word)


def test_an_exported_set_with_a_card_too_many_is_refused_with_the_sentence_that_discord_says(tmp_path: Path) -> None:
    file = tmp_path / "exported.json"
    options = VillageOptions(casts={8: {"rumplestiltskin": 3, "villager": 6}})
    file.write_text(written(document(GAMES["village"], "@everyone **<b>", options)))
    with pytest.raises(CannotDo, match="this game: The roles for 8 players make 9 cards"):
        _options(GAMES["village"], str(file))


def test_a_file_has_no_way_to_command_the_terminal(tmp_path: Path) -> None:
    """It came from somewhere, and what it calls its cards is said again."""
    file = tmp_path / "set.json"
    for body in (
        {"casts": {"8": {"\x1b[2Jx": 8}}},
        {"format": 1, "game": "village", "name": "x", "options": {"casts": {"8": ["\x1b[2Jx"] * 8}}},
        {"format": 1, "game": "village", "name": "x", "options": {"\x1b[2Jx": 3}},
    ):
        file.write_text(json.dumps(body))
        with pytest.raises(CannotDo, match=r"“\\x1b\[2jx”|“\\x1b\[2Jx”") as refusal:
            _check_playable(GAMES["village"], _options(GAMES["village"], str(file)), 8)
        assert str(refusal.value).isprintable()


# -- verify ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recap() -> dict[str, Any]:
    """One whose opening was not sealed, so that only the game played again can tell what was changed."""
    unsealed = played_recap("village", 9, SEED, presses=()).model_copy(update={"opening": None}).with_digest()
    written: dict[str, Any] = json.loads(unsealed.model_dump_json())
    return written


def difference(recap: dict[str, Any]) -> str:
    found = verify(Recap.model_validate_json(json.dumps(recap)))
    assert found is not None, "the recap was tampered with, and nobody noticed"
    assert len(found.sentence.splitlines()) == 1
    assert found.sentence.endswith(".")
    return found.sentence


def tampered(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value[1:], *value[:1]] if len({str(item) for item in value}) > 1 else [*value, 1]
    return f"{value}x"


def test_an_honest_recap_holds(recap: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "recap.json"
    file.write_text(json.dumps(recap))
    done = magic_mirror("verify", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert str(len(recap["journal"])) in done.stdout


def test_a_tampered_recap_is_told_with_the_first_difference(recap: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "recap.json"
    file.write_text(json.dumps({**recap, "outcome": {**recap["outcome"], "sides": ["nobody at all"]}}))
    done = magic_mirror("verify", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert "nobody at all" in done.stdout


def test_a_seed_that_was_not_promised_is_told(recap: dict[str, Any]) -> None:
    assert "commitment" in difference({**recap, "seed": "other"})
    assert "from the seed" in difference({**recap, "seed": "other", "commitment": commitment("other")})


def test_every_field_of_every_journal_line_is_compared(recap: dict[str, Any]) -> None:
    for place in range(0, len(recap["journal"]), 9):
        for field, value in recap["journal"][place].items():
            line = {**recap["journal"][place], field: tampered(value)}
            found = difference({**recap, "journal": [*recap["journal"][:place], line, *recap["journal"][place + 1 :]]})
            named = "Round " in found
            assert named or (field == "value" and "without consequence" in found), (field, found)


def test_lines_left_out_put_in_or_cut_off_are_told(recap: dict[str, Any]) -> None:
    journal = recap["journal"]
    assert "before the game is over" in difference({**recap, "journal": journal[:-1]})
    for changed in (journal[:5] + journal[6:], [*journal, journal[-1]], []):
        difference({**recap, "journal": changed})


def test_every_part_of_every_announcement_is_compared(recap: dict[str, Any]) -> None:
    said = recap["announcements"]
    for place in range(0, len(said), 5):
        for part, other in enumerate((place + 1, [1], "something.else", {"seat": 99})):
            line = [*said[place][:part], other, *said[place][part + 1 :]]
            if line != said[place]:
                assert f"Announcement {place} " in difference(
                    {**recap, "announcements": [*said[:place], line, *said[place + 1 :]]}
                )
    assert "missing" in difference({**recap, "announcements": said[:-1]})
    assert "never made" in difference({**recap, "announcements": [*said, said[-1]]})


def test_what_had_no_consequence_is_under_the_digest(recap: dict[str, Any]) -> None:
    assert "digest" in difference({**recap, "names": ["Somebody else", *recap["names"][1:]]})
    assert "digest" in difference({**recap, "role_set": "beginner"})
    assert "digest" in difference({**recap, "options": {**recap["options"], "night_seconds": 76}})


def test_who_sat_there_and_what_was_played_is_compared(recap: dict[str, Any]) -> None:
    assert "names" in difference({**recap, "seats": 10})
    difference({**recap, "seats": 10, "names": [*recap["names"], "One more"]})
    assert "mahjong" in difference({**recap, "game": "mahjong"})
    difference({**recap, "options": {**recap["options"], "day_seconds": 90}})
    assert "day_seconds" in difference({**recap, "options": {**recap["options"], "day_seconds": -1}})
    results = {**recap["outcome"]["results"], "1": "drawn"}
    difference({**recap, "outcome": {**recap["outcome"], "results": results}})


def test_what_is_no_recap_is_refused_in_a_sentence(recap: dict[str, Any], tmp_path: Path) -> None:
    assert_refused(magic_mirror("verify", tmp_path / "none.json"), "none.json")
    assert_refused(magic_mirror("verify", tmp_path), "cannot be read")
    file = tmp_path / "recap.json"
    for body in (b"\xff\xfe", b"{}", json.dumps({**recap, "version": 3}).encode()):
        file.write_bytes(body)
        assert_refused(magic_mirror("verify", file), "not a recap")


def test_a_file_that_is_too_long_is_refused_and_never_read_whole(tmp_path: Path) -> None:
    """A file with a hole in it: a terabyte for whoever reads it, nothing on the disk."""
    file = tmp_path / "recap.json"
    with file.open("wb") as hole:
        hole.truncate(1 << 40)
    assert_refused(magic_mirror("verify", file), "too large", "8 MB")
    assert_refused(magic_mirror("verify", "/dev/zero"), "too large")
    file = io.BytesIO(b"[" * (reading.LARGEST_FILE + 5))
    with pytest.raises(reading.TooLarge):
        reading.read(file)
    assert file.tell() == reading.LARGEST_FILE + 1


def test_what_is_larger_than_any_game_is_refused_in_a_sentence(recap: dict[str, Any], tmp_path: Path) -> None:
    line, said = recap["journal"][0], recap["announcements"][0]
    assert line["seat"] == -1, "the deal"
    deep: Any = "end"
    for _ in range(30):
        deep = [deep]
    file = tmp_path / "recap.json"
    for changed, words in (
        ({"journal": [{"seat": 1}] * 50_001}, "50,001 lines"),
        ({"announcements": [[]] * 50_001}, "50,001 announcements"),
        ({"journal": [line] * 2_001}, "2,001 draws"),
        ({"seats": 21}, "21 seats"),
        ({"names": ["ann"] * 21}, "21 names"),
        ({"names": ["a" * 4_001]}, "4,001 characters"),
        ({"seed": "a" * 4_001}, "4,001 characters"),
        ({"a" * 4_001: 1}, "4,001 characters"),
        ({"options": {"casts": {"a" * 4_001: 1}}}, "4,001 characters"),
        ({"journal": [{**line, "value": list(range(1_001))}]}, "1,001 things"),
        ({"options": {str(number): 1 for number in range(1_001)}}, "1,001 things"),
        ({"announcements": [[*said[:3], {"deep": deep}]]}, "more than 20 deep"),
    ):
        file.write_text(json.dumps({**recap, **changed}))
        assert_refused(magic_mirror("verify", file), "too large", words)


@pytest.mark.parametrize("body", ["[" * 100_000, '{"journal":' * 100_000, "9" * 100_000, f'{{"seats": {"9" * 9_000}}}'])
def test_json_made_to_break_its_reader_is_refused_in_a_sentence(tmp_path: Path, body: str) -> None:
    file = tmp_path / "recap.json"
    file.write_text(body)
    assert_refused(magic_mirror("verify", file), "not a recap")


def test_what_was_shown_is_compared_and_what_is_missing_is_said(tmp_path: Path) -> None:
    honest = played_recap("name_duel", 2, SEED)
    assert honest.opening is not None
    file = tmp_path / "recap.json"
    file.write_text(honest.model_dump_json())
    alone = magic_mirror("verify", file)
    assert alone.returncode == 0
    assert (
        "Not proved:\n- That this seed was promised. Read the seal in https://discord.com/channels/1/2/5000"
        in alone.stdout
    )
    seals = ("--commitment", f"`{honest.commitment.upper()}` ", "--opening", honest.opening.digest)
    whole = magic_mirror("verify", file, *seals)
    assert whole.returncode == 0
    assert "Proved:\n- The seed is the one that was promised" in whole.stdout
    other = magic_mirror("verify", file, "--commitment", "0" * 64)
    assert (other.returncode, len(other.stdout.splitlines())) == (1, 1)
    assert "not dealt from the seed that was promised" in other.stdout
    assert_refused(magic_mirror("verify", file, "--commitment", "12ab"), "--commitment", "64")


def test_a_person_is_forgotten_by_the_command_line(tmp_path: Path) -> None:
    assert magic_mirror("db", "upgrade", cwd=tmp_path).returncode == 0
    done = magic_mirror("db", "forget", 4711, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 games" in done.stdout
    with sqlite3.connect(tmp_path / "magic-mirror.db") as connection:
        connection.execute(
            "INSERT INTO lobby (id, guild_id, channel_id, host_id, game, role_set, options, status, created_ms, "
            "expires_ms) VALUES (3, 1, 2, 4711, 'village', 'classic', '{}', 'open', 1, 2)"
        )
        connection.execute(
            "INSERT INTO lobby_seat (lobby, position, user_id, name, player) VALUES (3, 1, 4711, 'ann', 'human')"
        )
    connection.close()
    assert_refused(magic_mirror("db", "forget", 4711, cwd=tmp_path), "lobby 3")


def test_games_are_counted_anew_by_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGIC_MIRROR_DATABASE", str(tmp_path / "mirror.db"))
    done = CliRunner().invoke(app, ["db", "recount"])
    assert (done.exit_code, done.stdout) == (0, "Games counted: 0.\n")


# -- doctor ----------------------------------------------------------------------------------------------------------


def doctor(folder: Path) -> dict[str, list[str]]:
    """What it says without a token, by what it is about; nothing in the folder is made or changed by it."""
    before = {file.name: (file.read_bytes(), file.stat().st_mode, file.stat().st_mtime_ns) for file in folder.iterdir()}
    done = magic_mirror("doctor", cwd=folder, MAGIC_MIRROR_TOKEN="")
    assert (done.returncode, done.stderr) == (1, ""), "there is no token"
    after = {file.name: (file.read_bytes(), file.stat().st_mode, file.stat().st_mtime_ns) for file in folder.iterdir()}
    assert after == before
    said: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        said.setdefault(line[6:].partition(":")[0], []).append(line)
    return said


@pytest.mark.parametrize("lacking", ["raqm", ""])
def test_the_doctor_says_when_pictures_cannot_write_all_names(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "check", lambda feature: feature != lacking)
    line = names_line()
    assert line.good == (not lacking)
    assert ("libfribidi0" in line.text) == bool(lacking)


def test_the_doctor_makes_no_database(tmp_path: Path) -> None:
    [line] = doctor(tmp_path)["Database"]
    assert line.startswith("good")
    assert "none yet" in line


def test_the_doctor_upgrades_nothing_and_says_how_old_a_database_is(tmp_path: Path) -> None:
    path = tmp_path / "magic-mirror.db"
    make_older(path)
    [line] = doctor(tmp_path)["Database"]
    assert line.startswith("good")
    assert "0004" in line
    assert "older" in line
    assert magic_mirror("db", "upgrade", cwd=tmp_path).returncode == 0
    [line] = doctor(tmp_path)["Database"]
    assert "up to date" in line
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    [line] = doctor(tmp_path)["Database"]
    assert line.startswith("BAD")
    assert "9999" in line
    assert "newer" in line


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps permissions by folders")
@pytest.mark.parametrize(
    ("wrong_s", "verdict"),
    [(0, "is right"), (-10_800, "10800 s behind"), (378_432_000, "378432000 s ahead of")],
)
def test_the_doctor_says_whether_the_clock_is_right(wrong_s: int, verdict: str) -> None:
    true_s = 1_700_000_000
    asked_ms = (true_s + wrong_s) * 1000
    [line] = clock_lines(formatdate(true_s, usegmt=True), asked_ms, asked_ms + 80)
    assert verdict in line.text
    assert line.good == (wrong_s == 0)


def test_a_doctor_who_is_told_no_time_says_nothing_about_the_clock() -> None:
    assert list(clock_lines(None, 0, 1)) == []


def test_the_doctor_says_how_many_emojis_are_there_and_what_to_do() -> None:
    wanted = [emoji_name(sign) for sign in all_signs(map(face_of, GAMES), Wording(wording_files()))]
    every = len(wanted)
    others = [f"party_{number}" for number in range(EMOJIS_MOST)]
    assert emoji_line(wanted).text == f"Emojis: {every} of {every} for hands of cards are there."
    half = emoji_line(wanted[:20])
    assert half.good
    assert f"20 of {every}" in half.text
    assert "uploads the others" in half.text
    crowded = emoji_line([*wanted[:20], *others[: EMOJIS_MOST - 21]])
    assert not crowded.good
    assert f"Delete {every - 21} of them" in crowded.text
    unknown = emoji_line(None)
    assert unknown.good
    assert "did not list" in unknown.text


def test_the_doctor_names_each_file_that_others_may_read(tmp_path: Path) -> None:
    assert magic_mirror("db", "upgrade", cwd=tmp_path).returncode == 0
    (tmp_path / ".env").write_text("MAGIC_MIRROR_LOG_LEVEL=INFO\n")
    for name in (".env", "magic-mirror.db"):
        (tmp_path / name).chmod(0o640)
    database, env = doctor(tmp_path)["Files"]
    assert (database[:3], env[:3]) == ("BAD", "BAD")
    assert f"chmod 600 {tmp_path / 'magic-mirror.db'} " in database
    assert "chmod 600 .env " in env
    for name in (".env", "magic-mirror.db"):
        (tmp_path / name).chmod(0o600)
    assert "Files" not in doctor(tmp_path)


# -- the rest --------------------------------------------------------------------------------------------------------


def test_the_database_is_made_copied_and_checked(tmp_path: Path) -> None:
    assert_refused(magic_mirror("db", "check", cwd=tmp_path))
    upgraded = magic_mirror("db", "upgrade", cwd=tmp_path)
    assert (upgraded.returncode, upgraded.stderr) == (0, "")
    assert magic_mirror("db", "check", cwd=tmp_path).returncode == 0
    assert magic_mirror("db", "backup", "copy.db", cwd=tmp_path).returncode == 0
    assert (tmp_path / "copy.db").stat().st_size > 0
    assert_refused(magic_mirror("db", "backup", "copy.db", cwd=tmp_path), "copy.db")


def test_a_backup_is_put_back_and_whoever_does_it_reads_where_the_rest_is(tmp_path: Path) -> None:
    assert magic_mirror("db", "upgrade", cwd=tmp_path).returncode == 0
    make_older(tmp_path / "old.backup")
    done = magic_mirror("db", "restore", "old.backup", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    [replaced] = tmp_path.glob("*.replaced")
    told = ("whole", "0004", "brings it up to date", "forgotten again: 0", replaced.name)
    assert [words for words in told if words not in done.stdout] == []
    assert_refused(magic_mirror("db", "restore", "nothing.backup", cwd=tmp_path), "nothing.backup")


def test_the_version_is_told() -> None:
    done = magic_mirror("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"magic-mirror {__version__}\n", "")


@pytest.mark.parametrize(
    ("setting", "typed"),
    [("LOG_JSON", "perhaps"), ("LOG_LEVEL", "loud"), ("BACKUPS_KEPT", "0"), ("BACKUP_HOURS", "-1")],
)
def test_a_setting_that_cannot_be_read_is_told(tmp_path: Path, setting: str, typed: str) -> None:
    environment = {f"MAGIC_MIRROR_{setting}": typed}
    assert_refused(magic_mirror("db", "check", cwd=tmp_path, **environment), setting.lower())


def test_a_log_level_may_be_written_small() -> None:
    assert Settings(log_level="debug").log_level == "DEBUG"  # type: ignore[arg-type]


def test_without_a_token_the_bot_says_so(tmp_path: Path) -> None:
    assert_refused(magic_mirror("run", cwd=tmp_path, MAGIC_MIRROR_TOKEN=""), "token")


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps permissions by folders")
async def test_the_bot_closes_its_files_to_others_and_logs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From its start to the moment at which it would connect."""
    monkeypatch.chdir(tmp_path)
    make_older(tmp_path / "magic-mirror.db")
    (tmp_path / ".env").write_text("MAGIC_MIRROR_TOKEN=none\n")
    for name in (".env", "magic-mirror.db"):
        (tmp_path / name).chmod(0o644)
    during: dict[str, int] = {}

    async def connected(*_: object, **__: object) -> None:
        during.update({name: stat.S_IMODE(os.stat(name).st_mode) for name in os.listdir()})

    monkeypatch.setattr(bot_app, "_supervise", connected)
    await bot_app.serve(Settings())
    assert set(during.values()) == {0o600}
    assert {".env", "magic-mirror.db", "magic-mirror.db.lock"} < set(during)
    logged = capsys.readouterr()
    told = logged.out + logged.err
    assert [words for words in ("read .env", "magic-mirror.db; now", "copied to", "0004") if words not in told] == []


async def test_what_is_loaded_is_set_aside_once_before_anybody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("MAGIC_MIRROR_TOKEN=none\n")
    steps: list[str] = []

    class Unwelcome:
        """A client that dies once, and then is sent away."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def keep_emojis(self) -> None: ...

        async def login(self, _: str) -> None:
            steps.append("login")

        async def fetch_session_start_limits(self) -> SessionStartLimits:
            return SessionStartLimits(total=1000, remaining=1000, reset_after=0, max_concurrency=1)

        async def connect(self) -> None:
            steps.append("connect")
            if steps.count("connect") > 1:
                raise discord.LoginFailure

        async def close(self) -> None: ...

    monkeypatch.setattr(bot_app, "Mirror", Unwelcome)
    monkeypatch.setattr(bot_app, "FIRST_PAUSE_S", 0)
    monkeypatch.setattr(gc, "collect", lambda: 0)
    monkeypatch.setattr(gc, "freeze", lambda: steps.append("set aside"))
    monkeypatch.setattr(gc, "get_freeze_count", lambda: steps.count("set aside"))
    with pytest.raises(bot_app.CannotRun):
        await bot_app.serve(Settings())
    assert steps == ["login", "set aside", "connect", "login", "connect"]


@pytest.mark.parametrize("log_json", ["true", "false"])
def test_the_log_goes_to_standard_error(log_json: str) -> None:
    """Standard output is for what a command was asked for."""
    code = (
        "import structlog; from bot.app import *; set_up_logs(Settings()); structlog.get_logger().info('begun');"
        "logging.getLogger('discord').warning('a %s', 'library')"
    )
    done = python(code, environment={**os.environ, "MAGIC_MIRROR_LOG_JSON": log_json})
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "begun" in done.stderr
    assert "a library" in done.stderr
    if log_json == "true":
        own, other = map(json.loads, done.stderr.splitlines())
        assert (own["event"], other["event"], other["level"], other["logger"]) == (
            "begun", "a library", "warning", "discord",
        )  # fmt: skip
        assert own.keys() < other.keys()


def test_no_line_of_the_log_stands_within_another() -> None:
    """A library writes on another thread at every moment at which it can."""
    code = (
        "import io, structlog; from bot.app import *\n"
        "class Shared(io.StringIO):\n"
        "    def write(self, text):\n"
        "        super().write(text)\n"
        "        if 'begun' in text: logging.getLogger('discord').warning('in between')\n"
        "sys.stderr = Shared(); set_up_logs(Settings()); structlog.get_logger().info('begun')\n"
        "print(sys.stderr.getvalue(), end='')"
    )
    done = python(code, environment={**os.environ, "MAGIC_MIRROR_LOG_JSON": "true"})
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()] == ["begun", "in between"]


def test_a_game_that_cannot_be_tried_is_refused_before_anything_starts() -> None:
    assert_refused(magic_mirror("try", "--game", "chess"), "chess")
    assert_refused(magic_mirror("try", "--seats", 3), "8 to 20")


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["simulate"],
        ["verify"],
        ["try"],
        ["run"],
        ["doctor"],
        ["db"],
        ["db", "backup"],
        ["db", "restore"],
        ["db", "forget"],
    ],
)
def test_every_command_has_help(command: list[str]) -> None:
    done = magic_mirror(*command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout
