"""The web the crawl bench crawls: its pages, its server, and the two crawlers sent over it."""
