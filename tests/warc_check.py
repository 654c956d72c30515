"""Is the archive what it should be, in the eyes of a program that is not ours?"""

from pathlib import Path

from warcio.archiveiterator import ArchiveIterator


def assert_archive_is_sound(folder: Path) -> None:
    """Every record of every segment is whole, and its digests are right."""
    segments = sorted(folder.glob("*.warc.gz"))
    assert segments, "there is no archive"
    for path in segments:
        with path.open("rb") as stream:
            records = ArchiveIterator(stream, check_digests="raise", no_record_parse=False)
            for record in records:
                record.raw_stream.read()  # as it came: a body that cannot be unpacked is kept too
                assert record.digest_checker.passed is not False, (path, record.rec_headers)
        assert path.with_name(path.name.removesuffix(".warc.gz") + ".cdxj").exists()
