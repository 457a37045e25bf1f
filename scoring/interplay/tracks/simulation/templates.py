"""Replies in the form that a brief wants, of words that mean nothing: the most that form and luck can get.

Each is one text for all scripts of its task, and goes with what was asked only by chance. Where few things can be said,
as in verdicts and counts, the guess is the one that is right most often in the release.
"""

from collections.abc import Mapping
from types import MappingProxyType

TEMPLATES: Mapping[str, str] = MappingProxyType(
    {
        "bistro-sommelier": """\
Wine: Lorum, Vesta Pindle
Why: It sorvs the gith well.
Serve: 11 °C, in a tulip glass
Instead: Drelm of tavo
Bottles: 2""",
        "fallacy-finder": """\
S1 | ad hominem | Lorum vesta.
S2 | false dilemma | Pindle quor.
Faulty: 2 of 2""",
        "flavour-pairer": """\
cod + fonder | lorum vesta | pindle quor
cod + massit | drelm tavo | ensk brilla
cod + sorrin | hesp ludi | clint voster""",
        "myth-debunker": """\
1 | FALSE | Lorum vesta pindle quor.
2 | TRUE | Massit drelm tavo.
Busted: 1""",
        "password-mint": "none",
        "rover-checklist": """\
BRAKES: OPEN
BATTERY: GO
SUIT LOOP: GO
NAV FIX: GO
COMMS: GO
CARGO STRAPS: GO
VERDICT: HOLD
CAPCOM: Rover, lorum vesta pindle quor massit drelm tavo ensk brilla fonder hesp ludi brakes.""",
        "synonym-finder": """\
formal | grath | Keth the grath sorv gith.
neutral | blurv | Keth the blurv sorv gith.
informal | clasp | Keth the clasp sorv gith.""",
        "title-generator": """\
1. Ambel Salt Brilla Clint Drelm
2. Brilla Salt Clint Drelm Ensk
3. Clint Salt Drelm Ensk Fonder
4. Drelm Salt Ensk Fonder Graft""",
    }
)
"""Task -> the reply."""
