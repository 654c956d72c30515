"""Texts that tell of a few topics, with the words that tell each from the others."""

import random

from auslese.analyse.topics.phrases import TextToLabel

TOPICS = {
    "en": [
        ["Space Station", "orbit", "rockets", "lunar", "astronauts"],
        ["violin", "string quartet", "composers", "opera", "melodies"],
        ["Second Amendment", "rifles", "firearms", "gun control", "militia"],
        ["goalkeeper", "penalty", "Champions League", "midfield", "strikers"],
        ["vaccine", "immune system", "patients", "infection", "antibodies"],
        ["sourdough", "oven", "flour", "baking powder", "recipes"],
    ],
    "de": [
        ["Deutsche Bahn", "Lokführer", "Fahrplan", "Verspätungen", "Bahnsteig"],
        ["Komponist", "Komponisten", "Sonate", "Wiener Klassik", "Partitur"],
        ["Weinlese", "Trauben", "Grüner Veltliner", "Kellerei", "Rebstöcke"],
        ["Gletscher", "Berghütte", "Gipfel", "Großglockner Hochalpenstraße", "Steigeisen"],
    ],
}
EVERYBODYS = {
    "en": "people said that the new year would bring good news for many other things and places",
    "de": "viele Leute sagten dass im neuen Jahr alles besser werde und die Zeit vieles zeigt",
}


def told_texts(each: int, seed: int = 5) -> tuple[list[TextToLabel], list[int], list[list[str]]]:
    """So many texts on each topic, the topic of each text, and the telling words of topics."""
    chance = random.Random(seed)
    texts: list[TextToLabel] = []
    topics: list[int] = []
    telling = [(language, words) for language, of in TOPICS.items() for words in of]
    for topic, (language, words) in enumerate(telling):
        for _ in range(each):
            common = EVERYBODYS[language].split()
            parts = [*chance.choices(words, k=3), *chance.choices(common, k=20)]
            chance.shuffle(parts)
            texts.append(TextToLabel(chance.choice([*words, *common]), " ".join(parts), language))
            topics.append(topic)
    return texts, topics, [words for _, words in telling]
