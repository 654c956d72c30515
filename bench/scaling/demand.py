"""What a crawl of so many pages in so many days needs of each resource."""

from dataclasses import dataclass
from math import ceil

from scaling.costs import UnitCosts

DAY = 86400.0
TERA = 1e12
BUSY = 0.7  # of a resource, where a plan ends: what comes in bursts needs the rest


@dataclass(frozen=True)
class Plan:
    """The hardware, and how long the crawl may take."""

    pages: float
    days: float
    machines: int
    databases: int

    @property
    def pages_per_second(self) -> float:
        """In the mean over all days."""
        return self.pages / (self.days * DAY)


@dataclass(frozen=True)
class Use:
    """How much of a resource is needed, of what is there."""

    resource: str
    needed: float
    there: float
    unit: str

    @property
    def share(self) -> float:
        """1: all of it."""
        return self.needed / self.there


def uses(plan: Plan, costs: UnitCosts) -> list[Use]:
    """Each resource with its share, the scarcest first."""
    rate = plan.pages_per_second
    frontier, machine = costs.frontier, costs.machine
    fetch = costs.cpu_seconds_per_page["fetch"]
    later = sum(costs.cpu_seconds_per_page.values()) - fetch
    cores = plan.machines * machine["cores"]
    # Every byte comes in from the web and goes out to the storage.
    bits = rate * costs.bytes_per_page["archive"] * 8 / 1e9
    kept = sum(costs.bytes_per_page.values())
    found = [
        Use("database: links taken in", rate * frontier["links_per_page"],
            plan.databases * frontier["links_per_second"], "links/s"),
        Use("database: pages leased and completed", rate,
            plan.databases * frontier["pages_per_second"], "pages/s"),
        Use("cores: fetching", rate * fetch, cores, "cores"),
        Use("cores: reading and analysing in the same days", rate * later, cores, "cores"),
        Use("network in", bits, plan.machines * machine["gigabits"], "Gbit/s"),
        Use("network out to the storage", bits, plan.machines * machine["gigabits"], "Gbit/s"),
        Use("disks of the machines", rate * kept,
            plan.machines * machine["disk_bytes_per_second"], "byte/s"),
    ]  # fmt: skip
    return sorted(found, key=lambda use: -use.share)


def stored(plan: Plan, costs: UnitCosts) -> dict[str, float]:
    """Terabytes by where they lie."""
    sizes = {name: plan.pages * each / TERA for name, each in costs.bytes_per_page.items()}
    urls = plan.pages * costs.frontier["urls_per_page"]
    return {**sizes, "frontier": urls * costs.frontier["bytes_per_url"] / TERA}


def price(plan: Plan, costs: UnitCosts) -> dict[str, float]:
    """What it costs by the price list: the machines for the days, the storage for a month."""
    cores = plan.machines * costs.machine["cores"]
    sizes = stored(plan, costs)
    return {
        "machines": cores * plan.days * 24 * costs.prices["core_hour"],
        "storage, a month": sum(sizes.values()) * costs.prices["terabyte_month"],
        "traffic in": sizes["archive"] * costs.prices["terabyte_in"],
    }


def smallest_plan(pages: float, days: float, costs: UnitCosts) -> Plan:
    """As many machines and databases as keep every resource below `BUSY`."""
    found = uses(Plan(pages, days, 1, 1), costs)
    databases = max(use.share for use in found if use.resource.startswith("database"))
    machines = max(use.share for use in found if not use.resource.startswith("database"))
    return Plan(pages, days, ceil(machines / BUSY), ceil(databases / BUSY))
