"""Every format in which a collection leaves the house, listed once.

A format is a line of `FORMATS` and a module. That of a page format lies in `export/` and makes
bytes of a stream of pages (`page_format` brings them); any other has what `ExportFormat` has.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from auslese.recipes.exporting.export_formats import ExportFormat
from auslese.recipes.exporting.format_entry import FormatEntry
from auslese.recipes.exporting.page_format import PageFormat
from auslese.records.exported_page import PagePart
from auslese.records.rights import RightsProfile, Use

PICTURE_FORMS = ("jsonl", "mirror", "webdataset", "interleaved", "hf", "annotation")
"""In which forms pictures are written, the usual one first."""


FORMATS: Mapping[str, FormatEntry] = {
    "jsonl": FormatEntry(
        about=(
            "rows of a table as JSON, one a line; documents with their language unless --table"
            " names another. --columns a,b keeps these, --where chooses pages. What `auslese"
            " import` reads. Whoever is not to be shown is left out, as in csv and parquet."
        ),
        module="recipes.exporting.tables.table_export",
        ending=".jsonl",
        forms=("jsonl",),
        further_profiles=frozenset({RightsProfile.URLS_ONLY}),
    ),
    "csv": FormatEntry(
        about=(
            "the same as a table for other programs: a line of names, then a row each; lists are"
            " JSON within a cell. Nothing is changed in cells, so mind what a spreadsheet takes"
            " for a formula."
        ),
        module="recipes.exporting.tables.table_export",
        ending=".csv",
        forms=("csv",),
        further_profiles=frozenset({RightsProfile.URLS_ONLY}),
    ),
    "parquet": FormatEntry(
        about="the same as a Parquet file with the types and descriptions of the columns.",
        module="recipes.exporting.tables.table_export",
        ending=".parquet",
        forms=("parquet",),
        further_profiles=frozenset({RightsProfile.URLS_ONLY}),
    ),
    "text": FormatEntry(
        about=(
            "the main text of pages. --form lines: a page a line, its URL and a tab before it;"
            " --form pages: a file for each page, named after its URL; into a FOLDER/."
        ),
        module="export.tables.text_files",
        ending=".txt",
        forms=("lines", "pages"),
        folder_forms=frozenset({"pages"}),
    ),
    "xml": FormatEntry(
        about=(
            "pages as XML with its document type inside. --form says which: auslese (all that is"
            " known of a page; `auslese import` reads it back), unico (as Nitsche's robot wrote"
            " it, 2004: words for an index in ISO-8859-1, and names that links give), unico-2"
            " (without these names). Into a FOLDER/: a file for each page, of unico for each"
            " site."
        ),
        module="export.corpus.xml_files",
        ending=".xml",
        forms=("auslese", "unico", "unico-2"),
        parts=frozenset(PagePart),
    ),
    "tei": FormatEntry(
        about=(
            "pages as TEI P5: headings, paragraphs with their sentences, lists, tables; source,"
            " dates, language and rights in the header. Into a FOLDER/: a file for each page."
        ),
        module="export.corpus.tei_files",
        ending=".tei.xml",
    ),
    "vertical": FormatEntry(
        about=(
            "pages as one token a line within doc, p and s, for NoSketch Engine, KonText and CWB;"
            " <g/> where no blank stands between two tokens. Into a FOLDER/: with a registry file."
        ),
        module="export.corpus.vertical_files",
        ending=".vert",
    ),
    "conllu": FormatEntry(
        about=(
            "pages as CoNLL-U: sentences of tokens that a parser can go on with. Into a FOLDER/:"
            " a file for each page."
        ),
        module="export.corpus.conllu_files",
        ending=".conllu",
    ),
    "markdown": FormatEntry(
        about=(
            "the main text of pages in Markdown, with headings, lists, tables, code and links, and"
            " what is known of each page in front. Into a FOLDER/: a file for each page. --form"
            " llms: llms.txt, the list of pages by site; in a FOLDER/ with the pages and"
            " llms-full.txt."
        ),
        module="recipes.exporting.corpus.markdown_export",
        ending=".md",
        use=Use.AI_INPUT,
        forms=("pages", "llms"),
        endings={"llms": ".txt"},
    ),
    "sentences": FormatEntry(
        about=(
            "the running text, sentence by sentence. One file for each top-level domain (de.txt,"
            " org.txt), in which a line with URL: is followed by lines with SEN:. --language and"
            " --running ask what `analyse` has told of the paragraph that a sentence stands in;"
            " --no-copies leaves out pages whose text another page has, too, or nearly. --where"
            " chooses pages by conditions on fields, as 'topic:energy>0.5 lang:de'; pages of"
            " topics that are unwanted are left out unless it asks for them. --words writes"
            " SEN:word:word, the words of two letters or more, as Hoover did (1997). --form lines:"
            " a sentence a line, nothing else; --form shuffled: numbered, each once, in an order"
            " that does not say where it stood, the list of sources apart, -k as many; --seed N"
            " for another order."
        ),
        module="recipes.exporting.sentences_export",
        ending=".txt",
        forms=("urls", "lines", "shuffled"),
        further_profiles=frozenset({RightsProfile.SENTENCES_SHUFFLED}),
        is_usually_folder=True,
        goes_on=True,
    ),
    "images": FormatEntry(
        about=(
            "the pictures that `auslese harvest` has kept, with the texts around them and their"
            " scores. --form says how: jsonl (files by content, and a line for each record),"
            " mirror (each picture with its XML beside it and a log, as Werner, 2015), webdataset"
            " (tar files), interleaved (texts and pictures of each page in reading order), hf (a"
            " data set with card and Croissant for the Hugging Face hub; --agreement adds how"
            " annotators agree), annotation (files and a list of items for `auslese annotate"
            " setup`). -k takes the best of the ranking alone. Without --to, the records as JSON"
            " lines."
        ),
        module="recipes.exporting.images_export",
        ending=".jsonl",
        forms=PICTURE_FORMS,
        folder_forms=frozenset(PICTURE_FORMS[1:]),
        is_usually_folder=True,
        goes_on=True,
    ),
    "people": FormatEntry(
        about=(
            "persons and the pages about them. --form says how: names (a line for each name, its"
            " pages behind it, the best first, each with tf·idf, BM25 and score in brackets, as"
            " Bumüller has it, 2019), jsonl (a person a line, with all pages), csv (a table)."
            " Whoever is not to be shown is left out."
        ),
        module="recipes.exporting.people_export",
        ending=".txt",
        forms=("names", "jsonl", "csv"),
        endings={"jsonl": ".jsonl", "csv": ".csv"},
        use=Use.SEARCH,
        is_usually_folder=True,
        goes_on=True,
    ),
    "qlever": FormatEntry(
        about=(
            "all sentences with the names in them, in the three files from which QLever makes its"
            " index of texts: people.wordsfile.tsv, people.docsfile.tsv, people.nt. Needs --to."
        ),
        module="recipes.exporting.qlever_export",
        use=Use.SEARCH,
        is_folder=True,
        goes_on=True,
    ),
    "contacts": FormatEntry(
        about=(
            "how to reach somebody, site by site. --form says how: vcard (a card for each person"
            " of a site, and one for the house), csv (a line for each mail address, number,"
            " postal address and person responsible), jsonl (a page a line). --where chooses"
            " pages. What people asked not to be shown is left out."
        ),
        module="recipes.exporting.contacts_export",
        ending=".vcf",
        forms=("vcard", "csv", "jsonl"),
        endings={"jsonl": ".jsonl", "csv": ".csv"},
        use=Use.SEARCH,
        is_usually_folder=True,
        goes_on=True,
    ),
    "gexf": FormatEntry(
        about=(
            "the link graph with ranks, for Gephi and its like; in FOLDER as links.gexf. --where"
            " keeps pages that fit and the links between them."
        ),
        module="recipes.exporting.gexf_export",
        ending=".gexf",
        use=Use.SEARCH,
        is_usually_folder=True,
        goes_on=True,
    ),
    "graphml": FormatEntry(
        about="the same for networkx, igraph and yEd.",
        module="recipes.exporting.graphs.graphml_export",
        ending=".graphml",
        use=Use.SEARCH,
    ),
    "ntriples": FormatEntry(
        about=(
            "triples for RDF stores, in the words of Dublin Core and schema.org: what pages say of"
            " themselves, their links, copies, and who is named on them. Whoever is not to be"
            " shown is left out."
        ),
        module="recipes.exporting.graphs.ntriples_export",
        ending=".nt",
        use=Use.SEARCH,
    ),
    "trec": FormatEntry(
        about=(
            "a test collection: documents by the ids of their pages, in a FOLDER/ with the topics"
            " of raters and their ratings as qrels. --form trectext: between tags; json: lines with"
            " id and contents."
        ),
        module="recipes.exporting.datasets.trec_export",
        ending=".trec",
        use=Use.SEARCH,
        forms=("trectext", "json"),
        endings={"json": ".jsonl"},
    ),
    "opensearch": FormatEntry(
        about=(
            "bulk actions for OpenSearch and Elasticsearch; in a FOLDER/ files of 10 MB at most,"
            " and the mapping of the index."
        ),
        module="export.datasets.opensearch_files",
        ending=".ndjson",
        use=Use.SEARCH,
    ),
    "hf": FormatEntry(
        about=(
            "a data set of texts for the Hugging Face hub and `datasets.load_dataset`: Parquet"
            " files, a card, and Croissant. Needs --to."
        ),
        module="recipes.exporting.datasets.hf_export",
        is_folder=True,
    ),
    "croissant": FormatEntry(
        about="the same without a card: Parquet files and croissant.json (Croissant 1.0).",
        module="recipes.exporting.datasets.croissant_export",
        is_folder=True,
    ),
    "rocrate": FormatEntry(
        about=(
            "ro-crate-metadata.json (RO-Crate 1.1) in a FOLDER that is there, as of another export:"
            " describes all its files. Without --to, describes those of the collection."
        ),
        module="recipes.exporting.datasets.rocrate_export",
        ending=".json",
        use=Use.SEARCH,
        is_usually_folder=True,
        goes_on=True,
    ),
    "passport": FormatEntry(
        about=(
            "what the collection is: presence, counts, rights, versions, digests, how to cite it."
            " --form markdown, json, or jsonld (schema.org); in a FOLDER/ all of them, and"
            " CITATION.cff."
        ),
        module="recipes.exporting.passports.passport_export",
        ending=".md",
        use=Use.SEARCH,
        forms=("markdown", "json", "jsonld"),
        endings={"json": ".json", "jsonld": ".jsonld"},
    ),
    "warc": FormatEntry(
        about=(
            "what was archived, as WARC 1.1: a file, or in a FOLDER/ files of at most --size and an"
            " index. Without --where all captures but those of pages that may not leave; with it"
            " the pages that fit and what belongs to them. --form last: of each page what it says"
            " today."
        ),
        module="recipes.exporting.archives.warc_export",
        ending=".warc.gz",
        use=Use.SEARCH,
        forms=("all", "last"),
    ),
    "cdxj": FormatEntry(
        about=(
            "a sorted index of the same captures (CDXJ) that leads into the archive of the"
            " collection."
        ),
        module="recipes.exporting.archives.cdxj_export",
        ending=".cdxj",
        use=Use.SEARCH,
        forms=("all", "last"),
        further_profiles=frozenset({RightsProfile.URLS_ONLY}),
    ),
    "wacz": FormatEntry(
        about=(
            "the same captures with an index and a list of pages in one file that a browser"
            " replays (WACZ 1.1.1). --form text adds the main texts, to be searched there."
        ),
        module="recipes.exporting.archives.wacz_export",
        ending=".wacz",
        use=Use.SEARCH,
        forms=("plain", "text"),
    ),
    "mirror": FormatEntry(
        about=(
            "a folder to browse: the pages as they were served, a file each, links made relative"
            " from file to file, with the pictures and style sheets that were archived; index.json"
            " says which file is which URL. Needs --to FOLDER."
        ),
        module="recipes.exporting.archives.mirror_export",
        use=Use.SEARCH,
        is_folder=True,
    ),
}
"""The formats by their names."""


def format_of(name: str) -> ExportFormat:
    """The format of this name, imported when it is wanted."""
    entry = FORMATS[name]
    module = import_module(f"auslese.{entry.module}")
    if entry.is_of_pages:
        return PageFormat(name, entry, module)
    return cast(ExportFormat, module)
