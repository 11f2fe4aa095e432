"""Three Chests: somebody hides a coin, everybody else guesses where. It proves the steps of the guide."""
