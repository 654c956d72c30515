"""Persons and contacts that pages mark up for machines."""

import json

import pytest

from auslese.extract.document_reader import Source, read_document
from auslese.extract.people.person_identifiers import identifier_in
from auslese.extract.people.reach_links import mails_in
from auslese.records.document import Document
from auslese.records.person import MarkedPerson
from auslese.records.url import Url

URL = Url("http://uni.example/people/max")


def read(body: str, head: str = "") -> Document:
    page = f"<html><head><title>T</title>{head}</head><body>{body}</body></html>"
    found = read_document(Source(URL, page.encode(), "text/html"))
    assert isinstance(found, Document)
    return found


def ld(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script><p>x'


def only(document: Document) -> MarkedPerson:
    (person,) = document.people
    return person


def contacts(document: Document) -> list[tuple[str, str, str]]:
    return [(str(each.kind), each.value, each.label) for each in document.contacts]


def test_a_person_of_json_ld_has_name_role_house_and_identifiers() -> None:
    said = {
        "@type": "Person",
        "name": "Jane Doe",
        "givenName": "Jane",
        "familyName": "Doe",
        "honorificPrefix": "Prof. Dr.",
        "jobTitle": "Professor of Physics",
        "worksFor": {"@type": "Organization", "name": "University of X"},
        "email": "mailto:jane@x.example",
        "telephone": "+49 761 1234",
        "sameAs": ["https://orcid.org/0000-0002-1825-0097", "https://www.wikidata.org/wiki/Q42"],
    }

    person = only(read(ld(said)))

    assert person[:7] == (
        *("Jane Doe", "Jane", "Doe", "Prof. Dr.", ""),
        *("Professor of Physics", "University of X"),
    )
    assert (person.emails, person.phones) == (("jane@x.example",), ("+49 761 1234",))
    assert person.identifiers == ("orcid:0000-0002-1825-0097", "wikidata:Q42")
    assert (person.source, person.is_main) == ("json-ld", False)


def test_a_profile_page_is_about_its_main_entity() -> None:
    person = {"@type": "Person", "name": "Jane Doe"}
    assert only(read(ld({"@type": "ProfilePage", "mainEntity": person}))).is_main
    graph = [
        {"@type": "ProfilePage", "mainEntity": {"@id": "#j"}},
        person | {"@id": "#j"},
    ]
    assert [each.is_main for each in read(ld({"@graph": graph})).people] == [True]


def test_a_person_whose_address_is_that_of_the_page_is_its_main_one() -> None:
    people = [
        {"@type": "Person", "name": "Max Muster", "url": "/people/max"},
        {"@type": "Person", "name": "Jane Doe", "url": "/people/jane"},
    ]
    assert [each.is_main for each in read(ld(people)).people] == [True, False]


def test_contact_points_and_houses_are_contacts_and_no_persons() -> None:
    said = {
        "@type": "Organization",
        "name": "Institute Y",
        "telephone": "+49 761 1",
        "faxNumber": "+49 761 203 2",
        "contactPoint": {"@type": "ContactPoint", "contactType": "office", "email": "o@y.example"},
    }
    document = read(ld(said | {"telephone": "+49 761 203 1"}))
    assert document.people == ()
    assert contacts(document) == [
        ("phone", "+49 761 203 1", "Institute Y"),
        ("fax", "+49 761 203 2", "Institute Y"),
        ("email", "o@y.example", "office"),
    ]


def test_broken_scripts_cost_nothing_but_themselves() -> None:
    assert read('<script type="application/ld+json">{"@type":"Person",</script>').people == ()
    assert read(ld({"@type": "Person", "name": ["", {"@value": 3}], "email": 7})).people == ()


def test_microdata_names_a_person_and_the_house_within() -> None:
    person = only(
        read(
            '<div itemscope itemtype="https://schema.org/Person"><b itemprop=name>Max Muster</b>'
            '<span itemprop=affiliation itemscope itemtype="https://schema.org/Organization">'
            "<i itemprop=name>Institute Y</i></span>"
            '<a href="mailto:max@y.example?subject=x">Mail</a></div>'
        )
    )
    assert (person.name, person.organisation) == ("Max Muster", "Institute Y")
    assert (person.emails, person.source) == (("max@y.example",), "microdata")


def test_a_number_of_a_house_in_microdata_is_a_contact() -> None:
    document = read(
        '<div itemscope itemtype="http://schema.org/Organization"><b itemprop=name>Bank Z</b>'
        "<i itemprop=telephone>030 555 111</i></div>"
    )
    assert contacts(document) == [("phone", "030 555 111", "Bank Z")]


def test_rdfa_names_a_person() -> None:
    person = only(
        read('<p vocab="http://schema.org/" typeof="Person"><span property="name">Rosa Ray</span>')
    )
    assert (person.name, person.source) == ("Rosa Ray", "rdfa")
    friend = only(read('<p typeof="foaf:Person"><span property="foaf:name">Rosa Ray</span>'))
    assert friend.name == "Rosa Ray"


def test_a_vcard_names_a_person_with_fax_apart() -> None:
    document = read(
        '<div class="vcard"><span class="fn">Vera Card</span> <span class="org">Bank Z</span>'
        '<a class="email" href="mailto:vera@z.example">mail</a>'
        '<span class="tel"><i class="type">Fax</i> <i class="value">030 555 112</i></span></div>'
    )
    person = only(document)
    assert person[0] == "Vera Card"
    assert (person.organisation, person.emails) == ("Bank Z", ("vera@z.example",))
    assert ("fax", "030 555 112", "Vera Card") in contacts(document)


def test_a_vcard_whose_name_is_its_house_is_no_person() -> None:
    document = read(
        '<div class="vcard"><b class="fn org">Office Z</b><i class="tel">030 555 113</i></div>'
    )
    assert document.people == ()
    assert contacts(document) == [("phone", "030 555 113", "Office Z")]


def test_an_h_card_names_a_person_also_without_properties() -> None:
    assert only(read('<a class="h-card" href="/hugo">Hugo Heart</a>')).name == "Hugo Heart"
    card = only(read('<p class="h-card"><a class="p-name u-url" href="/people/max">Max M</a>'))
    assert (card.name, card.is_main) == ("Max M", True)


def test_authors_in_the_head_are_persons_but_no_logins_and_companies() -> None:
    assert only(read("<p>x", '<meta name="author" content="Anna Berg">')).name == "Anna Berg"
    assert read("<p>x", '<meta name="author" content="admin2">').people == ()
    for house in ("Acme GmbH", "The Exim Project", "Foo Team", "Bar Contributors"):
        assert read("<p>x", f'<meta name="author" content="{house}">').people == ()
    papers = "".join(
        f'<meta name="citation_author" content="{name}">' for name in ("Berg, Anna", "Ohm, Otto")
    )
    assert [each.name for each in read("<p>x", papers).people] == ["Anna Berg", "Otto Ohm"]


def test_an_author_who_is_named_better_elsewhere_is_not_named_again() -> None:
    document = read(
        ld({"@type": "Person", "name": "Anna Berg", "jobTitle": "Editor"}),
        '<meta name="author" content="Anna Berg">',
    )
    assert only(document).role == "Editor"


def test_a_link_to_an_author_keeps_where_it_leads() -> None:
    person = only(read('<a rel="author" href="/people/anna">Anna Berg</a>'))
    assert person.urls == ("http://uni.example/people/anna",)


def test_an_open_graph_profile_is_the_person_of_the_page() -> None:
    head = "".join(
        f'<meta property="{name}" content="{value}">'
        for name, value in (
            ("og:type", "profile"),
            ("profile:first_name", "Anna"),
            ("profile:last_name", "Berg"),
        )
    )
    person = only(read("<p>x", head))
    assert (person.name, person.is_main, person.source) == ("Anna Berg", True, "opengraph")


def test_an_identifier_belongs_to_the_name_beside_it() -> None:
    document = read('<p>Erika Muster <a href="https://d-nb.info/gnd/118540238">GND</a></p>')
    assert (only(document).name, only(document).identifiers) == ("Erika Muster", ("gnd:118540238",))


def test_a_single_identifier_without_a_name_is_kept() -> None:
    link = '<p><a href="https://orcid.org/0000-0002-1825-0097">ORCID</a></p>'
    assert only(read(link))[0] == ""
    assert only(read(link)).identifiers == ("orcid:0000-0002-1825-0097",)
    assert read(link + link.replace("0000-0002-1825-0097", "0000-0001-5109-3700")).people == ()


@pytest.mark.parametrize(
    ("address", "identifier"),
    [
        ("https://orcid.org/0000-0002-1825-0097", "orcid:0000-0002-1825-0097"),
        ("https://orcid.org/0000-0002-1825-0098", ""),  # its last digit is wrong
        ("0000-0002-1825-0097", "orcid:0000-0002-1825-0097"),
        ("http://d-nb.info/gnd/118540238", "gnd:118540238"),
        ("https://www.wikidata.org/entity/Q42", "wikidata:Q42"),
        ("https://viaf.org/viaf/75121530/", "viaf:75121530"),
        ("https://scholar.google.com/citations?hl=de&user=abcdefghijkl", "scholar:abcdefghijkl"),
        ("https://orcid.org/", ""),
        ("https://www.example.org/Q42", ""),
    ],
)
def test_identifiers_are_read_off_addresses(address: str, identifier: str) -> None:
    assert identifier_in(address) == identifier


@pytest.mark.parametrize(
    ("href", "mails"),
    [
        ("mailto:a@b.example", ["a@b.example"]),
        ("MAILTO:A.B@C.Example?subject=Hello%20there", ["A.B@c.example"]),
        ("mailto:a%40b.example", ["a@b.example"]),
        ("mailto:a@b.example,c@d.example", ["a@b.example", "c@d.example"]),
        ("mailto:?to=a@b.example", ["a@b.example"]),
        ("javascript:linkTo_UnCryptMailto('ocknvq,kphqBwpk/z0fg');", ["info@uni-x.de"]),
        ("/cdn-cgi/l/email-protection#2b464e6b4e534a465b474e05484446", ["me@example.com"]),
        ("mailto:", []),
        ("mailto:nobody", []),
        ("http://a@b.example/", []),
    ],
)
def test_links_write_to_mail_addresses_however_they_are_hidden(href: str, mails: list[str]) -> None:
    assert mails_in(href) == mails


def test_links_to_numbers_tell_fax_and_mobile_by_their_words() -> None:
    document = read(
        '<a href="tel:+49-761-203-1">Office</a> <a href="tel:+49761203%202">Fax</a>'
        ' <a href="tel:+491711234567">Mobil</a> <a href="tel:x">none</a>'
        ' <a href="mailto:a@b.example">a@b.example</a> <a href="mailto:a@b.example">Write</a>'
    )
    assert contacts(document) == [
        ("phone", "+49-761-203-1", "Office"),
        ("fax", "+49761203 2", "Fax"),
        ("mobile", "+491711234567", "Mobil"),
        ("email", "a@b.example", ""),
        ("email", "a@b.example", "Write"),
    ]


def test_names_of_hundreds_of_words_and_mails_as_names_are_none() -> None:
    for name in ("word " * 200, "max@y.example", "http://y.example/", "42"):
        assert read(ld({"@type": "Person", "name": name})).people == ()


def test_a_name_keeps_its_letters_and_loses_markup_and_marks_of_direction() -> None:
    name = "<b>Zoe\u0301</b> \u202eM\u00fcller\u202c"
    assert only(read(ld({"@type": "Person", "name": name}))).name == "Zoe\u0301 M\u00fcller"


def test_a_hundred_thousand_items_are_bounded() -> None:
    item = '<p itemscope itemtype="http://schema.org/Person"><b itemprop=name>Ab Cd{}</b>'
    document = read("".join(item.format(number) for number in range(20_000)))
    assert 0 < len(document.people) <= 1_000
    links = read('<a href="mailto:a{}@b.example">x</a>' * 1_500)
    assert len(links.contacts) <= 1_000


def test_items_within_items_are_walked_within_bounds() -> None:
    item = '<div itemscope itemtype="http://schema.org/Person" itemprop="knows" class="vcard">'
    document = read(item * 450 + "<b itemprop=name class=fn>In Most</b>")
    assert len(document.people) <= 1_000
    nested: object = "end"
    for _ in range(300):
        nested = {"@type": "Person", "name": "Ab Cd", "knows": [nested]}
    assert read(ld(nested)).people[0].name == "Ab Cd"
