"""Which pages does a feed or a sitemap name?"""
