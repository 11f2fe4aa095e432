"""One request as the documentation describes it, and the table of routes."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

Json = dict[str, Any]
Answer = tuple[int, Any]
"""HTTP status and JSON body; None for no body."""


@dataclass
class Call:
    """`ids` are the parts of the path in braces; `files` the names and sizes of what was attached."""

    method: str
    route: str
    ids: dict[str, str]
    body: Json
    files: list[Json] = field(default_factory=list)
    note: str = ""

    def id(self, name: str) -> int:
        return int(self.ids[name])

    @property
    def resource(self) -> str:
        """The top-level resource that shares a rate limit: channel, guild, or webhook with its token."""
        return "/".join(self.ids.get(name, "") for name in ("channel", "guild", "application", "token"))


Handler = Callable[[Any, Call], Awaitable[Answer]]
ROUTES: list[tuple[str, str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Let a method of the REST serve this path."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path) + "$")

    def keep(handler: Handler) -> Handler:
        ROUTES.append((method, path, pattern, handler))
        return handler

    return keep


def find(method: str, path: str) -> tuple[str, dict[str, str], Handler] | None:
    """The route of a path, its ids, and who serves it. `@me` and `@original` are written as such in their routes."""
    for known, template, pattern, handler in ROUTES:
        found = pattern.match(path)
        if known == method and found:
            return template, found.groupdict(), handler
    return None


async def read_body(request: web.Request) -> tuple[Json, list[Json]]:
    """The JSON body, of a multipart form as well, with its attachments: `attachments` of the JSON and the files."""
    if not request.can_read_body:
        return {}, []
    if not request.content_type.startswith("multipart/"):
        return await request.json(), []
    body: Json = {}
    files: dict[str, Json] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            size = len(await part.read(decode=False))
            files[str(part.name)] = {"filename": part.filename, "size": size}
    return body, list(files.values())
