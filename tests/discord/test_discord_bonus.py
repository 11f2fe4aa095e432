"""The bonus cards as people live them on Discord: dealt, redrawn, played from My seat and from the board."""

from __future__ import annotations

from pathlib import Path

from language.any_game import seat_of
from rooms.any_game import close_messages, parts, refused
from rooms.village import EnchantedSquare, enchanted_square

from bot.games.village.cards import BONUS_CARDS


def untouched(square: EnchantedSquare, who: str) -> None:
    """This bystander was told of the own two cards, and of nothing else."""
    told = square.dm_text(who)
    assert "spell" not in told.replace("A spell that works once.", "").replace("Keep this card", "")
    assert "love" not in told.lower()


# -- the deal and the redraw -------------------------------------------------------------------------------------------


async def test_a_card_for_everybody_and_one_redraw(tmp_path: Path) -> None:
    """The whole box at a table of eight: told by DM, exchanged there, and only traits are named in public."""
    cards = {"cat": "hero", "dan": "sleep", "eve": "lovers"}
    options = {"introductions": True}
    async with enchanted_square(tmp_path, cards, deck=BONUS_CARDS, options=options, next_cards=("magician",)) as square:
        await square.begin()
        assert "Hero, Town Idiot" in square.messages(square.thread)[0].pictured, "the deck is everybody's to know"
        assert "###" not in square.board.text, "that cards are dealt the greeting says"
        assert "Face up: " not in square.board.text
        for name, card in (("ben", "Blank"), ("cat", "Hero"), ("dan", "Sleep"), ("eve", "Lovers")):
            dealt, panel_of_it = square.messages(square.dm(name))
            assert f"Your bonus card: {card}. " in dealt.pictured
            assert dealt.labels == ["My seat"], (
                "nobody may redraw before everybody has a card, and now the newest is pressed"
            )
            assert panel_of_it.labels == ["Draw another", "Keep it", "My seat"]

        panel, place = await square.panel("ben", "bonus.redraw")
        answered = await square.answers("ben", "bonus.redraw", "redraw")
        assert "You will get another card when everybody has chosen." in answered.text
        again = await refused(square, square.forges("ben", panel, f"mm:a:{place}:redraw"))
        assert again.startswith("That moment has passed")
        await square.redraws()
        assert "Your bonus card is now: **Magician**." in square.dm_text("ben")

        (line,) = [line for line in square.told() if "🪄" in line]
        assert "**ben** 🪄 Magician" in line
        assert "**cat** 💪 Hero" in line
        assert "**dan**" not in line, "a spell is nobody's business"
        assert "**eve**" not in line, "nor is a trait that stays hidden"
        assert "Turn them over, please: **ben** 🪄 Magician, **cat** 💪 Hero" in square.board.text
        mine = await square.my_seat("ben")
        assert "### Magician" in mine.text
        assert len(square.messages(square.dm("gus"))) == 2, "who kept the card is told nothing more"


async def test_who_does_not_answer_keeps_the_card(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"cat": "hero"}) as square:
        await square.begin()
        assert await square.phase() == "deal"
        await square.until("night")
        assert "**cat** 💪 Hero" in square.public()
        assert [line.value for line in await square.journal() if line.key == "bonus.redraw"] == []
        assert await square.asked_for("bonus.redraw") == []


# -- Sleep -------------------------------------------------------------------------------------------------------------

SLEEP = {"ben": "sleep", "cat": "deflection"}


async def test_a_sleep_spell_is_cast_turned_aside_and_slept_off(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, SLEEP) as square:
        await square.begin()
        await square.first_day()
        assert "day.cast_sleep" in await square.asked("ben")
        before = len(square.env.http_requests)
        mails, public = square.texts(square.dm("ben")), square.public()
        assert "Send somebody" not in square.dm_text("ben")
        assert "Send to sleep" not in "".join(mails), "no message is sent because a card could be used"

        cast = await square.plays("ben", "day.cast_sleep", "cat")
        assert "Your Sleep spell flies to **cat**." in cast.text
        assert "You have used it up." in cast.text
        await square.time(2)
        assert square.public() == public, "the board has no trace of it"
        assert square.texts(square.dm("ben")) == mails
        sent = [one for one in square.env.http_requests[before:] if not one.path.startswith("/interactions")]
        assert [one.path for one in sent] == [f"/channels/{square.dm('cat').id}/messages"]

        panel, place = await square.panel("cat", "spell.redirect")
        assert "Sleep spell" in panel.text
        assert "if you choose within 10 seconds" in panel.text
        assert "Day ends" not in panel.text
        assert str(seat_of("cat")) not in panel.offered(f"mm:s:{place}")
        turned = await square.answers("cat", "spell.redirect", "dan")
        assert "it flies on to **dan**" in turned.text
        assert await square.speech("dan") == "free"
        assert square.public() == public
        await square.flight(2)

        assert await square.speech("dan") == "asleep"
        assert "Sleep spell" in square.dm_text("dan"), "whoever is hit is told"
        (line,) = [line for line in square.told() if "until the next dawn" in line]
        assert "**dan**" in line
        assert "**ben**" not in line
        assert "**cat**" not in line
        assert "**dan** 😴 (asleep)" in square.board.text
        assert "You are asleep until the next dawn" in (await square.my_seat("dan")).text
        assert not await square.writes_in_thread("dan")
        assert await square.writes_in_thread("eve")
        untouched(square, "gus")

        await square.nominates("eve", "fay", "Just so")
        nominate = f"mm:os:{await square.occasion('day.call')}"
        nominated = square.picks("dan", square.find(square.thread, nominate, "prompter"), nominate, "fay")
        assert await refused(square, nominated) == "You are asleep until the next dawn, so you are asked nothing."
        await square.call_the_vote()
        assert "dan" not in await square.asked_for("day.vote")
        assert (
            await refused(square, square.votes("dan"))
            == "You are asleep until the next dawn, so you are asked nothing."
        )
        for name in ("ann", "ben", "cat", "eve"):
            await square.votes(name, "spare")
        await square.until("night")
        assert await square.asked("dan") == [], "he sleeps through the night as well"
        await square.night()
        assert await square.speech("dan") == "free"
        (line,) = [
            line
            for line in square.told()
            if "awake again" in line
            or "Good morning, **dan**" in line
            or "opens both eyes" in line
            or "asks what day it is" in line
        ]
        assert "**dan**" in line
        assert "day.call" in await square.asked("dan")
        assert await square.writes_in_thread("dan")
        assert await square.to_undo() == []


async def test_nobody_is_told_of_a_spell_that_is_kept(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, SLEEP) as square:
        await square.begin()
        await square.first_day()
        mails = {name: len(square.messages(square.dm(name))) for name in square.people}
        await square.my_seat("ben")
        await square.time(300)
        assert {name: len(square.messages(square.dm(name))) for name in square.people} == mails
        assert "day.cast_sleep" in await square.asked("ben")


# -- Love --------------------------------------------------------------------------------------------------------------


async def test_love_is_cast_on_two_through_one_menu(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "love"}, deck=("deflection",)) as square:
        await square.begin()
        await square.first_day()
        shown = (await square.my_seat("ben")).seen
        menu = f"mm:s:{await square.place_of('ben', 'day.cast_love')}"
        assert square.bounds(shown, menu) == (2, 2), "two people, no more and no less"
        assert str(seat_of("ben")) in shown.offered(menu), "oneself may be one of them"
        public = square.public()
        cast = await square.picks("ben", shown, menu, "cat", "dan")
        assert "Your Love spell flies to **cat** and **dan**." in cast.text
        await square.flight(4)
        assert square.public() == public
        assert "you are in love with **dan**" in square.dm_text("cat")
        assert "you are in love with **cat**" in square.dm_text("dan")
        assert "**cat** and **dan** are in love" in square.dm_text("ben")
        untouched(square, "gus")

        await square.burns("cat", by="eve")
        await square.until("night")
        assert {"cat", "dan"}.isdisjoint(await square.alive())
        (line,) = [line for line in square.told() if "**dan**" in line and "The card reads" in line]
        assert "Villager" in line


async def test_love_needs_two(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "love"}) as square:
        await square.begin()
        await square.first_day()
        shown = (await square.my_seat("ben")).seen
        menu = f"mm:s:{await square.place_of('ben', 'day.cast_love')}"
        cat = str(seat_of("cat"))
        assert (await refused(square, square.forges("ben", shown, menu, [cat, cat]))).startswith("That choice is not")
        more = [str(seat_of(name)) for name in ("cat", "dan", "eve")]
        assert await refused(square, square.forges("ben", shown, menu, more))
        await square.forges("ben", shown, menu, [cat])
        assert "day.cast_love" in await square.asked("ben"), "one is asked again"
        assert "Something" not in square.dm_text("cat")


# -- votes -------------------------------------------------------------------------------------------------------------


async def test_the_hero_votes_twice_by_the_same_button(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "hero"}) as square:
        await square.begin()
        await square.first_day()
        await square.nominates("eve", "hal", "Looks odd")
        await square.nominates("fay", "gus", "As well")
        await square.call_the_vote()
        assert "The Hero has two votes: press once for each." in square.board.text
        await square.votes("ben")
        await square.time(2)
        assert "everybody" in square.waiting_line()
        await square.votes("ben")
        await square.time(2)
        assert "**ben**" not in square.waiting_line()
        assert (await refused(square, square.votes("ben"))).startswith("You have already answered this question. ")
        await square.speaks("hal", None)
        for name in ("ann", "cat", "dan"):
            await square.votes(name)
        await square.time(3)
        await square.until("night")
        assert "hal: burns; 5 votes: ben ×2, ann, cat, dan;" in square.heard()
        assert "hal" not in await square.alive()


async def test_the_hero_splits_two_votes_on_an_open_ballot(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "hero"}, options={"open_ballot": True}) as square:
        await square.begin()
        await square.first_day()
        await square.nominates("eve", "hal", "Looks odd")
        await square.nominates("fay", "gus", "As well")
        await square.call_the_vote()
        await square.time(2)
        first = f"mm:os:{square.match_id}:ballot.1.0"
        board = square.find(square.thread, first, "prompter")
        assert f"{first}.second" in board.controls
        menus = {
            part["custom_id"]: part["placeholder"] for part in parts(board.message.components) if "placeholder" in part
        }
        assert menus[first] == "Vote against …"
        await square.picks("ben", board, first, "hal")
        await square.picks("ben", square.board, f"{first}.second", "gus")
        await square.time(2)
        assert "**hal**: 1 vote (**ben**)" in square.board.text
        assert "**gus**: 1 vote (**ben**)" in square.board.text
        others = square.picks("ann", square.board, f"{first}.second", "gus")
        assert await refused(square, others) == "You have no second vote. Choose in the menu above."
        await square.picks("ben", square.board, first, "gus")
        await square.time(2)
        assert "**gus**: 2 votes (**ben** ×2)" in square.board.text


async def test_a_hottie_makes_somebody_forget_to_vote(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "hottie"}) as square:
        await square.begin()
        await square.first_day()
        assert "ben decides: who has no vote?" in str(square.board.message.components)
        refusal = await refused(square, square.menu_on_board("cat", "day.charm", "dan"))
        assert refusal == "Only the player with the Hottie card can choose here."
        menu = f"mm:s:{await square.place_of('ben', 'day.charm')}"
        mine = await square.my_seat("ben")
        assert menu in mine.seen.controls
        assert "Nobody today" not in mine.seen.labels, "there is nothing to decline"
        board, occasion = square.board, await square.occasion("day.charm")
        await square.menu_on_board("ben", "day.charm", "dan")
        await square.time(2)
        assert (await square.player("dan")).votes == 0
        (line,) = [line for line in square.told() if "**dan**" in line and "**ben**" in line]
        assert "vote" in line or "ballot" in line
        assert "No vote today: **dan**" in square.board.text
        assert not any(control.startswith("mm:os:1:charm") for control in square.board.controls)
        again = square.forges("ben", board, f"mm:os:{occasion}", [str(seat_of("eve"))])
        assert (await refused(square, again)).startswith("That moment has passed")

        await square.nominates("eve", "hal", "Looks odd")
        await square.call_the_vote()
        assert (await refused(square, square.votes("dan"))).startswith("You have no vote today.")
        assert "No vote today: **dan**" in square.board.text, "on the ballot, too"
        assert "You have no vote today." in (await square.my_seat("dan")).text
        await square.until("night")
        await square.night()
        assert (await square.player("dan")).votes == 1
        charm = f"mm:os:{await square.occasion('day.charm')}"
        assert str(seat_of("dan")) not in square.board.offered(charm), "never the same person twice"


async def test_a_smooth_talker_talks_a_voter_round(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "smooth_talker"}) as square:
        await square.begin()
        await square.first_day()
        await square.nominates("eve", "hal", "Looks odd")
        await square.nominates("fay", "gus", "As well")
        await square.call_the_vote()
        await square.speaks("hal", None)
        for name in ("ann", "cat", "dan", "eve", "fay"):
            await square.votes(name)
        await square.time(3)
        assert await square.asked("ben") == ["day.persuade"] or "day.persuade" in await square.asked("ben")
        assert "whose vote will you change?" in square.board.text
        (held,) = [text for text in square.texts() if "The count" in text]
        assert "**hal**: 5 votes (**ann**, **cat**, **dan**, **eve**, **fay**)" in held, "the count is read out"
        assert "1 vote" not in held
        refusal = await refused(square, square.menu_on_board("cat", "day.persuade", "ann"))
        assert refusal == "Only the player with the Smooth Talker card can choose here."
        await square.menu_on_board("ben", "day.persuade", "ann")
        await square.time(2)
        assert "who should **ann** vote against?" in square.board.text
        menu = f"mm:os:{await square.occasion('day.persuade_to')}"
        assert square.board.offered(menu) == [str(seat_of("gus")), "-"]
        await square.menu_on_board("ben", "day.persuade_to", "gus")
        await square.time(3)
        assert [line for line in square.told() if "**ann**" in line and "**gus**" in line and "**ben**" in line]
        assert "hal" in await square.alive()
        assert await square.phase() == "ballot"
        assert "Should **gus** burn?" in square.board.text, "four votes are not a majority of eight"


async def test_fouls_are_called_on_the_drunk_till_they_stand(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "drunk"}) as square:
        await square.begin()
        await square.first_day()
        assert "Drunk" in square.texts(square.dm("ben"))[-1], "he is reminded"
        assert "ben is sober! (0/4)" in square.board.labels
        for number, name in enumerate(("ann", "cat", "dan"), 1):
            await square.calls_foul(name, "ben")
            await square.time(2)
            assert f"ben is sober! ({number}/4)" in square.board.labels
        assert (await refused(square, square.calls_foul("ann", "ben"))).startswith("You have called that foul already.")
        assert (await refused(square, square.calls_foul("ben", "ben"))).startswith(
            "You cannot call a foul on yourself."
        )
        assert (await square.player("ben")).votes == 1
        await square.calls_foul("eve", "ben")
        await square.time(2)
        assert (await square.player("ben")).votes == 0
        assert "No vote today: **ben**" in square.board.text
        assert not any("sober" in label for label in square.board.labels)
        assert len([line for line in square.told() if "**ben**" in line and "vote" in line.lower()]) == 1
        await square.nominates("eve", "hal", "Looks odd")
        await square.call_the_vote()
        assert (await refused(square, square.votes("ben"))).startswith("You have no vote today.")


# -- Victim ------------------------------------------------------------------------------------------------------------


async def test_a_victim_gives_his_life_in_the_middle_of_the_vote(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "victim"}, cat="sheriff") as square:
        await square.begin()
        await square.first_day()
        assert "Give my life" not in "".join(square.texts(square.dm("ben")))
        await square.nominates("eve", "ben", "Looks odd")
        await square.nominates("fay", "gus", "As well")
        await square.call_the_vote()
        await square.votes("eve")
        await square.time(2)
        assert "Should **ben** burn?" in square.board.text
        done = await square.plays("ben", "day.sacrifice", "sacrifice")
        assert "You give your life." in done.text
        await square.time(3)
        assert "ben" not in await square.alive()
        assert (await square.player("ben")).role is None, "nobody ever learns who he was"
        assert "Should **gus** burn?" in square.board.text, "the day goes on without him"
        assert await refused(square, square.votes("ben")) == (
            "The dead do not take part any more. You can watch with **My seat**."
        )
        await square.speaks("gus", None)
        for name in ("ann", "cat", "dan", "eve"):
            await square.votes(name)
        await square.until("night")
        assert "gus" not in await square.alive()
        untouched(square, "hal")


async def test_a_victim_gives_his_life_at_night(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "victim"}) as square:
        await square.begin()
        await square.first_night()
        assert await square.asked("ben") == ["night.suspect", "night.sacrifice"]
        done = await square.plays("ben", "night.sacrifice", "sacrifice")
        assert "You give your life." in done.text
        assert await square.asked("ben") == ["night.suspect"]
        await square.night()
        assert "ben" not in await square.alive()
        assert "Villager" not in "".join(line for line in square.told() if "**ben**" in line)


# -- night cards -------------------------------------------------------------------------------------------------------


async def test_resurrection_saves_whom_it_is_shown(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "resurrection"}) as square:
        await square.begin()
        await square.first_night()
        await square.answers("ann", "night.victim", "gus")
        await square.time(62)
        panel, place = await square.panel("ben", "night.resurrect")
        assert panel.offered(f"mm:s:{place}") == [str(seat_of("gus"))]
        shown = await square.answers("ben", "night.resurrect", "gus")
        assert "You choose **gus** to live." in shown.text
        await square.until("day")
        assert "gus" in await square.alive()
        assert "gus" not in "".join(square.told()[-4:]).replace("**gus**, **hal**", "")
        assert "You have used it up." in (await square.my_seat("ben")).text
        untouched(square, "gus")


async def test_a_curse_is_turned_aside(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "magician"}, ann="warlock") as square:
        await square.begin()
        await square.first_night()
        await square.answers("ann", "night.victim", "gus")
        await square.answers("ann", "night.toad", "ben")
        await square.until("day")
        (line,) = [line for line in square.told() if "curse" in line.lower()]
        assert "**ben**" in line
        assert await square.speech("ben") == "free", "it is in the air"
        panel, _ = await square.panel("ben", "spell.redirect")
        assert "toad curse" in panel.text
        await square.answers("ben", "spell.redirect", "dan")
        await square.flight(1)
        assert (await square.speech("ben"), await square.speech("dan")) == ("free", "toad")
        assert "Croak: dan" in square.board.labels
        assert "**dan** 🐸 (a toad" in square.board.text


async def test_hearts_are_tied_in_the_first_night(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"ben": "lovers"}) as square:
        await square.begin()
        await square.first_night()
        assert await square.asked_for("night.beloved") == ["ben"]
        assert "Time for the Lovers" in square.board.text
        chosen = await square.answers("ben", "night.beloved", "dan")
        assert "Your heart belongs to **dan**." in chosen.text
        await square.time(12)
        assert "Time for the Lovers" not in square.board.text
        await square.answers("ann", "night.victim", "dan")
        await square.until("day")
        assert {"ben", "dan"}.isdisjoint(await square.alive())
        assert "your beloved is **dan**" in (await square.my_seat("ben")).text
        assert "ben" not in square.dm_text("dan")


# -- the process dies --------------------------------------------------------------------------------------------------


def no_line_twice(square: EnchantedSquare) -> None:
    """Nothing was told twice, neither in public nor to anybody."""
    for place in (square.thread, *(square.dm(name) for name in square.people)):
        told = [line for line in square.told(place) if not line.startswith("The Mirror was dark")]
        assert sorted(told) == sorted(set(told)), place


async def test_restart_in_the_middle_of_the_redraw(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, {"cat": "hero"}, next_cards=("magician",)) as square:
        await square.begin()
        await square.answers("ben", "bonus.redraw", "redraw")
        panel, place = await square.panel("dan", "bonus.redraw")
        mails = {name: square.texts(square.dm(name)) for name in square.people}
        left = (await square.clocks())["clock.redraw"]
        await square.restart()
        assert {name: square.texts(square.dm(name)) for name in square.people} == mails
        assert left - 4 <= (await square.clocks())["clock.redraw"] <= left + 16
        await square.clicks("dan", panel, f"mm:a:{place}:keep")
        assert "bonus.redraw" not in await square.asked("dan")
        assert "bonus.redraw" not in await square.asked("ben")
        await square.redraws()
        assert "Your bonus card is now: **Magician**." in square.dm_text("ben")
        assert "**cat** 💪 Hero" in square.public()
        no_line_twice(square)


async def test_restart_while_a_spell_flies(tmp_path: Path) -> None:
    async with enchanted_square(tmp_path, SLEEP) as square:
        await square.begin()
        await square.first_day()
        await square.plays("ben", "day.cast_sleep", "cat")
        await square.time(2)
        panel, place = await square.panel("cat", "spell.redirect")
        mails = {name: square.texts(square.dm(name)) for name in square.people}
        await square.restart()
        assert {name: square.texts(square.dm(name)) for name in square.people} == mails
        assert "You have used it up." in (await square.my_seat("ben")).text
        await square.picks("cat", panel, f"mm:s:{place}", "dan")
        await square.restart()
        await square.flight(4)
        assert (await square.speech("cat"), await square.speech("dan")) == ("free", "asleep")
        no_line_twice(square)


# -- clicks that must not count ----------------------------------------------------------------------------------------


async def test_forged_and_second_clicks(tmp_path: Path) -> None:
    cards = {"ben": "sleep", "cat": "deflection", "dan": "victim", "eve": "hottie", "fay": "drunk"}
    async with enchanted_square(tmp_path, cards) as square:
        await square.begin()
        await square.first_day()
        shown = (await square.my_seat("ben")).seen
        own = (await square.my_seat("gus")).seen
        sleep = f"mm:s:{await square.place_of('ben', 'day.cast_sleep')}"
        life = f"mm:s:{await square.place_of('dan', 'day.sacrifice')}"
        for custom_id, values in ((sleep, [str(seat_of("cat"))]), (life, ["sacrifice"])):
            sentence = await refused(square, square.forges("gus", own, custom_id, values))
            assert sentence.startswith("That moment has passed"), "in the same words as for what is not asked at all"
        for value in (str(seat_of("ben")), "99", "sleep", "True"):
            assert (await refused(square, square.forges("ben", shown, sleep, [value]))).startswith("That choice is not")
        charm = f"mm:os:{await square.occasion('day.charm')}"
        assert await refused(square, square.forges("eve", square.board, charm, [str(seat_of("eve"))]))
        foul = f"mm:o:{await square.occasion('day.foul')}:{seat_of('gus')}"
        assert (await refused(square, square.forges("ann", square.board, foul))).startswith("That choice is not")

        await square.plays("ben", "day.cast_sleep", "cat")
        twice = square.forges("ben", shown, sleep, [str(seat_of("gus"))])
        assert (await refused(square, twice)).startswith("That moment has passed")
        _, place = await square.panel("cat", "spell.redirect")
        stolen = square.forges("gus", own, f"mm:s:{place}", [str(seat_of("ann"))])
        assert (await refused(square, stolen)).startswith("That moment has passed")
        await square.flight(2)
        assert await square.speech("cat") == "asleep"
        late = square.forges("cat", (await square.my_seat("cat")).seen, f"mm:s:{place}", [str(seat_of("ann"))])
        assert (await refused(square, late)).startswith("That moment has passed")


async def test_my_seat_serves_every_secret_of_who_takes_no_messages(tmp_path: Path) -> None:
    cards = {"ben": "sleep", "cat": "deflection", "dan": "lovers"}
    async with enchanted_square(tmp_path, cards, closed=["cat", "dan"], next_cards=("resurrection",)) as square:
        await square.begin()
        assert "### Deflection" in (await square.my_seat("cat")).text
        await square.my_seat("dan")  # now everybody has seen the cards, and may redraw
        mine = await square.my_seat("cat")
        keep = f"mm:a:{await square.place_of('cat', 'bonus.redraw')}:keep"
        await square.clicks("cat", mine.seen, keep)
        mine = await square.my_seat("dan")
        await square.clicks("dan", mine.seen, f"mm:a:{await square.place_of('dan', 'bonus.redraw')}:keep")
        await square.first_night()
        loves = f"mm:s:{await square.place_of('dan', 'night.beloved')}"
        await square.picks("dan", (await square.my_seat("dan")).seen, loves, "eve")
        await square.until("day")
        public = square.public()
        await square.plays("ben", "day.cast_sleep", "cat")
        await square.time(2)
        assert square.public() == public
        onward = f"mm:s:{await square.place_of('cat', 'spell.redirect')}"
        shown = (await square.my_seat("cat")).seen
        assert onward in shown.controls
        await square.picks("cat", shown, onward, "gus")
        await square.flight(2)
        assert await square.speech("gus") == "asleep"
        assert "your beloved is **eve**" in (await square.my_seat("dan")).text
        (told,) = [line for line in square.told() if "cannot send you direct messages" in line]
        assert told.startswith("cat, dan: ")
        assert square.texts(square.dm("cat")) == square.texts(square.dm("dan")) == []


async def test_who_closes_the_door_in_mid_game_is_not_given_away_by_a_spell(tmp_path: Path) -> None:
    """That a message could not be delivered is said when everybody gets one, not when a spell hits somebody."""
    async with enchanted_square(tmp_path, {"ben": "sleep", "cat": "deflection"}) as square:
        await square.begin()
        await square.first_day()
        close_messages(square, "cat")
        public = square.public()
        await square.plays("ben", "day.cast_sleep", "cat")
        await square.time(2)
        assert square.public() == public
        onward = f"mm:s:{await square.place_of('cat', 'spell.redirect')}"
        await square.picks("cat", (await square.my_seat("cat")).seen, onward, "gus")
        await square.flight(2)
        assert not [line for line in square.told() if "cannot send you direct messages" in line]
        await square.until("night")
        await square.time(2)
        assert [line for line in square.told() if "cannot send you direct messages" in line]


# -- the end -----------------------------------------------------------------------------------------------------------


async def test_the_story_and_the_finale_tell_the_bonus_cards(tmp_path: Path) -> None:
    cards = {"ben": "sleep", "cat": "deflection", "dan": "love", "eve": "hottie", "fay": "lovers"}
    async with enchanted_square(tmp_path, cards) as square:
        square.newcomer("zoe")
        await square.begin()
        await square.first_night()
        await square.answers("fay", "night.beloved", "gus")
        await square.until("day")
        await square.plays("ben", "day.cast_sleep", "cat")
        await square.time(2)
        await square.answers("cat", "spell.redirect", "hal")
        await square.plays("dan", "day.cast_love", "eve", "fay")
        await square.menu_on_board("eve", "day.charm", "ben")
        await square.flight(6)
        await square.burns("ann", by="dan")
        await square.until("over")
        await square.time(5)
        (held,) = [line for line in square.board.text.splitlines() if line.startswith("Bonus cards: ")]
        for name, card in (("ben", "Sleep"), ("cat", "Deflection"), ("gus", "Blank"), ("eve", "Hottie")):
            assert f"**{name}** {card}" in held
        assert "Rumplestiltskin the Murderer – burned" not in square.board.text, "the picture shows who was who"
        assert "ann: Rumplestiltskin the Murderer (foe), burned" in square.board.pictured
        story = await square.reads_on("zoe", await square.presses("zoe", "The story"))
        night, _, day = story.partition("### Day 1")
        assert "**fay** Lovers" in night
        assert "**fay** chose **gus** as beloved." in night
        assert "cast Sleep" not in night, "that was by day"
        assert "**ben** cast Sleep at **cat**." in day
        assert "**cat** sent a spell on to **hal**." in day
        assert "**dan** cast Love at **eve** and **fay**." in day
        assert day.count("Love landed: **eve** and **fay** were in love until dawn.") == 1
        assert [line for line in day.splitlines() if "**eve**" in line and "**ben**" in line], "the charm was public"
        assert await square.to_undo() == []
