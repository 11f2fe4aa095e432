"""What the games of hidden roles have in common: people with secret cards who learn things, die and vote; teams."""
