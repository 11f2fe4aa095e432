"""The stage: brings what has durably happened to a match before the people it is meant for.

`loop` plays one round of sending after the other. `pages` and `delivered` decide, from a frozen snapshot of the match
and from the ledger, what ought to be shown and what of it still has to be; `public` and `private` send it, each person
in one of the `lanes`, and `receipts` notes it. `place` is the thread or channel in which a match is played.

A crash at any point loses nothing: the ledger says where to go on. Nor is anything told twice: the nonce of each
message (match, recipient, serial) keeps Discord from posting it again for some minutes, and what may have been posted
(`doubts`) is looked for first.
"""
