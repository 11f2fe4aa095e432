"""How long what people do takes to become durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.store.database import Store


def measure_writes(store: Store, wrote: Callable[[bool, float], None]) -> None:
    """From now on `wrote` is told of each write whether it succeeded, and after how many seconds it was durable, the
    wait in the queue included."""
    write = store.write

    async def measured(*work: Any, **how: Any) -> Any:
        began = asyncio.get_running_loop().time()
        succeeded = False
        try:
            result = await write(*work, **how)
            succeeded = True
        finally:
            wrote(succeeded, asyncio.get_running_loop().time() - began)
        return result

    store.write = measured  # type: ignore[method-assign]  # the store itself need know nothing of it
