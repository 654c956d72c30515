"""How do several machines do the work of one?

In:     the URL of shared storage; batches of stages    Out:  a crawl that goes on; their answers
Start:  joining.join_crawl; engine_choice.stages_run_on
Keeps:  no machine needs to come back: who is gone is cleaned up behind, and costs time alone
Not:    deciding who owns what (the frontier's database), what is done with batches (recipes)
"""
