"""Which texts lie next to each other: a graph of each text and its nearest ones.

All pairs are compared that share one of their weightiest words; what a text has beyond these hardly
moves an angle, and a word that stands everywhere would bring every text to every other.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.text_vectors import Matrix, of_length_one

NEIGHBOURS = 50
WEIGHTIEST = 100  # words of a text that are compared
AT_ONCE = 512  # texts


def neighbour_graph(vectors: Matrix, number: int = NEIGHBOURS) -> Matrix:
    """Each text with its nearest ones, by cosine; who is a neighbour of one, has it as one."""
    short = of_length_one(weightiest(vectors, WEIGHTIEST)).astype(np.float32)
    turned = short.T.tocsr()
    parts = [
        _nearest(short[at : at + AT_ONCE] @ turned, at, number)
        for at in range(0, short.shape[0], AT_ONCE)
    ]
    size = vectors.shape[0]
    rows, columns, values = (np.concatenate(each) for each in zip(*parts, strict=True))
    graph = sparse.csr_array((values, (rows, columns)), (size, size))
    return graph.maximum(graph.T).tocsr()


def weightiest(vectors: Matrix, number: int) -> Matrix:
    """The same with at most so many words of each text."""
    starts = vectors.indptr
    if np.diff(starts).max(initial=0) <= number:
        return vectors
    rows = np.repeat(np.arange(vectors.shape[0]), np.diff(starts))
    order = np.lexsort((-vectors.data, rows))
    place = np.arange(len(order)) - starts[rows[order]]
    stays = np.sort(order[place < number])
    return sparse.csr_array(
        (vectors.data[stays], (rows[stays], vectors.indices[stays])), vectors.shape
    )


def _nearest(
    products: Matrix, first: int, number: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Of each row the largest values; a text is not its own neighbour."""
    rows, columns, values = [], [], []
    for row in range(products.shape[0]):
        begin, end = products.indptr[row], products.indptr[row + 1]
        found, alike = products.indices[begin:end], products.data[begin:end]
        other = found != first + row
        found, alike = found[other], alike[other]
        if len(found) > number:
            # Of equals the first texts: whatever the order of a sparse product, it is the same.
            best = np.lexsort((found, -alike))[:number]
            found, alike = found[best], alike[best]
        rows.append(np.full(len(found), first + row))
        columns.append(found)
        values.append(alike)
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)
