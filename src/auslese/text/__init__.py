"""What is a text made of?

In:     str, bytes                      Out:  str: sentences, words, stems; fingerprints
Start:  sentences.split_sentences, stemming.stems, rabin.RabinFingerprinter
Keeps:  knows nothing of pages; the same text gives the same parts
Not:    reading pages (extract)
"""
