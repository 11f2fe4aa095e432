"""The three chests there are."""

CHESTS = ("oak", "iron", "glass")
