"""How tests play on a simulated Discord: a room a game, of its package's name, played by clicks and seen by people."""
