"""What people are shown of a planned table. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.matches.lobby import Lobby
from bot.matches.planned_tables import Planned
from bot.ui.game_words import game_title
from bot.ui.option_words import set_label
from bot.ui.panels import TINT, Button, Page, Panel, Shown, custom_id
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, plain
from cogs.lobby.words import link as lobby_link

PLAN: Final = "plan"
_OF_LOBBY: Final = {"open": "plan.opened", "started": "plan.begun", "closed": "plan.closed"}
NAMES_MOST: Final = 20
"""Names of people who come that are shown; of more there is only the number."""
LIST_MOST: Final = 20
"""Plans on the list, the next to open first; of more there is only the number."""


def seconds(plan: Planned) -> int:
    """The hour of the plan as Discord wants it, which everybody reads by their own clock."""
    return plan.at_ms // 1000


def link(plan: Planned) -> str:
    """Where the plan stands."""
    if plan.message_id is None:
        return f"<#{plan.channel_id}>"
    return f"https://discord.com/channels/{plan.guild_id}/{plan.channel_id}/{plan.message_id}"


def players(plan: Planned, words: Wording) -> str:
    """For how many the game is."""
    seats = plan.game.seats
    span = str(seats.start) if len(seats) == 1 else f"{seats.start}–{seats.stop - 1}"
    return words.say("rules.seats", seats=span)


# -- for its host alone ------------------------------------------------------------------------------------------------


def draft_page(plan: Planned, zone: str, words: Wording, prospect: str) -> Page:
    """What was understood, before anything comes of it. `prospect`: whether Discord's event is made too."""
    lines = [
        f"## {words.say('plan.draft.title')}",
        words.say("plan.draft.when", game=f"**{game_title(words, plan.game.name)}**", at=seconds(plan), zone=zone),
        words.say("plan.draft.where", channel=f"<#{plan.channel_id}>"),
        *_set_line(plan, words),
        words.say(f"plan.draft.{prospect}"),
        words.say("plan.draft.opens"),
    ]
    buttons = (
        _button(plan, "make", words, "success"),
        _button(plan, "when", words),
        _button(plan, "forget", words),
    )
    return Page(panels=(Panel("\n".join(lines), (buttons,)),), tint=TINT)


def made_page(plan: Planned, words: Wording) -> Page:
    return _sentence(words.say("plan.made", channel=f"<#{plan.channel_id}>", at=seconds(plan)))


def forgotten_page(words: Wording) -> Page:
    return _sentence(words.say("plan.forgotten"))


def move_page(plan: Planned, at_ms: int, zone: str, words: Wording) -> Page:
    """What was understood, before the plan is moved."""
    yes = Button(custom_id(PLAN, plan.id, "move", at_ms), words.say("plan.button.move"), "success")
    again = _button(plan, "when", words)
    return Page(
        panels=(Panel(words.say("plan.move", at=at_ms // 1000, zone=zone), ((yes, again, no_button(words)),)),),
        tint=TINT,
    )


def off_page(plan: Planned, words: Wording) -> Page:
    """Asked once, before a plan is called off."""
    yes = Button(custom_id(PLAN, plan.id, "off"), words.say("plan.button.cancel"), "danger")
    return Page(panels=(Panel(words.say("plan.off.ask", at=seconds(plan)), ((yes, no_button(words)),)),), tint=TINT)


def invitation_page(plan: Planned, zone: str, words: Wording) -> Page:
    """A text to be copied to wherever people are to hear of it; `zone`: whose clock counts outside of Discord."""
    lines = [
        words.say("plan.invitation"),
        f"```\n{invitation(plan, f'<t:{seconds(plan)}:F>', words)}\n```",
        words.say("plan.invitation.elsewhere", zone=zone),
        f"```\n{invitation(plan, on_the_wall(plan, zone), words)}\n```",
    ]
    return Page(panels=(Panel("\n".join(lines)),), tint=TINT)


def invitation(plan: Planned, when: str, words: Wording) -> str:
    """Which game, when, for how many, and where."""
    game = game_title(words, plan.game.name)
    return words.say("plan.invitation.text", game=game, when=when, players=players(plan, words), where=link(plan))


def on_the_wall(plan: Planned, zone: str) -> str:
    """The hour of the plan by the clock of a zone, in figures that everybody reads alike."""
    at = datetime.fromtimestamp(plan.at_ms / 1000, ZoneInfo(zone))
    return f"{at:%Y-%m-%d %H:%M} ({zone})"


# -- for everybody -----------------------------------------------------------------------------------------------------


def plan_page(
    plan: Planned, words: Wording, lobby: Lobby | None = None, pictures: tuple[Shown, ...] = ()
) -> Page:  # fmt: skip
    """The plan as everybody sees it. `lobby`: where people sit down, once it is open."""
    title = f"## {game_title(words, plan.game.name)}"
    when = words.say("plan.when", at=seconds(plan))
    if plan.status == "planned":
        lines = [title, when, players(plan, words), *_set_line(plan, words), _host_line(plan, words)]
        panels = (Panel("\n".join(lines)), Panel(_coming(plan, words), (_row(plan, words),)))
        return Page(panels=panels, tint=TINT, pictures=pictures)
    return Page(panels=(Panel("\n".join([title, when, _what_came(plan, lobby, words)])),), tint=TINT)


def _what_came(plan: Planned, lobby: Lobby | None, words: Wording) -> str:
    if plan.status in ("opened", "done"):
        where = f"<#{plan.channel_id}>" if lobby is None else lobby_link(lobby)
        return words.say(_OF_LOBBY["open" if lobby is None else lobby.status], where=where)
    return words.say(f"plan.off.{plan.reason}")


def past_call_page(plan: Planned, lobby: Lobby | None, words: Wording) -> Page:
    """What stands in place of the call to a lobby in which nobody can sit down any more."""
    game = f"**{game_title(words, plan.game.name)}**"
    return _sentence(words.say("plan.call.past", game=game, at=seconds(plan), what=_what_came(plan, lobby, words)))


def _set_line(plan: Planned, words: Wording) -> list[str]:
    if plan.role_set is None:
        return []
    return [words.say("plan.set", name=f"**{plain(set_label(words, plan.game, plan.role_set))}**")]


def _host_line(plan: Planned, words: Wording) -> str:
    return words.say("plan.host", name=f"**{plain(plan.host_name)}**")


def _coming(plan: Planned, words: Wording) -> str:
    """Everybody who comes, its host first; before anybody else does, how one says so."""
    if not plan.guests:
        return words.say("plan.coming.nobody")
    host = [plan.host_name] if plan.host_id else []
    names = [f"**{plain(name)}**" for name in (*host, *(guest.name for guest in plan.guests))]
    more = len(names) - NAMES_MOST
    shown = ", ".join(names[:NAMES_MOST])
    line = words.say("plan.coming", count=len(names), names=shown)
    return line if more <= 0 else f"{line} {words.say('plan.coming.more', count=more)}"


def _row(plan: Planned, words: Wording) -> tuple[Button, ...]:
    return (
        _button(plan, "come", words, "success"),
        _button(plan, "invite", words),
        _button(plan, "when", words),
        _button(plan, "cancel", words),
    )


def _button(plan: Planned, action: str, words: Wording, style: str = "secondary") -> Button:
    return Button(custom_id(PLAN, plan.id, action), words.say(f"plan.button.{action}"), style)


def line_page(plan: Planned, key: str, words: Wording, where: str = "") -> Page:
    """One sentence to everybody who comes, who are mentioned in it."""
    people = " ".join(f"<@{user_id}>" for user_id in plan.people)
    game = f"**{game_title(words, plan.game.name)}**"
    return _sentence(words.say(key, people=people, game=game, at=seconds(plan), where=where or link(plan)))


def list_page(plans: Sequence[Planned], words: Wording) -> Page:
    """What is planned, for one reader."""
    head = f"## {words.say('plan.list')}"
    if not plans:
        return Page(panels=(Panel(f"{head}\n{words.say('plan.list.none')}"),), tint=TINT)
    later = len(plans) - LIST_MOST
    more = [words.say("plan.list.more", count=later)] if later > 0 else []
    entries = [_entry(plan, words) for plan in plans[:LIST_MOST]]
    return Page(panels=(Panel("\n".join([head, *entries, *more])),), tint=TINT)


def _entry(plan: Planned, words: Wording) -> str:
    game = f"**{game_title(words, plan.game.name)}**"
    return words.say("plan.list.entry", game=game, at=seconds(plan), count=len(plan.people), where=link(plan))


def _sentence(text: str) -> Page:
    return Page(panels=(), lines=(text,))
