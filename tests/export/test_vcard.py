"""Cards as RFC 6350 has them."""

from auslese.export.vcard import CardAddress, ContactCard, folded_line, vcard_lines
from auslese.records.person import PersonName


def card(**parts: object) -> str:
    return "".join(vcard_lines(ContactCard(**parts)))  # type: ignore[arg-type]


def test_a_person_has_name_and_parts_of_it() -> None:
    name = PersonName("Hans Peter", "von der", "Müller", "Prof. Dr.", "PhD")
    told = card(name=name, organisation="Institut A, B; C")
    assert "KIND:individual\r\nFN:Prof. Dr. Hans Peter von der Müller\r\n" in told
    assert "N:von der Müller;Hans Peter;;Prof. Dr.;PhD\r\n" in told
    assert "ORG:Institut A\\, B\\; C\r\n" in told


def test_a_house_is_called_by_its_name_or_its_site() -> None:
    assert "KIND:org\r\nFN:Museum Y\r\n" in card(name=PersonName(), organisation="Museum Y")
    assert "FN:y.example\r\n" in card(name=PersonName(), site="y.example")


def test_numbers_have_their_kinds_and_addresses_their_seven_parts() -> None:
    told = card(
        name=PersonName(family="X"),
        numbers=(("phone", "+1"), ("fax", "+2"), ("mobile", "+3")),
        addresses=(CardAddress("Street 1", "Town", "12345", "DE"),),
    )
    assert "TEL;TYPE=voice:+1\r\nTEL;TYPE=fax:+2\r\nTEL;TYPE=cell:+3\r\n" in told
    assert "ADR:;;Street 1;Town;;12345;DE\r\n" in told


def test_long_lines_are_folded_between_letters_and_can_be_joined_again() -> None:
    line = "FN:" + "äöü" * 60
    folded = folded_line(line)
    assert all(len(each.encode()) <= 75 for each in folded.split("\r\n"))
    assert folded.replace("\r\n ", "") == line


def test_line_breaks_in_names_stay_in_their_line() -> None:
    told = card(name=PersonName(family="A\nEND:VCARD\r\nB"))
    assert told.count("\r\nEND:VCARD") == 1
