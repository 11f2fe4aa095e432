"""Role sets in a real store: what is offered, what is refused, what an update breaks; and drafts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from pydantic import Field, ValidationError
from sqlalchemy import text

from bot.engine.rulebook import Game, Options, RoleSet
from bot.games import GAMES
from bot.games.village.options import SEATS, VillageOptions, beginner_cast, classic_cast
from bot.matches.default_sets import DefaultSets
from bot.matches.drafts import DRAFT_LASTS_MS, DRAFTS_MOST, Draft, Drafts
from bot.matches.errors import Refused
from bot.matches.guild_settings import GuildSettings, SettingsBook
from bot.matches.option_fields import casts_field, check_options, fields_in_play, filler, option_fields, roles
from bot.matches.rolesets import SETS_MOST, Broken, RoleSets
from bot.matches.service import MatchService
from bot.matches.timekeeper import Timekeeper
from bot.store.database import Store
from bot.store.seating import NewSeat

DEN, OTHER_DEN, ANN = 11, 12, 501
VILLAGE = GAMES["village"]
BUILT_IN = ["classic", "beginner", "everything", "enchanted", "slow"]


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "mirror.db")
    yield store
    await store.close()


@pytest.fixture
def sets(store: Store) -> RoleSets:
    return RoleSets(store, Clock())


async def names(sets: RoleSets, guild: int = DEN) -> list[str]:
    return [name for name, _ in await sets.offered(guild, "village")]


async def refusal(work: Any) -> str:
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.code


async def put_body(store: Store, name: str, body: str) -> None:
    """A row as another version, or a careless hand, might leave it."""
    values = {"guild": DEN, "name": name, "body": body}
    statement = text("INSERT INTO role_set VALUES (:guild, 'village', :name, :body, 0, 1, 1)")
    await store.write(lambda connection: connection.execute(statement, values))


# -- looking ----------------------------------------------------------------------------------------------------------


async def test_the_built_in_sets_come_first_and_are_sound(sets: RoleSets) -> None:
    assert await names(sets) == BUILT_IN
    for game in GAMES.values():
        assert len(game.role_sets) >= 1
        for one in game.role_sets:
            assert check_options(game, one.options.model_dump(mode="json")) == (one.options, [])
    classic = await sets.get(DEN, "village", "classic")
    assert isinstance(classic, VillageOptions)
    assert {seats: classic.cast(seats) for seats in SEATS} == {seats: classic_cast(seats) for seats in SEATS}


async def test_saved_sets_are_offered_here_and_nowhere_else(sets: RoleSets) -> None:
    mine = VillageOptions(night_seconds=200)
    assert await sets.save(DEN, "village", "  House   rules ", mine, ANN) == []
    assert await names(sets) == [*BUILT_IN, "House rules"]
    assert await names(sets, OTHER_DEN) == BUILT_IN
    assert await sets.get(DEN, "village", "house RULES") == mine
    assert await refusal(sets.get(OTHER_DEN, "village", "House rules")) == "no_such_role_set"
    assert await refusal(sets.offered(DEN, "chess")) == "no_such_game"


async def test_everything_survives_a_restart(sets: RoleSets, tmp_path: Path) -> None:
    mine = VillageOptions(casts={9: beginner_cast(9)}, open_ballot=True)
    await sets.save(DEN, "village", "Nine", mine, ANN)
    await sets.set_default(DEN, "village", "Nine")
    await sets.store.close()
    again = RoleSets(await Store.open(tmp_path / "mirror.db"), Clock())
    assert await again.default(DEN, "village") == ("Nine", mine)
    await again.store.close()


# -- never saved broken -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        ({"casts": {}}, ["fault.option.no_counts"]),
        ({"casts": {9: {**classic_cast(9), "villager": 0}}}, ["fault.village.total", "fault.village.no_villager"]),
        ({"casts": {9: {"rumplestiltskin": 2, "wizard": 1, "villager": 6}}}, ["fault.village.unknown_role"]),
        ({"casts": {30: {"rumplestiltskin": 2, "villager": 28}}}, ["fault.option.seats"]),
        ({"night_seconds": 5}, ["fault.option.range"]),
        ({"night_seconds": 5, "day_seconds": 1, "casts": {9: {"rumplestiltskin": 1, "villager": 9}}},
         ["fault.option.range", "fault.option.range", "fault.village.total"]),
        ({"night_seconds": "long"}, ["fault.option.unreadable"]),
        ({"moon": True}, ["fault.option.unreadable"]),
    ],
)  # fmt: skip
async def test_nothing_broken_is_saved(sets: RoleSets, change: dict[str, Any], keys: list[str]) -> None:
    body = {**VillageOptions().model_dump(), **change}
    faults = await sets.save(DEN, "village", "House", body, ANN)
    assert [fault.key for fault in faults] == keys
    assert await names(sets) == BUILT_IN


async def test_options_made_without_checks_are_checked(sets: RoleSets) -> None:
    unsound = VillageOptions.model_construct(**{**dict(VillageOptions()), "night_seconds": -1})
    assert [fault.values["option"] for fault in await sets.save(DEN, "village", "x", unsound, ANN)] == ["night_seconds"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u200bb", "a\u202eb", "a\x07", "\u3164", "House\u2800"])
async def test_names_that_cannot_be_used(sets: RoleSets, name: str) -> None:
    assert await refusal(sets.save(DEN, "village", name, VillageOptions(), ANN)) == "role_set_name"


async def test_a_built_in_set_stays_as_it_is(sets: RoleSets) -> None:
    for name in ("classic", "Classic", "EVERYTHING "):
        assert await refusal(sets.save(DEN, "village", name, VillageOptions(), ANN)) == "role_set_built_in_name"
        assert await refusal(sets.delete(DEN, "village", name, ANN)) == "role_set_built_in"


async def test_there_is_a_limit_and_changing_does_not_count(sets: RoleSets) -> None:
    for number in range(SETS_MOST):
        assert await sets.save(DEN, "village", f"House {number}", VillageOptions(), ANN) == []
    assert await refusal(sets.save(DEN, "village", "One more", VillageOptions(), ANN)) == "role_set_too_many"
    assert await refusal(sets.check_name(DEN, "village", "One more")) == "role_set_too_many"
    assert await sets.save(DEN, "village", "House 3", VillageOptions(quick_nights=True), ANN) == []
    await sets.delete(DEN, "village", "House 4", ANN)
    assert await sets.save(DEN, "village", "One more", VillageOptions(), ANN) == []


async def test_two_people_at_once_do_not_overwrite_each_other(sets: RoleSets) -> None:
    await sets.save(DEN, "village", "House", VillageOptions(), ANN)
    assert await refusal(sets.save(DEN, "village", "house", VillageOptions(), ANN, replaces=None)) == "role_set_taken"
    seen = (await sets.shelf(DEN, "village")).find("House")
    assert seen is not None
    assert await sets.save(DEN, "village", "House", VillageOptions(), ANN, replaces=seen.saved_ms) == []
    late = sets.save(DEN, "village", "House", VillageOptions(), ANN, replaces=seen.saved_ms)
    assert await refusal(late) == "role_set_changed"
    await sets.delete(DEN, "village", "House", ANN)
    gone = sets.save(DEN, "village", "House", VillageOptions(), ANN, replaces=seen.saved_ms)
    assert await refusal(gone) == "role_set_changed"


# -- default ----------------------------------------------------------------------------------------------------------


async def test_a_name_that_several_sets_could_mean_is_none(sets: RoleSets) -> None:
    for name in ("Café", "Cafe"):
        await sets.save(DEN, "village", name, VillageOptions(), ANN, replaces=None)
    assert await refusal(sets.rename(DEN, "village", "Cafè", "Bistro", ANN)) == "role_set_of_several"
    assert await refusal(sets.set_default(DEN, "village", "Cafè")) == "role_set_of_several"
    assert await names(sets) == [*BUILT_IN, "Cafe", "Café"]
    await sets.rename(DEN, "village", "CAFÉ", "Bistro", ANN)
    assert await names(sets) == [*BUILT_IN, "Bistro", "Cafe"]
    assert (await sets.find(DEN, "village", "cafè")).name == "Cafe", "now it means one alone"


async def test_what_was_chosen_before_is_that_set_or_none(store: Store) -> None:
    """Once it is gone, neither a set that is called nearly so takes its place, nor a built-in one of that title."""
    titled = RoleSets(store, Clock(), lambda _game, name: {"Klassisch"} if name == "classic" else ())
    defaults = DefaultSets(SettingsBook(store), titled)
    for name in ("Café", "Cafe", "Klassisch", "Usual"):
        await titled.save(DEN, "village", name, VillageOptions(), ANN, replaces=None)
    await titled.set_default(DEN, "village", "Usual")
    for name in ("Café", "Klassisch"):
        await defaults.choose(DEN, 77, "village", name)
        assert (await defaults.find(DEN, 77, "village")).name == name
        await titled.delete(DEN, "village", name, ANN)
        assert (await defaults.find(DEN, 77, "village")).name == "Usual"
    assert await refusal(titled.delete(DEN, "village", "Café", ANN)) == "no_such_role_set"
    assert await names(titled) == [*BUILT_IN, "Cafe", "Usual"]


async def test_the_default_is_chosen_and_falls_back(sets: RoleSets, store: Store) -> None:
    assert (await sets.default(DEN, "village"))[0] == "classic"
    assert await sets.set_default(DEN, "village", "Beginner") == "beginner"
    assert (await sets.default(DEN, "village"))[0] == "beginner"
    await sets.save(DEN, "village", "House", VillageOptions(), ANN)
    await sets.set_default(DEN, "village", "House")
    assert (await sets.default(DEN, "village"))[0] == "House"
    assert (await SettingsBook(store).read(DEN)).default_role_sets == {}
    await sets.save(DEN, "village", "House", VillageOptions(dead_watch=False), ANN)
    assert (await sets.default(DEN, "village"))[1] == VillageOptions(dead_watch=False)
    await sets.delete(DEN, "village", "House", ANN)
    assert (await sets.default(DEN, "village"))[0] == "classic"
    await sets.set_default(DEN, "village", "everything")
    assert await sets.set_default(DEN, "village", None) == "classic"
    assert (await sets.default(DEN, "village"))[0] == "classic"
    assert await refusal(sets.set_default(DEN, "village", "nothing")) == "no_such_role_set"
    assert (await sets.default(OTHER_DEN, "village"))[0] == "classic"


# -- what an update leaves behind -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    ["{not json", "null", "[]", '"text"', '{"old_option": 1, "night_seconds": 99}', '{"casts": {"9": {"villager": 9}}}',
     '{"casts": {"nine": {}}}', '{"night_seconds": {"a": [1]}}'],
)  # fmt: skip
async def test_what_cannot_be_read_is_left_out_and_said(sets: RoleSets, store: Store, body: str) -> None:
    await sets.save(DEN, "village", "Good", VillageOptions(), ANN)
    await put_body(store, "Old", body)
    shelf = await sets.shelf(DEN, "village")
    assert await names(sets) == [*BUILT_IN, "Good"]
    (broken,) = shelf.broken
    assert broken.name == "Old"
    assert broken.faults
    assert shelf.own == ("Good", "Old")
    assert await refusal(sets.get(DEN, "village", "Old")) == "role_set_broken"
    assert await refusal(sets.set_default(DEN, "village", "Old")) == "role_set_broken"
    assert await sets.save(DEN, "village", "Old", VillageOptions(), ANN, replaces=broken.saved_ms) == []
    assert await names(sets) == [*BUILT_IN, "Good", "Old"]


async def test_a_broken_one_can_be_deleted_and_a_broken_default_is_passed_over(sets: RoleSets, store: Store) -> None:
    await sets.save(DEN, "village", "House", VillageOptions(), ANN)
    await sets.set_default(DEN, "village", "House")
    await store.write(lambda connection: connection.execute(text("UPDATE role_set SET body = '{\"gone\": 1}'")))
    assert isinstance((await sets.shelf(DEN, "village")).find("House"), Broken)
    assert (await sets.default(DEN, "village"))[0] == "classic"
    await sets.delete(DEN, "village", "House", ANN)
    assert (await sets.shelf(DEN, "village")).broken == ()


async def test_a_set_from_before_an_option_existed_still_counts(sets: RoleSets, store: Store) -> None:
    await put_body(store, "Old", '{"night_seconds": 99}')
    assert await sets.get(DEN, "village", "Old") == VillageOptions(night_seconds=99)


# -- running games ----------------------------------------------------------------------------------------------------


async def test_a_running_game_keeps_the_set_it_began_with(sets: RoleSets, store: Store) -> None:
    begun = VillageOptions(casts={8: beginner_cast(8)}, day_seconds=999)
    await sets.save(DEN, "village", "House", begun, ANN)
    clock = Clock()
    service = MatchService(store, Timekeeper(clock))
    people = [NewSeat(seat, f"p{seat}", seat, "human") for seat in range(1, 9)]
    number = await service.create(
        VILLAGE,
        await sets.get(DEN, "village", "House"),
        people,
        guild_id=DEN,
        channel_id=1,
        host_id=1,
        role_set="House",
    )
    await sets.save(DEN, "village", "House", VillageOptions(), ANN)
    await sets.delete(DEN, "village", "House", ANN)
    service.close()
    later = MatchService(store, Timekeeper(clock))
    awake = await later.awake(number)
    assert awake.match.options == begun.for_new_match()
    assert awake.row.role_set == "House"
    later.close()


# -- server settings --------------------------------------------------------------------------------------------------


async def test_settings_change_one_by_one(store: Store) -> None:
    assert await SettingsBook(store).read(DEN) == GuildSettings()
    await SettingsBook(store).change(DEN, role_editor_role=7)
    await SettingsBook(store).change(DEN, use_threads=False)
    assert await SettingsBook(store).read(DEN) == GuildSettings(role_editor_role=7, use_threads=False)
    assert await SettingsBook(store).read(OTHER_DEN) == GuildSettings()
    with pytest.raises(ValidationError):
        await SettingsBook(store).change(DEN, use_threads="perhaps")


@pytest.mark.parametrize(
    ("body", "settings"),
    [
        ("{broken", GuildSettings()),
        ("[1]", GuildSettings()),
        ('{"role_editor_role": "the bakers", "use_threads": false}', GuildSettings(use_threads=False)),
        ('{"order_keeper_role": 5, "from_the_future": 1}', GuildSettings(order_keeper_role=5)),
        ('{"moderator_role": 5, "use_threads": false}', GuildSettings(order_keeper_role=5, use_threads=False)),
        ('{"moderator_role": "the bakers", "use_threads": false}', GuildSettings(use_threads=False)),
    ],
)
async def test_settings_nobody_can_read_count_as_not_set(store: Store, body: str, settings: GuildSettings) -> None:
    statement = text("INSERT INTO guild_setting VALUES (:guild, :body)")
    await store.write(lambda connection: connection.execute(statement, {"guild": DEN, "body": body}))
    assert await SettingsBook(store).read(DEN) == settings


# -- options as data --------------------------------------------------------------------------------------------------


def test_the_panel_can_show_every_option_of_every_game() -> None:
    for game in GAMES.values():
        for field in option_fields(game.options):
            assert field.kind != "other", f"{game.name}: {field.name}"
            if field.kind == "number":
                assert field.least is not None, f"{game.name}: {field.name} has no least"
                assert field.most is not None, f"{game.name}: {field.name} has no most"
        assert len(game.seats) <= 25


def test_the_roles_of_the_village_are_known_from_its_data() -> None:
    assert filler(VILLAGE) == "villager"
    assert roles(VILLAGE)[0] == "rumplestiltskin"
    assert roles(VILLAGE)[-1] == "villager"
    assert len(roles(VILLAGE)) == 10


class ToyOptions(Options):
    decks: Mapping[int, dict[str, int]] = Field(
        default={3: {"king": 1, "fool": 2}}, json_schema_extra={"filler": "fool", "roles": ["king", "queen", "fool"]}
    )
    pace: Literal["slow", "quick"] = "slow"
    hands: int = Field(3, gt=0, lt=10)
    loud: bool = False


TOY = Game(
    name="toy", english_title="Toy", seats=range(3, 6), options=ToyOptions,
    table=VILLAGE.table, rulebook=VILLAGE.rulebook,
    role_sets=(RoleSet("plain", ToyOptions()),),
)  # fmt: skip


def test_what_means_nothing_without_another_option_is_left_out() -> None:
    plain, enchanted = (
        {field.name for field in fields_in_play(VillageOptions, {"bonus": bonus, "dead_watch": True})}
        for bonus in ((), ("hero",))
    )
    assert enchanted == {field.name for field in option_fields(VillageOptions)}
    assert enchanted - plain == {
        "redraw_seconds", "lovers_seconds", "resurrection_seconds", "redirect_seconds", "persuade_seconds", "slur",
        "foul_votes",
    }  # fmt: skip


def test_another_game_is_understood_as_well() -> None:
    kinds = {field.name: field.kind for field in option_fields(ToyOptions)}
    assert kinds == {"decks": "casts", "pace": "choice", "hands": "number", "loud": "switch"}
    hands = option_fields(ToyOptions)[2]
    assert (hands.least, hands.most) == (1, 9)
    field = casts_field(ToyOptions)
    assert field is not None
    assert field.name == "decks"
    assert roles(TOY) == ("king", "queen", "fool")
    draft = drafted(Drafts(Clock()), TOY)
    draft.add_count(5)
    draft.adjust(5, "queen", 1)
    draft.choose("pace", "quick")
    assert draft.check() == (ToyOptions(decks={3: {"king": 1, "fool": 2}, 5: {"king": 1, "queen": 1, "fool": 3}},
                                        pace="quick"), [])  # fmt: skip


# -- drafts -----------------------------------------------------------------------------------------------------------


def drafted(drafts: Drafts, game: Game = VILLAGE, user: int = ANN, guild: int = DEN) -> Draft:
    return drafts.open(user, guild, game, "House", game.role_sets[0].options, replaces=None)


def test_villagers_fill_up() -> None:
    draft = drafted(Drafts(Clock()))
    draft.adjust(9, "mad_hatter", 1)
    assert draft.casts[9] == {**classic_cast(9), "mad_hatter": 1, "villager": 0}
    assert [fault.key for fault in draft.check()[1]] == ["fault.village.no_villager"]
    draft.adjust(9, "esmeralda", -1)
    draft.adjust(9, "esmeralda", -1)
    assert draft.casts[9]["villager"] == 1
    assert "esmeralda" not in draft.casts[9]
    assert draft.check()[1] == []


def test_a_cast_is_copied_up_and_counts_come_and_go() -> None:
    draft = drafted(Drafts(Clock()))
    draft.adjust(17, "rumplestiltskin", -1)
    draft.copy_up(17)
    assert [draft.casts[seats]["rumplestiltskin"] for seats in (16, 17, 18, 20)] == [3, 2, 2, 2]
    assert draft.casts[20]["villager"] == draft.casts[17]["villager"] + 3
    for seats in SEATS:
        draft.remove_count(seats)
    assert [fault.key for fault in draft.check()[1]] == ["fault.option.no_counts"]
    draft.add_count(10)
    assert draft.casts == {10: classic_cast(10)}
    draft.add_count(12)
    draft.add_count(11)
    assert list(draft.casts) == [10, 11, 12]
    assert draft.casts[11] == {**classic_cast(10), "villager": classic_cast(10)["villager"] + 1}
    assert draft.check()[1] == []


def test_the_built_in_set_a_draft_began_with_is_not_touched() -> None:
    before = VILLAGE.role_sets[0].options.model_dump()
    draft = drafted(Drafts(Clock()))
    draft.adjust(9, "sheriff", -1)
    draft.copy_up(8)
    draft.set_number("night_seconds", 500)
    assert VILLAGE.role_sets[0].options.model_dump() == before


def test_forged_changes_are_refused() -> None:
    draft = drafted(Drafts(Clock()))
    before = str(draft.values)
    for forged in (
        lambda: draft.set_number("open_ballot", 1),
        lambda: draft.set_number("casts", 1),
        lambda: draft.set_switches(["night_seconds"], []),
        lambda: draft.choose("night_seconds", "1"),
        lambda: draft.adjust(9, "wizard", 1),
        lambda: draft.adjust(99, "sheriff", 1),
        lambda: draft.add_count(99),
        lambda: draft.copy_up(7),
    ):
        with pytest.raises(Refused):
            forged()
    assert str(draft.values) == before


def test_drafts_are_few_and_do_not_last() -> None:
    clock = Clock()
    drafts = Drafts(clock)
    first = drafted(drafts)
    assert drafts.find(ANN, DEN, first.id) is first
    assert drafts.find(ANN, OTHER_DEN, first.id) is None
    assert drafts.find(ANN + 1, DEN, first.id) is None
    second = drafted(drafts)
    assert drafts.find(ANN, DEN, first.id) is None
    clock.now += DRAFT_LASTS_MS
    assert drafts.find(ANN, DEN, second.id) is second
    clock.now += DRAFT_LASTS_MS + 1
    assert drafts.find(ANN, DEN, second.id) is None
    oldest = drafted(drafts)
    for user in range(DRAFTS_MOST):
        drafted(drafts, user=user)
    assert len(drafts) == DRAFTS_MOST
    assert drafts.find(ANN, DEN, oldest.id) is None
