"""The language model: how long ten million words take, how fast it scores, and whether it is right.

The texts are those below a folder: lines of JSON with "text" (.jsonl, .jsonl.gz) and plain files
(.txt). Of fifty, one is scored and the others are learnt from.
"""

import gzip
import json
import multiprocessing
import re
import resource
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from web.report import Result

from auslese.analyse.focus.focus_tokens import focus_sentences, focus_tokens
from auslese.analyse.focus.kneser_ney import UnknownWords
from auslese.analyse.focus.ngram_model import NgramModel, NgramOptions, train_ngrams, train_on_texts

WORDS = 10_000_000
HELD_OUT = 50
MOST_SECONDS, MOST_BYTES = 30.0, 1e9
LEAST_RATE = 1.5e6  # words a second, on two cores
CORES = 2
IRSTLM = Path("/usr/lib/irstlm/bin")
PEER_WORDS = 500_000
MOST_APART = 0.001
PEER_SAYS = re.compile(r"Nw=(\d+) PP=([\d.]+)")


class _Timed(NamedTuple):
    """What a process of its own has measured."""

    words: int
    cpu: float
    wall: float
    peak: float


def measured_model(texts: Path, folder: Path) -> Iterator[Result]:
    """Training, scoring, and the same text by IRSTLM."""
    work = folder / "model"
    work.mkdir(parents=True, exist_ok=True)
    learnt, scored = work / "learnt.jsonl", work / "scored.jsonl"
    words = _divide(texts_below(texts), learnt, scored)
    print(f"{words:,} words to learn from", flush=True)
    yield from _training(learnt, work / "model", words)
    yield from _scoring(scored, work / "model")
    yield from _beside_irstlm(learnt, scored, work)


def texts_below(folder: Path) -> Iterator[str]:
    """All texts of a folder."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".txt" and path.is_file():
            yield path.read_text("utf-8", "replace")
        elif path.name.endswith((".jsonl", ".jsonl.gz")):
            with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as lines:
                yield from (text for text in map(_text, lines) if text)


def _text(line: bytes) -> str:
    row = json.loads(line)
    text = row.get("text") if isinstance(row, dict) else None
    return text if isinstance(text, str) else ""


def _divide(texts: Iterable[str], learnt: Path, scored: Path) -> int:
    """Put texts aside until there are words enough; how many are learnt from."""
    words = 0
    with learnt.open("w") as most, scored.open("w") as rest:
        for number, text in enumerate(texts):
            (rest if number % HELD_OUT == 0 else most).write(json.dumps({"text": text}) + "\n")
            words += len(focus_tokens(text)) if number % HELD_OUT else 0
            if words >= WORDS:
                break
    return words


def _kept(path: Path) -> Iterator[str]:
    with path.open("rb") as lines:
        yield from map(_text, lines)


def _training(learnt: Path, folder: Path, words: int) -> Iterator[Result]:
    timed = _in_processes(_train, [(learnt, folder)])[0]
    size = f"{words / 1e6:.1f} M words"
    print(
        f"training on {size}: {timed.cpu:.1f} CPU s, {timed.wall:.1f} s by the clock,"
        f" {timed.peak / 1e6:.0f} MB at most",
        flush=True,
    )
    enough = words >= WORDS
    is_quick, is_small = timed.cpu <= MOST_SECONDS, timed.peak <= MOST_BYTES
    goals = f"<= {MOST_SECONDS:.0f} for 10 M words", f"<= {MOST_BYTES / 1e6:.0f} for 10 M words"
    name = f"training on {size}"
    yield Result(name, timed.cpu, None, None, "CPU s", goals[0], enough and is_quick)
    yield Result(f"{name}: peak", timed.peak / 1e6, None, None, "MB", goals[1], enough and is_small)


def _train(learnt: Path, folder: Path) -> int:
    model = train_on_texts(_kept(learnt))
    model.save(folder)
    return sum(model.levels[0].table.keys.shape)


def _scoring(scored: Path, folder: Path) -> Iterator[Result]:
    timed = _in_processes(_score, [(scored, folder, part) for part in range(CORES)])
    rate = sum(each.words / each.cpu for each in timed)
    wall = sum(each.words for each in timed) / max(each.wall for each in timed)
    print(
        f"scoring texts that were not learnt, {CORES} processes: {rate / 1e6:.2f} M words a CPU"
        f" second of both, {wall / 1e6:.2f} M a second by the clock",
        flush=True,
    )
    goal = f">= {LEAST_RATE:.2g}"
    yield Result("scoring", rate, None, None, "words a second, 2 cores", goal, rate >= LEAST_RATE)


def _score(scored: Path, folder: Path, part: int) -> tuple[int, float, float]:
    model = NgramModel.open(folder)
    texts = [text for at, text in enumerate(_kept(scored)) if at % CORES == part]
    words = sum(len(focus_tokens(text)) for text in texts)
    model.perplexities(texts)  # the pages of the model are in memory then
    began, clock = time.process_time(), time.perf_counter()
    model.perplexities(texts)
    return words, time.process_time() - began, time.perf_counter() - clock


def _in_processes(work: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> list[_Timed]:
    """What each of these gives in a process of its own, all at once."""
    context = multiprocessing.get_context("spawn")
    running = []
    for each in arguments:
        mine, theirs = context.Pipe()
        process = context.Process(target=_timed, args=(theirs, work, each))
        process.start()
        running.append((process, mine))
    found = [mine.recv() for _, mine in running]
    for process, _ in running:
        process.join()
    return found


def _timed(pipe: Any, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    began, clock = time.process_time(), time.perf_counter()
    found = work(*arguments)
    cpu, wall = time.process_time() - began, time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0
    words, cpu, wall = found if isinstance(found, tuple) else (0, cpu, wall)
    pipe.send(_Timed(words, cpu, wall, peak))


def _beside_irstlm(learnt: Path, scored: Path, work: Path) -> Iterator[Result]:
    if not (IRSTLM / "tlm").exists():
        print("IRSTLM is not installed (Debian's package irstlm): not compared")
        return
    train, test = _sentences(learnt, PEER_WORDS), _sentences(scored, PEER_WORDS // 10)
    model = train_ngrams(train, NgramOptions(unknown=UnknownWords.WITTEN_BELL))
    ours = float(model.perplexities(["\n".join(map(" ".join, test))])[0])
    peer = _irstlm(train, test, work)
    apart = abs(ours / peer - 1)
    print(f"the same text by IRSTLM: {peer:.2f}, by us {ours:.4f}, apart {apart:.4%}", flush=True)
    plain = train_ngrams(train).perplexities(["\n".join(map(" ".join, test))])[0]
    print(f"with unknown words as KenLM has them: {plain:.2f}")
    goal = f"within {MOST_APART:.1%}"
    yield Result("perplexity", ours, peer, ours / peer, "PP", goal, apart <= MOST_APART)


def _sentences(path: Path, words: int) -> list[list[str]]:
    found: list[list[str]] = []
    for text in _kept(path):
        found += focus_sentences(text)
        words -= sum(map(len, focus_sentences(text)))
        if words <= 0:
            break
    return found


def _irstlm(train: list[list[str]], test: list[list[str]], work: Path) -> float:
    for name, sentences in (("train.txt", train), ("test.txt", test)):
        lines = (f"<s> {' '.join(words)} </s>\n" for words in sentences)
        (work / name).write_text("".join(lines), "utf-8")
    _run("tlm", "-tr=train.txt", "-n=5", "-lm=ikn", "-ps=no", "-oarpa=peer.arpa", work=work)
    told = _run("compile-lm", "peer.arpa", "--eval=test.txt", "--dub=0", work=work)
    found = PEER_SAYS.findall(told)
    if not found:
        raise SystemExit(f"IRSTLM did not say a perplexity: {told[-300:]}")
    return float(found[-1][1])


def _run(program: str, *words: str, work: Path) -> str:
    done = subprocess.run(
        [IRSTLM / program, *words], cwd=work, capture_output=True, text=True, check=True
    )
    return done.stdout + done.stderr
