"""How tests play: a module a game, of its package's name, and `any_game` for what all of them share.

A table is dealt by name, and tests talk about people, questions, answers and what was heard, as somebody at the table
would. How the same is done on Discord lies in `tests/discord/rooms`.
"""
