"""The words the generated pages are made of, written for this bench."""


def _words(text: str, between: str | None = None) -> list[str]:
    return [word.strip() for word in text.split(between)]


NOUNS = _words("""
archive garden river orchard valley vineyard harbour workshop library museum bridge lantern
meadow quarry kiln barrel ledger letter season harvest cellar terrace slope path station market
chapel tower courtyard fountain loom anvil furnace mill granary stable ferry lighthouse
observatory telescope compass atlas manuscript catalogue index engraving portrait sculpture
ceramic tapestry instrument violin organ choir concert lecture seminar thesis survey census
register inventory collection specimen fossil mineral crystal glacier moraine forest clearing
marsh heath dune island lagoon estuary current tide storm frost thaw drought blossom seed root
bark leaf pollen honey hive pasture flock shepherd carpenter mason weaver printer binder cooper
surveyor botanist curator archivist translator editor reader visitor pupil neighbour traveller
merchant council charter statute treaty parish province border road tunnel viaduct railway
timetable platform carriage cargo warehouse exhibition gallery cabinet drawer label caption
photograph negative map sketch draft proof edition volume chapter page margin footnote preface
""")

ADJECTIVES = _words("""
old new quiet narrow early late northern southern eastern western dry damp steep gentle shallow
deep bright pale dark heavy light slow patient careful careless rare common local foreign
public private formal modest ample scarce regular uneven smooth rough wooden stone copper iron
painted carved printed handwritten forgotten restored damaged complete partial annual weekly
medieval modern provisional lasting remarkable ordinary curious plain ornate distant nearby
shared disputed generous stubborn reliable fragile robust seasonal tidal alpine coastal rural
urban open closed hidden visible missing spare borrowed inherited surprising
""")

VERBS = _words("""
describes records shows keeps follows crosses feeds supports replaces explains measures compares
collects returns borrows restores paints carves prints binds translates orders counts weighs
carries guards lights opens closes repairs extends divides joins mentions omits quotes corrects
confirms doubts answers continues precedes outlives resembles surrounds shelters serves attracts
recalls names dates maps traces tests grows shapes
""")

ADVERBS = _words("""
slowly often rarely carefully quickly usually partly largely barely clearly openly quietly
steadily seldom mostly nearly almost gradually suddenly again finally elsewhere annually
""")

PREPOSITIONS = _words("""
near behind above below beside beyond across along against within without after before during
since until despite through under over between
""")

STARTS = _words(
    """
Today, In spring, In autumn, For many years, According to the register, Until recently,
Every winter, On the second floor, At the far end, By contrast, In this volume,
Without much notice, As a rule, Shortly afterwards, Among the papers, For this reason,
In most cases, Outside the town
""",
    ",",
)

SYLLABLES = _words("""
al ber dor fel gra han il jor kel lin mar nor ol per qui ros sal tor ul ven wal zan ström brück
hof lau mün köl née gar ché tul ric ben ost ack tal rie sch em il ans ert ova ira ede uzi onn
""")

ENDINGS = _words("""
berg dorf heim stadt bach feld au ingen hausen by ton ford wick mouth ville mont
""")

SECTIONS = _words("""
home visit collections research people events library teaching projects history press shop
membership archive publications maps garden workshops partners jobs questions reports letters
galleries schools tours prizes journal support contact
""")
