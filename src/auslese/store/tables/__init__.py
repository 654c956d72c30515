"""Which tables are there, and how are they written, replaced and read?"""
