"""Who is spoken of in a text: names of persons, where they stand, and which are forms of one.

name_finder    names in any text: rules, lists and the tagger together
name_states    the seed's state machine
name_grammar   names by rules: titles, initials, particles, "Last, First"
name_parts     a written name taken apart
name_forms     are two names forms of one?
person_titles  titles before and behind names
name_words     the word lists that all of these go by
name_lists     first and last names, and how often they are ordinary words
name_tagger    the statistical tagger
"""
