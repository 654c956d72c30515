"""What does every room need that has nothing to do with the web?

In:     bytes, arrays, lines, processes     Out:  the same, kept safe and within bounds
Start:  process_pool.ProcessPool, durable_files.publish
Keeps:  what survives a crash, what runs side by side, what is bounded; knows no URL and no page
Not:    anything that knows what a collection is (store), or what a text means (text)
"""
