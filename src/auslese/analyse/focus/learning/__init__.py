"""Which links lead to the subject, learnt while the crawl runs?

bounded_rows   rows by key in arrays of a fixed size: the oldest make room
link_features  what is known of a link before it is followed, as hashed columns
link_learner   a linear model of these columns, learnt link by link
link_groups    links that stand in the same place of their pages, as arms of a sleeping bandit
link_scorer    all of it: buckets for new links, rewards taken in, links that are to move up
page_reward    what a page is worth, from its score
score_drift    do recent pages score otherwise than earlier ones?
harvest_stop   may the crawl stop, and how many pages on the subject may still come?
"""
