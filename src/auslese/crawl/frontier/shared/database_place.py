"""Where a shared frontier is: a database, and the schema in it that belongs to one collection."""

import re
from typing import NamedTuple, Self
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from auslese.records.errors import SettingsError
from auslese.wording.fleet.cluster_sentences import SharedFrontierProblem

USUAL_SCHEMA = "auslese"
_SCHEMES = ("postgresql", "postgres")
_IS_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}").fullmatch


class DatabasePlace(NamedTuple):
    """A schema in a database, and how to get there."""

    url: str
    """As libpq has it, also with several hosts, `sslmode` and `sslrootcert`."""
    schema: str

    @classmethod
    def read(cls, url: str) -> Self:
        """Take `?schema=` out of a URL; SettingsError if it is none of PostgreSQL."""
        parts = urlsplit(url)
        asked = parse_qsl(parts.query, keep_blank_values=True)
        schema = dict(asked).get("schema", USUAL_SCHEMA)
        if parts.scheme not in _SCHEMES or not _IS_SCHEMA(schema):
            raise SettingsError(SharedFrontierProblem.BAD_URL.of(url=_without_password(url)))
        rest = urlencode([(name, value) for name, value in asked if name != "schema"])
        return cls(urlunsplit(parts._replace(query=rest)), schema)

    @property
    def servers(self) -> tuple[str, ...]:
        """The URL of each server that is named, in their order."""
        parts = urlsplit(self.url)
        who, at, hosts = parts.netloc.rpartition("@")
        each = [parts._replace(netloc=f"{who}{at}{host}") for host in hosts.split(",")]
        return tuple(urlunsplit(one) for one in each)

    @property
    def shown(self) -> str:
        """What a person may read: no password in it."""
        parts = urlsplit(self.url)
        return f"{parts.netloc.rpartition('@')[2]}{parts.path} ({self.schema})"


def _without_password(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//…@", url)
