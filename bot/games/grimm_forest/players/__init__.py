"""Computer players of The Grimm Forest. They see what their seat sees, and chance is handed to them."""
