"""How is what was archived written for those who read archives, or browse a folder?"""
