"""Replies in the form that a brief wants, of words that go with any request: the most that form and luck can get.

Each is one text for all scripts of its task, and goes with what was asked only by chance. Where few things can be said,
as in verdicts and counts, the guess is the one that is right most often in the release.
"""

from collections.abc import Mapping
from types import MappingProxyType

TEMPLATES: Mapping[str, str] = MappingProxyType(
    {
        "fallacy-finder": """\
S1 | ad hominem | "he snores at night"
S2 | none | -
Faulty: 1 of 2""",
        "flavour-pairer": """\
cod + lemon | fresh, sour | cod baked with lemon
cod + dill | fresh, earthy | cod poached with dill
cod + butter | rich, salty | cod fried in butter""",
        "password-mint": "none",
        "rover-checklist": """\
BRAKES: OPEN
BATTERY: GO
SUIT LOOP: GO
NAV FIX: GO
COMMS: GO
CARGO STRAPS: GO
VERDICT: HOLD
CAPCOM: Rover, this is base, hold where you are and look at the brakes first, then report to us again, over.""",
    }
)
"""Task -> the reply."""
