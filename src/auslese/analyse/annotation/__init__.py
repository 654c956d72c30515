"""How far do several people agree, and what do they say together?

answer_table         answers as arrays: items, annotators, categories
drawn_items          intervals of figures, from items drawn anew
agreement_measures   raw agreement, Cohen's and Fleiss' κ, Krippendorff's α
annotator_agreement  all measures of a table with their intervals, and each two annotators
votes                majority and unanimity
category_merges      categories that are taken together
agreement_course     agreement and categories over the course of a crawl, or of the annotation
consensus            what is true by all answers, and how good each annotator is (Dawid and Skene)
"""
