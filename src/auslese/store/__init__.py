"""Where does everything lie, and what is left of it after a crash?

In:     Exchange, columns           Out:  Capture, ArchivedResponse, Arrow tables
Start:  collection.Collection
Keeps:  exactly what is recorded, byte for byte; a kill at any moment costs only what was not
Not:    deciding what to fetch (crawl), reading what was fetched (extract)
"""
