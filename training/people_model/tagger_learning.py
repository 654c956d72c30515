"""Learns the network of the tagger from annotated sentences."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from auslese.analyse.people.tagger_decoding import LABELS, OUTSIDE, allowed_steps
from auslese.analyse.people.tagger_network import (
    SECOND_WINDOW,
    WINDOW,
    TaggerNetwork,
    feature_prints,
    quantised,
)
from people_model.annotated_texts import AnnotatedSentence

NEVER = -1e4  # speaks for a step that is not allowed
Features = Callable[[str], list[str]]


@dataclass(frozen=True)
class LearningOptions:
    """How it is learnt; what was tried stands in docs/methods/name-tagger.md."""

    columns: int = 32
    hidden: int = 64
    epochs: int = 12
    rate: float = 4e-3
    dropout: float = 0.4
    feature_dropout: float = 0.3
    """The share of the features of a word that are hidden from it while it learns."""
    least_count: int = 3
    """Features of fewer words of the texts are left out."""
    batch: int = 64
    plain_share: float = 0.4
    """Of the sentences without a name, the share that is read in an epoch."""
    averaged: float = 0.99
    """How much of the mean over all steps is kept at each; the mean is the result."""
    seed: int = 0


class _Network(nn.Module):
    def __init__(self, features: int, options: LearningOptions) -> None:
        super().__init__()
        self.vectors = nn.EmbeddingBag(
            features, options.columns, mode="sum", include_last_offset=True
        )
        nn.init.normal_(self.vectors.weight, 0, 0.05)
        self.first = nn.Conv1d(options.columns, options.hidden, WINDOW, padding=WINDOW // 2)
        self.second = nn.Conv1d(
            options.hidden, options.hidden, SECOND_WINDOW, padding=SECOND_WINDOW // 2
        )
        self.out = nn.Linear(options.hidden, len(LABELS))
        self.steps = nn.Parameter(torch.zeros(len(LABELS), len(LABELS)))
        self.dropout = nn.Dropout(options.dropout)

    def forward(self, batch: "_Batch") -> Any:
        is_word = batch.is_word.unsqueeze(-1).float()
        seen = torch.relu(self.vectors(batch.features, batch.starts))[batch.words]
        rows = (self.dropout(seen) * is_word).transpose(1, 2)
        first = self.dropout(torch.relu(self.first(rows))) * is_word.transpose(1, 2)
        second = first + self.dropout(torch.relu(self.second(first)))
        return self.out(second.transpose(1, 2))


@dataclass(frozen=True)
class _Batch:
    features: Any
    starts: Any
    """Where the features of each word begin."""
    words: Any
    """The word at each place of each sentence."""
    is_word: Any
    labels: Any


def learn(
    sentences: Sequence[AnnotatedSentence], features: Features, options: LearningOptions
) -> TaggerNetwork:
    """The network that these sentences teach."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    names, rows = _feature_rows(sentences, features, options.least_count)
    network = _Network(len(names), options)
    mean = {name: value.detach().clone() for name, value in network.state_dict().items()}
    optimizer = torch.optim.Adam(network.parameters(), lr=options.rate)
    chance = random.Random(options.seed)
    generator = np.random.default_rng(options.seed)
    for epoch in range(options.epochs):
        for group in optimizer.param_groups:
            group["lr"] = options.rate * (1 - epoch / options.epochs)
        for some in _batches(sentences, options, chance):
            batch = _batch(some, rows, generator, options.feature_dropout)
            loss = _loss(network, batch) / len(some)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            optimizer.step()
            for name, value in network.state_dict().items():
                mean[name].mul_(options.averaged).add_(value, alpha=1 - options.averaged)
    return _stored(names, mean)


def _feature_rows(
    sentences: Sequence[AnnotatedSentence], features: Features, least: int
) -> tuple[list[str], dict[str, Any]]:
    words = Counter(word for sentence in sentences for word in sentence.words)
    found = {word: features(word) for word in words}
    counts: Counter[str] = Counter()
    for word, names in found.items():
        for name in names:
            counts[name] += words[word]
    kept = sorted(name for name, count in counts.items() if count >= least)
    places = {name: at for at, name in enumerate(kept)}
    return kept, {
        word: np.array([places[name] for name in names if name in places], np.int64)
        for word, names in found.items()
    }


def _batches(
    sentences: Sequence[AnnotatedSentence], options: LearningOptions, chance: random.Random
) -> list[list[AnnotatedSentence]]:
    read = [s for s in sentences if any(s.labels) or chance.random() < options.plain_share]
    read.sort(key=lambda sentence: len(sentence.words) + 3 * chance.random())
    found = [read[at : at + options.batch] for at in range(0, len(read), options.batch)]
    chance.shuffle(found)
    return found


def _batch(
    sentences: list[AnnotatedSentence], rows: dict[str, Any], generator: Any, hidden: float
) -> _Batch:
    shape = len(sentences), max(len(sentence.words) for sentence in sentences)
    words, labels = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    is_word = np.zeros(shape, bool)
    numbers: dict[str, int] = {}
    for at, sentence in enumerate(sentences):
        size = len(sentence.words)
        words[at, :size] = [numbers.setdefault(word, len(numbers)) for word in sentence.words]
        labels[at, :size] = sentence.labels
        is_word[at, :size] = True
    seen = [rows[word][generator.random(len(rows[word])) >= hidden] for word in numbers]
    starts = np.cumsum([0, *map(len, seen)])
    arrays = (np.concatenate(seen), starts, words, is_word, labels)
    return _Batch(*map(torch.from_numpy, arrays))


def _loss(network: _Network, batch: _Batch) -> Any:
    """What the true labels lack of being certain, over all ways to label each sentence."""
    emissions = network(batch)
    steps = torch.where(torch.from_numpy(allowed_steps()), network.steps, NEVER)
    begin, end = steps[OUTSIDE], steps[:, OUTSIDE]
    labels, is_word = batch.labels, batch.is_word
    ways = begin + emissions[:, 0]
    for at in range(1, emissions.shape[1]):
        onward = torch.logsumexp(ways.unsqueeze(2) + steps, 1) + emissions[:, at]
        ways = torch.where(is_word[:, at].unsqueeze(1), onward, ways)
    true = (emissions.gather(2, labels.unsqueeze(2)).squeeze(2) * is_word).sum(1)
    true = true + begin[labels[:, 0]]
    true = true + (steps[labels[:, :-1], labels[:, 1:]] * is_word[:, 1:]).sum(1)
    last = labels.gather(1, is_word.sum(1, keepdim=True) - 1).squeeze(1)
    return (torch.logsumexp(ways + end, 1) - true - end[last]).sum()


def _stored(names: list[str], state: dict[str, Any]) -> TaggerNetwork:
    values = {name: value.numpy() for name, value in state.items()}
    prints, kept = np.unique(feature_prints(names), return_index=True)
    vectors, scales = quantised(values["vectors.weight"][kept])

    def flat(weight: Any) -> Any:
        return weight.transpose(2, 1, 0).reshape(-1, weight.shape[0]).astype(np.float16)

    return TaggerNetwork(
        prints,
        vectors,
        scales,
        flat(values["first.weight"]),
        values["first.bias"],
        flat(values["second.weight"]),
        values["second.bias"],
        values["out.weight"].T.astype(np.float16),
        values["out.bias"],
        values["steps"],
    )
