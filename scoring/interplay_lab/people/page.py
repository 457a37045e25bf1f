"""Pages of one file each, whose policy allows their own style sheet and script, and nothing from elsewhere."""

import base64
import hashlib
import re
from importlib.resources import files

import msgspec

from interplay.core.text import printable


def page(name: str, data: object, more: str = "") -> bytes:
    """Return the page *name* with *data*, which its script reads; *more* is added to its policy.

    The data stand in an element that is no script, without ``<``, so that no text in them can be markup or code.
    """
    style = _source("interplay_lab.site", "style.css") + _source(__package__, "people.css")
    script, text = _source(__package__, f"{name}.js"), msgspec.json.encode(data).decode().replace("<", "\\u003c")
    hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script)]
    policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'" + more
    policy += "; style-src 'sha256-{}'; script-src 'sha256-{}'".format(*hashes)
    values = {"policy": policy, "style": style, "script": script, "data": text}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], _source(__package__, f"{name}.html")).encode()


def shown(text: str) -> str:
    """Return a text of a model or a dataset as people see it: characters that do not print are question marks."""
    return printable(text.replace("\r\n", "\n"), keep="\n\t")


def _source(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")
