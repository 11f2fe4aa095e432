"""One page of a finished game read aloud. Pure: a match and what is written of it -> a page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.announcements import Announcement
from bot.engine.match import Entry
from bot.matches.snapshot import MatchSnapshot
from bot.matches.tutorials import is_tutorial
from bot.ui.face import Face
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.phone_pages import nearest, turns
from bot.ui.render_context import RenderContext
from bot.ui.wording import Wording
from cogs.table.leaves import leaf, phone_leaves


def story_page(
    match: MatchSnapshot,
    face: Face,
    words: Wording,
    number: int,
    *,
    journal: Sequence[Entry],
    said: Sequence[Announcement],
    instead_of: Sequence[tuple[int, str]] = (),
    notes: Sequence[str] = (),
) -> Page:
    """The page of this number, from 0, or the nearest there is; the seed of all chance is on the last, and the deals
    that were thrown away before. `notes` are those of players who have agreed that they stand here."""
    proof = "tutorial.unproved" if is_tutorial(match.row) else "story.sealed"
    sealed = words.say(proof, seed=match.row.seed, commitment=match.row.commitment)
    thrown_away = [words.say("story.instead_of", was=was, commitment=seal) for was, seal in instead_of]
    told = face.story(journal, said, RenderContext.of(match, words))
    pages = phone_leaves([*told, *notes, *thrown_away, sealed])
    number = nearest(pages, number)
    turn = turns(words, number, len(pages), lambda there: custom_id("story", match.id, there))
    replay = Button(custom_id("replay", match.id), words.say("story.replay"), "primary", "🎞️")
    eyes = Button(custom_id("eyes", match.id), words.say("story.eyes"), "secondary", "👁️")
    return Page(panels=(Panel(leaf(pages, number, words), ((*turn, replay, eyes),)),), tint=TINT)
