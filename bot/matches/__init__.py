"""Running matches: answers, deadlines, lobbies, computer players. Async; knows neither Discord nor SQL."""
