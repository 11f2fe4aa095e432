"""The computer player of Three Chests."""
