"""Standing here, this file puts `tests/` on the import path, so that every shelf can say `from playing import …`."""
