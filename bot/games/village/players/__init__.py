"""Computer players of Rumplestiltskin!. They see what their seat sees, and chance is handed to them."""
