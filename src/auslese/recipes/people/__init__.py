"""Persons of a collection: names on pages, whom they mean, which page is about whom.

people_stage      the stage `people`: documents → mentions → people, person_pages
people_report     what `auslese people` prints
people_changes    joins, splits, opt-outs
"""
