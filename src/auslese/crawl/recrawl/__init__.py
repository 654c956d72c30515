"""Which pages are worth another visit?"""
