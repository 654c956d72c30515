"""What was asked, and how is it answered?

In:     what a person typed, words of a collection    Out:  a Query, hits, key words
Start:  query.query_parser.parse, spelling.spelling.SpellingIndex
Keeps:  every text is a query: nothing raises, and what was left out or changed is told
Not:    reading pages (extract), keeping tables (store)
"""
