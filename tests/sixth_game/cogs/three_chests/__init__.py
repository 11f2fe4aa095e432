"""Three Chests on Discord."""
