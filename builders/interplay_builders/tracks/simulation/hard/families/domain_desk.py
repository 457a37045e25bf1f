"""A desk that turns names in many scripts into A-labels (Punycode), by Python's codecs."""

import platform
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import Turn, lines, provenance, session
from interplay_builders.tracks.simulation.hard.words import phrase, task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session, TaskSpec

TEXTS = texts_of(__file__)
SIZES = {1: 1, 2: 2, 3: 4, 4: 7}
SIMPLE = (
    "bücher", "köln", "zürich", "café", "mañana", "españa", "gewürz", "crêpe", "niño", "façade", "hôtel", "düne",
    "müller", "bäcker", "höfe", "tübingen", "jalapeño", "abcdé", "forêt", "brötchen", "übung", "rosé", "brød", "små",
)  # fmt: skip
LANGUAGES: tuple[tuple[str, ...], ...] = (
    ("żółte", "buty", "łódź", "wyspa", "ćwiczenia", "sześć", "książki", "środa", "pączki", "gęś"),
    ("čokoláda", "váhu", "škola", "jazyků", "nový", "dům", "zelí", "úžasný", "příběh", "kůň", "šest"),
    ("smörgås", "bord", "fjäll", "räven", "ångbåt", "köksö", "hästar", "läsning"),
    ("đà-lạt", "cà-phê", "phở", "bánh-mì", "quán", "nhà-hàng", "sách-cũ"),
    ("ñandú", "camping", "señor", "año", "jamón", "ibérico", "rincón", "niñez", "cigüeña"),
    ("crème", "brûlée", "pâté", "forêt", "hôtel", "garçon", "été", "noël"),
    ("çay", "bahçe", "kahve", "şeker", "gümüş", "güneş", "ağaç", "yağmur"),
    ("ļoti", "garšīgi", "ēdiens", "ķirši", "jūra", "vējš"),
    ("früh", "stück", "möbel", "bücher", "wäsche", "übungs", "höfe"),
    ("pão", "açaí", "coração", "avó", "limões", "feijão", "maçã"),
    ("пирожки", "чай", "молоко", "книга", "дом", "сад", "почта", "ёлка", "музей"),
    ("καφέ", "ψωμί", "θάλασσα", "νησί", "ελιά", "βιβλία"),
    ("東京", "コーヒー", "さくら", "お茶", "書店", "花屋", "ラーメン"),
    ("서울", "커피", "빵집", "바다", "꽃집", "서점"),
    ("咖啡", "花店", "茶馆", "书屋", "面包"),
)


@lru_cache
def task() -> TaskSpec:
    """Return the task, which names the version of Python and of its tables of characters."""
    program = f"the codec punycode of Python {platform.python_version()} with Unicode {unicodedata.unidata_version}"
    return task_of(TEXTS, "domain-label-desk", "domain_desk", kind="stateless", provenance=provenance(program))


def label(name: str) -> str:
    """Return the A-label of a name: composed, in lower case, then encoded as RFC 3492 says."""
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).lower())
    return plain if plain.isascii() else f"xn--{plain.encode('punycode').decode()}"


def _word(chance: Stream, level: int) -> str:
    """Return a label of one language as a customer writes it."""
    if level == 1:
        return chance.choice(SIMPLE)
    pool = chance.choice(LANGUAGES[:10] if level == 2 else LANGUAGES)
    count = 1 if level == 2 else 2 if level == 3 else 2 + chance.below(2)
    name = chance.choice("- "[: 1 + (level > 2)]).strip().join(chance.sample(pool, count))
    kind = chance.below(5)
    if kind == 0 and name < "가":
        return unicodedata.normalize("NFD", name)
    return name.capitalize() if kind == 1 else name.upper() if kind == 2 else name


def _names(chance: Stream, level: int, count: int) -> list[str]:
    """Return labels that are not ASCII and not too long, all different."""
    drawn = list[str]()
    while len(drawn) < count:
        name = _word(chance, level)
        if label(name).startswith("xn--") and len(label(name)) < 60 and label(name) not in map(label, drawn):
            drawn.append(name)
    return drawn


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of a few orders."""
    counts = (1, SIZES[level]) if level < 3 else (1, 2, SIZES[level])
    names = _names(chance, level, sum(counts))
    turns = list[Turn]()
    for number, count in enumerate(counts):
        part, names = names[:count], names[count:]
        request = phrase(chance, TEXTS["next" if number else "first"], names=", ".join(part))
        turns.append((request, "\n".join(map(label, part))))
    return session(task(), turns, _near(part), lines(turns[-1][1]))


def _near(names: list[str]) -> Iterator[str]:
    """Yield labels of decomposed letters, without accents, with a hyphen lost, and with wrong last letters."""
    right = [label(name) for name in names]
    yield "\n".join(_encoded(unicodedata.normalize("NFD", name.lower())) for name in names)
    yield "\n".join("xn--" + _ascii(name) for name in names)
    yield "\n".join(text[::-1].replace("-", "", 1)[::-1] for text in right)
    yield "\n".join((*right[:-1], f"{right[-1][:-2]}{right[-1][-1]}{right[-1][-2]}a"))
    yield "\n".join(_encoded(name[::-1]) for name in names)


def _encoded(name: str) -> str:
    return f"xn--{name.encode('punycode').decode()}"


def _ascii(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name.lower()) if c.isascii())


FAMILY = Family(dialogue)
