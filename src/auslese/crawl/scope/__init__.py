"""Which URLs belong to the presence?"""
