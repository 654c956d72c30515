"""Names, traps and sentences on which nobody looked when the finder was made: for figures only.

Other cultures than those of `name_cultures`, other streets, institutes and words that look like
names. Who works on the finder leaves this file alone; what is learnt from its figures goes into
rules that are general, and then another such file has to be written.
"""

from tests.people_web.name_cultures import NameCulture


def _w(text: str) -> tuple[str, ...]:
    return tuple(text.split())


AUSTRIAN = NameCulture(
    "austrian",
    _w("Notburga Leopoldine Elfriede Gerlinde Rosemarie Adelheid Trude Sieglinde Ottilie Cäcilia"),
    _w("Alois Leopold Engelbert Johannes Josef Gottfried Severin Vinzenz Hubert Roland Norbert"),
    _w("Pich Pern Stöck Wim Hain Zell Kreut Lack Schratt Gmein Kolm Ötz Frei Donn"),
    _w("lhuber egger stätter zinger ninger enbauer enreiter leitner ecker inger mair sperger"),
    common=_w("Gruber Pichler Schwarz Fuchs Moser Eder Lehner"),
    particles=("von",),
    share=0.4,
)
ITALIAN = NameCulture(
    "italian",
    _w("Giulia Chiara Francesca Ornella Loredana Mirella Annunziata Donatella"),
    _w("Giovanni Matteo Luca Ruggero Vincenzo Salvatore Ennio Fabrizio"),
    _w("Bor Castel Mont Ros Val Fer Gal Mar Tor San"),
    _w("ghini lucci anari ellini azzo anetti eschi oretti icella ondini"),
    common=_w("Rossi Bianchi"),
    particles=("di", "della", "De"),
    share=0.12,
)
HUNGARIAN = NameCulture(
    "hungarian",
    _w("Ágnes Zsófia Ildikó Erzsébet Katalin Réka"),
    _w("László Gábor Zoltán Balázs Csaba Tamás"),
    _w("Szent Kis Vár Hor Bal Far Ked Mol"),
    _w("mihályi várdi halmi egyházi kereszti ves hegyi dori"),
    common=_w("Nagy Szabó"),
    share=0.1,
)
INDIAN = NameCulture(
    "indian",
    _w("Lakshmi Priyanka Anjali Sunita Kavitha Deepika"),
    _w("Rajesh Venkatesh Sanjay Arvind Prakash Subramanian"),
    _w("Chandra Raja Venkata Krishna Bala Nara Mahen"),
    _w("sekaran gopalan murthy swamy kumar raghavan dra"),
    common=_w("Patel Singh"),
    share=0.12,
)
GREEK = NameCulture(
    "greek",
    _w("Eleni Vasiliki Despina Kyriaki Athina"),
    _w("Dimitrios Panagiotis Konstantinos Stavros Christos"),
    _w("Papa Kara Hadji Stam Theo Pana"),
    _w("dakis georgiou lopoulos niadis kostas tzoglou michail"),
    common=_w("Georgiou Nikolaidis"),
    share=0.1,
)
CZECH = NameCulture(
    "czech",
    _w("Jitka Zdeňka Božena Vlasta Lenka"),
    _w("Jiří Zdeněk Miroslav Přemysl Vojtěch"),
    _w("Hru Dvo Mal Kou Svo Zaj"),
    _w("šek řáček íček tný bodník bík"),
    tails_of_women=_w("šková řáčková íčková tná bodníková bíková"),
    common=_w("Novák"),
    share=0.1,
)
AMERICAN = NameCulture(
    "american",
    _w("Cheryl Debra Tiffany Brenda Amber Crystal Joy Summer Dawn Autumn"),
    _w("Chad Scott Dean Hunter Tyler Chase Dale Glenn Chip Randy"),
    _w("Hender Fitz Macken Ander Rich Water Gil Hutch"),
    _w("grove gerald zell burn mond house lespie inson"),
    common=_w("Johnson Parker Page Field Bush Love"),
    share=0.18,
)
FRESH_CULTURES = (AUSTRIAN, ITALIAN, HUNGARIAN, INDIAN, GREEK, CZECH, AMERICAN)
FRESH_TRAPS_DE = (
    "Die Mensa am Konrad-Adenauer-Ufer bleibt bis Freitag geschlossen.",
    "Wir arbeiten mit dem Paul-Drude-Institut und dem Ferdinand-Braun-Institut zusammen.",
    "Die Fritz Thyssen Stiftung fördert das Archiv; die Volkswagenstiftung den Anbau.",
    "Treffpunkt ist der Erwin-Schrödinger-Hörsaal in der Robert-Schuman-Straße 4.",
    "Der Otto-Hahn-Preis geht in diesem Jahr an niemanden.",
    "Ein Müller mahlt, ein Schneider näht, ein Weber webt, und der Jäger wartet.",
    "Im Herbst beginnt das Semester; der Vogel zieht fort, der Busch verliert sein Laub.",
    "Die Universität Hohenheim und die Leibniz Universität Hannover sind beteiligt.",
    "Man löst die Laplace-Gleichung mit dem Newton-Verfahren.",
    "Der Zug hält in Bad Homburg, Neustadt an der Weinstraße und Sankt Augustin.",
    "Das Referat Haushalt und Finanzen sucht eine Vertretung.",
    "Das Prüfungsamt ist in Zimmer B 2.04, die Kasse im Haus Sonnenblick.",
)
FRESH_TRAPS_EN = (
    "Send the form to Franklin House, 8 Martin Luther King Boulevard.",
    "The workshop was held at Trinity College and later at George Mason University.",
    "The Alfred P. Sloan Foundation and the Simons Foundation pay for it.",
    "We apply Newton's method and the Bernoulli equation.",
    "Flights go to San Diego, St. Louis and Georgetown.",
    "Can Dean or Page be nouns? They can: a dean reads a page, and joy will last.",
    "The Turing Award lecture takes place in Thompson Auditorium.",
    "Autumn term starts on 1 October; summer school is in July.",
    "The library is named Kennedy Library, the pub is called The Black Swan.",
    "Our software is called Watson, the robot Ada, the compiler Haskell.",
)
