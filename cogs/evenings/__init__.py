"""Evenings that come together: people hear of tables, and agree on when to play."""
