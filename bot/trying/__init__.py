"""`magic-mirror try`: the bot in a pretended server on this machine, and the page it is played on in a browser."""
