"""Which blocks of a page are what it is about?"""
