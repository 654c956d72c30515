"""Which pages matter, by who links to them?

link_graph        pages and links as arrays: who links to whom, both ways, and how
graph_building    a graph out of links that come in batches
node_folding      pages that stand for others: copies, redirects, other spellings
pagerank          how often a surfer who follows links stands on a page
hubs              the hubs and authorities around an answer
page_likeness     how like an answer its neighbours are
cited_together    pages cited together, and pages that cite the same
link_names        what links call pages, as arrays
node_description  what is to be said about each node, beside its rank
link_clusters     the other names of the pages of an answer, and of those that cite them
"""
