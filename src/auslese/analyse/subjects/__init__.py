"""Which subject is a text about, by words learnt from labelled texts?"""
