"""How two processes share Discord's limit of 50 requests a second, when both have more to say than that.

    python -m tests.benchmarks.shared_limit [--processes 2] [--seconds 30]

Each process is a client as the bot makes it, and asks the pretended Discord as fast as it may, over real sockets and by
real clocks. Printed are the requests of each, its part of all, and how many were refused with 429.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Final

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "wire")]

import aiohttp  # noqa: E402
import discord  # noqa: E402
from discord.http import Route  # noqa: E402
from pretended.server import PretendedDiscord  # noqa: E402

from bot.ui.allowance import share  # noqa: E402

CHANNELS: Final = 80
"""Each has a limit of its own; together these are above the one for all."""
AT_A_TIME: Final = 30
LIMITED: Final = 429


async def ask(base: str, token: str, channels: list[str], processes: int, seconds: float) -> None:
    """One process; says at the end how many requests it made, and how many of them were refused."""
    Route.BASE = base
    seen = {"requests": 0, "limited": 0}

    async def count(_: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
        seen["requests"] += 1
        seen["limited"] += ended.response.status == LIMITED

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(count)
    share(trace, processes)
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    await client.login(token)
    asked = itertools.cycle(channels)

    async def keep_asking() -> None:
        while True:
            await client.http.request(Route("GET", "/channels/{channel_id}", channel_id=next(asked)))

    asking = [asyncio.create_task(keep_asking()) for _ in range(AT_A_TIME)]
    await asyncio.sleep(seconds)
    for one in asking:
        one.cancel()
    await client.close()
    print(json.dumps(seen))


async def measure(processes: int, seconds: float) -> None:
    discord_ = PretendedDiscord(speed=1.0)
    await discord_.open()
    channels = [str(discord_.world.add_channel(discord_.guild, f"place-{number}").id) for number in range(CHANNELS)]
    told = [f"http://127.0.0.1:{discord_.port}/api/v10", discord_.world.token, ",".join(channels)]
    command = [sys.executable, "-m", "tests.benchmarks.shared_limit", "--processes", str(processes)]
    command += ["--seconds", str(seconds), "--ask", *told]
    started = [await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE) for _ in range(processes)]
    seen = [json.loads((await one.communicate())[0]) for one in started]
    await discord_.close()
    every, limited = (sum(one[what] for one in seen) for what in ("requests", "limited"))
    print(f"{every} requests in {seconds:.0f} s, {every / seconds:.1f} a second; load {os.getloadavg()[0]:.1f}")
    print("parts: " + ", ".join(f"{100 * one['requests'] / every:.1f} %" for one in seen))
    print(f"refused with 429: {limited}, {100 * limited / every:.2f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--ask", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.ask:
        base, token, channels = asked.ask
        asyncio.run(ask(base, token, channels.split(","), asked.processes, asked.seconds))
    else:
        asyncio.run(measure(asked.processes, asked.seconds))


if __name__ == "__main__":
    main()
