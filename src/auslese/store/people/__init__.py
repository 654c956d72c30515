"""The tables of people: mentions chunk by chunk, persons and their pages as a whole.

mention_table   documents with names → `mentions`, a segment for each segment of documents
people_tables   `mentions` in the order of sites and family names → `people`, `person_pages`
"""
