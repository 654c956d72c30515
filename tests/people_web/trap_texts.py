"""What looks like names of people and is none, and pages that have nobody on them."""

from random import Random
from typing import NamedTuple

TRAPS_DE = (
    "Das Institut liegt in der Albert-Einstein-Allee 11, zwei Minuten vom Helmholtzplatz.",
    "Sie erreichen uns mit dem Bus bis Haltestelle Gustav-Stresemann-Ring, Ecke Schillerstraße.",
    "Partner sind das Max-Planck-Institut für Informatik und das Robert-Koch-Institut.",
    "Das Vorhaben wird von der Alexander von Humboldt-Stiftung und der Robert Bosch Stiftung "
    "gefördert.",
    "Die Tagung findet im Heinrich-Hertz-Gebäude statt, Hörsaal Lise Meitner.",
    "Der Gottfried-Wilhelm-Leibniz-Preis wird jährlich vergeben.",
    "Bewerbungen im Emmy-Noether-Programm sind bis Ende April möglich.",
    "Der Koch der Mensa bereitet am Mittwoch Fisch zu, der Bäcker liefert jeden Morgen.",
    "Ein Richter muss unabhängig sein; der Kaiser war es nicht.",
    "Im Winter ist der Garten geschlossen, im Sommer öffnet er um acht Uhr.",
    "Der Bauer pflügt, der Wolf kehrt zurück, der Fuchs bleibt.",
    "Wir danken der Goethe-Universität Frankfurt und der Humboldt-Universität zu Berlin.",
    "Grundlage ist die Fourier-Transformation; die Gauß-Verteilung wird vorausgesetzt.",
    "Veranstaltungen im März, April, Mai und August entnehmen Sie dem Kalender.",
    "Im Botanischen Garten blühen Iris germanica, Rosa canina und Viola odorata.",
    "Exkursionen führen nach Frankfurt am Main, Sankt Gallen und Sofia.",
    "Die Carl-Zeiss-Stiftung unterstützt das Graduiertenkolleg Neue Medien.",
    "Die Prüfung besteht aus einer Klausur und einer Hausarbeit.",
    "Bitte melden Sie sich im Sekretariat, Zimmer A 1.17, oder im Dekanat an.",
    "Neue Räume bezieht das Institut im Haus Karl Jaspers am Neckar.",
    "Die Arbeitsgruppe Künstliche Intelligenz sucht studentische Hilfskräfte.",
    "Lehrstuhl für Praktische Informatik, Fakultät für Mathematik und Physik",
)
TRAPS_EN = (
    "The group is located at 12 Abraham Lincoln Avenue, next to Newton Hall.",
    "Partners are Johns Hopkins University, Max Planck Society and Carnegie Mellon University.",
    "The project is funded by the Marie Curie Actions and the Wellcome Trust.",
    "We use the Kalman filter and the Fourier transform throughout.",
    "The conference takes place in San Francisco, later sessions in Santiago de Chile.",
    "Will there be an exam in May? Yes: mark the date, and grant yourself some time.",
    "Grace periods end on 1 June; the bill is to be paid in August.",
    "The Robert Wood Johnson Foundation and the Bill and Melinda Gates Foundation support us.",
    "The Nobel Prize lecture is shown in the Lord Kelvin Building.",
    "Wild species: Iris sibirica, Rosa gallica, Jasmine and Olive trees.",
    "Students from Paris, Florence, Victoria and Charlotte visited the department.",
    "Reading list: Introduction to Algorithms; Pattern Recognition and Machine Learning.",
    "Office hours are held in Baker Hall, second floor.",
    "The Department of Computer Science offers courses in English and German.",
    "Python and Java are taught in the first year, Ruby and Julia in the second.",
    "King's Cross is the nearest station; take the Victoria Line.",
)
DULL_DE = (
    "Die Forschung gilt der Frage, wie sich {} in verteilten Systemen verhält.",
    "Schwerpunkte sind {}, ihre Grundlagen und ihre Anwendungen in der Praxis.",
    "Im Wintersemester wird eine Vorlesung über {} angeboten, mit Übungen und Praktikum.",
    "Die Ergebnisse zu {} wurden in mehreren Aufsätzen veröffentlicht.",
    "Ein neues Labor für {} ging im vergangenen Jahr in Betrieb.",
    "Abschlussarbeiten zu {} werden laufend vergeben; Voraussetzung sind gute Kenntnisse.",
)
DULL_EN = (
    "Research is concerned with {} and its use in large distributed systems.",
    "The main interests are {}, its foundations and its applications.",
    "A lecture on {} is given every winter term, with exercises and a lab course.",
    "Results on {} were published in several journals and at conferences.",
    "A new laboratory for {} was opened last year on the second floor.",
    "Topics for theses on {} are available; good knowledge of mathematics is required.",
)
SUBJECTS_DE = (
    "Graphentheorie",
    "Bildverarbeitung",
    "Werkstoffkunde",
    "Kognition",
    "Sprachverarbeitung",
    "Akustik",
    "Bodenkunde",
    "Strömungslehre",
    "Gesteinskunde",
    "Zellteilung",
    "Zahlentheorie",
    "Marktforschung",
)
SUBJECTS_EN = (
    "graph theory",
    "image analysis",
    "cognition",
    "speech processing",
    "soil science",
    "fluid dynamics",
    "cell division",
    "number theory",
    "market research",
    "program verification",
    "acoustics",
    "robotics",
)
EMPTY_DE = (
    ("Mensaplan", "Montag: Linsensuppe, dazu Brot. Dienstag: Kartoffelgratin mit Salat."),
    ("Öffnungszeiten", "Die Bibliothek ist Montag bis Freitag von 8 bis 20 Uhr geöffnet."),
    ("Prüfungsordnung", "§ 1 Geltungsbereich. § 2 Zweck der Prüfung. § 3 Dauer des Studiums."),
    ("Anfahrt", "Vom Hauptbahnhof mit der Linie 3 Richtung Universität Süd bis zur Endstation."),
)
EMPTY_EN = (
    ("Opening hours", "The library is open from Monday to Friday, 8 am to 8 pm."),
    ("How to find us", "From Central Station take tram 3 towards South Campus, last stop."),
    ("Exam rules", "Section 1: scope. Section 2: purpose of the exam. Section 3: repetition."),
    ("Software", "Install the package, read the manual, run the tests. Licence: free."),
)


def dull_text(dice: Random, language: str, sentences: int = 3) -> str:
    """Sentences about a subject that name nobody."""
    forms, subjects = (DULL_DE, SUBJECTS_DE) if language == "de" else (DULL_EN, SUBJECTS_EN)
    drawn = dice.sample(forms, min(sentences, len(forms)))
    return " ".join(form.format(dice.choice(subjects)) for form in drawn)


class Traps(NamedTuple):
    """Sentences in German and in English that look as if they named somebody."""

    german: tuple[str, ...]
    english: tuple[str, ...]

    def text(self, dice: Random, language: str, sentences: int = 2) -> str:
        """Names of streets, institutes, plants and places, and nobody's name."""
        return " ".join(dice.sample(self.german if language == "de" else self.english, sentences))


USUAL_TRAPS = Traps(TRAPS_DE, TRAPS_EN)


def empty_page(dice: Random, language: str) -> tuple[str, str]:
    """Title and text of a page without any person."""
    return dice.choice(EMPTY_DE if language == "de" else EMPTY_EN)
