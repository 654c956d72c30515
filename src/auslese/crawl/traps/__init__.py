"""Which URLs breed each other without end, and which contents have we seen?"""
