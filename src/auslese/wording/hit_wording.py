"""What pages say about hits: the parts of a score, and kinds of pages."""

HIT_TEXTS = {
    "part_name": ("it is called so", "sie heißt so"),
    "part_title": ("in the title", "im Titel"),
    "part_headings": ("in headings", "in Überschriften"),
    "part_text": ("in the text", "im Text"),
    "part_rest": ("beside the text", "neben dem Text"),
    "part_anchor": ("in links to it", "in Links hierher"),
    "part_address": ("in its address", "in der Adresse"),
    "part_exact": ("just this form of the word", "genau diese Wortform"),
    "part_parts": ("parts of words", "Teile von Wörtern"),
    "part_rank": ("links to it (PageRank)", "Links hierher (PageRank)"),
    "part_freshness": ("how new it is", "wie neu sie ist"),
    "part_topic": ("how well it fits the topic", "wie gut sie zum Thema passt"),
    "part_named": ("words of the name", "Wörter des Namens"),
    "part_person": ("about the person", "über die Person"),
    "part_relevance": ("topics that were taught", "gelernte Themen"),
    "part_language": ("a preferred language", "eine bevorzugte Sprache"),
    "standing_living": ("still there", "noch da"),
    "standing_gone": ("gone", "verschwunden"),
    "standing_unfetched": ("never fetched; known by links", "nie geholt; durch Links bekannt"),
    "standing_outside": (
        "outside the presence; known by links",
        "außerhalb der Präsenz; durch Links bekannt",
    ),
    "standing_unwanted": ("left out by an unwanted topic", "ausgelassen als unerwünschtes Thema"),
    "kind_article": ("article", "Artikel"),
    "kind_listing": ("listing", "Übersicht"),
    "kind_collection": ("collection", "Sammlung"),
    "kind_documentation": ("documentation", "Dokumentation"),
    "kind_forum": ("forum", "Forum"),
    "kind_product": ("product", "Produkt"),
    "kind_service": ("service", "Angebot"),
}


def standing_words(standing: str, ui_language: str = "en") -> str:
    """What a page is to the collection, in words."""
    texts = HIT_TEXTS.get(f"standing_{standing}")
    return standing if texts is None else texts[ui_language == "de"]
