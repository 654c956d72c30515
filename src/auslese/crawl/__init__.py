"""Which URL next, may we, and what came back?

In:     Visit (start pages, links)          Out:  Ended visits, in the frontier and in the archive
Start:  worker.coordinator.Coordinator, then worker.worker.Worker
Keeps:  every URL once; never asks a host before its time; every outcome has a reason
Not:    reading pages (extract), keeping them (store): recipes pass both in as functions
"""
