"""How evenly a hash of the host spreads pages over partitions of the database."""

import numpy as np

from scaling.hosts import HostClass

DRAWS = 20
DRAWN_HOSTS = 200_000
"""Classes with more hosts than this fall evenly by the law of large numbers."""


def load_of_the_fullest(
    classes: list[HostClass], partitions: int, seed: int
) -> tuple[float, float]:
    """The fullest partition as a multiple of the mean: the median of draws, and the worst."""
    dice = np.random.default_rng(seed)
    worst = []
    for _ in range(DRAWS):
        load = np.zeros(partitions)
        for each in classes:
            hosts = int(dice.poisson(each.hosts)) if each.hosts < DRAWN_HOSTS else 0
            if hosts:
                load += dice.multinomial(hosts, [1 / partitions] * partitions) * each.pages
            elif each.hosts >= DRAWN_HOSTS:
                load += each.hosts * each.pages / partitions
        worst.append(float(load.max() / load.mean()))
    return float(np.median(worst)), max(worst)
