"""Rumplestiltskin!, the party game of hidden roles for eight and more (rules/village: S0-…, R0-…)."""
