"""Words a CPU second of the finder over a mix of pages, and the memory of a process with it.

Run as a program of its own, so that nothing else counts: texts come as lines of JSON on stdin.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from .page_texts import PageText

PROGRAM = """
import json, sys, time
from auslese.analyse.people.name_finder import shipped_finder
begin = time.process_time()
find = shipped_finder().find
find("Prof. Dr. Hans Albers spricht.", "de")
loaded = time.process_time() - begin
words, seconds, wall = 0, 0.0, 0.0
for line in sys.stdin:
    text, language = json.loads(line)
    words += len(text.split())
    begin, clock = time.process_time(), time.perf_counter()
    find(text, language)
    seconds += time.process_time() - begin
    wall += time.perf_counter() - clock
status = open("/proc/self/status").read()
peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
print(json.dumps([words, seconds, wall, peak, loaded]))
"""


def measured_speed(texts: Iterable[PageText], source: Path) -> tuple[float, float]:
    """Words a CPU second, and megabytes at most; prints what belongs to it."""
    lines = "".join(json.dumps([page.text, page.language]) + "\n" for page in texts)
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=lines.encode(),
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(source), "OPENBLAS_NUM_THREADS": "1"},
    )
    if done.returncode:
        raise SystemExit(f"bench: the finder ended with an error\n{done.stderr.decode()}")
    words, seconds, wall, peak, loaded = json.loads(done.stdout)
    print(
        f"{words:,} words in {seconds:.2f} CPU s ({wall:.2f} s by the clock), first use "
        f"{loaded:.2f} CPU s; {peak:.0f} MB; all {time.perf_counter() - begin:.1f} s",
        flush=True,
    )
    return words / seconds, peak
