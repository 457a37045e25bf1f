"""Characters that look like others, or like nothing."""

import re
from typing import Final

_INVISIBLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF9, 0xFFFB), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
_PLAIN: Final[dict[int, int | None]] = {
    **{code: None for first, last in _INVISIBLE for code in range(first, last + 1)},
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **{ord(a): ord(b) for a, b in zip("【】﹇﹈\u00a0\u3000", "[][]  ", strict=True)},
}
_TAGS: Final = "\U000e0000-\U000e007f"
_FLAGS: Final = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in name) + "\U000e007f"
    for name in ("gbeng", "gbsct", "gbwls")
)
"""The three flags that are written with tag characters: England, Scotland and Wales."""
_HIDDEN: Final = re.compile(f"({_FLAGS})|[{_TAGS}]+|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{{2,}}")


def plain(text: str) -> str:
    """Return *text* with full-width characters made plain, and without invisible ones."""
    return text if text.isascii() else text.translate(_PLAIN)


def revealed(text: str) -> str:
    """Return *text* with each run of characters that nobody sees replaced by a note of how many there are.

    Tag characters spell letters, and variation selectors in a row spell bytes, that models read and people do not:
    a reply could whisper to its judge. Flags, and a selector after the character that it varies, stay.
    """
    if text.isascii():
        return text
    return _HIDDEN.sub(lambda match: match[1] or f"({len(match[0])} invisible characters)", text)
