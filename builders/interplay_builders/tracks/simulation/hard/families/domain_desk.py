"""A desk that turns names in many scripts into A-labels (Punycode), by Python's codecs."""

import platform
import unicodedata
from collections.abc import Iterator

from interplay.core.randomness import Stream
from interplay_builders.tracks.simulation.hard.base import Family
from interplay_builders.tracks.simulation.hard.turns import lines, provenance, session, turns_of
from interplay_builders.tracks.simulation.hard.words import task_of, texts_of
from interplay_builders.tracks.simulation.sessions import Session

TEXTS = texts_of(__file__)
PROGRAM = f"the codec punycode of Python {platform.python_version()} with Unicode {unicodedata.unidata_version}"
TASK = task_of(TEXTS, "domain-label-desk", "domain_desk", "stateless", provenance(PROGRAM))
SIZES = {1: 1, 2: 26, 3: 84, 4: 230}
SIMPLE = (
    "bücher", "köln", "zürich", "café", "mañana", "españa", "gewürz", "crêpe", "niño", "façade", "hôtel", "düne",
    "müller", "bäcker", "höfe", "tübingen", "jalapeño", "abcdé", "forêt", "brötchen", "übung", "rosé", "brød", "små",
)  # fmt: skip
LANGUAGES: tuple[tuple[str, str], ...] = (
    ("księgarnia żółte-buty kawiarnia pączki pościel wędliny ślusarz kwiaciarnia-róża", "łódź kraków toruń gdańsk"),
    ("čokoláda školka řeznictví kadeřnictví kůže-a-boty zelí-a-spol květiny", "plzeň jindřichův-hradec brno"),
    ("smörgåstårta räksmörgås båtvarv hästgård läsglasögon kött-och-korv", "malmö göteborg växjö skellefteå"),
    ("cà-phê-phố phở-bò bánh-mì nhà-sách khách-sạn tiệm-hoa", "đà-lạt hà-nội huế hội-an cần-thơ"),
    ("jamón-ibérico peluquería panadería señor-cigüeño taller-mecánico ñoquis", "logroño málaga a-coruña cádiz"),
    ("crème-brûlée pâtisserie-noël hôtel-du-château épicerie garçon-café", "orléans nîmes besançon saint-étienne"),
    ("çay-bahçesi kahve-köşkü şekerci gümüş-küpe güneş-gözlüğü çiçekçi", "muğla eskişehir çanakkale üsküdar"),
    ("ēdnīca ķiršu-dārzs jūras-vējš grāmatu-plaukts ziedu-veikals", "rīga liepāja jūrmala cēsis rēzekne"),
    ("möbel-hübner bäckerei-müller frühstücksstübchen küchen-öfen wäscherei-jäger", "köln zürich göttingen lübeck"),
    ("pão-de-açúcar salão-de-beleza cafés-e-chás limões-do-sítio pães", "são-paulo maceió goiânia florianópolis"),
    ("пирожковая книжный-дом чайная цветы мебель-ёлка ремонт-окон", "москва казань тверь самара"),
    ("καφενείο βιβλιοπωλείο ψωμί-και-ελιά μέλι-θυμάρι παλιά-βιβλία", "αθήνα πάτρα λαμία ρόδο"),
    ("コーヒー書店 さくら花店 お茶の店 ラーメン横丁 古本屋", "東京 京都 横浜 札幌"),
    ("커피공방 꽃집 빵집 헌책방 바다횟집", "서울 부산 대구 제주"),
    ("咖啡馆 花店 老茶馆 旧书屋 面包房", "北京 上海 成都 广州"),
)
"""Of each language: what shops call themselves, and towns."""
ENDINGS = ("24", "online", "shop", "2", "info")


def label(name: str) -> str:
    """Return the A-label of a name: composed, in lower case, then encoded as RFC 3492 says."""
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).lower())
    return plain if plain.isascii() else f"xn--{plain.encode('punycode').decode()}"


def _word(chance: Stream, level: int) -> str:
    """Return a label of one language as a customer writes it."""
    if level == 1:
        return chance.choice(SIMPLE)
    shops, towns = (part.split() for part in chance.choice(LANGUAGES[:10] if level == 2 else LANGUAGES))
    parts = [chance.choice(shops), chance.choice(towns)][: 1 if level == 2 else 2]
    if parts[0] >= "\u3000":
        parts = ["".join(reversed(parts))]
    if level == 4 and chance.below(2):
        parts.append(chance.choice(ENDINGS))
    name, kind = "-".join(parts), chance.below(5)
    if kind == 0 and name < "가":
        return unicodedata.normalize("NFD", name)
    return name.capitalize() if kind == 1 else name.upper() if kind == 2 and "i" not in name else name


def _names(chance: Stream, level: int, count: int) -> list[str]:
    """Return labels that are not ASCII and not too long, all different."""
    drawn = dict[str, str]()
    while len(drawn) < count:
        name = _word(chance, level)
        if (a_label := label(name)).startswith("xn--") and len(a_label) < 60:
            drawn.setdefault(a_label, name)
    return [*drawn.values()]


def dialogue(chance: Stream, level: int) -> Session:
    """Return a dialogue of a few orders."""
    counts = (1, SIZES[level]) if level < 3 else (1, 2, SIZES[level])
    names, orders = _names(chance, level, sum(counts)), list[list[str]]()
    for count in counts:
        orders.append(names[:count])
        names = names[count:]
    turns = turns_of(chance, TEXTS, map(_written, orders), ("\n".join(map(label, order)) for order in orders))
    turns = tuple((asked.replace(" \n", "\n"), printed) for asked, printed in turns)
    return session(TASK, turns, _near(orders[-1]), lines(turns[-1][1]))


def _written(names: list[str]) -> str:
    """Return a few names in a row, or many in lines."""
    return ", ".join(names) if len(names) < 4 else "\n" + "\n".join(names)


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
