"""The day as a picture: who stands accused, by whom, and how the votes lie; nothing before it is told, and not drawn
anew with each press."""

from __future__ import annotations

from typing import Any

from language.any_game import NAMES
from language.mafia import MafiaPlay, mafia
from language.village import VillagePlay, village
from support.pages_of_games import FACES, OneLanguage, snapshot
from support.pictured_towns import ART, drawn_of, names, words

from bot.engine.announcements import SPECTATOR
from bot.games.mafia.values import NO, YES
from bot.ui.panels import Shown
from bot.ui.pictures.art import LEAST_SIZE
from bot.ui.pictures.people import people
from bot.ui.render_context import RenderContext
from bot.ui.stage.public_pages import PublicPages
from cogs.hidden_roles.accused import ACCUSED, ACCUSED_MOST, VOTES, DayPicture, accused_of, day_of
from cogs.mafia import day_picture as city
from cogs.mafia.face import MafiaFace
from cogs.village import board
from cogs.village import day_picture as countryside
from cogs.village.drawn import cast_picture
from cogs.village.face import VillageFace


def seen(game: VillagePlay | MafiaPlay, kind: str = "day") -> DayPicture | None:
    """What everybody sees of the day, or of its last `count`."""
    view: Any = game.match.view(SPECTATOR)
    draws = getattr(countryside if isinstance(game, VillagePlay) else city, f"{kind}_picture")
    picture = draws(view, names(game.match.seats), words())
    assert isinstance(picture, DayPicture | None)
    return picture


def lines(picture: DayPicture | None) -> list[str]:
    assert picture is not None
    return picture.words(words()).splitlines()


def test_the_village_shows_who_accuses_whom_then_how_the_votes_lie() -> None:
    game = village(ann="murderer", ben="sheriff", hal="trickster")
    game.night()
    assert seen(game) is None, "the dawn has a picture of its own"
    game.nominates("ben", "ann", "I saw it")
    game.nominates("cat", "ann")
    game.nominates("dan", "ben")
    accused = seen(game)
    assert accused is not None
    assert accused.name == ACCUSED
    assert lines(accused)[:3] == [
        "Day 1. 8 of 8 alive, 2 nominated.",
        "1. Ann: nominated by: Ben, Cleo.",
        "2. Ben: nominated by: Dan.",
    ]
    houses = drawn_of(game.match.view(SPECTATOR), names(8)).words(words()).splitlines()
    assert lines(accused)[3:] == houses[1:], "who is alive is said, though it is not drawn"
    game.calls_the_vote()
    game.nobody_speaks()
    assert seen(game) == accused, "to call the vote draws nothing anew"
    game.votes("ben", "cat", "dan")
    assert seen(game) == accused, "nobody follows a quick hand, and each press would be a picture"
    game.votes("eve", "fay")
    assert game.phase == "night"
    assert seen(game) is None, "the board goes on to the night"
    counted = seen(game, "count")
    assert counted is not None
    assert counted.name == VOTES
    assert lines(counted)[:2] == [
        "Day 1. 7 of 8 alive, 5 votes are the majority.",
        "1. Ann: burns; 5 votes: Ben, Cleo, Dan, Eve, Fay; nominated by: Ben, Cleo.",
    ]


def test_the_city_shows_the_order_of_nomination_then_the_count() -> None:
    game = mafia(ann="don", ben="sheriff")
    assert seen(game) is None
    game.nominates("ann", "ben")
    assert lines(seen(game))[1:2] == ["2. Ben: nominated by: Ann."]
    game.speeches(ben="cat")
    before = seen(game)
    assert lines(before)[1:3] == ["2. Ben: nominated by: Ann.", "3. Cleo: nominated by: Ben."]
    assert lines(before)[3].replace("\N{NO-BREAK SPACE}", " ").startswith("Alive: 1. Ann, 2. Ben, 3. Cleo, 4. Dan, "), (
        "who is there is said, though it is not drawn"
    )
    game.vote(ben="ann")
    counted = seen(game)
    assert counted is not None
    assert counted.name == VOTES
    assert lines(counted)[1].startswith("3. Cleo: leaves; 7 votes: Ben, Cleo, Dan")
    assert lines(counted)[2] == "2. Ben: 1 vote: Ann; nominated by: Ann."


def test_the_city_shows_how_the_votes_lie_while_the_vote_goes_on() -> None:
    """R3-6: hands are raised for all to see, for one nominee after the other."""
    game = mafia(ann="don", ben="sheriff")
    game.speeches(ann="ben", ben="cat", cat="dan")
    before = seen(game)
    voters = game.asked_for("vote.hand")
    game.answers("ann", "vote.hand", YES)
    assert seen(game) == before, "nobody follows a quick hand, and each press would be a picture"
    for name in voters[1:]:
        game.answers(name, "vote.hand", YES if name == "eve" else NO)
    assert game.standing == "cat"
    going = seen(game)
    assert lines(going)[1:4] == [
        "2. Ben: 2 votes: Ann, Eve; nominated by: Ann.",
        "3. Cleo: nominated by: Ben.",
        "4. Dan: nominated by: Cleo.",
    ]
    assert going is not None
    assert going.name == ACCUSED, "it goes on being that picture until all is counted"
    shown = snapshot(game.match)
    pages = PublicPages(FACES, OneLanguage(words()))  # type: ignore[arg-type]
    (vote,) = [panel for panel in pages.board(shown) if "of you still have a vote" in panel.text]
    assert "ann" not in vote.beside(pages.pictures(shown, words())), "the picture says whose hands were raised"
    assert "ann" in vote.beside(())
    (called,) = [one for one in game.match.announcements_for(SPECTATOR) if one.key == "vote.for"][1:]
    assert MafiaFace().shows_picture([called], game.view())


def test_below_the_picture_of_those_named_the_vote_does_not_name_them_again() -> None:
    game = mafia(ann="don", ben="sheriff")
    game.speeches(ann="ben", ben="cat", cat="dan", dan="eve")
    shown = snapshot(game.match)
    pages = PublicPages(FACES, OneLanguage(words()))  # type: ignore[arg-type]
    (vote,) = [panel for panel in pages.board(shown) if "of you still have a vote" in panel.text]
    pictures = pages.pictures(shown, words())
    assert [one.picture.name for one in pictures] == [ACCUSED]
    told = vote.beside(pictures)
    assert "• **ben** ◀ hands up now" in told
    assert "• **eve**: gets the vote" in told
    assert "still to come" not in told
    assert [line[:7] for line in vote.beside(()).splitlines()[:4]] == [
        "• **ben", "• **cat", "• **dan", "• **eve",
    ], "without a picture all stand in the order of the vote"  # fmt: skip
    assert "• **cat**: still to come" in vote.beside(())
    assert "3. cat: nominated by: ben." in pictures[0].alt


def test_of_many_accused_the_words_tell_all() -> None:
    spoken = words()
    everybody = people(names(12), spoken)
    accused = [accused_of(seat, (1,), None, "", everybody, spoken) for seat in range(1, 12)]
    picture = day_of(
        accused, spoken, style="city", title="Day 1", status="12 of 12 alive", news="11 nominated", is_counted=False
    )
    assert len(picture.accused) == ACCUSED_MOST
    assert picture.more == "3 more nominated"
    assert picture.words(spoken).splitlines()[-1] == "11. Kim: nominated by: Ann."


def test_a_picture_of_many_accused_leaves_a_phone_room_for_the_board() -> None:
    """Of eight whom three each have named, the picture shows some, and its words tell of all."""
    spoken = words()
    everybody = people(names(20), spoken)
    accused = [accused_of(seat, (9, 10, 11), None, "", everybody, spoken) for seat in range(1, 9)]
    picture = day_of(
        accused, spoken, style="city", title="Day 1", status="20 of 20 alive", news="8 nominated", is_counted=False
    )
    assert ART.watch(picture).height <= 970, "it was 1,354: 440 pixels of a phone's 844"
    assert len(picture.accused) == 5
    assert picture.more == "3 more nominated"
    told = picture.words(spoken).splitlines()
    assert [line.partition(".")[0] for line in told[1:]] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "3 more nominated:",
        "6",
        "7",
        "8",
    ]


def test_a_name_is_whole_where_its_row_has_room_and_the_picture_gets_no_taller() -> None:
    spoken, long = words(), "King Thrushbeard"
    tall = []
    for name in ("Ann", long):
        everybody = people({1: "Ben", 2: name, 3: name.lower() + "s"}, spoken)
        accused = [accused_of(1, (2, 3), None, "", everybody, spoken)]
        drawn = ART.watch(day_of(accused, spoken, style="city", title="", status="", news="", is_counted=False))
        tall.append(drawn.height)
    (box,) = [box for text, box in drawn.boxes if text == long]
    assert box[2] - box[0] >= round(ART.font("bold", LEAST_SIZE).getlength(long)) - 1
    assert tall[0] == tall[1]


def test_words_and_picture_of_the_city_count_alike_while_somebody_killed_speaks() -> None:
    """S3-4: who was killed in the night has a final word, and is not counted among the living."""
    game = mafia(ann="don", ben="sheriff")
    game.speeches(ann="cat", ben="eve")
    game.vote(cat="ann")
    game.final_words()
    game.night(victim="dan")
    assert game.speaker == "dan"
    assert seen(game) is None, "the morning shows who lives, and not how yesterday was voted"
    view, everybody = game.view(), names(game.match.seats)
    context = RenderContext(1, 0, everybody, everybody, words(), {})
    assert "6 of 8 alive" in drawn_of(view, everybody).words(words())
    for told in (MafiaFace().board(view, (), context)[0].whole, "\n".join(MafiaFace().stood(view, context))):
        assert "Alive (6): Ann, Ben, Cleo, Fay, Gus, Hal" in told
        assert "Killed last night, and leaving after the final word: Dan" in told
    game.final_words()
    assert "final word" not in MafiaFace().board(game.view(), (), context)[0].whole


def test_below_a_picture_that_has_no_room_for_all_the_board_names_them() -> None:
    game = village(12, ann="murderer")
    game.night()
    everybody = names(12)
    context = RenderContext(1, 0, everybody, everybody, words(), {})
    for accused, accuser in enumerate(NAMES[1 : ACCUSED_MOST + 1]):
        game.nominates(accuser, NAMES[accused])
    panel = board.talk(game.match.view(SPECTATOR), (), context)
    assert "Hal" in panel.in_picture
    assert "Ian" not in panel.whole
    game.nominates(NAMES[0], NAMES[ACCUSED_MOST])
    panel = board.talk(game.match.view(SPECTATOR), (), context)
    assert not panel.in_picture
    assert all(everybody[seat] in panel.text for seat in range(1, ACCUSED_MOST + 2))


def test_no_picture_tells_who_holds_which_card() -> None:
    """Two villages with one public history, and their cards in other hands."""
    drawn = []
    for cards in ({"ann": "murderer", "ben": "sheriff"}, {"hal": "trickster", "cat": "sheriff"}):
        game = village(**cards)
        view = game.match.view(SPECTATOR)
        pictures = [cast_picture(view, words())]
        game.night()
        for accuser, accused in (("ben", "ann"), ("dan", "hal"), ("ann", "dan")):
            game.nominates(accuser, accused)
        pictures.append(seen(game))
        game.calls_the_vote()
        game.nobody_speaks()
        game.votes("ben", "cat", "dan")
        pictures += [seen(game), drawn_of(game.match.view(SPECTATOR), names(8))]
        drawn.append(pictures)
    assert drawn[0] == drawn[1]


def ballot_told(game: VillagePlay) -> str:
    """What the board says of the vote that goes on."""
    votes = [question for question in game.match.open if question.key == "day.vote"]
    everybody = names(game.match.seats)
    return board.poll(game.match.view(SPECTATOR), votes, RenderContext(1, 0, everybody, everybody, words(), {})).whole


def test_on_a_repeat_between_two_the_board_says_that_the_most_votes_are_enough() -> None:
    """R0-13: whoever has more burns without a majority, but only where two stand, and never at first."""
    enough = words().say("board.most_burn")
    game = village(9, ann="murderer")
    game.night()
    game.stands("cat", "dan", "eve")
    for voters in (("ann",), ("ben",), ("fay",)):
        assert enough not in ballot_told(game)
        game.votes(*voters)
        game.poll_closes()
    for voters in (("ann",), ("ben",), ()):
        assert enough not in ballot_told(game), "three stand again"
        game.votes(*voters)
        game.poll_closes()
    for voters in (("ann", "ben"), ("gus",)):
        assert enough in ballot_told(game)
        game.votes(*voters)
        game.poll_closes()
    assert lines(seen(game, "count"))[0] == "Day 1. 8 of 9 alive, between two, the most votes are enough."


def board_told(game: VillagePlay, due: dict[str, int], *, pictured: bool = True) -> list[str]:
    """What each panel of the board says, below a picture of the houses or without one; of clocks, when they run out."""
    view, everybody = game.match.view(SPECTATOR), names(game.match.seats)
    clocks = {one.number: due[one.key] for one in game.match.open if one.key in due}
    shown = (Shown.of(drawn_of(view, everybody), words()),) if pictured else ()
    panels = VillageFace().board(view, game.match.open, RenderContext(1, 0, everybody, everybody, words(), clocks))
    return [panel.beside(shown) for panel in panels]


def test_the_title_of_a_day_stands_in_its_picture_or_above_the_board() -> None:
    game = village(ann="murderer")
    game.night()
    assert board_told(game, {"clock.day": 60_000})[0] == "Day ends <t:60:R>"
    assert board_told(game, {"clock.day": 60_000}, pictured=False)[0].startswith("### Day 1\nDay ends <t:60:R>\nAlive")
    game.stands("cat")
    assert board_told(game, {})[0].startswith("### Day 1, the vote\n"), "a picture of the day does not say that"


def test_a_vote_that_the_end_of_the_day_cuts_short_has_no_clock_of_its_own() -> None:
    game = village(ann="murderer")
    game.night()
    game.stands("cat")
    both = board_told(game, {"clock.day": 120_000, "clock.vote": 60_000})[0]
    assert both.splitlines()[1:] == ["Voting closes <t:60:R>", "Day ends <t:120:R>"]
    short = board_told(game, {"clock.day": 60_000, "clock.vote": 90_000})[0]
    assert short.splitlines()[1:] == ["Day ends <t:60:R>"]
    assert board_told(game, {"clock.vote": 90_000})[0].splitlines()[1:2] == ["Voting closes <t:90:R>"]


def test_beside_the_count_as_a_picture_only_what_follows_from_it_is_said() -> None:
    game = village(9, ann="murderer")
    game.night()
    game.stands("cat", "dan")
    for voters in (("ann",), ("ben",)):
        game.votes(*voters)
        game.poll_closes()
    (counted,) = [one for one in game.match.announcements_for(SPECTATOR) if one.key == "day.counted"]
    view, everybody = game.match.view(SPECTATOR), names(9)
    context = RenderContext(1, 0, everybody, everybody, words(), {})
    beside = VillageFace().line_beside(counted, (VOTES,), view, context)
    assert beside is not None
    assert {everybody[3], everybody[4]} <= {name for name in everybody.values() if name in beside}
    assert "majority" not in beside, "the picture says it, and the board that the most votes are enough"
    assert "majority" in VillageFace().line(counted, view, context)


def test_nobody_reads_any_more_what_a_spent_power_did() -> None:
    game = village(9, ann="murderer", ben="trickster")
    everybody = names(9)
    view = game.match.view(1)
    context = RenderContext(1, 0, everybody, everybody, words(), {})
    once = "Once in the game"
    assert once in VillageFace().seat(view, context).text
    spent = VillageFace().seat(view.model_copy(update={"spent": True}), context).text
    assert once not in spent
    assert words().say("board.spent") in spent
