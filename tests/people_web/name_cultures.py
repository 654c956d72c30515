"""What names of ten cultures are made of: given names, and parts of which surnames are composed.

Surnames are composed by rule, so that most of them stand in no list of names; those in `common` are
real and frequent, among them German nouns (Koch, Bauer, Wolf) and names that are given names, too.
"""

from typing import NamedTuple


class NameCulture(NamedTuple):
    """Words that names of a culture are made of."""

    name: str
    women: tuple[str, ...]
    men: tuple[str, ...]
    heads: tuple[str, ...]
    tails: tuple[str, ...]
    tails_of_women: tuple[str, ...] = ()
    """Where surnames of women end otherwise; the same number as `tails`."""
    common: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    share: float = 0.05
    """Of the people of the university."""


def _w(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GERMAN = NameCulture(
    "german",
    _w(
        "Anna Katharina Sabine Ursula Heike Birgit Monika Gudrun Annegret Friederike Wiebke "
        "Swantje Roswitha Hannelore Edeltraud Irmgard Mechthild Gesine Antje Silke Elke Renate "
        "Brigitte Dorothea Walburga Luise Franziska Johanna Magdalena Theresa Veronika Ulrike "
        "Lieselotte Henrike Frauke Annika Svenja Jana Kerstin Petra"
    ),
    _w(
        "Hans Peter Klaus Jürgen Wolfgang Dieter Günther Horst Uwe Rainer Heinz Gerhard Helmut "
        "Friedrich Karl Ludwig Matthias Andreas Stefan Thorsten Jörg Lutz Eckhard Detlef Volker "
        "Burkhard Hartmut Siegfried Ingo Holger Tobias Sebastian Florian Lukas Maximilian "
        "Korbinian Xaver Ansgar Hinnerk Thies"
    ),
    _w(
        "Hasel Eichen Brunn Kalten Linden Grün Hohen Nieder Ober Moos Stein Wiesen Birken Rauh "
        "Schwarz Silber Sonn Wald Thal Engel Falken Habicht Krähen Mühl Neu Alten Tannen Buchen "
        "Erlen Dorn Feuer Gras Hagen Ketten Lohn Mandel Nuss Quell Ried Sand"
    ),
    _w(
        "rieder bacher felder hofer steiner auer berger thaler wieser gruber moser egger huber "
        "mayr brecht horst kamp loh büscher möller winkel hauser scheid stetter"
    ),
    common=_w(
        "Müller Schmidt Koch Richter Bauer Fischer Wolf Klein Weber Meyer Schneider Vogel Winter "
        "Sommer Lang Krause Beck Stein Peters Werner Ernst Otto Paul Simon Hahn Busch Engel Berg "
        "Jung Kaiser"
    ),
    particles=("von", "von der", "zu", "vom"),
    share=0.46,
)
ENGLISH = NameCulture(
    "english",
    _w(
        "Alice Emily Charlotte Grace Hannah Rebecca Margaret Joan Patricia Deborah Sharon Heather "
        "Allison Gwendolyn Beatrice Harriet Rosalind Imogen Tamsin Philippa Meredith Courtney "
        "Brooke Paige Faith Hope Rose Ruby Iris Olive"
    ),
    _w(
        "James William Mark Frank Bill Will Grant Jack Stephen Nigel Trevor Alistair Rupert Clive "
        "Barnaby Duncan Angus Fergus Spencer Chester Wendell Elmer Dwight Randall Curtis Vernon "
        "Percival Lionel Giles Crispin"
    ),
    _w(
        "Ash Thorn Wether Black Green Hart Lang Mar Nor Oak Pen Rad Stan Thack Under Wink Yar Brad "
        "Crow Dun Elm Fen Grim Holl"
    ),
    _w("combe wick bury field thorpe shaw croft mere worth leigh stead gate more dale worthy"),
    common=_w("Smith Brown Young Rose May Grant Mark Wood Hill Stone Baker Cook King West"),
    share=0.12,
)
FRENCH = NameCulture(
    "french",
    _w("Élodie Aurélie Sandrine Mathilde Océane Solène Gaëlle Thérèse Amélie Chantal Odile Maëlys"),
    _w("Thibault Benoît François Guillaume Jérôme Loïc Yannick Étienne Rémi Gaspard Émile Anatole"),
    _w("Beau Mont Val Font Ville Roche Bois Cour Haut Clair Belle Champ"),
    _w("vert clos marin dray selle quier mesnil rieux ptoir bresque villard neuve"),
    common=_w("Martin Bernard Petit Laurent"),
    particles=("de", "de la", "du", "d’"),
)
SCANDINAVIAN = NameCulture(
    "scandinavian",
    _w("Ingrid Astrid Sigrid Solveig Gunhild Ragnhild Åsa Märta Linnea Tuva Ylva Bodil"),
    _w("Bjørn Søren Øyvind Lars Håkan Sven Torbjörn Asbjørn Göran Jens Einar Ulf"),
    _w("Berg Lind Sjö Hall Gran Ek Ny Öst Väster Dal Fors Hag"),
    _w("kvist löv strand hammar vall torp dahlen hede rud bakken gård viksen"),
    common=_w("Hansen Nilsson Larsen"),
)
POLISH = NameCulture(
    "polish",
    _w("Agnieszka Małgorzata Katarzyna Jadwiga Bożena Zofia Grażyna Wiesława Danuta Halina"),
    _w("Krzysztof Zbigniew Wojciech Grzegorz Stanisław Paweł Łukasz Mieczysław Bogdan Jerzy"),
    _w("Brzo Kwia Dobrz Wiś Zaleś Gro Pią Sob Jasi Krę Mar Lewan"),
    _w("zowski tkowski yński niewski chowski dzicki czyk szewicz nowicz gielski"),
    tails_of_women=_w("zowska tkowska yńska niewska chowska dzicka czyk szewicz nowicz gielska"),
    common=_w("Nowak Wójcik"),
)
SPANISH = NameCulture(
    "spanish",
    _w("Inmaculada Concepción Rocío Begoña Itziar Lucía Pilar Marisol Xiomara Nuria Consuelo"),
    _w("José Joaquín Íñigo Gonzalo Álvaro Andrés Ignacio Jesús Ángel Ramón Baltasar Evaristo"),
    _w("Monte Villa Casti Agui Sala Olivar Pino Torre Fuen Carra Herre Valde"),
    _w("alegre zarán llejo rrubia verde mayor caliente seca blanca morales rías nilla"),
    common=_w("García López Pérez Díaz"),
    particles=("de", "de la", "del"),
)
TURKISH = NameCulture(
    "turkish",
    _w("Ayşe Elif Zeynep Gülşen Nurcan Şebnem Özlem Tuğba Sevgi Hatice Derya İpek"),
    _w("Mehmet Çağlar Özgür Serkan Tolga Ümit Yılmaz Barış Cem Doğan Kaan Şahin"),
    _w("Kara Ak Demir Taş Yeşil Gök Sarı Boz Ulu Yıldız Kurt Dağ"),
    _w("bulut kaya oğlu soylu dağ pınar gölü tepe kılıç taşkın ören bey"),
    common=_w("Yılmaz Öztürk Kaya"),
)
CHINESE = NameCulture(
    "chinese",
    _w("Xiaoling Meihua Yuxin Jing Lihua Qiuyue Xueqin Yan Rui Ruolan Yingying Hong"),
    _w("Wei Jianguo Zhiqiang Haoran Guoqiang Lei Xiaoming Yang Bo Weidong Tianyu Jun"),
    _w("Zh X Qi Hu Sh Ch L Gu T Y Zu W"),
    _w("ang iong ou uan eng ao ian iu ei ong"),
    common=_w("Wang Li Zhang Chen Liu He Lu Xu"),
)
JAPANESE = NameCulture(
    "japanese",
    _w("Yoshiko Haruka Sakura Michiko Ayumi Kazumi Noriko Tomoko Chihiro Masako"),
    _w("Hiroshi Takeshi Kenichi Daisuke Shinji Yusuke Ryota Makoto Tetsuya Kazuo"),
    _w("Taka Yama Kita Fuji Naka Mori Ishi Oka Mura Kawa Hoshi Ao"),
    _w("shima gawa saka mori tani kura zaki numa hara fuji"),
    common=_w("Sato Tanaka Ito"),
)
ARABIC = NameCulture(
    "arabic",
    _w("Fatima Aisha Khadija Layla Noor Zahra Samira Hanan Rania Mariam"),
    _w("Ahmad Mohammed Abdelrahman Khalid Youssef Tariq Omar Hamza Bilal Mustafa"),
    _w("Far Kha Bagh Tar Hus Nas Mans Qas Shar Zak Rash Sul"),
    _w("ouqi labi dadi abulsi eini souri ourani imi qawi arneh idiyya aimani"),
    common=_w("Hassan Ali Ibrahim"),
    particles=("al-", "El", "bin", "Abu"),
)
DUTCH = NameCulture(
    "dutch",
    _w("Marijke Saskia Femke Anneke Liesbeth Hendrika Jantien Maaike Wilhelmina Sanne"),
    _w("Joost Maarten Pieter Sjoerd Wouter Bram Ruud Gijs Diederik Thijs"),
    _w("Hof Bron Eiken Molen Water Zand Vliet Dijk Veen Hoog"),
    _w("stra huizen kamp laar beek steeg horst wijk meer donk"),
    common=_w("Jansen Bakker"),
    particles=("van", "van der", "de", "van den"),
    share=0.04,
)
CULTURES = (
    GERMAN,
    ENGLISH,
    FRENCH,
    SCANDINAVIAN,
    POLISH,
    SPANISH,
    TURKISH,
    CHINESE,
    JAPANESE,
    ARABIC,
    DUTCH,
)
