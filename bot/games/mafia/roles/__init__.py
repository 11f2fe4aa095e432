"""The role cards, one file each: whom a role wins with, what it asks at night, what it does at dawn and when."""

from __future__ import annotations

from bot.games.hidden_roles.roles import roles_in
from bot.games.mafia.cards import SIDES
from bot.games.mafia.role import Role

ROLES: dict[str, Role] = roles_in(__name__, __path__, Role)
"""Every role by name. Each file of this folder declares one; `cards` has the order in which they are dealt."""

SIDES.update({name: role.side for name, role in ROLES.items()})
