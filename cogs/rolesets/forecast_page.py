"""Pages about forecasts: one that is waited for, and what it says. Pure.

Controls are `mm:forecast:<action>:…`; `cogs.rolesets.forecasts` serves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.rulebook import DRAWN, Game
from bot.forecast.counting import Count, Share, is_nearer
from bot.forecast.job import Forecast, Job, Line, Nearest, Order
from bot.forecast.plan import Matchup, usual_kind
from bot.ui.game_words import game_title
from bot.ui.option_words import named, role_title, seats_offered, span
from bot.ui.panels import OPTIONS_MOST, TINT, Button, Menu, MenuOption, Page, Panel, Shown, custom_id
from bot.ui.text_pages import text_page
from bot.ui.wording import Wording
from cogs.rolesets.forecast_picture import ForecastBar, ForecastPicture, partings_of

KIND = "forecast"
TEXT = "text"
"""The action that shows all of it in words."""
TURN = "turn"
"""The action that shows another page of these words; the number of the page comes first."""
SET, LOBBY, DRAFT = "set", "lobby", "draft"
"""What a forecast is about, as the first part after its action and its number of players."""
CLOSED = ("forecast.lobby_closed", "forecast.draft_closed")
"""Why a forecast was broken off, where what it was about is no more."""
STEPS = 12
"""Signs of the bar that grows while games are played."""


@dataclass(frozen=True)
class Subject:
    """What a forecast is about: `parts` find it again, in the id of a control, and `title` says it."""

    parts: tuple[str, ...]
    title: str
    order: Order

    @property
    def lobby(self) -> int | None:
        """The lobby whose table it is."""
        return int(self.parts[1]) if self.parts[:1] == (LOBBY,) else None

    @property
    def draft(self) -> str | None:
        """The draft it is of."""
        return self.parts[2] if self.parts[:1] == (DRAFT,) else None


# -- while it is worked out --------------------------------------------------------------------------------------------


def waiting_page(words: Wording, subject: Subject, token: str, before: int) -> Page:
    """Others come first."""
    return _page(
        words, subject, [words.say("forecast.waits", count=before), _patience(words)], _cancel(words, subject, token)
    )


def working_page(words: Wording, subject: Subject, token: str, job: Job) -> Page:
    """How far it is."""
    key = "forecast.works.swaps" if job.is_swapping else "forecast.works"
    full = STEPS * job.done // job.all
    lines = [words.say(key, done=job.done, all=job.all), "▰" * full + "▱" * (STEPS - full), _patience(words)]
    return _page(words, subject, lines, _cancel(words, subject, token))


def gone_page(words: Wording, subject: Subject, key: str) -> Page:
    """It was not worked out; `key` says why. Where what it was about is no more, it cannot be begun again."""
    if key in CLOSED:
        return _page(words, subject, [words.say(key)])
    ident = custom_id(KIND, "again", subject.order.seats, *subject.parts)
    return _page(words, subject, [words.say(key)], Button(ident, words.say("forecast.button.again"), "primary"))


def _page(words: Wording, subject: Subject, lines: Sequence[str], *buttons: Button) -> Page:
    text = "\n".join([*_head(words, subject), *lines])
    return Page((Panel(text, (buttons,) if buttons else ()),), tint=TINT)


def _cancel(words: Wording, subject: Subject, token: str) -> Button:
    ident = custom_id(KIND, "cancel", token, subject.order.seats, *subject.parts)
    return Button(ident, words.say("forecast.button.cancel"))


def _patience(words: Wording) -> str:
    return words.say("forecast.works.patience")


def _head(words: Wording, subject: Subject) -> list[str]:
    order = subject.order
    players = words.say("roleset.players", count=order.seats, players=order.seats)
    title = words.say("forecast.title", name=subject.title)
    return [f"## {title}", f"-# {game_title(words, order.game.name)} · {players}"]


# -- what it says ------------------------------------------------------------------------------------------------------


def forecast_page(words: Wording, subject: Subject, forecast: Forecast) -> Page:
    """Its picture, what would be more even, and a menu for other numbers of players; the rest is under *Text*."""
    game = subject.order.game
    lines = _lines(words, game, forecast)
    text = Button(custom_id(KIND, TEXT, subject.order.seats, *subject.parts), words.say("button.text"), emoji="🔤")
    sums = [*_head(words, subject), *_few(words, forecast), *_swap_in_short(words, game, forecast)]
    panel = Panel(
        "\n".join(sums),
        (*_menu(words, subject), (text,)),
        in_picture="\n".join([_range(words, game, forecast), *lines]),
    )
    return Page((panel,), tint=TINT, pictures=(Shown.of(_picture(words, game, forecast, lines), words),))


def forecast_text(words: Wording, subject: Subject, forecast: Forecast, page: int = 0) -> Page:
    """Everything a forecast says, in words alone, in pages that a phone shows whole."""
    game = subject.order.game
    about = words.say("forecast.about", games=forecast.games)
    panels = (
        [*_head(words, subject), about, *_few(words, forecast)],
        [_range(words, game, forecast), *_lines(words, game, forecast)],
        [*_length(words, game, forecast), *_swap(words, game, forecast)],
    )
    texts = ["\n".join(lines) for lines in panels if lines]
    return text_page(
        texts, (), words, page, lambda there: custom_id(KIND, TURN, there, subject.order.seats, *subject.parts)
    )


def _lines(words: Wording, game: Game, forecast: Forecast) -> list[str]:
    """The wins of each side, for each way in which well and badly playing people may meet."""
    return [
        words.say(
            "forecast.line", players=who(words, game, line.matchup), wins=_wins(words, game, forecast, line.count)
        )
        for line in forecast.lines
    ]


def _few(words: Wording, forecast: Forecast) -> list[str]:
    """A warning where there was too little time."""
    if not forecast.lacked_time:
        return []
    return [words.say("forecast.few", games=forecast.games, planned=forecast.planned)]


def who(words: Wording, game: Game, matchup: Matchup) -> str:
    """Who plays how well."""
    level, others = (words.say(f"lobby.level.{kind}") for kind in (matchup.kind, matchup.others))
    if matchup.whose is None:
        return words.say("forecast.alike", level=level)
    return words.say("forecast.mixed", side=side_words(words, game, matchup.whose), level=level, others=others)


def side_words(words: Wording, game: Game, side: str) -> str:
    """A side, a seat, or nobody."""
    if side == DRAWN:
        return words.say("balance.drawn")
    if not game.sides:
        return words.say("forecast.seat", number=side.rpartition(" ")[2])
    return named(words, "side", game, side) or side


def _wins(words: Wording, game: Game, forecast: Forecast, count: Count) -> str:
    told = (side for side in forecast.can_win if side != DRAWN or count.wins.get(side))
    return ", ".join(_share(words, side_words(words, game, side), count.share(side)) for side in told)


def _share(words: Wording, side: str, share: Share) -> str:
    return words.say("forecast.wins", side=side, wins=hundredths(share.value), least=hundredths(share.least),
                     most=hundredths(share.most))  # fmt: skip


def hundredths(value: float) -> int:
    """Of a hundred games."""
    return round(100 * value)


def _range(words: Wording, game: Game, forecast: Forecast) -> str:
    spans = [
        words.say("forecast.span", side=side_words(words, game, side), span=_span_of(forecast.lines, side))
        for side in forecast.sides
    ]
    return words.say("forecast.range", spans=", ".join(spans))


def _span_of(lines: Sequence[Line], side: str) -> str:
    wins = [hundredths(line.count.share(side).value) for line in lines]
    return span(min(wins), max(wins))


def _length(words: Wording, game: Game, forecast: Forecast) -> list[str]:
    """How long a game lasts; and of hidden roles, how often the first night and day decide it."""
    kind = usual_kind(game)
    count = forecast.alike(kind)
    if count is None:
        return []
    whole, tenths = divmod(round(10 * count.rounds_mean), 10)
    mostly = span(*count.rounds_mostly)
    whose = words.say("forecast.length.who", players=who(words, game, Matchup(whose=None, kind=kind, others=kind)))
    if not game.sides:
        return [words.say("forecast.length", whole=whole, tenths=tenths, span=mostly), whose]
    over = count.over_at_once
    told = words.say(
        "forecast.length.nights", whole=whole, tenths=tenths, span=mostly, over=hundredths(over.value),
        least=hundredths(over.least), most=hundredths(over.most),
    )  # fmt: skip
    return [told, whose]


def _swap(words: Wording, game: Game, forecast: Forecast) -> list[str]:
    if forecast.swapping == "none":
        return []
    if forecast.nearest is None:
        unsure = forecast.swapping == "even" and forecast.lacked_time
        return [words.say(f"forecast.swap.{'unsure' if unsure else forecast.swapping}", tried=forecast.tried)]
    nearest = forecast.nearest
    out, into = role_title(words, game, nearest.out), role_title(words, game, nearest.into)
    wins = _wins(words, game, forecast, nearest.count)
    return [words.say(_key_of_swap(game, forecast, nearest), out=out, into=into, wins=wins, tried=forecast.tried)]


def _swap_in_short(words: Wording, game: Game, forecast: Forecast) -> list[str]:
    """Which swap brings it nearest to even; *Text* says what that gives."""
    nearest = forecast.nearest
    if forecast.swapping == "none" or nearest is None:
        return _swap(words, game, forecast)
    out, into = (role_title(words, game, role) for role in (nearest.out, nearest.into))
    return [words.say(f"{_key_of_swap(game, forecast, nearest)}.in_short", out=out, into=into)]


def _key_of_swap(game: Game, forecast: Forecast, nearest: Nearest) -> str:
    """Whether it is nearer to even, or only looks so in so few games."""
    before = forecast.alike(usual_kind(game))
    is_sure = before is not None and is_nearer(nearest.count, before, forecast.sides)
    return "forecast.swap" if is_sure else "forecast.swap.perhaps"


def _menu(words: Wording, subject: Subject) -> tuple[Menu, ...]:
    """The other numbers of players at which this can be played."""
    order = subject.order
    numbers = [seats for seats in seats_offered(order.game, order.options) if seats != order.seats][:OPTIONS_MOST]
    if not numbers:
        return ()
    options = tuple(
        MenuOption(str(seats), words.say("roleset.players", count=seats, players=seats)) for seats in numbers
    )
    return (Menu(custom_id(KIND, "seats", *subject.parts), words.say("forecast.menu.seats"), options),)


def _picture(words: Wording, game: Game, forecast: Forecast, lines: Sequence[str]) -> ForecastPicture:
    drawn_too = any(line.count.wins.get(DRAWN) for line in forecast.lines)
    sides = tuple(side for side in forecast.can_win if side != DRAWN or drawn_too)
    title = words.say("forecast.title.wins")
    plain = [line.removeprefix("- ").replace("**", "") for line in lines]
    return ForecastPicture(
        title,
        tuple(str(side_words(words, game, side)) for side in sides),
        tuple(_bar(str(who(words, game, line.matchup)), line.count, sides) for line in forecast.lines),
        words.say("forecast.white_lines"),
        "\n".join((f"{title}.", *plain)),
    )


def _bar(text: str, count: Count, sides: tuple[str, ...]) -> ForecastBar:
    values = tuple(count.share(side).value for side in sides)
    sums = [count.share(*sides[:last]) for last in range(1, len(sides))]
    errors = tuple((one.least, one.most) for one in sums)
    return ForecastBar(text, tuple(map(hundredths, values)), partings_of(values, errors))
