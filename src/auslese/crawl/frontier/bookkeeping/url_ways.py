"""How did we come to a URL? Told by its place in the queue and by what led to it."""

from auslese.records.visit import IMPORT_BUCKET, SITEMAP_BUCKET


def way_of(bucket: int, via: int, hops: int, reason_before: str | None) -> str:
    """What led to a URL: `PathStep.how`.

    `reason_before` is how the page that named it ended; None if that is not known here, empty if
    it has not ended.
    """
    if hops:
        return "redirect"
    if bucket == SITEMAP_BUCKET:
        return "robots" if via else "probe"
    if bucket == IMPORT_BUCKET and not via:
        return "import"
    if reason_before is None:
        return "link" if via else "start"
    return "sitemap" if reason_before == "sitemap" else "link"
