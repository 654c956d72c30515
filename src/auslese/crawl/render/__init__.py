"""How are pages read that only a browser can read?"""
