"""How large is an index, and what would a random page be?

In: answers of an engine, neighbours of a page. Out: pages drawn, with weights, and intervals.
Start:  sampled_engine.SampledEngine
Keeps: every known bias named beside the figure it touches.
Not: opening connections, files or collections; recipes bring them.
"""
