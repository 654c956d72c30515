"""How many pages are still to come, and how long does that take?"""
