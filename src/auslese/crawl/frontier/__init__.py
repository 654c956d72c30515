"""Which URLs do we know, what became of each, and which host may be asked next?"""
