"""Which pages matter, by who links to them?

link_graph          pages and links as arrays: who links to whom, both ways, and how
node_folding        pages that stand for others: copies, redirects, other spellings
pagerank       how often a surfer who follows links stands on a page
hubs           the hubs and authorities around an answer
cited_together     pages cited together, and pages that cite the same
link_names          what links call pages, as arrays
link_clusters  the other names of the pages of an answer, and of those that cite them
"""
