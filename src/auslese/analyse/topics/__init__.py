"""What is a collection about?

text_vectors     texts as weights of words: which words count, and how much
similarity       how alike texts and centres are: Nitsche's measures
cluster_centres  clusters by their centres, and what becomes of texts with hardly a word
kmeans           classic k-means
communities      clusters as neighbourhoods of alike texts
bisecting        reverse k-means: the largest cluster is parted, and parted again
som              WebSOM: clusters on a map
text_clustering  all methods, behind one function
wordcon          clusters as sets of words and of texts
phrases          words and phrases of texts, as people write them
cluster_labels   what a cluster is about, in a few words
cluster_tree     which clusters belong together
tree_labels      what groups of clusters are about
map_layout       where the discs of clusters lie on a map
page_layout      where pages lie in them
answer_groups    what the hits of a query are about
topic_learning   clusters with labels, groups and places, learnt from pages
topic_model      what was learnt, kept for the pages that come later
cluster_rows     clusters and the pages in them as columns
cluster_quality  how good a clustering is
"""
