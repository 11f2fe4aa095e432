"""The command line: `magic-mirror run | try | simulate | forecast | verify | doctor | db`.

Exit codes: 0 done; 1 the answer is no (a recap differs, the doctor or the check found something); 2 it cannot be done,
and one sentence on standard error says why. What a command needs is imported by that command, so that each starts fast
and works without what only the others need.
"""

from __future__ import annotations

import asyncio
import getpass
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from bot import __version__
from bot.engine.rulebook import Fault, Game, Options

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.recaps.recap import FirstRecap, Recap
    from bot.simulate import Progress, Report
    from bot.store.database import Store
    from bot.store.forgetting import Present
    from bot.ui.wording import Wording

DIFFERENT = 1
IMPOSSIBLE = 2
INTERRUPTED = 130
LONGEST_PLACE = 100
"""How much of the name of a place in some JSON is said, since whoever wrote the JSON may have made it up."""

app = typer.Typer(
    name="magic-mirror",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
database = typer.Typer(help="Look after the database.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(database, name="db")
role_sets = typer.Typer(
    help="Keep a server's role sets in a file, for instance in a repository.", no_args_is_help=True,
    rich_markup_mode=None,
)  # fmt: skip
app.add_typer(role_sets, name="rolesets")

ServerId = Annotated[int, typer.Option("--server", min=1, help="The id of the server on Discord.", metavar="ID")]
RoleSetFile = Annotated[Path, typer.Argument(help="A file with role sets, as JSON.", metavar="FILE")]


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"magic-mirror {__version__}")
        raise typer.Exit


@app.callback()
def begin(
    _version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """A Discord bot that moderates fairy-tale and parlour games and never leaks a secret."""


class CannotDo(Exception):
    """What was asked for is not possible; the text says why in one sentence."""


# -- playing -----------------------------------------------------------------------------------------------------------


@app.command()
def run(
    processes: Annotated[
        int, typer.Option(min=1, help="Let so many processes play at the same time, each its part; on PostgreSQL only.")
    ] = 1,
    slot: Annotated[
        int | None,
        typer.Option(min=0, help="Of these, run here only the one with this number, from 0.  [default: all]"),
    ] = None,
    supervised: Annotated[bool, typer.Option("--supervised", hidden=True)] = False,
    stands_in: Annotated[bool, typer.Option("--stands-in", hidden=True)] = False,
) -> None:
    """Run the bot on Discord until it is told to stop (Ctrl-C or SIGTERM).

    Where another process has the PostgreSQL database it stands by, and takes over when that one is gone.

    Needs MAGIC_MIRROR_TOKEN in the environment or in the file .env.
    """
    if slot is not None and slot >= processes:
        raise CannotDo(f"Of {processes} processes the last one has the number {processes - 1}.")
    from bot import app as program  # noqa: PLC0415

    with _store_errors():
        _settings()
        try:
            program.run(processes, slot, supervised=supervised, stands_in=stands_in)
        except program.CannotRun as problem:
            raise CannotDo(str(problem)) from problem


@app.command("try")
def try_(
    game: Annotated[
        str | None, typer.Option(help="Open a table of this game at once.  [default: the page asks]")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many play, you included.  [default: 9, or the fewest]")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="The page's port.  [default: a free one]")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    language: Annotated[
        str, typer.Option(help="What this Discord is set to, for the server and for you: en, de, or another locale.")
    ] = "en-US",
) -> None:
    """Play in the browser, with computer players, in a pretended Discord server on this machine. Needs no token."""
    if game is not None or seats is not None:
        found = _game(game)  # a number of players alone means the first game
        game = found.name
        if seats is not None:
            _check_playable(found, found.role_sets[0].options, seats)
    try:
        from bot.trying import command  # noqa: PLC0415
        from bot.trying.world import CannotTry  # noqa: PLC0415

        with _store_errors():
            try:
                command.try_it(game, seats, port, browser, language)
            except CannotTry as problem:
                raise CannotDo(str(problem)) from problem
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] != "simcord":
            raise
        raise CannotDo("To play in the browser, install the extra: pip install 'magic-mirror[try]'.") from missing


# -- simulation --------------------------------------------------------------------------------------------------------


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The game, by name.", metavar="GAME")],
    seats: Annotated[int | None, typer.Option(help="How many play.  [default: the fewest]")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    role_set: Annotated[
        str | None,
        typer.Option(help="A built-in role set, or a JSON file of the game's options.  [default: the first]"),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            help="How the computer plays: random, easy, normal or strong, or a mixture such as '3 easy, rest strong' "
            "(the lowest seats first) or 'town strong, rest easy'."
        ),
    ] = "random",
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
) -> None:
    """Play many games with computer players and count who wins."""
    from bot.players import NoMixture, read_mixture  # noqa: PLC0415
    from bot.simulate import simulate as play_games  # noqa: PLC0415

    found = _game(game)
    options = _options(found, role_set)
    seats = found.seats.start if seats is None else seats
    _check_playable(found, options, seats)
    try:
        mixture = read_mixture(players, found.sides, seats)
    except NoMixture as problem:
        raise CannotDo(str(problem)) from problem
    with _progress(games, shown=not as_json) as progress:
        report = play_games(found, seats, games, seed, options, players=mixture, progress=progress)
    typer.echo(report.model_dump_json() if as_json else _read_out(report, players))


@app.command()
def forecast(
    game: Annotated[str, typer.Argument(help="The game, by name.", metavar="GAME")],
    seats: Annotated[int | None, typer.Option(help="How many play.  [default: the fewest]")] = None,
    role_set: Annotated[
        str | None,
        typer.Option(help="A built-in role set, or a JSON file of the game's options.  [default: the first]"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the forecast as one JSON object.")] = False,
) -> None:
    """Play a role set with computer players of all kinds, and say how even it is and which swap of a card helps.

    It takes all processors for some minutes at most.
    """
    from bot.forecast.job import GAMES_MOST, Order  # noqa: PLC0415
    from bot.forecast_command import read_out, worked_out  # noqa: PLC0415

    found = _game(game)
    options = _options(found, role_set)
    seats = found.seats.start if seats is None else seats
    _check_playable(found, options, seats)
    order = Order(found, options, seats)
    with _progress(GAMES_MOST, shown=not as_json) as progress:
        said = asyncio.run(worked_out(order, progress))
    if said is None:
        raise CannotDo("The games could not be played: a process has ended too early.")
    named = found.role_sets[0].name if role_set is None else Path(role_set).stem
    typer.echo(said.model_dump_json() if as_json else read_out(order, named, said))


def _read_out(report: Report, players: str) -> str:
    lines = [
        f"{report.game}, {report.seats} seats, {players} players: {report.games:,} games in "
        f"{report.seconds:.2f} s ({report.games_per_second:,.0f} a second)",
        f"{report.answers:,} answers; a game lasts {report.rounds_mean:.2f} rounds on average",
    ]
    width = max((len(side) for side in report.wins), default=0)
    for side, wins in sorted(report.wins.items(), key=lambda item: -item[1]):
        lines.append(f"{side:<{width}}  wins {wins / report.games:6.1%}  ({wins:,})")
    return "\n".join(lines)


@contextmanager
def _progress(count: int, *, what: str = "games", shown: bool) -> Iterator[Progress | None]:
    """A bar on standard error, when that is a terminal."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    bar = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True))
    with bar:
        task = bar.add_task(what, total=count)
        yield lambda done: bar.update(task, completed=done)


def _game(name: str | None) -> Game:
    from bot.games import GAMES  # noqa: PLC0415

    if name is None:
        return next(iter(GAMES.values()))
    if name not in GAMES:
        raise CannotDo(f"There is no game called {name!r}. There is: {', '.join(GAMES)}.")
    return GAMES[name]


def _options(game: Game, role_set: str | None) -> Options:
    """The options of a built-in role set, or those in a file. Raises CannotDo."""
    if role_set is None:
        return game.role_sets[0].options
    names = [built_in.name for built_in in game.role_sets]
    if role_set in names:
        return game.role_set(role_set).options
    path = Path(role_set)
    if not _is_file(path):
        called = repr(role_set[:LONGEST_PLACE])
        raise CannotDo(f"There is no role set and no file called {called}. Built in are: {', '.join(names)}.")
    data = _read(path)
    if (exported := _exported(game, path, data)) is not None:
        return exported
    from pydantic import ValidationError  # noqa: PLC0415

    try:
        return game.options.model_validate_json(data)
    except ValidationError as error:
        raise CannotDo(f"{role_set} does not hold options of this game: {_first_problem(error)}.") from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no file can have so long a name
        return False


def _exported(game: Game, path: Path, data: bytes) -> Options | None:
    """The options in a file as `/roleset export` writes it; None for another kind of file. Raises CannotDo for a set of
    another game, and for one with something in it that makes no sense."""
    from bot.matches.errors import Refused  # noqa: PLC0415
    from bot.matches.role_set_files import read_file  # noqa: PLC0415

    try:
        found = read_file(data)
    except Refused:
        return None
    if found.game is not game:
        raise CannotDo(f"{path} does not hold options of this game, but of {found.game.english_title}.")
    if found.faults:
        raise CannotDo(f"{path} does not hold options of this game: {_in_words(game, found.faults[0])}")
    return found.options


def _check_playable(game: Game, options: Options, seats: int) -> None:
    faults = game.faults(options, seats)
    if faults:
        raise CannotDo(f"{game.english_title} cannot be played by {seats}: {_in_words(game, faults[0])}")


def _in_words(game: Game, fault: Fault) -> str:
    """What is wrong with options. What holds of every game may be said in the words of any."""
    from bot.role_set_commands import for_terminal  # noqa: PLC0415
    from bot.ui.option_words import fault_sentence  # noqa: PLC0415
    from bot.ui.wording import Wording, wording_files  # noqa: PLC0415

    return for_terminal(fault_sentence(Wording(wording_files()), game, fault))


# -- recaps ------------------------------------------------------------------------------------------------------------


@app.command()
def verify(
    recap: Annotated[Path, typer.Argument(help="The recap of a finished game, as JSON.", metavar="RECAP")],
    commitment: Annotated[
        str | None, typer.Option(metavar="SEAL", help="The seal of chance, as the lobby's message on Discord shows it.")
    ] = None,
    opening: Annotated[
        str | None, typer.Option(metavar="DIGEST", help="The digest in the first message of the game.")
    ] = None,
) -> None:
    """Play a finished game again from its recap, and say what is proved by that, and what is not.

    Exit code 0: everything is as the recap says. 1: it is not, and the first difference is named. 2: no readable recap.
    """
    from bot.recaps import report, verifying  # noqa: PLC0415

    shown = verifying.Shown(commitment=_digest(commitment, "--commitment"), opening=_digest(opening, "--opening"))
    written = _recap(recap)
    difference = verifying.verify(written, shown)
    if difference is not None:
        typer.echo(difference.sentence)
        raise typer.Exit(DIFFERENT)
    typer.echo(f"The recap agrees with itself{', and with what you read' if commitment or opening else ''}.")
    found = report.report(written, shown)
    for title, sentences in (
        ("Proved", found.proved),
        ("What was done to the table", found.acts),
        ("Erased", found.erased),
        ("Not proved", found.unproved),
    ):
        if sentences:
            typer.echo("\n".join((f"{title}:", *(f"- {sentence}" for sentence in sentences))))


@app.command()
def recap(
    file: Annotated[Path, typer.Argument(help="The recap of a finished game, as JSON.", metavar="RECAP")],
    page: Annotated[
        Path | None, typer.Option("--html", help="Where to write it; beside the recap if not given.", metavar="FILE")
    ] = None,
    language: Annotated[str, typer.Option(help="The language of the page: en, de, …", metavar="CODE")] = "en",
    largest: Annotated[
        int | None,
        typer.Option(min=100_000, help="Bytes; for more, words take the place of pictures.", metavar="BYTES"),
    ] = None,
) -> None:
    """Make a finished game into one file to click through in a browser: step by step, through anybody's eyes.

    Exit code 0: it is written. 1: the recap is not right, and the first difference is named. 2: it cannot be done.
    """
    from bot.recaps import verifying  # noqa: PLC0415
    from bot.replay.faces import face_of  # noqa: PLC0415
    from bot.replay.film import film_of  # noqa: PLC0415
    from bot.replay.page import Reel, page_of  # noqa: PLC0415

    written = _recap(file)
    difference = verifying.verify(written)
    if difference is not None:
        typer.echo(difference.sentence)
        raise typer.Exit(DIFFERENT)
    words = _words(language)
    reel = Reel(film_of(written, face_of(written.game), words), words)
    with _progress(len(reel.pictures), what="pictures", shown=True) as drawn:
        body = page_of(reel, largest=largest, drawn=drawn)
    target = page or file.with_suffix(".html")
    try:
        target.write_text(body, encoding="utf-8")
    except OSError as error:
        raise CannotDo(f"{target} cannot be written: {error.strerror or error}.") from error
    typer.echo(f"{target}: {len(reel.steps)} steps, {len(body) / 1_000_000:.1f} MB. Open it in a browser.")


def _words(language: str) -> Wording:
    """Raises CannotDo for a language that there is not."""
    from bot.ui.wording import Wording, languages, wording_files  # noqa: PLC0415

    known = languages()
    if language not in known:
        raise CannotDo(f"There is no language {language!r}. There is: {', '.join(known)}.")
    return Wording(wording_files(), language)


def _recap(path: Path) -> FirstRecap | Recap:
    """Raises CannotDo when there is none that can be read."""
    from pydantic import ValidationError  # noqa: PLC0415

    from bot.recaps import reading  # noqa: PLC0415

    try:
        with path.open("rb") as file:
            return reading.read(file)
    except OSError as error:
        raise CannotDo(f"{path} cannot be read: {error.strerror or error}.") from error
    except reading.TooLarge as error:
        raise CannotDo(f"{path} is too large to be a recap: {error}.") from error
    except ValidationError as error:
        raise CannotDo(f"{path} is not a recap: {_first_problem(error)}.") from error


def _digest(typed: str | None, option: str) -> str | None:
    """A digest as somebody has copied it. Raises CannotDo for what is none."""
    if typed is None:
        return None
    digest = typed.strip().strip("`").lower()
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise CannotDo(f"What {option} is given must be a SHA-256: 64 digits and letters from a to f.")
    return digest


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CannotDo(f"{path} cannot be read: {error.strerror or error}.") from error


def _first_problem(error: Exception) -> str:
    """The first thing wrong with some JSON: where, and what."""
    from pydantic import ValidationError  # noqa: PLC0415

    from bot.recaps.printable import printable  # noqa: PLC0415

    assert isinstance(error, ValidationError)
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))[:LONGEST_PLACE]
    what = first["msg"].rstrip(".")
    return printable(f"{where}: {what}" if where else what)


# -- looking after it --------------------------------------------------------------------------------------------------


@app.command()
def doctor(
    live: Annotated[
        bool, typer.Option("--live", help="Only see whether all live games would go on with this version.")
    ] = False,
) -> None:
    """Look for what stands between the bot and a good game: token, intents, permissions, database.

    With --live: play all live games again up to where they stand, by the rules of this version and without writing, and
    name those that would begin their round again. Exit code 1 when something has to be mended.
    """
    from bot.doctor import examine  # noqa: PLC0415
    from bot.operating.live_games import examine_live  # noqa: PLC0415

    settings = _settings()
    with _store_errors():
        lines = asyncio.run(examine_live(settings)) if live else examine()
    for line in lines:
        typer.echo(f"{'good' if line.good else 'BAD ':<4}  {line.text}")
    if not all(line.good for line in lines):
        raise typer.Exit(DIFFERENT)


@app.command()
def service(
    user: Annotated[
        str | None, typer.Option(help="Who runs the bot, but root.  [default: you]", metavar="NAME")
    ] = None,
) -> None:
    """Print a unit of systemd that starts the bot with the machine. Call it in the folder where .env lies."""
    from bot.operating.service_unit import unit  # noqa: PLC0415

    user = user or getpass.getuser()
    if user == "root":
        raise CannotDo("The bot should not run as root: say with --user whose it is, and give that user this folder.")
    with _store_errors():
        typer.echo(unit(_settings(), Path.cwd(), user), nl=False)


@database.command("upgrade")
def upgrade() -> None:
    """Create the database, or bring it to this version's schema."""

    async def tell_revision(store: Store) -> None:
        typer.echo(f"The database is at revision {await store.revision()}.")

    _with_store(tell_revision, upgrade=True)


@database.command("backup")
def backup(path: Annotated[Path, typer.Argument(help="The new file to write.", metavar="FILE")]) -> None:
    """Write a complete copy of the database to a new file; the bot may be running."""

    async def copy(store: Store) -> None:
        await store.backup(path)
        typer.echo(f"The database is copied to {path}.")

    _with_store(copy)


@database.command("restore")
def restore(path: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE")]) -> None:
    """Put a backup in the place of the database. The bot must not be running.

    The backup is looked at before, and the database after. What was there is kept beside it. Whoever wished to be
    forgotten since is forgotten in the backup, too.
    """
    from bot.matches.forgetting_again import ForgettingInBackup  # noqa: PLC0415
    from bot.store import forgotten_files, restoring  # noqa: PLC0415
    from bot.store.inspecting import Age  # noqa: PLC0415

    settings = _settings()
    with _store_errors():
        again = ForgettingInBackup(path, forgotten_files.places(settings.database, settings.backup_folder), _now_ms)
        found, replaced = asyncio.run(restoring.restore(settings.database, path, again))
    typer.echo(f"{path} is restored and whole, at revision {found.revision}.")
    typer.echo(f"People who had wished to be forgotten since, and are forgotten again: {again.found}.")
    if found.age is not Age.CURRENT:
        typer.echo("It is older than this version of the bot: the next start brings it up to date.")
    if replaced is not None:
        typer.echo(f"What was there before is kept in {replaced}. Delete it when you do not need it any more.")


@database.command("recount")
def recount() -> None:
    """Count all finished games anew, for statistics; what was deleted stays as it was counted. The bot must not be
    running."""
    from bot.matches.statistics import recount  # noqa: PLC0415

    async def count(store: Store) -> None:
        typer.echo(f"Games counted: {await recount(store)}.")

    _with_store(count, upgrade=True)


@database.command("copy")
def copy(
    source: Annotated[str, typer.Argument(help="A file, or a PostgreSQL address.", metavar="FROM")],
    target: Annotated[
        str, typer.Argument(help="An empty database: a file that is not there yet, or an address.", metavar="TO")
    ],
) -> None:
    """Copy everything into an empty database of either kind, all or nothing, and compare every row.

    The bot must not be running with either of them.
    """
    from bot.store import copying  # noqa: PLC0415

    with _store_errors():
        rows = asyncio.run(copying.copy(source, target))
    typer.echo(f"{sum(rows.values()):,} rows are copied, and compared one by one.")


@database.command("forget")
def forget(
    user_id: Annotated[int, typer.Argument(min=1, help="The id of a person's Discord account.", metavar="USER_ID")],
) -> None:
    """Forget a person: their id, their names, and what they typed in games. The bot must not be running."""
    from bot.matches.forgetting import StillHere, forget  # noqa: PLC0415

    async def delete(store: Store) -> None:
        try:
            played = await forget(store, user_id, _now_ms())
        except StillHere as here:
            raise CannotDo(_where_they_are(here.where)) from here
        typer.echo(
            f"{user_id} is forgotten, in {played} {'game' if played == 1 else 'games'}. Recaps that people have kept "
            "are not changed. Nor are backups: one that is restored is made to forget this person, too."
        )

    _with_store(delete, upgrade=True)


def _now_ms() -> int:
    return int(time.time() * 1000)


def _where_they_are(where: Present) -> str:
    """What has to end before somebody can be forgotten."""
    matches = [f"game {number}" for number in where.matches]
    lobbies = [f"lobby {number}" for number in where.lobbies]
    return f"This person still belongs to {', '.join([*matches, *lobbies])}. Let that end first, or give the seat away."


@database.command("check")
def check() -> None:
    """Look whether the database is whole. Exit code 1 when it is not."""

    async def look(store: Store) -> None:
        problems = await store.check()
        for problem in problems:
            typer.echo(problem)
        if problems:
            raise typer.Exit(DIFFERENT)
        typer.echo("The database is whole and up to date.")

    _with_store(look)


@role_sets.command("pull")
def pull(path: RoleSetFile, server: ServerId) -> None:
    """Write all role sets of a server into a file; the bot may be running."""
    from bot import role_set_commands  # noqa: PLC0415

    async def write(store: Store) -> None:
        try:
            typer.echo(await role_set_commands.pull(store, server, path))
        except OSError as error:
            raise CannotDo(f"{path} cannot be written: {error.strerror or error}.") from error

    _with_store(_up_to_date(write))


@role_sets.command("push")
def push(
    path: RoleSetFile,
    server: ServerId,
    force: Annotated[bool, typer.Option("--force", help="Also over what was changed on Discord since.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be saved.")] = False,
) -> None:
    """Save the role sets of a file on a server, all or none; the bot may be running. Others there stay as they are.

    Exit code 1 when one of them is in the way, and nothing is saved.
    """
    from bot import role_set_commands  # noqa: PLC0415

    data = _read(path)

    async def save(store: Store) -> None:
        try:
            typer.echo(await role_set_commands.push_file(store, server, data, force=force, only_look=dry_run))
        except role_set_commands.InTheWay as reason:
            typer.echo(str(reason), err=True)
            raise typer.Exit(DIFFERENT) from reason

    _with_store(_up_to_date(save))


@role_sets.command("schema")
def schema() -> None:
    """Print the JSON Schema of such files."""
    from bot import role_set_commands  # noqa: PLC0415

    typer.echo(role_set_commands.schema_text())


def _up_to_date(work: Callable[[Store], Awaitable[None]]) -> Callable[[Store], Awaitable[None]]:
    """The same work, refused for a database of another version."""

    async def checked(store: Store) -> None:
        from bot.store import migrating  # noqa: PLC0415

        if await store.revision() != migrating.newest():
            raise CannotDo("The database is of another version: run `magic-mirror db upgrade` first.")
        await work(store)

    return checked


def _with_store(work: Callable[[Store], Awaitable[None]], *, upgrade: bool = False) -> None:
    """Work with the database: upgraded and held alone, or left as it is, and perhaps open in a running bot too."""
    from bot.store.database import Store  # noqa: PLC0415
    from bot.store.forgotten_files import places  # noqa: PLC0415

    settings = _settings()

    async def open_and_work() -> None:
        store = await Store.open(settings.database, migrate=upgrade, alone=upgrade, say=typer.echo)
        store.forgotten_files = places(settings.database, settings.backup_folder)
        try:
            await work(store)
        finally:
            await store.close()

    with _store_errors():
        asyncio.run(open_and_work())


@contextmanager
def _store_errors() -> Iterator[None]:
    from bot.store.errors import StoreError  # noqa: PLC0415

    try:
        yield
    except StoreError as problem:
        raise CannotDo(str(problem)) from problem


def _settings() -> Settings:
    from pydantic import ValidationError  # noqa: PLC0415

    from bot.config import Settings  # noqa: PLC0415

    try:
        return Settings()
    except ValidationError as error:
        raise CannotDo(f"A setting (MAGIC_MIRROR_…) cannot be read: {_first_problem(error)}.") from error


def main() -> NoReturn:
    """The console's entry. Expected trouble is one sentence, never a traceback."""
    try:
        app()
    except CannotDo as reason:
        typer.echo(str(reason), err=True)
        sys.exit(IMPOSSIBLE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(0)
