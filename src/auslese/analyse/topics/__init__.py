"""What is a collection about?

vectors      texts as weights of words: which words count, and how much
similarity   how alike two vectors are: the seed's measures and today's
"""
