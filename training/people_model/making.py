"""Makes what ships, and taggers for cross-validation."""

from pathlib import Path
from typing import Any

from people_names.name_texts import FOLDS

from auslese.analyse.people.name_lists import LISTS_FILE, SHIPPED, NameColumns, NameLists
from auslese.analyse.people.name_tagger import CLUSTERS_FILE, NETWORK_FILE
from auslese.analyse.people.tagger_features import WordClusters, WordFeatures
from people_model.annotated_texts import annotated
from people_model.cluster_building import build_clusters
from people_model.list_building import build_columns
from people_model.made_lines import made_lines
from people_model.tagger_learning import LearningOptions, learn


def write_lists(data: Path, rows: list[dict[str, Any]]) -> None:
    """Make the lists of names and the clusters of words, in the place of those that ship."""
    build_columns(data / "names_by_country", rows).save(SHIPPED / LISTS_FILE)
    build_clusters().save(SHIPPED / CLUSTERS_FILE)


def write_tagger(rows: list[dict[str, Any]], options: LearningOptions | None = None) -> None:
    """Learn the tagger that ships, from all texts."""
    network = learn([*annotated(rows), *made_lines()], _features().of, options or LearningOptions())
    network.save(SHIPPED / NETWORK_FILE)
    for path in sorted(SHIPPED.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")


def keep_folds(
    rows: list[dict[str, Any]], folder: Path, options: LearningOptions | None = None
) -> None:
    """Learn a tagger without each part of the texts; the files are named by the part left out."""
    folder.mkdir(parents=True, exist_ok=True)
    sentences, features = [*annotated(rows), *made_lines()], _features()
    for fold in range(FOLDS):
        others = [sentence for sentence in sentences if sentence.fold != fold]
        network = learn(others, features.of, options or LearningOptions())
        network.save(folder / f"fold_{fold}.npz")
        print(f"part {fold}: learnt from {len(others):,} sentences", flush=True)


def _features() -> WordFeatures:
    lists = NameLists(NameColumns.load(SHIPPED / LISTS_FILE))
    return WordFeatures(lists, WordClusters.load(SHIPPED / CLUSTERS_FILE))
