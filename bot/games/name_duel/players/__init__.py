"""Computer players of the name duel. They see what their seat sees, and chance is handed to them."""
