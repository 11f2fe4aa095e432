"""What is asked before somebody leaves, and of all when some would like to end the game. Pure: a match -> a page."""

from __future__ import annotations

from bot.engine.questions import Seat
from bot.matches.end_votes import WAYS, Tally, Way, voters_of
from bot.matches.leaving import disqualifier
from bot.matches.snapshot import MatchSnapshot
from bot.ui.panels import TINT, Button, Page, Panel, custom_id
from bot.ui.second_thoughts import no_button
from bot.ui.wording import Wording, plain

LEAVE, OVER = "leave", "over"


def leaving_page(match: MatchSnapshot, seat: Seat, words: Wording) -> Page:
    """What happens to this seat when its player leaves, and the button that does it.

    The button counts for the round in which it was shown. The round is known to everybody, so that the button tells
    nothing; what else has a name for the moment would change with questions that are asked in secret.
    """
    do = Button(custom_id(LEAVE, match.id, seat, match.checkpoint), words.say("leave.do"), "danger", "🚪")
    panels = (Panel(words.say(_what_happens(match, seat)), ((do, no_button(words)),)), *_other_ways(match, seat, words))
    return Page(panels=panels, tint=TINT)


def _other_ways(match: MatchSnapshot, seat: Seat, words: Wording) -> tuple[Panel, ...]:
    """With others at the table, all of them can end the game together instead."""
    if len(match.people()) == 1:
        return ()
    ways = [way for way in WAYS if seat in voters_of(match, way)]
    buttons = tuple(Button(custom_id(OVER, match.id, way), words.say(f"endvote.{way}.begin")) for way in ways)
    return (Panel(words.say("endvote.instead"), (buttons,)),)


def vote_page(match: MatchSnapshot, way: Way, tally: Tally, words: Wording) -> Page:
    """The question to all who have a say, and how it stands."""
    if tally.is_decided:
        return decided_page(way, words)
    voters = len(voters_of(match, way))
    all_of_them = ".all" if way == "vote" and tally.needed == voters else ""
    text = words.say(f"endvote.{way}.asked{all_of_them}", needed=tally.needed, voters=voters)
    names = ", ".join(f"**{plain(match.seats[seat].name)}**" for seat in tally.agreed) or words.say("nobody")
    agree = Button(custom_id(OVER, match.id, way), words.say(f"endvote.{way}.agree"), "danger")
    play_on = Button(custom_id(OVER, match.id, way, "no"), words.say("endvote.play_on"))
    return Page(panels=(Panel(f"{text}\n{words.say('endvote.agreed', names=names)}", ((agree, play_on),)),), tint=TINT)


def decided_page(way: str, words: Wording) -> Page:
    """What is left of the question with which the game ended."""
    return Page(panels=(), lines=(words.say(f"endvote.{way}.decided"),))


def ended_page(ending: str | None, way: str, words: Wording) -> Page:
    """What is left of the question whether to end a game in this way when it has ended: by that vote, or otherwise."""
    return decided_page(way, words) if ending == way else Page(panels=(), lines=(words.say("endvote.over"),))


def _what_happens(match: MatchSnapshot, seat: Seat) -> str:
    if len(match.people()) == 1:
        return "leave.ask.last"
    if seat not in match.still_in():
        return "leave.ask.dead"
    return "leave.ask" if disqualifier(match, seat) is None else "leave.ask.out"
