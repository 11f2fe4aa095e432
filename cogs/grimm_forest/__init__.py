"""The Grimm Forest on Discord: its face, its words, its pictures, and what can be pressed there."""
