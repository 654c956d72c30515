"""Where is every exchange as it came (WARC), and how is it found again?"""
