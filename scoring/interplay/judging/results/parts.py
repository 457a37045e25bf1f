"""The parts of the simulation track by which SimulBench's Table 4 breaks results down."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

PARTS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "last_only": {"script_type": "last_only"},
        "first_challenging": {"script_type": "first_challenging"},
        "subsequent_challenging": {"script_type": "subsequent_challenging"},
        "stateless": {"script_type": "first_challenging", "kind": "stateless"},
        "stateful": {"script_type": "first_challenging", "kind": "stateful"},
        "hard": {"subset": "hard"},
        "all": {},
    }
)
"""As in the paper's section 4.2.1, kinds of tasks are compared on ``first_challenging`` scripts alone."""


def parts_of(where: Mapping[str, str]) -> Iterator[str]:
    """Yield the parts that an item belongs to."""
    for name, wanted in PARTS.items():
        if wanted.items() <= where.items():
            yield name
