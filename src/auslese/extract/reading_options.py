"""What a crawl wants to know of its pages."""

from dataclasses import dataclass

from auslese.extract.pictures.picture_rules import PictureRules


@dataclass(frozen=True, slots=True)
class PageReadOptions:
    """Who reads, and which links beyond the plain ones are wanted."""

    agent: str = "Auslese"
    """The name by which pages speak to us alone."""
    images: bool = False
    """Pictures are links; without the wish every one would be a refused visit."""
    scripts: bool = False
    """Addresses written out in scripts are links."""
    text: bool = False
    """The visible text as well; most crawls leave it to the reading of documents."""
    excerpt: int = 0
    """Letters of its paragraphs that are wanted to judge it by: much cheaper than all its text."""
    tag_paths: bool = False
    """In which tags each link stands, for crawls that learn from it."""
    pictures: PictureRules | None = None
    """Of pictures with an alt text or a title, those that these rules take are links."""
