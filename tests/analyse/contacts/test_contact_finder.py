"""Contacts in texts: what is there is found, and nothing else."""

import random

import pytest

from auslese.analyse.contacts.address_words import address_words_of, word_rarities
from auslese.analyse.contacts.contact_finder import ContactHints, contacts_of
from auslese.analyse.contacts.page_contacts import PageToReach, page_contacts
from auslese.analyse.contacts.phone_finder import regions_of
from auslese.records.person import (
    ContactKind,
    FoundName,
    MarkedContact,
    MarkedPerson,
    PersonName,
)
from tests.analyse.contacts.labelled_contacts import (
    ADDRESSES,
    EVERYTHING,
    MAILS,
    NUMBERS,
    LabelledText,
)

PEOPLE = {"Hans Müller": ("Hans", "Müller"), "Eva Schmidt": ("Eva", "Schmidt")}
MOST_STEPS = 400_000


def names_in(text: str) -> list[FoundName]:
    """A finder that knows two people."""
    found = []
    for name, (given, family) in PEOPLE.items():
        place = text.find(name)
        while place >= 0:
            found.append(FoundName(place, place + len(name), PersonName(given, family=family)))
            place = text.find(name, place + 1)
    return sorted(found)


def ways(labelled: LabelledText) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = contacts_of(labelled.text, ContactHints(labelled.domain)).ways
    mails = tuple(way.value for way in found if way.kind == ContactKind.EMAIL)
    numbers = tuple(f"{way.kind} {way.value}" for way in found if way.kind != ContactKind.EMAIL)
    return mails, numbers


def addresses(labelled: LabelledText) -> tuple[str, ...]:
    found = contacts_of(labelled.text, ContactHints(labelled.domain)).addresses
    return tuple(f"{each.street}|{each.postcode}|{each.town}|{each.country}" for each in found)


def persons(text: str) -> dict[str, str]:
    return {each.value: each.person for each in contacts_of(text, DE, names_in).ways}


DE = ContactHints("de", "de")


@pytest.mark.parametrize("labelled", EVERYTHING, ids=lambda each: each.text[:40])
def test_a_made_text_says_exactly_what_stands_in_it(labelled: LabelledText) -> None:
    assert ways(labelled) == (labelled.mails, labelled.numbers)
    assert addresses(labelled) == labelled.addresses


def test_the_made_texts_are_many_and_varied() -> None:
    assert len(EVERYTHING) >= 60
    assert min(len(MAILS), len(NUMBERS), len(ADDRESSES)) >= 20
    assert sum(not (each.mails or each.numbers or each.addresses) for each in EVERYTHING) >= 15


def test_a_page_of_everything_loses_little() -> None:
    """The texts of one country below each other, in some order: what stands around may mislead."""
    german = [each for each in EVERYTHING if each.domain == "de"]
    random.Random(1).shuffle(german)
    found = contacts_of("\n\n".join(each.text for each in german), DE)
    wanted = [mail for each in german for mail in each.mails]
    wanted += [number.partition(" ")[2] for each in german for number in each.numbers]
    right = sum(way.value in wanted for way in found.ways)
    assert right >= 0.95 * len(wanted)
    assert right >= 0.95 * len(found.ways)
    assert len(found.addresses) == sum(len(each.addresses) for each in german)


def test_a_way_is_the_text_at_its_place() -> None:
    text = "Mail: hans (at) uni-x (dot) de, Tel. 0761/203-1234, Fax -1235"
    found = contacts_of(text, DE).ways
    assert [text[way.start : way.end] == way.written for way in found] == [True] * 3
    assert [way.value for way in found][1:] == ["+49 761 2031234", "+49 761 2031235"]
    assert [way.kind for way in found] == ["email", "phone", "fax"]


def test_a_number_is_read_by_the_plan_of_the_address_on_the_page() -> None:
    text = "Karlsplatz 13, A-1040 Wien, Tel. 01 58801-0"
    (way,) = contacts_of(text, ContactHints("org")).ways
    assert way.value == "+43 1 588010"
    assert contacts_of("Tel. 01 58801-0", ContactHints("org")).ways == ()


@pytest.mark.parametrize(
    ("domain", "language", "regions"),
    [
        ("de", "de", ("DE",)),
        ("at", "de", ("AT", "DE")),
        ("edu", "en", ("US",)),
        ("uk", "", ("GB",)),
        ("io", "fr", ("FR",)),
        ("com", "", ()),
        ("museum", "de-CH", ("DE",)),
    ],
)
def test_the_plan_is_that_of_the_domain_then_of_the_language(
    domain: str, language: str, regions: tuple[str, ...]
) -> None:
    assert regions_of(domain, language) == regions


def test_the_word_behind_a_number_says_its_kind() -> None:
    found = contacts_of("913-532-6350 (office)\n913-532-7353 (fax)", ContactHints("edu")).ways
    assert [way.kind for way in found] == ["phone", "fax"]


def test_the_house_in_front_of_a_street_is_the_organisation() -> None:
    text = "Institut für Dinge\nUniversität X\nHauptstraße 7\n79098 Freiburg"
    found = contacts_of(text, DE)
    assert found.organisation == "Universität X"
    assert found.addresses[0].written == "Hauptstraße 7 79098 Freiburg"


def test_a_mail_belongs_to_whom_it_is_named_after() -> None:
    text = "Eva Schmidt und Hans Müller\nhans.mueller@x.example eva.schmidt@x.example"
    assert persons(text) == {
        "hans.mueller@x.example": "Hans Müller",
        "eva.schmidt@x.example": "Eva Schmidt",
    }


def test_a_number_belongs_to_the_name_in_front_of_it() -> None:
    text = "Hans Müller, Tel. 0761 203-1234\nEva Schmidt, Tel. 0761 203-4321"
    assert persons(text) == {"+49 761 2031234": "Hans Müller", "+49 761 2034321": "Eva Schmidt"}


def test_an_office_belongs_to_nobody() -> None:
    assert persons("Hans Müller\ninfo@x.example") == {"info@x.example": ""}
    far = "Hans Müller" + "\n" * 9 + "0761 203-1234"
    assert persons(far) == {"+49 761 2031234": ""}


@pytest.mark.parametrize(
    ("text", "name", "role"),
    [
        ("Verantwortlich für den Inhalt: Hans Müller", "Hans Müller", "content"),
        ("V.i.S.d.P.: Dr. Eva Schmidt", "Eva Schmidt", "press"),
        ("Verantwortlich gemäß § 18 Abs. 2 MStV:\nHans Müller", "Hans Müller", "content"),
        ("Webmaster: Hans Müller", "Hans Müller", "webmaster"),
        ("Ansprechpartnerin: Frau Eva Schmidt", "Eva Schmidt", "contact"),
        ("Contact person: Hans Müller", "Hans Müller", "contact"),
        ("This page is maintained by Hans Müller", "Hans Müller", "content"),
        ("Geschäftsführer: Hans Müller", "Hans Müller", "legal"),
        ("vertreten durch den Rektor Hans Müller", "Hans Müller", "legal"),
    ],
)
def test_who_is_responsible_is_named(text: str, name: str, role: str) -> None:
    (found, *_) = contacts_of(text, DE, names_in).responsible
    assert (found.name, found.role) == (name, role)
    assert text[found.start : found.end] == name


def test_a_page_that_names_nobody_has_nobody_responsible() -> None:
    assert contacts_of("Niemand ist verantwortlich, und alle wissen es.", DE).responsible == ()


# -- what is marked up ----------------------------------------------------------------------------


def test_what_is_marked_up_and_stands_in_the_text_is_one_way() -> None:
    page = PageToReach(
        "Write to hans@x.example or call 0761 203-1234",
        "de",
        "de",
        (MarkedPerson("Hans Müller", emails=("hans@x.example",)),),
        (
            MarkedContact("phone", "+49-761-203-1234"),
            MarkedContact("fax", "+49 761 203-1235", "Fax"),
            MarkedContact("email", "eva@x.example", "Eva Schmidt"),
        ),
    )
    found = page_contacts(page, names_in).ways
    assert [(way.kind, way.value, way.person) for way in found] == [
        ("email", "hans@x.example", "Hans Müller"),
        ("phone", "+49 761 2031234", ""),
        ("fax", "+49 761 2031235", ""),
        ("email", "eva@x.example", "Eva Schmidt"),
    ]
    assert [way.start >= 0 for way in found] == [True, True, False, False]


# -- the rule of the first robot ------------------------------------------------------------------


def test_four_different_words_of_addresses_make_a_contact() -> None:
    three = "Tel. 1, Fax 2, E-Mail 3"
    assert address_words_of(three).words == ("email", "fax", "tel")
    assert not address_words_of(three).is_contact
    assert not address_words_of(three * 10).is_contact
    assert address_words_of(f"{three}, Anschrift").is_contact


def test_the_words_of_the_seed_are_all_there() -> None:
    seed = (
        "anschrift adresse strasse postleitzahl plz tel telephon telefon email mail ort raum titel"
        " vorname nachname name familienname fax telefax"
    )
    assert set(seed.split()) <= word_rarities().keys()
    assert address_words_of("Hauptstraße").words == address_words_of("Hauptstr. 7").words
    assert address_words_of("Hauptstraße, strong").words == ("strasse",)


def test_rare_words_weigh_more_in_the_ranking() -> None:
    assert address_words_of("Telefax Postfach").rank > address_words_of("email phone").rank
    assert address_words_of("email email").rank == address_words_of("email").rank


# -- hostile texts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "@" * 50_000,
        "a" * 100_000,
        "1" * 100_000,
        "0761 203 " * 10_000,
        "79110 Freiburg " * 3_000,
        " at " * 20_000,
        "a at b dot " * 5_000,
        "Aa " * 30_000,
        "verantwortlich " * 5_000,
        "(" * 50_000,
        "a." * 40_000 + "@",
        "mail:" + "x" * 100_000,
        "\u202e\u0301" * 20_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_texts_are_read_to_their_end(text: str) -> None:
    found = contacts_of(text, DE, names_in)
    assert len(found.ways) <= 4_000
    assert len(found.addresses) <= 500
    assert address_words_of(text).words in ((), ("mail",))


def test_a_mail_that_is_named_after_somebody_else_is_not_that_of_the_nearest() -> None:
    assert persons("Hans Müller\nmariam.ibrahim@x.example") == {"mariam.ibrahim@x.example": ""}
    assert persons("Hans Müller\ngsand@x.example") == {"gsand@x.example": ""}


@pytest.mark.parametrize("local", ["hm", "hmueller", "muel", "hmuell2", "hans", "h.mueller"])
def test_a_mail_may_be_an_abbreviation_of_the_nearest(local: str) -> None:
    assert persons(f"Hans Müller\n{local}@x.example") == {f"{local}@x.example": "Hans Müller"}


def test_whose_page_it_is_stands_at_its_beginning() -> None:
    far = "Hans Müller\n\n" + "Text " * 300 + "\n\nhans.mueller@x.example"
    assert persons(far) == {"hans.mueller@x.example": "Hans Müller"}
