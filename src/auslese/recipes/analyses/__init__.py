"""The analyses of a collection, a module each; `recipes.analysing` runs them.

Each module has `stale`: what is not up to date, and why, in words; and `run`: the summary of a run,
with `ending`: finished, or the signal that stopped it.
"""
