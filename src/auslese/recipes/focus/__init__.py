"""A subject that a crawl stays on: learnt from seeds, asked as a filter, crawls compared."""
