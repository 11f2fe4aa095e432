"""What the games of hidden roles share on Discord: their face, whispering by night, and the houses of a town."""
