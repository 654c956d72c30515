"""Which language is this, is it running text at all, and which words move?"""
