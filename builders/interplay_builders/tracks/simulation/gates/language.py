"""How users of the briefs write: lengths, habits, and who they are, as numbers to compare with other tasks."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from types import MappingProxyType

_GAG = (
    r"nothing (?:else|more|besides|but)\b|no (?:other|further|extra|additional|sixth) (?:words?|text|output|lines?)\b"
    r"|no (?:comments?|explanations?|remarks?|greetings?|commentary|prose|small talk|chatter|headings?)\b"
    r"|not (?:a|one|another) word more|(?:do not|don't|never) (?:write |add |give |include )?(?:any )?"
    r"(?:explanations?|explain|comments?|commentary)\b|only (?:reply|answer|respond)\b|(?:reply|answer|respond) only\b"
    r"|\band only (?:that|this)\b|without (?:any )?(?:explanations?|comments?|commentary)\b|\bthat(?:'s| is) all\b"
)
_LOCATION = r"\A(?:\S+\s+){0,14}?(?:in|at|near|on|from|outside|off|of)\s+(?:the\s+)?[A-Z][a-zé]{2,}"
HABITS: Mapping[str, re.Pattern[str]] = {
    'begin "I want you"': re.compile(r"\A\s*i want you\b", re.IGNORECASE),
    "order to write nothing else": re.compile(_GAG, re.IGNORECASE),
    "name a code block": re.compile(r"code ?(?:block|fence)|fenced|```", re.IGNORECASE),
    "plain text": re.compile(r"\bplain text\b", re.IGNORECASE),
    'end in "First ...:" or the like': re.compile(
        r"\b(?:first|to (?:start|begin)|starting)\b[^.!?\n]{0,60}(?::|\bis\b)[^.!?\n]{0,120}[.!?\"')\]}]*\s*\Z",
        re.IGNORECASE,
    ),
    "name a place in the first 15 words": re.compile(_LOCATION),
    "have no capital letter at the start of sentences": re.compile(
        r"\A(?=[^A-Z]*\Z|[a-z])(?!.*[.!?]\s+[A-Z])", re.DOTALL
    ),
    "hold an address of the web": re.compile(r"https?://|\bexample\.(?:org|net|com)\b"),
    '"blank" for a space': re.compile(r"\bblanks?\b", re.IGNORECASE),
    '"small letters" for lower case': re.compile(r"\bsmall letters?\b", re.IGNORECASE),
}
"""What a brief does, and how it is found; ``re`` is enough, for briefs are our own."""
_SENTENCE = re.compile(r"[.!?:;]+(?:\s|\Z)|\n+")


def measured(briefs: Sequence[str]) -> dict[str, str]:
    """Return what is measured of *briefs*, at least two: lengths in words, and the share with each habit."""
    lengths = sorted(len(brief.split()) for brief in briefs)
    sentences = [len(part.split()) for brief in briefs for part in _SENTENCE.split(brief) if len(part.split()) > 1]
    low, middle, high = quantiles(lengths, n=4, method="inclusive")
    shares = {
        "briefs": str(len(briefs)),
        "words: least, quartiles, most": f"{lengths[0]}; {low:.0f}, {middle:.0f}, {high:.0f}; {lengths[-1]}",
        "words of a sentence, median": f"{median(sentences):g}",
    }
    for habit, pattern in HABITS.items():
        count = sum(pattern.search(brief.strip()) is not None for brief in briefs)
        shares[habit] = f"{count} ({count / len(briefs):.0%})"
    return shares


def simulbench() -> dict[str, str]:
    """Return what was measured of SimulBench's briefs, which are not part of this dataset."""
    return tomllib.loads(Path(__file__).with_name("simulbench.toml").read_text(encoding="utf-8"))


def by_continent(countries: Sequence[str]) -> Counter[str]:
    """Return from how many briefs' users each continent is; "not said" where the file names no country."""
    return Counter(_CONTINENTS.get(country, "not said") if country else "not said" for country in countries)


_BY_CONTINENT = """
Africa: DZ AO BJ BW BF BI CM CV CF TD KM CD CG CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY MG MW ML MR MU MA MZ NA
NE NG RW ST SN SC SL SO ZA SS SD TZ TG TN UG ZM ZW
Asia: AF AM AZ BH BD BT BN KH CN GE HK IN ID IR IQ IL JP JO KZ KW KG LA LB MO MY MV MN MM NP KP OM PK PS PH QA SA SG
KR LK SY TW TJ TH TL TR TM AE UZ VN YE
Europe: AL AD AT BY BE BA BG HR CY CZ DK EE FO FI FR DE GI GR HU IS IE IM IT JE LV LI LT LU MT MD MC ME NL MK NO PL PT
RO RU SM RS SK SI ES SE CH UA GB VA
Latin America: AR BS BB BZ BO BR CL CO CR CU DM DO EC SV GD GT GY HT HN JM MX NI PA PY PE PR LC VC SR TT UY VE
North America: US CA GL BM
Oceania: AU FJ KI MH FM NR NZ PW PG WS SB TO TV VU
"""
_CONTINENTS = MappingProxyType(
    {
        code: name
        for name, codes in re.findall(r"(?m)^([A-Z][A-Za-z ]+): ((?:[A-Z]{2}\s+)+)", _BY_CONTINENT)
        for code in codes.split()
    }
)
