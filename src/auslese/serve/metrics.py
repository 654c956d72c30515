"""What the server has done, as Prometheus reads it (text format 0.0.4)."""

from bisect import bisect_left
from collections import Counter
from threading import Lock

SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
HUNDRED = 100
TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counts of requests by page and status, and how long they took."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._lock = Lock()
        self._requests: Counter[tuple[str, str]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._sum: dict[str, float] = {}

    def note(self, page: str, status: int, seconds: float) -> None:
        """A request was answered; `page` is a name of ours, never what a client wrote."""
        with self._lock:
            self._requests[page, f"{status // HUNDRED}xx"] += 1
            times = self._times.setdefault(page, [0] * (len(SECONDS) + 1))
            times[bisect_left(SECONDS, seconds)] += 1
            self._sum[page] = self._sum.get(page, 0.0) + seconds

    def text(self, gauges: dict[str, dict[str, int]]) -> str:
        """Everything as text; gauges are values of collections, by name of gauge and collection."""
        with self._lock:
            return "\n".join([*self._counts(), *self._latencies(), *_gauges(gauges)]) + "\n"

    def _counts(self) -> list[str]:
        name = "auslese_requests_total"
        lines = [f"# HELP {name} Requests answered.", f"# TYPE {name} counter"]
        for (page, status), number in sorted(self._requests.items()):
            lines.append(f'{name}{{page="{page}",status="{status}"}} {number}')
        return lines

    def _latencies(self) -> list[str]:
        name = "auslese_request_seconds"
        lines = [f"# HELP {name} Time to answer.", f"# TYPE {name} histogram"]
        for page, times in sorted(self._times.items()):
            total = 0
            for bound, number in zip((*SECONDS, "+Inf"), times, strict=True):
                total += number
                lines.append(f'{name}_bucket{{page="{page}",le="{bound}"}} {total}')
            lines.append(f'{name}_sum{{page="{page}"}} {self._sum[page]:.6f}')
            lines.append(f'{name}_count{{page="{page}"}} {total}')
        return lines


def _gauges(gauges: dict[str, dict[str, int]]) -> list[str]:
    lines: list[str] = []
    for gauge, values in gauges.items():
        name = f"auslese_{gauge}"
        lines += [f"# HELP {name} {gauge.capitalize()} of a collection.", f"# TYPE {name} gauge"]
        for collection, value in values.items():
            label = collection.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            lines.append(f'{name}{{collection="{label}"}} {value}')
    return lines
