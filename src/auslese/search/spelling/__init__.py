"""Was another word meant?"""
