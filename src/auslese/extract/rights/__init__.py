"""What do pages and the files of their sites say about their use?"""
