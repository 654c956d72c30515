"""How do the records of evenly built pages become rows, and does a wrapper still fit its pages?"""
