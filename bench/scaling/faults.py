"""What deaths of machines and restarts of databases cost a crawl of many days."""

from dataclasses import dataclass

import numpy as np

from scaling.costs import UnitCosts
from scaling.demand import DAY, Plan

DRAWS = 200


@dataclass(frozen=True)
class FaultCost:
    """In a crawl of so many days on so many machines, means of many draws."""

    deaths: float
    restarts: float
    share_of_time: float
    """Of all fetching that could have been done, with what the unlucky tenth of crawls loses."""
    pages_twice: float


def fault_cost(plan: Plan, costs: UnitCosts, seed: int) -> FaultCost:
    """Throw the dice for deaths and restarts.

    A machine that dies is replaced when its leases have ended, and its hosts stand still so long;
    others have enough hosts meanwhile, so only its own fetching is lost. A restart stops all.
    """
    dice, faults = np.random.default_rng(seed), costs.faults
    deaths = dice.poisson(plan.days * plan.machines / faults["machine_days"], DRAWS)
    restarts = dice.poisson(plan.days * plan.databases / faults["database_days"], DRAWS)
    lost = deaths * faults["lease_seconds"] / plan.machines + restarts * faults["restart_seconds"]
    share = np.quantile(lost / (plan.days * DAY), 0.9)
    twice = deaths * faults["unreported_seconds"] * plan.pages_per_second / plan.machines
    return FaultCost(
        float(deaths.mean()), float(restarts.mean()), float(share), float(twice.mean())
    )
