"""Pages of one file each, whose policy allows their own style sheet and script, and nothing from elsewhere."""

import base64
import hashlib
import re
from importlib.resources import files

import msgspec


def page(name: str, data: object, more: str = "") -> bytes:
    """Return the page *name* with *data*, which its script reads; *more* is added to its policy.

    The data stand in an element that is no script, without ``<``, so that no text in them can be markup or code.
    """
    names = ("site/style.css", "people/people.css", f"people/{name}.js", f"people/{name}.html")
    *styles, script, html = [files("interplay_lab").joinpath(part).read_text(encoding="utf-8") for part in names]
    style = "".join(styles)
    hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script)]
    policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; style-src 'sha256-{}'; "
    policy = policy.format(hashes[0]) + f"script-src 'sha256-{hashes[1]}'{more}"
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    values = {"policy": policy, "style": style, "script": script, "data": text}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], html).encode()
