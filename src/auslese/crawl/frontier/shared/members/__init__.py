"""Machines that work on one crawl, as the database knows them."""
