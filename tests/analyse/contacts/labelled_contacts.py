"""Made texts with what they say about how to reach somebody: written for this, nobody is real.

Numbers are of ranges that fit the plans of their countries; towns and postcodes are real ones.
"""

from typing import NamedTuple


class LabelledText(NamedTuple):
    """A text, and all contacts in it."""

    text: str
    domain: str = "de"
    mails: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """As phone +49 761 2031234."""
    addresses: tuple[str, ...] = ()
    """As street|postcode|town|country."""


MAILS = [
    LabelledText("Write to jane.doe@uni.example.org.", "org", ("jane.doe@uni.example.org",)),
    LabelledText("E-Mail: Max.Muster@Uni-X.De", mails=("Max.Muster@uni-x.de",)),
    LabelledText("max.muster (at) uni-x.de", mails=("max.muster@uni-x.de",)),
    LabelledText("max.muster (at) uni-x (dot) de", mails=("max.muster@uni-x.de",)),
    LabelledText(
        "muster [at] informatik [dot] uni-x [dot] de", mails=("muster@informatik.uni-x.de",)
    ),
    LabelledText("muster[at]uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("muster AT uni-x DOT de", mails=("muster@uni-x.de",)),
    LabelledText("mail: muster at uni-x dot de", mails=("muster@uni-x.de",)),
    LabelledText("E-Mail: muster at uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("Büro 7\nE-Mail muster at uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("Use the mail servers at msn.com."),
    LabelledText("muster{at}uni-x{punkt}de", mails=("muster@uni-x.de",)),
    LabelledText("muster <at> uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("muster(ät)uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("muster&#64;uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("muster_at_uni-x.de", mails=("muster@uni-x.de",)),
    LabelledText("Mail <m.u+web@a-b.example.com>, or call.", "com", ("m.u+web@a-b.example.com",)),
    LabelledText("a@b.example;c@d.example", mails=("a@b.example", "c@d.example")),
    LabelledText("(mailto:a@b.example)", mails=("a@b.example",)),
    LabelledText(
        "values = [u'a@b.example', key='c@d.example']", mails=("a@b.example", "c@d.example")
    ),
    LabelledText("Ask pat.o'neill@b.example.", mails=("pat.o'neill@b.example",)),
    LabelledText("See you at example.com on Monday at noon.", "com"),
    LabelledText("logo@2x.png and icons@3x.jpg"),
    LabelledText("@somebody tweets, and foo@bar has no dot"),
    LabelledText("The talk is at uni-x.de (at 12 o'clock)."),
    LabelledText("ssh user@host:/path user@localhost"),
    LabelledText("version 1.2@3.4.5, a@b..c"),
]
NUMBERS = [
    LabelledText("Tel.: 0761 / 203-1234", numbers=("phone +49 761 2031234",)),
    LabelledText("Telefon +49 761 203 1234", numbers=("phone +49 761 2031234",)),
    LabelledText("Fon: +49 (0)761 203-1234", numbers=("phone +49 761 2031234",)),
    LabelledText("Telefax: (0761) 203-1235", numbers=("fax +49 761 2031235",)),
    LabelledText(
        "Tel. 0761/203-1234, Fax 0761/203-1235",
        numbers=("phone +49 761 2031234", "fax +49 761 2031235"),
    ),
    LabelledText("Mobil: 0171 2345678", numbers=("mobile +49 171 2345678",)),
    LabelledText("Handy 0160/12345678", numbers=("mobile +49 160 12345678",)),
    LabelledText("Rufen Sie an: 030 901820", numbers=("phone +49 30 901820",)),
    LabelledText("Tel: 0049 30 901820", numbers=("phone +49 30 901820",)),
    LabelledText("Tel. +43 1 58801-0", "at", numbers=("phone +43 1 588010",)),
    LabelledText("Tel. 01 58801 18801", "at", numbers=("phone +43 1 5880118801",)),
    LabelledText("Tel. 044 632 11 11", "ch", numbers=("phone +41 44 632 11 11",)),
    LabelledText("Telefon +41 44 632 11 11", "com", numbers=("phone +41 44 632 11 11",)),
    LabelledText("Phone: (607) 255-2000", "edu", numbers=("phone +1 607-255-2000",)),
    LabelledText(
        "phone 607-255-2000; fax: 607.255.4428",
        "edu",
        numbers=("phone +1 607-255-2000", "fax +1 607-255-4428"),
    ),
    LabelledText("Call 512-471-1000 now", "edu", numbers=("phone +1 512-471-1000",)),
    LabelledText("Tel: 020 7679 2000", "uk", numbers=("phone +44 20 7679 2000",)),
    LabelledText("Tél. 01 44 27 44 27", "fr", numbers=("phone +33 1 44 27 44 27",)),
    LabelledText("+49 761 203-1234 / -1235", numbers=("phone +49 761 2031234",)),
    LabelledText("am 01.02.2024 und 12.11.2023, 14:30 Uhr"),
    LabelledText("IBAN DE89 3704 0044 0532 0130 00"),
    LabelledText("ISBN 978-3-16-148410-0, ISSN 0340-1234"),
    LabelledText("Konto 0123456789, BLZ 680 501 01"),
    LabelledText("Raum 04-023, Gebäude 101, Zimmer 02 017"),
    LabelledText("HRB 700123, USt-IdNr. DE 142116817"),
    LabelledText("0.123456 0,5 192.168.100.100 2010-2014 1998/1999"),
    LabelledText("doi:10.1000/182 RFC 2119 pages 101-118"),
    LabelledText("2024-05-31 12:30:45 0815 4711"),
    LabelledText("1,234,567 people; 123456789 bytes", "edu"),
]
ADDRESSES = [
    LabelledText(
        "Georges-Köhler-Allee 51\n79110 Freiburg",
        addresses=("Georges-Köhler-Allee 51|79110|Freiburg|DE",),
    ),
    LabelledText(
        "Hauptstraße 7, 79098 Freiburg im Breisgau",
        addresses=("Hauptstraße 7|79098|Freiburg im Breisgau|DE",),
    ),
    LabelledText(
        "Hauptstr. 7a\nD-60311 Frankfurt am Main",
        addresses=("Hauptstr. 7a|60311|Frankfurt am Main|DE",),
    ),
    LabelledText(
        "Im Neuenheimer Feld 205, 69120 Heidelberg",
        addresses=("Im Neuenheimer Feld 205|69120|Heidelberg|DE",),
    ),
    LabelledText(
        "Unter den Linden 6\n10099 Berlin\nGermany",
        addresses=("Unter den Linden 6|10099|Berlin|DE",),
    ),
    LabelledText("Am Hubland 1, 97074 Würzburg", addresses=("Am Hubland 1|97074|Würzburg|DE",)),
    LabelledText(
        "Postfach 10 01 31\n33501 Bielefeld", addresses=("Postfach 10 01 31|33501|Bielefeld|DE",)
    ),
    LabelledText("Schlossplatz 2\n48149 Münster", addresses=("Schlossplatz 2|48149|Münster|DE",)),
    LabelledText("Karlsplatz 13\n1040 Wien", "at", addresses=("Karlsplatz 13|1040|Wien|AT",)),
    LabelledText(
        "Universitätsring 1, A-1010 Wien", "com", addresses=("Universitätsring 1|1010|Wien|AT",)
    ),
    LabelledText(
        "Rämistrasse 101\nCH-8092 Zürich", "ch", addresses=("Rämistrasse 101|8092|Zürich|CH",)
    ),
    LabelledText(
        "Hochschulstrasse 6, 3012 Bern, Schweiz",
        "ch",
        addresses=("Hochschulstrasse 6|3012|Bern|CH",),
    ),
    LabelledText(
        "107 Hoy Road\nIthaca, NY 14853", "edu", addresses=("107 Hoy Road|14853|Ithaca|US",)
    ),
    LabelledText(
        "2317 Speedway Drive, Austin, TX 78712-1757",
        "edu",
        addresses=("2317 Speedway Drive|78712-1757|Austin|US",),
    ),
    LabelledText(
        "Department of Things\nSeattle, Washington 98195", "edu", addresses=("|98195|Seattle|US",)
    ),
    LabelledText(
        "P.O. Box 12345\nMadison, WI 53706", "edu", addresses=("P.O. Box 12345|53706|Madison|US",)
    ),
    LabelledText(
        "66 Gower Street, London WC1E 6BT", "uk", addresses=("66 Gower Street|WC1E 6BT|London|GB",)
    ),
    LabelledText(
        "4 place Jussieu, 75005 Paris, France", "fr", addresses=("4 place Jussieu|75005|Paris|FR",)
    ),
    LabelledText("Wir haben 24000 Studierende und 5000 Mitarbeiter."),
    LabelledText("Im Jahr 2024 Freiburg besuchen, 1998 München"),
    LabelledText("Am 3. Mai 2019 Berlin gewann 3000 Euro"),
    LabelledText("Chapter 4, 12345 Lines of code", "edu"),
    LabelledText("Albert Einstein wurde 1879 in Ulm geboren, Artikel 10000 Worte"),
]
EVERYTHING = (*MAILS, *NUMBERS, *ADDRESSES)
