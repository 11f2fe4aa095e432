"""What a player keeps under My seat for nobody else: notes, marks, and standing orders."""
