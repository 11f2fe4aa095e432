"""Record a finished game for the upgrade shelf, by today's code. See `recording` for when that is done.

python tests/every_game/upgrade/record.py village-enchanted village-enchanted-0.2.0
python tests/every_game/upgrade/record.py --wide 0.2.0
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[3]), str(Path(__file__).resolve().parents[2])]

from recorders import KINDS  # noqa: E402
from recording import record  # noqa: E402
from wide import record_all  # noqa: E402

if __name__ == "__main__":
    if sys.argv[1] == "--wide":
        record_all(sys.argv[2])
    else:
        record(KINDS[sys.argv[1]], sys.argv[2])
