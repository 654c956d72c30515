"""The tables of people: mentions chunk by chunk, persons and their pages as a whole.

mention_table   names that are not to be kept leave `mentions`
people_tables   `mentions` in the order of sites and family names → `people`, `person_pages`
"""
