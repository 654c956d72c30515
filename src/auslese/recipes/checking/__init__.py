"""Is everything of a collection as it was written, and what can be rebuilt if it is not?"""
