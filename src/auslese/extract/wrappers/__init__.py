"""Which records does an evenly built page hold? Rules, what applies them, what finds them."""
