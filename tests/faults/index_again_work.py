"""The files of an index that is made anew."""

from tests.faults.index_work import IndexWork

OPERATION = IndexWork(again=True)
