"""A finished game to click through, made from its recap: step by step, through anybody's eyes, in one file."""
