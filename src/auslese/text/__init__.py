"""What is a text made of?

In:     str                             Out:  str: sentences, words, stems
Start:  sentences.split_sentences
Keeps:  knows nothing of pages; the same text gives the same parts
Not:    reading pages (extract)
"""
