"""Computer players of Trumplestiltskin. They see what their seat sees, and chance is handed to them."""
