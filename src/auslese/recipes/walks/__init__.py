"""Random walks: over the live web by the crawl's own machinery, or over a stored link graph.

web_walk        walks over the live web
walk_frontier   the frontier of a crawl that fetches only what walks want
graph_walk      walks over the link graph of a collection
stored_walks    the walks of a collection, as they lie in its `samples` folder
walked_pages    what became of pages, in the words that a walk understands
walk_facts      what is known of the pages of a walk
walk_estimates  what walks say: shares, sizes, each with an interval
walk_biases     everything that may be wrong with these figures
"""
