"""Silence that leaves nothing behind: a locked thread that is always unlocked again, and messages deleted unread.

Before the bot changes a permission it writes down what was there (`UndoBook`); at the end of a game, at start-up and by
`/table repair` everything that is still written down is put back (`undo`). `lock` closes a whole thread, `overwrites`
close it to single people, as `doorkeeper` decides; `voice` keeps the floor in a voice channel, `webhooks` lend voices.
`hearing` listens at the tables, and `hush` takes away what may not be said, which ends by itself when the bot does.
"""
