"""The Grimm Forest, secret gathering and house building for two to four (rules/grimm_forest: S2-…, R2-…)."""
