"""The bonus cards (S0-24 to S0-29), a file each where a card does something: traits, spells, and what ties hearts."""
