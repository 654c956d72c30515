"""The tables of the harvest: files that were fetched as pictures, and where pages show them."""

from auslese.store.tables.column_types import (
    BOOLEAN,
    FLOAT64,
    INT32,
    INT64,
    MOMENT,
    STRING,
    list_of,
    struct_of,
)
from auslese.store.tables.table_schema import TableSchema, column, maybe

PICTURES = TableSchema(
    "A file that was fetched as a picture, looked at once.",
    (
        column("image", INT64, "64-bit key of the URL under which it was found"),
        column("url", STRING, "that URL"),
        column("fetched_at", MOMENT, "when it came"),
        column("problem", STRING, "why it is not taken, as too_small or svg; else empty"),
        column("detail", STRING, "more about the problem"),
        column("declared_type", STRING, "media type that its server says"),
        column("media_type", STRING, "media type by its first bytes; empty if it is no picture"),
        column("width", INT32, "real width in pixels; 0: unknown"),
        column("height", INT32, "real height in pixels; 0: unknown"),
        column("mode", STRING, "how colours are written, as RGB, L, P or CMYK"),
        column("is_animated", BOOLEAN, "whether it has several frames"),
        maybe("looks", INT64, "perceptual hash; alike pictures differ in few bits; null if flat"),
        column("bytes", INT64, "length of the file"),
        column("digest", STRING, "SHA-1 of the file, hexadecimal"),
        column("notice", STRING, "copyright and artist as the file itself says"),
        column("optouts", STRING, "uses its server reserves, as noai"),
        column("archive", STRING, "folder of its archive, seen from the collection"),
        column("segment", STRING, "archive file that has it"),
        column("record_offset", INT64, "byte at which its record begins there"),
        column("record_length", INT64, "bytes of its record there"),
        column(
            "bounds",
            STRING,
            "the settings of [harvest] by which it was looked at, and the version of looking",
        ),
    ),
)

TEXT_SCORE = struct_of(length=INT32, perplexity=FLOAT64, keyword=FLOAT64, weighted=FLOAT64)
NEAR_TEXT = struct_of(text=STRING, length=INT32, distance=FLOAT64)
ATTRIBUTE = struct_of(name=STRING, value=STRING)

HARVEST = TableSchema(
    "A picture on a page that shows it with an alt text or a title, with all scores of the texts"
    " around it; the table is written anew as a whole.",
    (
        column("number", INT64, "its place in the order of finding, from 0"),
        column("page", INT64, "id of the page"),
        column("page_url", STRING, "canonical URL of the page"),
        column("page_title", STRING, "title of the page"),
        column("page_fetched_at", MOMENT, "`fetched_at` of the page"),
        column("image", INT64, "64-bit key of the picture's URL"),
        column("url", STRING, "canonical URL of the picture"),
        column(
            "outcome",
            STRING,
            "kept, or why not: optout, stated_small, waiting, a reason of `outcomes` as robots, or"
            " a problem of `pictures` as too_small",
        ),
        column("detail", STRING, "more about the outcome"),
        column("media_type", STRING, "media type by its first bytes; empty if it is not there"),
        column("width", INT32, "real width in pixels; 0: unknown"),
        column("height", INT32, "real height in pixels; 0: unknown"),
        column("bytes", INT64, "length of the file; 0 if it is not there"),
        column("digest", STRING, "SHA-1 of the file, or empty"),
        maybe("looks", INT64, "perceptual hash; null if flat or not there"),
        maybe("looks_like", INT64, "key of the first picture that looks like it; its own if none"),
        column("alt", STRING, "text that stands for it"),
        column("title", STRING, "its title"),
        column("guess", STRING, "words of host and path of its URL, without numbers"),
        column("words", STRING, "words guessed from its file name alone"),
        column("position", STRING, "main, navigation, header, footer, aside, or empty"),
        column("attributes", list_of(ATTRIBUTE), "class, style, width, height, data-* as written"),
        column("parents", list_of(NEAR_TEXT), "up to 5 elements around it that have text"),
        column("siblings", list_of(NEAR_TEXT), "up to 5 elements beside it that have text"),
        maybe("alt_score", TEXT_SCORE, "of the alt text, lower is nearer; null without a model"),
        maybe("title_score", TEXT_SCORE, "of the title"),
        maybe("guess_score", TEXT_SCORE, "of the guess"),
        maybe("parent_scores", list_of(TEXT_SCORE), "of each parent"),
        maybe("sibling_scores", list_of(TEXT_SCORE), "of each sibling"),
        column("licences", list_of(STRING), "links to licences at the picture, then of the page"),
        column("notice", STRING, "copyright and artist as the file itself says"),
        column("optouts", STRING, "uses that page or file reserve, as noai"),
        column("archive", STRING, "folder of its archive, seen from the collection; or empty"),
        column("segment", STRING, "archive file that has it"),
        column("record_offset", INT64, "byte at which its record begins there"),
        column("record_length", INT64, "bytes of its record there"),
        column("model", STRING, "short name of the model that scored it, or empty"),
    ),
)
