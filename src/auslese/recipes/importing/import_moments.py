"""When was a document fetched, as its file says? In seconds since 1970; 0 if it says nothing."""

import re
from datetime import UTC, datetime, timedelta
from time import time

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DIGITS_ALONE = re.compile(r"\d{14}")  # a moment as archives of the web write it in their indexes
MOST_SECONDS = 1e11  # what is larger counts milliseconds: it would be the year 5138


def moment_in(text: str) -> float:
    """The moment in a text; 0 if it tells none that can be."""
    text = text.strip()
    if DIGITS_ALONE.fullmatch(text):
        text = f"{text[:8]}T{text[8:]}"
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return 0.0
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not EPOCH < moment < datetime.now(UTC) + timedelta(days=1):
        return 0.0
    return min(moment.timestamp(), time())


def moment_of(value: object) -> float:
    """The moment that a value of JSON tells, as a text or in seconds or milliseconds."""
    if isinstance(value, str):
        return moment_in(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    seconds = value / 1000 if value > MOST_SECONDS else float(value)
    return min(seconds, time()) if 0 < seconds < time() + timedelta(days=1).total_seconds() else 0.0
