"""What is a collection about?

vectors      texts as weights of words: which words count, and how much
similarity   how alike texts and centres are: Nitsche's measures
quality      how good a clustering is
"""
