"""How Sphinx builds the site: `make docs` writes it into docs/_build."""

import sys
from pathlib import Path

from pygments.lexers.data import JsonLexer
from sphinx.application import Sphinx

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER / "extensions"), str(FOLDER.parent / "scoring"), str(FOLDER.parent / "builders")]

from interplay import __version__  # noqa: E402  found through the path above

project = "Interplay"
author = "The Interplay maintainers"
copyright = author  # noqa: A001  Sphinx's name
version = release = __version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_design",
    "api",
    "cards",
    "commands",
    "formats",
    "metrics",
]
exclude_patterns = ["_build", "decisions", "generated"]

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_title = f"Interplay {version}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_display_short_literal_types = True
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
napoleon_google_docstring = True
napoleon_numpy_docstring = False
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(?!interplay\.[A-Za-z]+$).*")]  # types of signatures that have no page
highlight_language = "none"


def setup(app: Sphinx) -> None:
    """Highlight JSON Lines as JSON."""
    app.add_lexer("jsonl", JsonLexer)
