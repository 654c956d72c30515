"""How do several machines do the work of one?

In:     shard functions and batches from stages    Out:  their answers, in the order of the batches
Start:  ray_engine.RayCluster
Keeps:  what comes out is what one machine would say; one that dies costs time and nothing else
Not:    what is done with batches (recipes), who owns a host or a file: nobody here owns anything
"""
