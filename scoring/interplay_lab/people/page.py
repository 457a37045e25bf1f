"""Pages of one file each, whose policy allows their own style sheet and script, and nothing from elsewhere."""

import re
from importlib.resources import files

import msgspec

from interplay_lab.site.pages import digest, policy


def page(name: str, data: object, more: str = "") -> bytes:
    """Return the page *name* with *data*, which its script reads; *more* is added to its policy.

    The data stand in an element that is no script, without ``<``, so that no text in them can be markup or code.
    """
    names = ("site/style.css", "people/people.css", f"people/{name}.js", f"people/{name}.html")
    *styles, script, html = [files("interplay_lab").joinpath(part).read_text(encoding="utf-8") for part in names]
    style, text = "".join(styles), msgspec.json.encode(data).decode().replace("<", "\\u003c")
    allowed = f"{policy(digest(style), digest(script))}{more}"
    values = {"policy": allowed, "style": style, "script": script, "data": text}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], html).encode()
