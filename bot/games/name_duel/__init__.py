"""Rumpelstiltskin, the name-guessing duel for two (rules/name_duel: S1-…, R1-…)."""
