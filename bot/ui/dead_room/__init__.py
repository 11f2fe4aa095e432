"""The room of the dead: a private thread for those who are out of a game for good, where its table wants one.

`attendant` opens it, lets people in and closes it; `thread` makes the requests; `readers` looks who else could read it;
`pages` says what stands there. What is shown is what the views of all members have in common.
"""
