"""What can be learnt from many texts?

In:     texts and rows of tables         Out:  what was found, as records
Start:  language.recogniser.shipped_recogniser
Keeps:  the same texts give the same answers; memory does not grow with the collection
Not:    reading pages (extract), keeping tables (store)
"""
