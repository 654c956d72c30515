"""Brings the schema of a shared frontier to today's version, and says who may do what in it."""

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.shared_schema import STEPS
from auslese.records.errors import AusleseError
from auslese.wording.fleet.cluster_sentences import SharedFrontierProblem

# Two who open a new frontier at once must not both make it: any number of our own will do.
MAKING_LOCK = 0x61757374
_VERSIONS = (
    "CREATE TABLE IF NOT EXISTS version (number integer PRIMARY KEY, at timestamptz NOT NULL)"
)


def prepare_schema(link: DatabaseLink) -> None:
    """Make the tables, or bring older ones to today's version; if it is that, write nothing."""

    def work() -> None:
        if read_version(link) == len(STEPS):
            return
        with link.transaction():
            _bring_up_to_date(link)

    link.retried(work)


def read_version(link: DatabaseLink) -> int:
    """The version of the tables there; 0 if there are none."""
    if link.value("SELECT to_regclass($1)", f"{link.place.schema}.version") is None:
        return 0
    found = int(link.value("SELECT coalesce(max(number), 0) FROM version"))
    if found > len(STEPS):
        raise AusleseError(
            SharedFrontierProblem.NEWER.of(place=link.place.shown, found=found, known=len(STEPS))
        )
    return found


def _bring_up_to_date(link: DatabaseLink) -> None:
    link.run(f"SELECT pg_advisory_xact_lock({MAKING_LOCK}, hashtext('{link.place.schema}'))")
    if link.value("SELECT to_regnamespace($1)", link.place.schema) is None:
        link.run(f"CREATE SCHEMA {link.place.schema}")
    link.run(_VERSIONS)
    for number in range(read_version(link), len(STEPS)):
        link.run(STEPS[number])
        link.run("INSERT INTO version VALUES ($1, now())", number + 1)


def rights(schema: str, worker: str, reader: str) -> str:
    """What the owner of a schema says so that others may work in it: roles get no more than that.

    Workers read and write rows but make and drop nothing; readers read.
    """
    return f"""
GRANT USAGE ON SCHEMA {schema} TO {worker}, {reader};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {worker};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {worker};
REVOKE INSERT, UPDATE, DELETE ON {schema}.version FROM {worker};
GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {reader};
ALTER DEFAULT PRIVILEGES IN SCHEMA {schema}
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {worker};
ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT USAGE ON SEQUENCES TO {worker};
ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT ON TABLES TO {reader};
"""
