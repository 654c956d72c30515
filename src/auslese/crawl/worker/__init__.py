"""Who does the work of a crawl, and how do coordinator and workers talk?"""
