"""All 25 Friends, a file each. A file is found by lying here; see `friend.py` for the moments a Friend can have."""
