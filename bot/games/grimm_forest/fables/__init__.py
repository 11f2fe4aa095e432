"""All 32 Fables, a file each. A file is found by lying here; see `fable.py` for the moments a Fable can have."""
