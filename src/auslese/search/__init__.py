"""What was asked, and how is it answered?

In:     what a person typed, words of a collection    Out:  a Query, an Answer
Start:  query.query_parser.parse, answer.search_engine.SearchEngine
Keeps:  every text is a query: nothing raises, and what was left out or changed is told
Not:    reading pages (extract), keeping tables (store)
"""
