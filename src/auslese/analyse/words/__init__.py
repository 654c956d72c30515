"""How often is each word used, how does a vocabulary grow, and which words move?"""
