"""Random walks: over the live web by the crawl's own machinery, or over a stored link graph.

kept       the walks of a collection, as they lie in its `samples` folder
party      several walks at once, each with dice and a graph of its own
pages      what became of pages, in the words that a walk understands
frontier   the frontier of a crawl that fetches only what walks want
web        walks over the live web
graph      walks over the link graph of a collection
estimate   what walks tell: shares, sizes, and everything that may be wrong with them
"""
