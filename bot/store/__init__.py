"""What must outlive the process, and the only SQL: ``Store`` in ``database``, and one module for each aggregate.

store = await Store.open(url_or_path)
number = await store.write(lambda connection: matches.create(connection, new))
async with store.reading() as connection:
    saved = await loading.load(connection, number)
await store.close()
"""
