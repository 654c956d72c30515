"""What is a collection about?

vectors      texts as weights of words: which words count, and how much
similarity   how alike texts and centres are: Nitsche's measures
centres      clusters by their centres, and what becomes of texts with hardly a word
kmeans       classic k-means
bisecting    reverse k-means: the largest cluster is parted, and parted again
som          WebSOM: clusters on a map
wordcon      clusters as sets of words and of texts
layout       where the discs of clusters lie on a map
page_layout  where pages lie in them
quality      how good a clustering is
"""
