"""A duel in a conversation in which the bot is not, over real sockets: it answers presses, and asks Discord for nothing
else, whatever happens to its process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from pretended.auditor import Auditor
from pretended.evening import Evening, evening, moments
from pretended.world import Interaction, Message
from support.sizes import size

CASES = [(seed, kills) for seed in range(1, 1 + size(1, full=4)) for kills in (0, 3)]
ANSWERS = ("/interactions/", "/webhooks/")
"""What the routes begin with on which presses are answered."""
STARTS = {
    "/users/@me",
    "/oauth2/applications/@me",
    "/gateway/bot",
    "/applications/{application}/commands",
    "/applications/{application}/emojis",
}
"""What every start asks for."""


async def answered(act: Callable[[], Awaitable[Interaction]]) -> Message:
    """What came of an act; one that Discord says has failed is done again."""
    done = await act()
    while not done.acknowledged:
        done = await act()
    assert done.original is not None
    return done.original


def control(message: Message, ending: str) -> str:
    return next(str(one["custom_id"]) for one in message.now.controls if str(one["custom_id"]).endswith(ending))


def is_over(name_duel: Evening) -> bool:
    shown = name_duel.discord.world.seen_in(name_duel.market)
    return any(str(one["custom_id"]).startswith("mm:duelagain") for each in shown for one in each.now.controls)


async def press_again(name_duel: Evening) -> None:
    """What a killed process has not shown comes with the next press: where nothing happens, people press once more."""
    while True:
        await name_duel.discord.witness.until_quiet()
        for player in name_duel.players:
            player.take_heart()


@pytest.mark.full_size
@pytest.mark.parametrize(("seed", "kills"), CASES)
async def test_two_people_duel_where_the_bot_is_not_and_it_is_killed_in_between(
    tmp_path: Path, seed: int, kills: int
) -> None:
    async with evening(tmp_path, seed=seed, names=()) as night:
        talk = night.discord.world.add_talk()
        name_duel = Evening(night.discord, night.bot, night.read, night.clocks, ("ann", "ben"), seed, talk)
        ann, ben = name_duel.people
        talk.people += [ann.user, ben.user]
        for person in name_duel.people:
            person.user.takes_direct_messages = False
        since = len(night.discord.witness.requests)
        challenge = await answered(lambda: ann.command("duel", talk, person=ben.user))
        assert not challenge.is_ephemeral
        board = await answered(lambda: ben.press(challenge, control(challenge, ":accept")))
        assert board is challenge, "from the command to the board it is one tap"
        name_duel.kill_at(moments(seed, kills, among=14))

        pressing = asyncio.create_task(press_again(name_duel))
        try:
            await name_duel.play_until(lambda: is_over(name_duel), "the end of the duel")
        finally:
            pressing.cancel()

        assert len(name_duel.kills) == kills
        asked = night.discord.witness.requests[since:]
        assert {one.route for one in asked if not one.route.startswith(ANSWERS)} <= STARTS
        assert night.discord.rest.unknown == night.discord.world.breaches == []
        assert max(one.followups for one in night.discord.world.interactions.values()) <= 2, "Discord takes five"
        found = {one.kind for one in Auditor(night.discord.world, name_duel.records, [talk]).findings()}
        # A public message of which nobody has noted that it is there comes again: nothing can be looked up there.
        assert found.isdisjoint({"missing in public", "out of order in public"})
        assert kills or "twice in public" not in found
