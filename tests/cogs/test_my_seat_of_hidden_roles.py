"""My seat in the games of hidden roles, when the game is over: what was, and nothing of what a card could still do."""

from __future__ import annotations

from typing import Any

import pytest
from language.any_game import seat_of
from language.mafia import mafia
from language.village import VillagePlay, village
from support.lessons import context
from support.pages_of_games import FACES, snapshot, words_of

from bot.engine.announcements import EVERYONE, Announcement
from bot.engine.chance import SealedChance
from bot.engine.match import Match
from bot.engine.rulebook import DRAWN
from bot.games import GAMES
from bot.games.village.cards import RUMPLESTILTSKIN
from bot.ui.stage.seat_pages import SeatPages
from cogs.hidden_roles.face import HiddenRolesFace
from cogs.mafia.face import MafiaFace
from cogs.village.face import VillageFace

SENTENCES = {
    "en": ("You have won with this card.", "You have lost with this card.", "Nobody has won.", "You win"),
    "de": (
        "Mit dieser Karte hast du gewonnen.",
        "Mit dieser Karte hast du verloren.",
        "Niemand hat gewonnen.",
        "Du gew",
    ),
}
in_both_languages = pytest.mark.parametrize("language", SENTENCES)


def seat(face: HiddenRolesFace, view: Any, language: str) -> str:
    return face.seat(view, context(language)).text


@in_both_languages
def test_after_the_end_a_villager_reads_who_has_won_and_not_what_would_win(language: str) -> None:
    won, lost, nobody, wins = SENTENCES[language]
    game = village(ann="murderer", ben="sheriff", cat="captain_hook")
    game.night(victim="dan", investigate="ann")
    assert wins in seat(VillageFace(), game.view("ben"), language)
    game.burns("ann")
    told = {name: seat(VillageFace(), game.view(name), language) for name in ("ann", "ben", "cat", "dan")}
    assert [name for name, text in told.items() if won in text] == ["ben", "dan"]
    assert [name for name, text in told.items() if lost in text] == ["ann", "cat"]
    assert not [name for name, text in told.items() if wins in text]
    assert "ann" in told["ben"], "what was found out still stands there"
    theirs = game.view("cat").model_copy(update={"winner": RUMPLESTILTSKIN})
    assert won in seat(VillageFace(), theirs, language), "Captain Hook wins with them"
    drawn = game.view("ben").model_copy(update={"winner": DRAWN})
    assert nobody in seat(VillageFace(), drawn, language)


@in_both_languages
def test_after_the_end_a_guest_of_the_club_reads_who_has_won_and_not_whom_to_choose_tonight(language: str) -> None:
    won, lost, _, wins = SENTENCES[language]
    game = mafia(ann="don", ben="doctor")
    game.foul("ben")
    game.votes_out("ann")
    told = {name: seat(MafiaFace(), game.view(name), language) for name in ("ann", "ben")}
    assert lost in told["ann"]
    assert won in told["ben"]
    assert "foul" not in told["ben"].lower(), "no foul counts any more"
    assert not [name for name, text in told.items() if wins in text]


@in_both_languages
def test_cards_that_are_known_are_called_so_also_when_they_are_few(language: str) -> None:
    """An eye behind a name said it before, and nothing else."""
    game = mafia(ann="don", ben="doctor")
    game.votes_out("ann")
    view = game.view("ben")
    few = view.model_copy(update={"players": view.players[:4]})
    (line,) = [line for line in seat(MafiaFace(), few, language).splitlines() if "cat" in line]
    assert line.startswith({"en": "Cards you know: ", "de": "Karten, die du kennst: "}[language])
    assert "dan" in line


@in_both_languages
@pytest.mark.parametrize("dead_watch", [True, False])
@pytest.mark.parametrize("name", ["village", "mafia"])
def test_whoever_is_out_is_told_whether_my_seat_shows_the_cards_now(name: str, dead_watch: bool, language: str) -> None:
    """“It still shows what you know”, it said, and then everybody's card stood there."""
    rules = GAMES[name]
    options = rules.options(dead_watch=dead_watch)
    match = snapshot(Match.start(rules, options, 9, SealedChance("fate"), record=True))
    gone = {"village": "dawn.killed", "mafia": "player.left"}[name]
    values = {"seat": 1, "role": "villager"} if name == "village" else {"seat": 1, "role": None, "end": "killed"}
    pages, said = SeatPages(FACES), Announcement(90, EVERYONE, gone, values)
    ((_, line),) = pages.told(match, 1, words_of(language), [said])
    cards = {"en": ("cards of the living", "everybody’s card"), "de": ("die Karten der Lebenden", "Karten von allen")}
    assert any(text in line for text in cards[language]) is dead_watch


@pytest.mark.parametrize("by_day", [True, False])
@pytest.mark.parametrize(
    ("language", "day", "night"),
    [
        ("en", "You may also shoot if you die by day.", "You may shoot only if you die at night."),
        (
            "de",
            "Du darfst auch schießen, wenn du am Tag stirbst.",
            "Du darfst nur schießen, wenn du in der Nacht stirbst.",
        ),
    ],
)
def test_the_huntsman_reads_when_he_shoots_at_this_table(language: str, day: str, night: str, by_day: bool) -> None:
    """ "At most tables" is no help to somebody who sits at one."""
    game = village(ann="murderer", ben="huntsman", settings={"huntsman_any_death": by_day})
    face, view = VillageFace(), game.view("ben")
    [dealt] = [said for said in game.match.announcements_for(2, since=0) if said.key == "role.dealt"]
    told = [seat(face, view, language), face.line(dealt, view, context(language))]
    assert [[day in text, night in text] for text in told] == [[by_day, not by_day]] * 2


TOGETHER = {
    "en": ("all Rumplestiltskins", "agree", "nod", "heart"),
    "de": ("alle Rumpelstilzchen", "euch", "Ihr", "Herz"),
}


@in_both_languages
def test_the_only_rumplestiltskin_is_not_told_to_agree_with_anybody(language: str) -> None:
    """In a village of eight there is one: “all Rumplestiltskins must choose the same one” sounded like more."""

    def told(game: VillagePlay) -> list[str]:
        face, here = VillageFace(), context(language)
        question = game.question("ann", "night.victim")
        asked = face.panel(question, game.view("ann"), here).text
        game.answers("ann", "night.victim", seat_of("cat"))
        view = game.view("ann")
        heard = [face.line(one, view, here) for one in game.match.announcements_for(1) if one.key == "night.agreed"]
        return [asked, face.answered(question, seat_of("cat"), view, here), *heard]

    alone = told(village(8, ann="warlock"))
    assert len(alone) == 3
    assert not [word for word in TOGETHER[language] if any(word in text for text in alone)]
    of_two = told(village(9, ann="warlock", ben="murderer"))
    assert TOGETHER[language][0] in of_two[0]
    assert TOGETHER[language][0] in of_two[1]


@in_both_languages
def test_what_two_have_agreed_on_is_read_so_when_one_of_them_is_dead(language: str) -> None:
    """My seat may be opened days later, where no message arrives."""
    game = village(9, ann="warlock", ben="murderer")
    game.night(victim="cat")
    (agreed,) = [one for one in game.match.announcements_for(1) if one.key == "night.agreed"]
    game.burns("ben")
    assert "ben" not in game.alive
    usual = VillageFace().told(context(language), agreed.key, agreed, victim="cat")
    assert VillageFace().line(agreed, game.view("ann"), context(language)) == usual


@in_both_languages
def test_who_has_nominated_is_not_told_that_they_may(language: str) -> None:
    may = {"en": "you may nominate", "de": "nominieren"}[language]
    game, face = mafia(8), MafiaFace()

    def asked() -> str:
        return face.panel(game.question("ann", "speech.floor"), game.view("ann"), context(language)).text

    assert may in asked()
    game.nominates("ann", "ben")
    assert may not in asked()
