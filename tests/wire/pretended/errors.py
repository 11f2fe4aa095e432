"""The documented errors (topics/opcodes-and-status-codes), by the names they have there."""

from __future__ import annotations

from typing import Any


class DiscordError(Exception):
    """An answer that is no success: HTTP status, Discord's own code, and its message."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.body = {"message": message, "code": code, **more}


def unauthorized() -> DiscordError:
    return DiscordError(401, 0, "401: Unauthorized")


def not_found() -> DiscordError:
    return DiscordError(404, 0, "404: Not Found")


def unknown_channel() -> DiscordError:
    return DiscordError(404, 10003, "Unknown Channel")


def unknown_event() -> DiscordError:
    return DiscordError(404, 10070, "Unknown Guild Scheduled Event")


def unknown_emoji() -> DiscordError:
    return DiscordError(404, 10014, "Unknown Emoji")


def too_many_emojis() -> DiscordError:
    return DiscordError(400, 30008, "Maximum number of emojis reached")


def unknown_message() -> DiscordError:
    return DiscordError(404, 10008, "Unknown Message")


def unknown_webhook() -> DiscordError:
    return DiscordError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> DiscordError:
    return DiscordError(404, 10062, "Unknown interaction")


def already_acknowledged() -> DiscordError:
    return DiscordError(400, 40060, "Interaction has already been acknowledged.")


def missing_permissions() -> DiscordError:
    return DiscordError(403, 50013, "Missing Permissions")


def missing_access() -> DiscordError:
    return DiscordError(403, 50001, "Missing Access")


def too_many_followups() -> DiscordError:
    return DiscordError(400, 40094, "This interaction has reached the maximum number of follow-up messages")


def cannot_message_this_user() -> DiscordError:
    return DiscordError(403, 50007, "Cannot send messages to this user")


def invalid_webhook_token() -> DiscordError:
    return DiscordError(401, 50027, "Invalid Webhook Token")


def invalid_form_body(problem: str) -> DiscordError:
    return DiscordError(400, 50035, "Invalid Form Body", errors={"_errors": [{"code": "LIMIT", "message": problem}]})


def server_error(status: int) -> DiscordError:
    return DiscordError(status, 0, f"{status}: Server Error")
