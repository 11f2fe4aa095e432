"""A role set as a sheet to print: one HTML file that needs nothing else, for paper and for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from bot.engine.rulebook import Game, Options
from bot.matches.option_fields import OptionField, casts_field, fields_in_play, filler
from bot.ui.game_words import game_title
from bot.ui.option_words import named, option_help, option_title, role_title, set_label, value_words
from bot.ui.wording import Wording

Casts = Mapping[int, Mapping[str, int]]

STYLE = """
@page { size: A4; margin: 14mm }
* { box-sizing: border-box }
body { font: 11pt/1.4 Georgia, "Times New Roman", serif; color: #1c1526; background: #fff; max-width: 190mm;
  margin: 0 auto; padding: 16px }
h1 { font-size: 20pt; margin: 0 }
h2 { font-size: 13pt; margin: 18px 0 6px; border-bottom: 1px solid #5b3a8c; break-after: avoid }
p { margin: 4px 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
.options th { width: 68% }
th, td { text-align: left; padding: 3px 5px; border-bottom: 1px solid #ddd; vertical-align: top }
tr { break-inside: avoid }
.casts td, .casts thead th { text-align: center; font-variant-numeric: tabular-nums }
.casts tbody th { white-space: nowrap; position: sticky; left: 0; background: #fff }
.value { white-space: nowrap; font-weight: bold }
.about { color: #555; font-size: 9.5pt; display: block; font-weight: normal }
code { font: 9pt/1.3 monospace; overflow-wrap: anywhere }
footer { margin-top: 18px; color: #555; font-size: 9.5pt }
@media (max-width: 500px) { body { padding: 10px } .value { white-space: normal } th, td { padding: 3px 4px } }
"""


def sheet(words: Wording, game: Game, name: str, options: Options, code: str) -> str:
    """The whole file. A name somebody gave is text in it and nothing else."""
    title = f"{set_label(words, game, name)} · {game_title(words, game.name)}"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(words.locale)}">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head>",
            "<body>",
            f"<h1>{escape(set_label(words, game, name))}</h1>",
            f"<p>{escape(game_title(words, game.name))}</p>",
            *_casts(words, game, options),
            *_options(words, game, options),
            f"<footer><p>{escape(words.say('roleset.sheet.code'))}</p><code>{escape(code)}</code></footer>",
            "</body></html>",
            "",
        ]
    )


def _casts(words: Wording, game: Game, options: Options) -> Iterator[str]:
    """How many of which role at which number of players, and what the roles do."""
    field = casts_field(game.options)
    if field is None:
        return
    casts: Casts = dict(sorted(getattr(options, field.name).items()))
    last = filler(game)
    roles = [role for role in dict.fromkeys(role for cast in casts.values() for role in cast) if role != last]
    yield f"<h2>{escape(option_title(words, game, field))}</h2>"
    yield '<div class="scroll"><table class="casts"><thead><tr>'
    yield f"<th>{escape(words.say('roleset.sheet.players'))}</th>"
    yield "".join(f"<th>{seats}</th>" for seats in casts) + "</tr></thead><tbody>"
    for role in (*roles, *([last] if last else [])):
        counts = "".join(f"<td>{cast.get(role) or ''}</td>" for cast in casts.values())
        yield f"<tr><th>{escape(role_title(words, game, role))}</th>{counts}</tr>"
    yield "</tbody></table></div>"
    yield from _what_they_do(words, game, (*roles, *([last] if last else [])))


def _what_they_do(words: Wording, game: Game, roles: tuple[str, ...]) -> Iterator[str]:
    told = {role: named(words, "role", game, role, ".short") for role in roles}
    if any(told.values()):
        yield f"<h2>{escape(words.say('roleset.sheet.roles'))}</h2><table>"
        for role, about in told.items():
            yield f"<tr><th>{escape(role_title(words, game, role))}</th><td>{escape(about or '')}</td></tr>"
        yield "</table>"


def _options(words: Wording, game: Game, options: Options) -> Iterator[str]:
    fields = [field for field in fields_in_play(game.options, dict(options)) if field.kind not in ("casts", "other")]
    parts = (
        ("roleset.times", [field for field in fields if field.is_time]),
        ("roleset.options", [field for field in fields if not field.is_time]),
    )
    for key, group in parts:
        if group:
            yield f'<h2>{escape(words.say(key))}</h2><table class="options">'
            yield from (_option(words, game, field, getattr(options, field.name)) for field in group)
            yield "</table>"


def _option(words: Wording, game: Game, field: OptionField, value: object) -> str:
    about = f'<span class="about">{escape(option_help(words, game, field))}</span>'
    told = escape(value_words(words, game, field, value))
    long = "" if field.kind == "several" else ' class="value"'
    return f"<tr><th>{escape(option_title(words, game, field))}{about}</th><td{long}>{told}</td></tr>"
