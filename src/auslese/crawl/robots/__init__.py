"""What does a site tell robots, in robots.txt and in sitemaps?"""
