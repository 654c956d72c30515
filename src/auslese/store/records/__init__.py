"""How are the records of pages kept, and which pages may hold some?"""
