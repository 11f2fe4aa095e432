"""Two people in one minute: a challenge by name, a second seat, or the computer, as people see it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from support.den import Den, forge, opened_den, refusal, shown_on

from bot.client import Mirror
from bot.matches.errors import Refused
from bot.matches.lobby import IDLE_MS
from bot.matches.lobby_invitations import INVITATIONS_MOST, INVITED_AGAIN_MS
from bot.store import matches


class ChallengeDen(Den):
    """Where people challenge each other."""

    def __init__(self, env: simcord.Env, mirror: Mirror, now: list[int]) -> None:
        super().__init__(env, mirror, now)
        self.ann, self.ben, self.eve = (self.joins(name) for name in ("ann", "ben", "eve"))

    @property
    def itself(self) -> simcord.MemberActor:
        """The Mirror, as somebody to choose in `/play`."""
        assert self.mirror.user is not None
        return _member(self.env, self.guild, self.mirror.user.id)

    async def play(self, who: simcord.MemberActor, opponent: Any = None, **options: Any) -> simcord.InteractionResult:
        if opponent is not None:
            options["opponent"] = opponent
        room = options.pop("room", self.room)
        game = options.pop("game", "name_duel")
        return await who.slash(room, "play", game=game, **options)

    def message(self, place: int = 0) -> discord.Message:
        """A lobby's message: they are the bot's answers to a command."""
        shown = [one for one in self.room.history() if one.interaction_metadata and not one.flags.ephemeral]
        return shown[place]

    async def press(self, who: simcord.MemberActor, label: str, place: int = 0) -> simcord.InteractionResult:
        return await who.click(self.message(place), label=label)

    def text(self, place: int = 0) -> str:
        return shown_on(self.message(place))

    async def matches(self) -> list[matches.MatchRow]:
        async with self.mirror.store.reading() as connection:
            return await matches.of_guild(connection, self.guild.id)

    async def people(self, match: int) -> list[tuple[int | None, str]]:
        awake = await self.mirror.service.awake(match)
        return [(seat.user_id, seat.player) for _, seat in sorted(awake.seats.items())]

    async def wait(self, milliseconds: int = INVITED_AGAIN_MS) -> None:
        self.now[0] += milliseconds


def _member(env: simcord.Env, guild: simcord.GuildHandle, user_id: int) -> simcord.MemberActor:
    user = simcord.UserHandle(env, env.backend.get_user(user_id))
    return simcord.MemberActor(env, guild, user)


def sent_by(env: simcord.Env, before: int = 0) -> list[dict[str, Any]]:
    """The bodies of all messages the bot has sent as answers since."""
    bodies: list[Any] = [request.json for request in env.http_requests[before:] if request.path.endswith("/callback")]
    return [body["data"] for body in bodies if body["type"] in (4, 7)]


@pytest.fixture
def den(tmp_path: Path) -> Any:
    @asynccontextmanager
    async def opened() -> AsyncIterator[ChallengeDen]:
        async with opened_den(tmp_path, ChallengeDen) as place:
            yield place
            unexpected = [one for one in place.env.errors if not isinstance(getattr(one, "original", one), Refused)]
            assert unexpected == []

    return opened


# -- a challenge -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen_on_ben", [False, True])
async def test_one_command_and_one_press_and_two_people_play(den: Any, chosen_on_ben: bool) -> None:
    """By `/play`, or chosen on a person: then two people play after two presses."""
    async with den() as place:
        if chosen_on_ben:
            opened = await place.ann.context_menu(place.room, "Challenge", place.ben)
        else:
            opened = await place.play(place.ann, place.ben)
        assert not opened.ephemeral
        text = place.text()
        for expected in (
            "**ann** challenges", f"<@{place.ben.id}>", "as soon as **ben** accepts", "1.\u00a0**ann** · host",
            "How it is played: **Classic**", "first to win two games",
        ):  # fmt: skip
            assert expected in text
        labels = [line for line in text.splitlines() if line in LABELS]
        assert labels == ["Accept", "Decline", "Options", "Rules", "Let anybody accept", "Withdraw", "More …"]
        sealed = re.findall(r"[0-9a-f]{64}", text)
        accepted = await place.press(place.ben, "Accept")
        assert "The game has begun" in place.text()
        assert "2.\u00a0**ben**" in place.text()
        (match,) = await place.matches()
        assert [match.commitment] == sealed, "it stood there before ben knew of the challenge"
        assert match.presses == [opened._interaction.id, accepted._interaction.id]
        assert (match.game, match.role_set, match.host_id) == ("name_duel", "classic", place.ann.id)
        assert await place.people(match.id) == [(place.ann.id, "human"), (place.ben.id, "human")]
        assert match.commitment in place.text()
        await place.soon()
        assert len(place.room.threads) == 1
        for person in (place.ann, place.ben):
            hands = re.findall(
                r"Your hand\. Game 1, best of 3\. ([^.]+)\.", pictures_on(person.user.dm_channel.history())
            )
            assert [len(hand.split(", ")) for hand in hands] == [5]


def pictures_on(messages: Iterable[Any]) -> str:
    """What the pictures on these messages show, in their words."""
    parts = [part for message in messages for part in message.components]
    shown = [part if isinstance(part, dict) else part.to_dict() for part in parts]
    return "\n".join(item["description"] for part in shown for item in part.get("items", ()))


LABELS = {
    "Accept", "Decline", "Options", "Rules", "Let anybody accept", "Withdraw", "Join", "Leave", "Close this table",
    "Start", "Change host", "Join and begin", "Play the computer", "How well the computer plays",
    "Fill with computer players", "Remove computers", "More …",
}  # fmt: skip


async def test_accepting_is_one_request_on_the_lobby(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.soon()
        before = len(place.env.http_requests)
        await place.press(place.ben, "Accept")
        await place.soon()
        shown = [request for request in place.env.http_requests[before:] if request.path.endswith("/callback")]
        assert [request.json["type"] for request in shown] == [7]
        message = f"/messages/{place.message().id}"
        assert not [one for one in place.env.http_requests[before:] if one.path.endswith(message)]


async def test_only_the_challenged_person_is_called_and_only_once(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.press(place.ann, "Let anybody accept")
        await place.press(place.eve, "Join and begin")
        first, *later = sent_by(place.env)
        assert first["allowed_mentions"]["users"] == [place.ben.id]
        assert first["allowed_mentions"].get("parse", []) == []
        for body in later:
            assert body["allowed_mentions"] == {"parse": []}


async def test_a_name_full_of_tricks_calls_nobody_and_breaks_nothing(den: Any) -> None:
    async with den() as place:
        trick = place.guild.add_member(place.env.create_user("trick", global_name="**@everyone** <@1>"))
        await place.play(place.ann, trick)
        told = refusal(await place.press(place.eve, "Accept"))
        assert "@everyone" not in told
        assert "<@1>" not in told


async def test_a_challenge_is_declined_in_a_friendly_way(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.press(place.ben, "Decline")
        assert "**ben** would rather not play just now" in place.text()
        assert (await place.lobby()).status == "closed"
        assert await place.matches() == []
        await place.restart()
        assert "would rather not" in place.text()


@pytest.mark.parametrize("button", ["Accept", "Decline"])
async def test_a_challenge_is_for_one_person(den: Any, button: str) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        for stranger in (place.eve, place.ann):
            assert "This challenge is for ben." in refusal(await place.press(stranger, button))
        for host_only in ("Let anybody accept", "Withdraw"):
            assert "Only the host" in refusal(await place.press(place.eve, host_only))
        lobby = await place.lobby()
        assert (lobby.status, len(lobby.seats)) == ("open", 1)


async def test_forged_presses_do_not_get_round_a_challenge(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        for who, action in ((place.eve, "join"), (place.ann, "computer"), (place.ann, "fill")):
            told = await forge(place, who, f"mm:lobby:1:{action}")
            assert "This challenge is for ben." in shown_on(told.response)
        assert "needs two" in shown_on((await forge(place, place.ann, "mm:lobby:1:start")).response)
        assert await place.matches() == []


async def test_a_challenge_outlives_a_restart(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.restart()
        assert "This challenge is for ben." in refusal(await place.press(place.eve, "Accept"))
        await place.press(place.ben, "Accept")
        assert len(await place.matches()) == 1
        await place.restart()
        assert "already" in shown_on((await forge(place, place.ben, "mm:lobby:1:accept")).response)
        assert len(await place.matches()) == 1


async def test_a_challenge_is_withdrawn_or_expires(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        old = place.message()
        await place.press(place.ann, "Withdraw")
        assert "withdrawn" in place.text()
        late = await forge(place, place.ben, "mm:lobby:1:accept")
        assert "table is closed" in shown_on(late.response)
        assert old.id == place.message().id
        await place.wait()
        await place.play(place.ann, place.ben)
        await place.wait(IDLE_MS)
        await place.soon(601)
        assert (await place.lobby(2)).status == "closed"
        assert "Nothing happened here for a day" in place.text(1)


async def test_the_host_opens_the_challenge_to_everybody(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.press(place.ann, "Let anybody accept")
        text = place.text()
        assert "now anybody may accept" in text
        assert "Join and begin" in text
        assert "nothing left to decline" in shown_on((await forge(place, place.ben, "mm:lobby:1:decline")).response)
        await place.press(place.eve, "Join and begin")
        (match,) = await place.matches()
        assert await place.people(match.id) == [(place.ann.id, "human"), (place.eve.id, "human")]


async def test_two_presses_in_the_same_moment_begin_one_match(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        both = (place.mirror.lobbies.join(1, place.ben.id, "ben", begin=True) for _ in range(2))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(one).__name__ for one in results) == ["Lobby", "Refused"]
        assert len(await place.matches()) == 1


# -- whom one may challenge --------------------------------------------------------------------------------------------


async def test_nobody_is_challenged_who_could_not_answer(den: Any) -> None:
    async with den() as place:
        hidden = place.guild.create_text_channel(
            "hidden", overwrites={place.ben: discord.PermissionOverwrite(view_channel=False)}
        )
        other_bot = place.joins("clockwork", bot=True)
        far_away = place.env.create_user("zoe")
        for opponent, room, reason in (
            (place.ann, place.room, "cannot challenge yourself"),
            (other_bot, place.room, "Other bots do not play"),
            (far_away, place.room, "**zoe** is not on this server"),
            (place.ben, hidden, "**ben** cannot see this channel"),
        ):
            told = refusal(await place.play(place.ann, opponent, room=room))
            assert reason.replace("**", "") in told
        assert await place.mirror.lobbies.open_of_host(place.ann.id) == []


async def test_the_same_person_is_not_challenged_again_and_again(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.press(place.ben, "Decline")
        await place.wait(INVITED_AGAIN_MS - 5_000)
        await place.restart()
        told = refusal(await place.play(place.ann, place.ben))
        assert "Wait 5 more seconds" in told
        assert f"<@{place.ben.id}>" not in told
        assert not (await place.play(place.ann, place.eve)).ephemeral
        await place.wait(5_000)
        assert not (await place.play(place.ann, place.ben)).ephemeral


async def test_nobody_has_more_than_a_few_challenges_waiting(den: Any) -> None:
    async with den() as place:
        for number in range(INVITATIONS_MOST):
            await place.play(place.joins(f"host{number}"), place.ben)
        told = refusal(await place.play(place.ann, place.ben))
        assert "cannot be challenged right now" in told
        await place.press(place.ben, "Decline")
        assert not (await place.play(place.ann, place.ben)).ephemeral


# -- the second seat --------------------------------------------------------------------------------------------------


async def test_whoever_takes_the_second_chair_begins_the_game(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, role_set="single")
        text = place.text()
        assert [line for line in text.splitlines() if line in LABELS] == [
            "Join and begin", "Play the computer", "How well the computer plays", "Options", "Rules", "More …",
        ]  # fmt: skip
        assert "How it is played: **Single game**" in text
        assert "ole" not in text.replace("role_set", "")  # neither Role nor roles: there are none
        assert "already" in refusal(await place.press(place.ann, "Join and begin"))
        await place.press(place.ben, "Join and begin")
        (match,) = await place.matches()
        assert match.role_set == "single"
        assert await place.people(match.id) == [(place.ann.id, "human"), (place.ben.id, "human")]


async def test_what_is_indispensable_is_missing_so_nothing_begins_yet(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        channel = place.mirror.get_channel(place.room.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.set_permissions(place.guild.me, send_messages_in_threads=False)
        accepted = await place.press(place.ben, "Accept")
        assert any("Send Messages in Threads" in shown_on(told) for told in accepted.followups)
        assert await place.matches() == []
        assert "2.\u00a0**ben**" in place.text()
        await channel.set_permissions(place.guild.me, overwrite=None)
        assert "Only the host" in refusal(await place.press(place.ben, "Start"))
        await place.press(place.ann, "Start")
        assert len(await place.matches()) == 1


# -- the computer ------------------------------------------------------------------------------------------------------


async def test_the_mirror_itself_is_challenged(den: Any) -> None:
    async with den() as place:
        opened = await place.play(place.ann, place.itself)
        assert not opened.ephemeral
        (match,) = await place.matches()
        assert match.role_set == "practice"
        assert await place.people(match.id) == [(place.ann.id, "human"), (None, "thoughtful")]
        assert "The game has begun" in place.text()
        assert "Computer player (level: normal): 2.\u00a0" in place.text()
        assert sent_by(place.env)[0]["allowed_mentions"] == {"parse": []}


async def test_against_the_mirror_by_the_set_one_has_named(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.itself, role_set="classic")
        (match,) = await place.matches()
        assert match.role_set == "classic"


async def test_a_bigger_game_against_the_mirror(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.itself, game="trumplestiltskin")
        (match,) = await place.matches()
        assert match.role_set == "classic"
        assert [player for _, player in await place.people(match.id)] == ["human", "thoughtful", "thoughtful"]


async def test_the_computer_takes_the_second_chair(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann)
        assert "Against the computer it is one game, with ten minutes a turn." in place.text()
        assert "Two people play: the first to win two games" in place.text(), "what it says below is not for the two"
        assert "Only the host" in refusal(await place.press(place.eve, "Play the computer"))
        await place.press(place.ann, "Play the computer")
        (match,) = await place.matches()
        assert match.role_set == "practice"
        assert await place.people(match.id) == [(place.ann.id, "human"), (None, "thoughtful")]


async def test_the_computer_plays_as_well_as_the_host_wants(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann)
        assert "Only the host" in refusal(await place.press(place.eve, "How well the computer plays"))
        asked = (await place.press(place.ann, "How well the computer plays")).response
        await place.ann.click(asked, label="Easy")
        await place.soon()
        (match,) = await place.matches()
        assert await place.people(match.id) == [(place.ann.id, "human"), (None, "easy")]
        assert "(level: easy)" in place.text()


async def test_the_computer_plays_by_the_options_the_host_wanted(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann)
        page = (await place.press(place.ann, "Options")).response
        await place.ann.select(page, ["5"], custom_id="mm:lobby:1:pick:best_of")
        await place.soon()
        await place.restart()
        assert "Against the computer" not in place.text(), "by these options"
        await place.press(place.ann, "Play the computer")
        (match,) = await place.matches()
        assert (match.role_set, match.options["best_of"]) == ("classic", 5)


# -- bigger games ------------------------------------------------------------------------------------------------------


async def test_an_invitation_to_a_bigger_game_calls_one_and_lets_anybody_join(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben, game="trumplestiltskin")
        text = place.text()
        assert f"<@{place.ben.id}>, you are invited" in text
        assert sent_by(place.env)[0]["allowed_mentions"]["users"] == [place.ben.id]
        assert "Role set" not in text
        await place.press(place.eve, "Join")
        assert await place.matches() == []
        await place.press(place.ben, "Join")
        assert "you are invited" not in place.text()
        await place.press(place.ann, "Start")
        (match,) = await place.matches()
        assert [user for user, _ in await place.people(match.id)] == [place.ann.id, place.eve.id, place.ben.id]


# -- the rematch -------------------------------------------------------------------------------------------------------


async def test_a_rematch_of_two_waits_for_the_other(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.press(place.ben, "Accept")
        await place.mirror.hosting.end(1, place.ann.id)
        await place.soon()
        await forge(place, place.ben, "mm:rematch:1")
        lobby = await place.lobby(2)
        assert [seat.user_id for seat in lobby.seats] == [place.ben.id]
        assert lobby.status == "open"
        assert "Join and begin" in place.text(-1)
        await place.press(place.ann, "Join and begin", -1)
        assert [match.id for match in await place.matches()] == [2]


async def test_a_rematch_whose_message_is_gone_is_laid_anew(den: Any) -> None:
    async with den() as place:
        await place.play(place.ann, place.ben)
        await place.press(place.ben, "Accept")
        await place.mirror.hosting.end(1, place.ann.id)
        await place.soon()
        await forge(place, place.ben, "mm:rematch:1")
        gone = await place.lobby(2)
        # It was deleted while the bot was away, which was told of nothing.
        del place.env.backend.messages[place.room.id][gone.message_id]
        await forge(place, place.ann, "mm:rematch:1")
        assert (await place.lobby(2)).status == "closed"
        fresh = await place.lobby(3)
        assert (fresh.status, fresh.host_id) == ("open", place.ann.id)
        assert "Join and begin" in place.text(-1)
