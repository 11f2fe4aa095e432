"""Computer players of Mafia. They see what their seat sees, and chance is handed to them."""
