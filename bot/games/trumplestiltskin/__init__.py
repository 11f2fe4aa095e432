"""Trumplestiltskin, a game of bidding and tricks for three to five (rules/trumplestiltskin: S4-…, R4-…)."""
