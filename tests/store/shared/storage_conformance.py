"""What shared storage must promise, wherever it is."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from auslese.store.shared.shared_storage import MissingObjectError, SharedStorage
from auslese.store.shared.storage_opening import open_storage, prove_conditions

WRITERS, ROUNDS = 4, 5


class StorageConformance:
    """The promises; a subclass has the fixture `storage_url`, of an empty place for each test."""

    @pytest.fixture
    def storage(self, storage_url: str) -> SharedStorage:
        return open_storage(storage_url)

    def test_an_object_is_what_was_put_last(self, storage: SharedStorage, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.write_bytes(b"of a file" * 1_000_000)

        storage.put("a/b", b"first")
        storage.put("a/b", b"")
        assert storage.get("a/b").content == b""
        storage.put("a/b", file)
        assert storage.get("a/b").content == file.read_bytes()

    def test_what_is_not_there_is_missing(self, storage: SharedStorage) -> None:
        with pytest.raises(MissingObjectError, match="nothing/here is missing"):
            storage.get("nothing/here")
        with pytest.raises(MissingObjectError):
            storage.get_range("nothing/here", 0, 1)

    def test_a_part_of_an_object_is_read_alone(self, storage: SharedStorage) -> None:
        storage.put("a", bytes(range(100)))

        assert storage.get_range("a", 10, 5) == bytes(range(10, 15))
        assert storage.get_range("a", 95, 50) == bytes(range(95, 100))
        assert storage.get_range("a", 0, 0) == b""

    def test_an_object_is_created_once(self, storage: SharedStorage) -> None:
        assert storage.create("a/b", b"first")
        assert not storage.create("a/b", b"second")
        assert storage.get("a/b").content == b"first"

    def test_who_repeats_a_creation_is_not_refused(self, storage: SharedStorage) -> None:
        assert storage.create("a", b"same")
        assert storage.create("a", b"same")

    def test_an_object_is_replaced_only_as_it_is_known(self, storage: SharedStorage) -> None:
        storage.put("a", b"first")
        first = storage.get("a").version

        assert storage.replace("a", b"second", first)
        assert not storage.replace("a", b"third", first)
        assert storage.get("a").content == b"second"
        assert storage.replace("a", b"fourth", storage.get("a").version)

    def test_what_was_deleted_is_not_replaced(self, storage: SharedStorage) -> None:
        storage.put("a", b"first")
        version = storage.get("a").version
        storage.delete("a")

        assert not storage.replace("a", b"second", version)
        with pytest.raises(MissingObjectError):
            storage.get("a")

    def test_of_several_that_create_at_once_one_succeeds(self, storage_url: str) -> None:
        def create(writer: int) -> list[int]:
            own = open_storage(storage_url)
            return [n for n in range(ROUNDS) if own.create(f"made/{n}", b"by %d" % writer)]

        with ThreadPoolExecutor(WRITERS) as threads:
            made = [n for rounds in threads.map(create, range(WRITERS)) for n in rounds]

        assert sorted(made) == list(range(ROUNDS))

    def test_of_several_that_count_at_once_nobody_is_lost(self, storage_url: str) -> None:
        open_storage(storage_url).put("count", b"0 by nobody")

        def count(writer: int) -> None:
            own = open_storage(storage_url)
            left = ROUNDS
            while left:
                known = own.get("count")
                number = int(known.content.split()[0]) + 1
                # Who and which: what says the same would succeed as well.
                left -= own.replace("count", b"%d by %d.%d" % (number, writer, left), known.version)

        with ThreadPoolExecutor(WRITERS) as threads:
            list(threads.map(count, range(WRITERS)))

        last = open_storage(storage_url).get("count").content
        assert int(last.split()[0]) == WRITERS * ROUNDS

    def test_a_list_names_all_below_a_folder_in_order(self, storage: SharedStorage) -> None:
        for key in ("b/2", "b/10", "b/1/x", "bb/1", "a", "c/1"):
            storage.put(key, key.encode())

        found = storage.entries("b")

        assert [entry.key for entry in found] == ["b/1/x", "b/10", "b/2"]
        assert [entry.size for entry in found] == [5, 4, 3]
        assert [entry.key for entry in storage.entries("b", after="b/10")] == ["b/2"]
        assert storage.entries("nowhere") == []

    def test_times_are_of_one_clock(self, storage: SharedStorage) -> None:
        storage.put("a/1", b"")
        storage.put("a/2", b"")

        first, second = (entry.changed_at for entry in storage.entries("a"))
        assert 0 <= second - first < 60

    def test_what_is_deleted_is_gone_and_need_not_be_there(self, storage: SharedStorage) -> None:
        storage.put("a/b", b"")
        storage.delete("a/b")
        storage.delete("a/b")

        assert storage.entries("a") == []

    @pytest.mark.parametrize("key", ["", "/a", "a/", "../a", "a//b", ".a", "a/.b", "a b", "ä"])
    def test_a_key_is_made_of_plain_names(self, storage: SharedStorage, key: str) -> None:
        with pytest.raises(ValueError, match="is no key"):
            storage.put(key, b"")

    def test_it_proves_that_it_heeds_conditions(self, storage: SharedStorage) -> None:
        prove_conditions(storage)

        assert storage.entries("proof") == []
