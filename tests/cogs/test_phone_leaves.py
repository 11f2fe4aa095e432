"""A long text is turned in pages that the screen of a phone shows whole."""

from bot.ui.phone_pages import room_of
from cogs.table.leaves import PHONE_ROOM, phone_leaves


def test_a_long_story_is_turned_and_no_heading_stands_alone_at_the_foot() -> None:
    told = ["## The story", *(f"### Night {night}\n**The count.**\n• {'somebody did it. ' * 9}" for night in range(30))]
    pages = phone_leaves(told)
    assert "\n".join(pages) == "\n".join(told)
    assert len(pages) > 5
    assert all(room_of(page) <= PHONE_ROOM for page in pages)
    assert all(page.rpartition("\n")[2].startswith("•") for page in pages)


def test_a_line_above_a_list_stands_with_its_first_point() -> None:
    """A turn of the duel: "**Turn 5.** It is the turn of **ann**.", and below it what she did."""
    for before in range(2 * PHONE_ROOM):
        turn = ["**Turn 5.** It is the turn of **ann**.", "• **ann** plays *Bootstrap*."]
        pages = phone_leaves([*before * ["• Something happened."], *turn, *9 * ["• More happened."]])
        assert not any(page.endswith(turn[0]) for page in pages), before


def test_what_somebody_has_written_above_a_list_makes_no_page_too_high() -> None:
    long = "many words " * 45
    assert all(room_of(page) <= PHONE_ROOM for page in phone_leaves([long, f"• {long}"]))


def test_a_short_story_is_one_page() -> None:
    assert phone_leaves(["## The story", "• It was short."]) == ["## The story\n• It was short."]


def test_a_secret_number_and_its_seal_stand_on_one_page() -> None:
    sealed = f"-# The secret number, now open: {64 * '7'}\n-# Its seal, shown before the deal: {64 * 'a'}"
    for lines in range(2 * PHONE_ROOM):
        assert sum(sealed in page for page in phone_leaves([*lines * ["• Something happened."], sealed])) == 1


def test_what_begins_a_turn_stands_above_what_was_done_in_it() -> None:
    """The duel's story: its turns begin in bold and go on in plain letters."""
    turns = [f"**Turn {turn}.** It is ann's turn.\n• ann draws.\n• ann guesses." for turn in range(40)]
    for before in range(PHONE_ROOM):
        pages = phone_leaves([*before * ["A line."], *turns])
        assert "\n".join(pages) == "\n".join([*before * ["A line."], *turns])
        assert not [page for page in pages if page.rpartition("\n")[2].startswith("**Turn")]
