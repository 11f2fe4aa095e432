"""A Chromium for tests of pages. They are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from support.waiting import PATIENCE_S

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_MS = PATIENCE_S * 1_000
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A browser that may take its time; so may its tabs when they come from `tab_of`."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    async with playwright.async_playwright() as tool:
        browser = await tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE_MS)
        try:
            yield browser
        finally:
            await browser.close()


async def tab_of(browser: Any, width: int, height: int) -> Any:
    """A tab of this size, in pixels."""
    tab = await browser.new_page(viewport={"width": width, "height": height})
    tab.set_default_timeout(PATIENCE_MS)
    return tab
