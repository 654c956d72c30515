"""How is one query asked of several collections, servers and engines at once?

In:     a question, sources           Out:  one answer that says of each hit where it comes from
Start:  joint_search.JointSearch.answer
Keeps:  the order of one index where all sources are ours; who fails is named, the rest answers
Not:    weighing words (search), describing engines (sample), pages (serve)
"""
