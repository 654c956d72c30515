"""Who is believed first: the sources of each field, in order of trust.

`ld:` is JSON-LD about a text or a thing, `page:` JSON-LD about a page as such, `site:`, `house:`
and `publisher:` what it names beside; `item:` is microdata and RDFa, `rel:` a link, `time:` a
<time> element with a class that says what it means; all others are the names of <meta> elements.
How often each is right: docs/methods/about.md.
"""

TITLE = "<title>"
TIME_PUBLISHED, TIME_MODIFIED = "time:published", "time:modified"
LABEL, LABELLED = "twitter:label1", "twitter:data1"
"""A line of a preview, and what stands behind it: "Written by", and a name."""

HEADLINES = ("ld:headline", "item:headline", "citation_title")
HEADS = (
    "og:title",
    TITLE,
    "twitter:title",
    "dc.title",
    "dcterms.title",
    "ld:name",
    "page:name",
)
SITE_NAMES = (
    "og:site_name",
    "site:name",
    "application-name",
    "publisher:name",
    "house:name",
    "apple-mobile-web-app-title",
    "dc.publisher",
)
AUTHORS = (
    "ld:author",
    "citation_author",
    "sailthru.author",
    "sailthru.byline_name",
    "parsely-author",
    "item:author",
    "author",
    "article:author",
    "og:article:author",
    "dc.creator",
    "dc:creator",
    "dcterms.creator",
    "byl",
    "creator",
    LABELLED,
    "rel:author",
    "page:author",
)
PUBLISHED = (
    "ld:published",
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "article:published",
    "item:published",
    "citation_publication_date",
    "citation_online_date",
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "dc.date.issued",
    "dcterms.issued",
    "publishdate",
    "publish_date",
    "publish-date",
    "publication_date",
    "pubdate",
    "og:release_date",
    "ld:created",
    "item:created",
    "dc.date.created",
    "dc:date.created",
    "dcterms.created",
    "dcterms:created",
    "page:published",
    "page:created",
)
DATES = ("date", "dc.date", "dcterms.date")
"""Dates of nobody says what: of the text, of the site, of the last change."""
MODIFIED = (
    "ld:modified",
    "article:modified_time",
    "og:updated_time",
    "og:article:modified_time",
    "item:modified",
    "dc.date.modified",
    "dc:date.modified",
    "dcterms.modified",
    "last-modified",
    "revised",
    "page:modified",
)
DESCRIPTIONS = (
    "description",
    "og:description",
    "ld:description",
    "twitter:description",
    "dc.description",
    "dcterms.description",
    "page:description",
)
KEYWORDS = (
    "keywords",
    "news_keywords",
    "ld:keywords",
    "item:keywords",
    "parsely-tags",
    "article:tag",
    "dc.subject",
    "page:keywords",
)
LANGUAGES = (
    "content-language",
    "og:locale",
    "dc.language",
    "dcterms.language",
    "ld:language",
    "page:language",
)
LIBRARIANS = frozenset(("citation_author", "dc.creator", "dc:creator", "dcterms.creator"))
"""Authors of these come with the surname first."""
KNOWN = frozenset(
    (
        *HEADLINES,
        *HEADS,
        *SITE_NAMES,
        *AUTHORS,
        *PUBLISHED,
        *DATES,
        *MODIFIED,
        *DESCRIPTIONS,
        *KEYWORDS,
        *LANGUAGES,
        LABEL,
    )
)
"""All of them: nothing else is kept."""
