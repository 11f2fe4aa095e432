"""Every change of the schema, in order. Applied by ``bot.store.database`` when it opens a database."""
