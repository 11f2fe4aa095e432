"""The role cards, one file each: the side a role is on, what it asks, what it does and when, and what stops it."""

from __future__ import annotations

from bot.games.hidden_roles.roles import roles_in
from bot.games.village.cards import SIDES
from bot.games.village.role import Role

ROLES: dict[str, Role] = roles_in(__name__, __path__, Role)
"""Every role by name. Each file of this folder declares one; `cards` has the orders in which they are dealt."""

SIDES.update({name: role.side for name, role in ROLES.items()})
