"""How do the parts work together?

In:     a collection and its settings       Out:  the parts at work
Start:  crawling.crawl_run.crawl_collection
Keeps:  the only place that knows all parts; plain Python that can be clicked through
Not:    logic of its own (the rooms below), SQL (store), words for people (wording)
"""
