"""What does the page say?

In:     bytes and their header          Out:  Reading for the crawl, Document for people
Start:  page_reader.read_page, document_reader.read_document
Keeps:  never raises, whatever the bytes; what the content is counts, not what the header says
Not:    fetching (crawl), keeping (store)
"""
