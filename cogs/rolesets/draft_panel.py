"""The panel on which a role set is made: every press on it changes the draft, saves it or gives it up."""

from __future__ import annotations

from bot.matches.drafts import Draft
from bot.matches.errors import Refused
from bot.ui.option_words import duration, option_title, read_number
from bot.ui.panels import form
from bot.ui.role_set_draft import draft_page, switches_of
from bot.ui.role_set_pages import control, done_page, set_page
from bot.ui.router import Click, show_form, update
from cogs.rolesets.conflict_page import NEW, OVER, conflict_page
from cogs.rolesets.workshop import Workshop, chosen, part, whole_number


class DraftPanel:
    """Serves the controls of drafts. Who may press them, and whose draft it is, was looked up before."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    async def pressed(self, click: Click, draft: Draft, action: str) -> None:
        """One press. Raises Refused for what no panel offers."""
        words = self._workshop.words(click.interaction)
        if action == "save":
            await self._save(click, draft)
        elif action == OVER:
            draft.replaces = None if part(click, 3) == NEW else click.number(3)
            await self._save(click, draft)
        elif action == "drop":
            self._workshop.drafts.close(draft)
            await update(click.interaction, done_page(words.say("roleset.dropped")))
        elif action == "theirs":
            self._workshop.drafts.close(draft)
            theirs = await self._workshop.reopen(click.user_id, draft.guild_id, draft.game, draft.name)
            await update(click.interaction, draft_page(words, theirs))
        elif action == "number":
            await self._ask_number(click, draft)
        else:
            change(draft, click, action)
            await update(click.interaction, draft_page(words, draft))

    async def _ask_number(self, click: Click, draft: Draft) -> None:
        """A dialog for one number that tells its bounds."""
        words, game = self._workshop.words(click.interaction), draft.game
        field = draft.field(chosen(click), "number")
        now = draft.values[field.name]

        def shown(number: int) -> str:
            return duration(words, number) if field.is_time else str(number)

        about = None
        if field.least is not None and field.most is not None:
            key = "roleset.form.time" if field.is_time else "roleset.form.number"
            about = words.say(key, least=shown(field.least), most=shown(field.most))
        title = option_title(words, game, field)
        dialog = form(
            control(game, draft.id, "typed", field.name), title, title, description=about, most=20, value=str(now)
        )
        await show_form(click.interaction, dialog)

    async def _save(self, click: Click, draft: Draft) -> None:
        """Save, unless anything is wrong: then the panel says what, whatever the button looked like."""
        words, role_sets = self._workshop.words(click.interaction), self._workshop.role_sets
        try:
            faults = await role_sets.save(
                draft.guild_id, draft.game.name, draft.name, draft.values, click.user_id, replaces=draft.replaces,
                imported=draft.imported,
            )  # fmt: skip
        except Refused as refusal:
            if refusal.code != "role_set_changed":
                raise
            await self._show_conflict(click, draft)
            return
        if faults:
            await update(click.interaction, draft_page(words, draft))
            return
        self._workshop.drafts.close(draft)
        options = await role_sets.get(draft.guild_id, draft.game.name, draft.name)
        await update(click.interaction, set_page(words, draft.game, draft.name, options, words.say("roleset.saved")))

    async def _show_conflict(self, click: Click, draft: Draft) -> None:
        """Somebody else was faster: what they changed and what this draft would change, and nothing is lost."""
        shelf = await self._workshop.role_sets.shelf(draft.guild_id, draft.game.name)
        theirs = shelf.named(draft.name)
        await update(click.interaction, conflict_page(self._workshop.words(click.interaction), draft, theirs))


def change(draft: Draft, click: Click, action: str) -> None:
    """One change of the draft. Raises Refused for what no panel offers."""
    if action == "look":
        draft.role = None
    elif action == "part":
        draft.part, draft.page = part(click, 3), 0
    elif action == "page":
        draft.page = click.number(3)
    elif action == "seats":
        draft.seats, draft.role = whole_number(chosen(click)), None
    elif action == "back":
        draft.seats = draft.role = None
    elif action == "switches":
        draft.set_switches(switches_of(draft, click.number(3)), click.values)
    elif action == "choice":
        draft.choose(part(click, 3), chosen(click))
    elif action == "several":
        draft.choose_several(part(click, 3), click.values)
    elif action == "typed":
        _take_number(draft, part(click, 3), click.text)
    elif action == "role":
        draft.choose_role(click.number(3), chosen(click))
    elif action in ("less", "more"):
        draft.adjust(click.number(3), part(click, 4), 1 if action == "more" else -1)
    elif action == "add":
        draft.seats, draft.role = click.number(3), None
        draft.add_count(draft.seats)
    elif action == "copy":
        draft.copy_up(click.number(3))
    elif action == "remove":
        draft.remove_count(click.number(3))
        draft.seats = draft.role = None
    else:
        raise Refused("forged")


def _take_number(draft: Draft, name: str, text: str) -> None:
    field = draft.field(name, "number")
    number = read_number(text, is_time=field.is_time)
    if number is None:
        raise Refused("not_a_time" if field.is_time else "not_a_number")
    draft.set_number(name, number)
