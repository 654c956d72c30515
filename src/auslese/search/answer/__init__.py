"""Which pages answer a query, in which order, and why?"""
