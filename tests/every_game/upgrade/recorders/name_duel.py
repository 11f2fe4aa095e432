"""Name duels to record."""

from __future__ import annotations

from recording import Kind, Recording, keys_of, said_in

from bot.games.name_duel.options import NameDuelOptions


def richness(recording: Recording) -> tuple[int, ...]:
    """All games of the contest, won in either way; then the cards, the reactions and the kinds of things in it."""
    said = said_in(recording)
    wins = {values["reason"] for key, values in said if key == "game.won"}
    reactions = {(values["name"], values["deck"]) for key, values in said if key == "reaction.played"}
    played = {values["name"] for key, values in said if key in ("card.played", "card.drawn_and_played")}
    games = sum(key == "game.begins" for key, _ in said)
    return games, len(wins), len(reactions) + len(keys_of(recording)) + len(played), -len(recording["journal"])


NAME_DUEL = Kind("name_duel", 2, NameDuelOptions(best_of=3), 3000, richness)
