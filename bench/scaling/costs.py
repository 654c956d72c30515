"""The file of unit costs, with types."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

SHIPPED = Path(__file__).with_name("unit_costs.toml")
Table = dict[str, float]


@dataclass(frozen=True)
class UnitCosts:
    """What one page costs, and what one machine can do."""

    cpu_seconds_per_page: Table
    bytes_per_page: Table
    frontier: Table
    machine: Table
    web: Table
    faults: Table
    prices: Table


def read_costs(path: Path) -> UnitCosts:
    """The costs of a file; what it lacks is taken from the one that ships."""
    own, shipped = (tomllib.loads(each.read_text("utf-8")) for each in (path, SHIPPED))
    return UnitCosts(**{name: {**table, **own.get(name, {})} for name, table in shipped.items()})
