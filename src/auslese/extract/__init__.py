"""What does the page say?

In:     bytes and their header          Out:  Reading (title, links, what it tells robots)
Start:  page_reader.read_page
Keeps:  never raises, whatever the bytes; what the content is counts, not what the header says
Not:    fetching (crawl), keeping (store)
"""
