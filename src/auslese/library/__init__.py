"""How does a Python program use it?

In:     a folder, pages, texts   Out:  rows as Arrow, pandas or polars; answers and summaries
Start:  open_collection.open, then rows.Rows
Keeps:  what `auslese.__all__` names is all that is public, typed and documented; imports stay late
Not:    finding, measuring or deciding anything (recipes), words for the terminal (cli)
"""
