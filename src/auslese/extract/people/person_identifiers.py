"""Numbers of persons in the catalogues of the world, read off the addresses of their pages."""

import re

LONGEST_ADDRESS = 500  # letters of an address that are looked at
ORCID_MODULUS = 11  # ISO 7064, MOD 11-2
CATALOGUES = re.compile(
    r"(?:^|[/.])(?:"
    r"orcid\.org/(?P<orcid>\d{4}-\d{4}-\d{4}-\d{3}[\dXx])"
    r"|d-nb\.info/gnd/(?P<gnd>[\dX-]{5,15})"
    r"|wikidata\.org/(?:wiki|entity)/(?P<wikidata>Q\d{1,12})"
    r"|viaf\.org/viaf/(?P<viaf>\d{1,25})"
    r"|scholar\.google\.[a-z.]{2,8}/citations\?(?:[^#]{0,200}?&)??user=(?P<scholar>[\w-]{12})"
    r"|researcherid\.com/rid/(?P<researcherid>[A-Z]{1,3}-\d{4}-\d{4})"
    r"|scopus\.com/authid/detail\.ur[il]\?(?:[^#]{0,200}?&)??authorId=(?P<scopus>\d{8,12})"
    r")(?![\w-])"
)
BARE_ORCID = re.compile(r"(?:orcid:\s?)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", re.IGNORECASE)
HOSTS = (
    "orcid.org/",
    "d-nb.info/gnd/",
    "wikidata.org/",
    "viaf.org/viaf/",
    "scholar.google.",
    "researcherid.com/rid/",
    "scopus.com/authid/",
)
"""What stands in each of these addresses."""


def identifier_in(address: str) -> str:
    """The identifier that an address leads to, as orcid:0000-0002-1825-0097; empty if none."""
    address = address.strip()[:LONGEST_ADDRESS]
    found = CATALOGUES.search(address)
    if found is None or not found.lastgroup:
        bare = BARE_ORCID.fullmatch(address)
        return f"orcid:{bare[1].upper()}" if bare and is_orcid(bare[1]) else ""
    value = found[found.lastgroup]
    if found.lastgroup == "orcid" and not is_orcid(value):
        return ""
    return f"{found.lastgroup}:{value.upper() if found.lastgroup == 'orcid' else value}"


def is_orcid(number: str) -> bool:
    """Whether the last digit of an ORCID is what the others make it."""
    *digits, last = list(number.replace("-", "").upper())
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    check = (ORCID_MODULUS + 1 - total % ORCID_MODULUS) % ORCID_MODULUS
    return last == ("X" if check == ORCID_MODULUS - 1 else str(check))
