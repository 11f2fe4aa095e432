"""Imported last by the process from which others are forked (see `forking`): it reads every catalogue, once for all of
them, and sets aside what it has imported. Nothing else is changed for those that are forked."""

from __future__ import annotations

import gc

from bot.ui import wording
from bot.ui.wording import Wording, wording_files
from support.once import Catalogues

wording._read = Catalogues().read
Wording(wording_files())
gc.collect()
gc.freeze()
