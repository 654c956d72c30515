"""Is a text on the subject that some good pages have, and which of its links lead there?

focus_tokens     texts as a language model reads them: small letters, no numbers, no punctuation
word_stream      many texts as one array of numbers
ngram_table      rows of words that a model has seen, found many at a time
ngram_counting   how often each row of words stands in a text, and behind how many words
kneser_ney       the probabilities that these counts give
ngram_model      the model: learnt, kept in a folder, perplexities of many texts in one call
arpa_files       models of other programs, and ours for them
keywords         the words of a subject, with weights
focus_scores     perplexities and key words as one score for a page or a link
focus_model      all that is known of a subject, in one folder
"""
