"""The reply is an SVG picture of this size with exactly these shapes, in this order of painting.

``source``: ``markup`` in a block or bare, or a base64 ``data_url``. Shapes are children of the root. Attributes are
compared as what they mean: numbers within 0.01, ``px`` read over, colours by their value, defaults of SVG may be left
out or written. Others, styles and transforms fail. Markup is read through defusedxml, without document types.
"""

import base64
import binascii
import re
from typing import Annotated, Any, ClassVar, Literal
from xml.etree.ElementTree import ParseError

from defusedxml import ElementTree  # type: ignore[import-untyped]
from msgspec import Meta

from interplay.core.packaged import table
from interplay.core.records import Record
from interplay.tracks.simulation.checks.base import Params, different, quoted
from interplay.tracks.simulation.checks.reading import body, collapsed, parts

Attributes = tuple[tuple[str, str], ...]
_SPACE = "{http://www.w3.org/2000/svg}"
_URL = re.compile(r"data:image/svg\+xml(?:;charset=[\w-]{1,20})?;base64,([A-Za-z0-9+/=]+)", re.IGNORECASE)
_NUMBER = re.compile(r"(-?(?:(?:0|[1-9]\d{0,8})(?:\.\d{0,9})?|\.\d{1,9})(?:[eE][-+]?\d)?)(?:px)?", re.ASCII)
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)", re.ASCII)
_COLOURED = ("fill", "stroke")
_NAMES = table(__package__, "svg.toml", dict[str, dict[str, str]])


class Shape(Record, frozen=True):
    """An element with its attributes; ``text`` is its content."""

    tag: str
    attributes: Attributes
    text: str = ""


class SvgParams(Params, frozen=True):
    """The picture expected. The root has this width and height, and the view box ``0 0 width height``."""

    width: float
    height: float
    shapes: Annotated[tuple[Shape, ...], Meta(max_length=60)]
    source: Literal["markup", "data_url"] = "markup"
    literal: ClassVar = True

    def problem(self, reply: str) -> str:
        markup, problem = _markup(self.source, reply)
        if markup is None:
            return problem
        try:
            root = ElementTree.fromstring(markup, forbid_dtd=True)
        except (ParseError, ValueError, LookupError, RecursionError) as error:
            return f"found markup that is not XML ({error}), expected an SVG picture"
        return _of_text(markup, root) or _of_root(root, self) or _of_shapes(root, self.shapes)


def _markup(source: str, reply: str) -> tuple[str | None, str]:
    """Return the markup in a reply (its only block as it stands), or nothing and the reason."""
    text = body(reply)
    if source == "markup":
        if len(parts(reply).blocks) == 1:
            return text.strip(), ""
        start, end = text.find("<"), text.rfind(">")
        return (text[start : end + 1], "") if 0 <= start < end else (None, f"found {quoted(text)}, expected markup")
    match = _URL.search(text)
    if match is None:
        return None, f"found {quoted(text)}, expected a data URL of type image/svg+xml in base64"
    code = match[1].rstrip("=")
    try:
        return base64.b64decode(code + "=" * (-len(code) % 4), validate=True).decode(), ""
    except (binascii.Error, ValueError) as error:
        return None, f"found base64 that cannot be decoded ({error}), expected markup in UTF-8"


def _of_text(markup: str, root: Any) -> str:
    """Return what the markup says beside its elements: comments, and words between the shapes."""
    if "<!--" in markup or "<?" in markup.removeprefix("<?xml"):
        return "found a comment in the markup, expected none"
    words = [root.text, *(child.tail for child in root)]
    loose = next((word for word in words if word and word.strip()), None)
    return f"found the words {quoted(loose.strip())} between the shapes, expected none" if loose else ""


def _of_root(root: Any, params: SvgParams) -> str:
    if root.tag != f"{_SPACE}svg":
        return f"found the root {quoted(str(root.tag))}, expected svg in the SVG namespace"
    for name, expected in (("width", params.width), ("height", params.height)):
        if _value(name, root.get(name, "")) != _value(name, f"{expected:g}"):
            return f"found the {name} {quoted(root.get(name, ''))}, expected {expected:g}"
    box, expected_box = root.get("viewBox", ""), f"0 0 {params.width:g} {params.height:g}"
    if _value("viewBox", box) != _value("viewBox", expected_box):
        return f"found the viewBox {quoted(box)}, expected {expected_box}"
    extra = sorted(set(root.attrib) - {"width", "height", "viewBox", "version"})
    return f"found the attribute {quoted(extra[0])} of svg, expected no such attribute" if extra else ""


def _of_shapes(root: Any, expected: tuple[Shape, ...]) -> str:
    shapes = list(root)
    if strange := [str(child.tag) for child in shapes if not str(child.tag).startswith(_SPACE)]:
        return f"found {quoted(strange[0])}, expected shapes in the SVG namespace"
    tags = [str(child.tag).removeprefix(_SPACE) for child in shapes]
    if tags != [shape.tag for shape in expected]:
        return f"found the shapes {quoted(', '.join(tags))}, expected {', '.join(s.tag for s in expected)}"
    for number, (child, shape) in enumerate(zip(shapes, expected, strict=True), 1):
        if problem := _of_shape(child, shape):
            return f"shape {number} ({shape.tag}): {problem}"
    return ""


def _of_shape(child: Any, shape: Shape) -> str:
    if len(child):
        return "found elements inside, expected none"
    if collapsed(child.text or "") != shape.text:
        return f"found the text {quoted(collapsed(child.text or ''))}, expected {shape.text!r}"
    actual, expected = _meant(shape.tag, dict(child.attrib)), _meant(shape.tag, dict(shape.attributes))
    return different(actual, expected, _NAMES["defaults"], _value)


def _meant(tag: str, attributes: dict[str, str]) -> dict[str, str]:
    """Return attributes with what SVG adds: a missing radius of a rounded corner, and lines from left to right."""
    if tag == "rect":
        for name, other in (("rx", "ry"), ("ry", "rx")):
            if name in attributes and other not in attributes:
                attributes[other] = attributes[name]
    if tag == "line":
        attributes.pop("fill", None)  # a line has no inside
    ends = [_value(name, attributes.get(name, "0")) for name in ("x1", "y1", "x2", "y2")]
    if tag == "line" and str(ends[:2]) > str(ends[2:]):
        swapped = {"x1": "x2", "y1": "y2", "x2": "x1", "y2": "y1"}
        attributes = {swapped.get(name, name): value for name, value in attributes.items()}
    return attributes


def _value(name: str, text: str) -> str:
    """Return a normal form: numbers rounded to hundredths, colours as #rrggbb, other texts trimmed."""
    plain = text.strip().casefold()
    if name in _COLOURED:
        return _colour(plain)
    words = plain.replace(",", " ").split()
    matches = [_NUMBER.fullmatch(word) for word in words[:400]]
    if not words or len(words) > 400 or None in matches:
        return plain
    return " ".join(f"{float(match[1]) + 0.0:.2f}" for match in matches if match is not None)


def _colour(text: str) -> str:
    if match := _RGB.fullmatch(text):
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in match.groups())
    if re.fullmatch(r"#[0-9a-f]{3}", text):
        return "#" + "".join(2 * digit for digit in text[1:])
    return _NAMES["colours"].get(text, text)
