"""What runs beside the bot stands back behind everything else on the machine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from bot.beside import KIND, KINDEST, let_stand_back

pytestmark = pytest.mark.skipif(not hasattr(os, "getpriority"), reason="there are no such priorities here")


def test_it_stands_back_and_never_comes_forward_again() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        for asked, far in ((KIND, KIND), (KINDEST, KINDEST), (KIND, KINDEST)):
            let_stand_back(child.pid, asked)
            assert os.getpriority(os.PRIO_PROCESS, child.pid) == far
    finally:
        child.communicate(b"\n")
    let_stand_back(child.pid)  # it is gone, which is nobody's mistake
