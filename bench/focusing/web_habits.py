"""How the generated webs are made: every assumption is a number here, fixed before the first run.

Where the numbers come from: Davison (2000) measured that pages one link apart are far more alike
than pages by lot, that links near each other lead to like pages, and that anchors resemble what
they lead to; Chakrabarti et al. (1999, 2002) that a page on a topic leads to its topic in about
half of its links to other sites, whatever the topic; Gibson, Punera and Tomkins (2005) that 40 to
50 % of what pages hold is template; Eiron and McCurley (2003) that anchors are short and look like
titles and queries. None of them gives all numbers below: the rest is our own guess, on the side of
noise.
"""

from typing import NamedTuple


class Habits(NamedTuple):
    """What sites and links are like."""

    hosts: int = 120
    specialists: float = 0.25
    """Sites of which four pages of five are on one topic."""
    area_sites: float = 0.45
    """Sites about one area, as computers or sports; the rest has everything."""
    purity: float = 0.8
    misfiled: float = 0.1
    """Pages that stand in a section of another topic."""
    named_sections: float = 0.7
    """Sections whose name says their topic; the others are called by a number."""
    menu_sections: int = 8
    listed: int = 20
    """Items on a page of a list."""
    service_pages: int = 5
    """About, imprint, help: short, and linked from every page."""
    text_links: float = 4.0
    """Links within the text of a page, in the mean."""
    to_others: float = 0.4
    """Of these, to other sites."""
    same_topic: float = 0.45
    """Of those to other sites, to the same topic."""
    same_area: float = 0.2
    """Of those to other sites, to the same area; the others lead anywhere."""
    same_section: float = 0.6
    """Of links within a site, in text and at the side, to the same section."""
    to_doors: float = 0.35
    """Of links to other sites, to a home page or a section; the others lead to single pages."""
    side_links: int = 5
    partners: int = 5
    """Home pages of other sites that a home page names."""
    plain_anchors: float = 0.55
    """Anchors of two to five words of the title."""
    loose_anchors: float = 0.2
    """Anchors of two words of the text."""
    empty_anchors: float = 0.05
    """Pictures without words; the rest says 'more', 'here', 'next'."""
    told_context: float = 0.4
    """Of the words around a link in a text, those about where it leads."""
    snippets: float = 0.6
    """Items of lists with the beginning of their text."""
    templates: int = 12
    """Programs with which sites are made; each has paths of tags of its own."""
    own_templates: float = 0.3
    """Sites with a template that no other has."""
    pictures: float = 1.2
    """On a page, in the mean."""
    galleries: float = 0.15
    """Pages with ten pictures and little text."""
    pictures_on_topic: float = 0.7
    """Of the pictures of a page on the topic, those that show it."""
    stray_pictures: float = 0.005
    """The same for other pages."""
    is_deep: bool = False
    """Menus name areas alone, areas name sections, sections lists; other sites link homes alone."""
    islands: int = 0
    """If not 0: the topic stands on so many sites alone, and no text of another page leads there
    otherwise than through a home page."""
    flood: int = 0
    """Pages of one more site that bait: anchors and titles full of the topic's words, texts of
    other topics; three of ten footers of the web lead there."""
    most_passages: int = 0
    """Of all passages, so many by lot; 0 for all."""


FOOTER_TO_FLOOD = 0.3
FLOOD_LINKS = 40
BAIT_WORDS = 15  # words of the topic that a page of the flooding site has sprinkled into its text
GALLERY_WORDS, GALLERY_PICTURES = 30, 10
GENERIC = ("more", "read more", "here", "link", "next", "details", "continue", "this page", "see")
SERVICES = ("about us", "imprint", "contact", "help", "login")
SERVICE_TEXT = (
    "This page explains how to use the site and how to reach the people who run it. Please write "
    "to us if anything is missing. All names and marks belong to their owners. We keep no data "
    "longer than we need it and pass nothing on. Register to receive news by mail every month."
)
