"""The tables of people: names on pages, the people they mean, their pages, and contacts."""

from auslese.store.tables.column_types import (
    BOOLEAN,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    MOMENT,
    STRING,
    list_of,
    struct_of,
)
from auslese.store.tables.table_schema import TableSchema, column

MARKED_PERSON = struct_of(
    name=STRING,
    given=STRING,
    family=STRING,
    titles=STRING,
    suffixes=STRING,
    role=STRING,
    organisation=STRING,
    emails=list_of(STRING),
    phones=list_of(STRING),
    urls=list_of(STRING),
    identifiers=list_of(STRING),
    source=STRING,
    is_main=BOOLEAN,
)
MARKED_CONTACT = struct_of(kind=STRING, value=STRING, label=STRING)
NAME_FORM = struct_of(name=STRING, count=INT32, pages=INT32)
EVIDENCE = struct_of(kind=STRING, worth=FLOAT32, detail=STRING)
CONTACT_WAY = struct_of(kind=STRING, value=STRING, written=STRING, person=STRING)
POSTAL_ADDRESS = struct_of(
    written=STRING, street=STRING, postcode=STRING, town=STRING, country=STRING
)

MENTIONS = TableSchema(
    "A name on a page that was read; a row for each form of a name that stands there.",
    (
        column("id", INT64, "id of the page"),
        column("url", STRING, "canonical URL"),
        column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
        column("name", STRING, "the name without titles, as it is spoken; empty: no name there"),
        column("given", STRING, "given names or initials, or empty"),
        column("particle", STRING, "as von der, or empty"),
        column("family", STRING, "family name, or empty"),
        column("titles", STRING, "titles in front of it, or empty"),
        column("suffixes", STRING, "titles behind it, or empty"),
        column("key", STRING, "family name as it is compared: small letters without marks"),
        column("count", INT32, "how often it stands on the page"),
        column("start", INT32, "where it stands first in `documents.text`; -1: not in the text"),
        column("end", INT32, "where that ends; -1: not in the text"),
        column(
            "places",
            list_of(STRING),
            "where it stands: title, heading, text, rest, markup, main, author, url, email",
        ),
        column("confidence", FLOAT32, "how sure the finder is, 0 to 1"),
        column("source", STRING, "who says that it is a name: rules, tagger or markup"),
        column("emails", list_of(STRING), "mail addresses on the page that fit the name"),
        column("phones", list_of(STRING), "numbers that the page marks up as those of the person"),
        column("identifiers", list_of(STRING), "in the same way, as orcid:…, gnd:…, wikidata:…"),
        column("role", STRING, "in the same way, what the person is, or empty"),
        column("organisation", STRING, "in the same way, where, or empty"),
        column("words", INT32, "words of title, main text and rest of the page"),
        column("is_first_person", BOOLEAN, "whether the page speaks in the first person"),
        column("model", STRING, "short name of the finder and the lists that said it"),
        column("documents", STRING, "fingerprint of the segment of `documents` it is of"),
    ),
)

PEOPLE = TableSchema(
    "A person of a site: the forms of one name; the table is written anew as a whole.",
    (
        column("person", INT64, "64-bit key of the site and the name"),
        column("name", STRING, "the longest sure form of the name, without titles"),
        column("titles", STRING, "titles in front of it, or empty"),
        column("given", STRING, "given names, or empty"),
        column("particle", STRING, "as von der, or empty"),
        column("family", STRING, "family name, or empty"),
        column("suffixes", STRING, "titles behind it, or empty"),
        column("site", STRING, "registrable domain of the pages that speak of the person"),
        column("forms", list_of(NAME_FORM), "forms of the name, the most frequent first"),
        column("keys", list_of(STRING), "these as they are compared: small letters without marks"),
        column("pages", INT32, "pages that have one of them"),
        column("best_page", INT64, "id of the page about the person, or that comes next to it"),
        column("best_url", STRING, "URL of that page"),
        column("best_score", FLOAT64, "its score"),
        column("is_home", BOOLEAN, "whether that page is about the person, not a list of names"),
        column("role", STRING, "what the person is, as far as a page marks it up; or empty"),
        column("organisation", STRING, "where, in the same way; or empty"),
        column("emails", list_of(STRING), "mail addresses that fit the name"),
        column("phones", list_of(STRING), "numbers that pages mark up as those of the person"),
        column("identifiers", list_of(STRING), "as orcid:…, gnd:…, wikidata:…"),
        column("edited", STRING, "joined or split by a person; else empty"),
    ),
)

PERSON_PAGES = TableSchema(
    "A page that has the name of a person; the table is written anew as a whole.",
    (
        column("person", INT64, "key of the person"),
        column("id", INT64, "id of the page"),
        column("url", STRING, "canonical URL"),
        column("fetched_at", MOMENT, "`fetched_at` of the page"),
        column("place", INT32, "1 for the best page of the person"),
        column("count", INT32, "how often forms of the name stand there"),
        column("tf_idf", FLOAT64, "tf · log2(N / df)"),
        column("bm25", FLOAT64, "BM25 with k = 1.75 and b = 0.75"),
        column("score", FLOAT64, "how much the page is about the person, 0 to 1"),
        column("evidence", list_of(EVIDENCE), "what the score is made of; the worths sum to it"),
    ),
)

CONTACTS = TableSchema(
    "How to reach somebody, for every page that says so.",
    (
        column("id", INT64, "id of the page"),
        column("url", STRING, "canonical URL"),
        column("fetched_at", MOMENT, "`fetched_at` of the page that was read"),
        column("site", STRING, "registrable domain of the page"),
        column("address_words", INT32, "different words of addresses on it, as tel or street"),
        column("address_rank", FLOAT64, "these words by tf·idf: the address ranking"),
        column("ways", list_of(CONTACT_WAY), "mails and numbers, with the person they stand by"),
        column("addresses", list_of(POSTAL_ADDRESS), "postal addresses"),
        column("responsible", list_of(STRING), "who is named as responsible for the page"),
        column("organisation", STRING, "whose contact it is, as far as the page says; or empty"),
        column("model", STRING, "version of the finder"),
        column("documents", STRING, "fingerprint of the segment of `documents` it is of"),
    ),
)
