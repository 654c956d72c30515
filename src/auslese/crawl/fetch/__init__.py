"""How is a page asked for, and from whom?"""
