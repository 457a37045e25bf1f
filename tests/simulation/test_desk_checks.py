"""The kinds of check of families whose replies are computed: what passes, what fails, and that no reply breaks one."""

import base64
import time

import pytest

from interplay.tracks.simulation import checks
from tests.simulation.check_tables import Row, cases, made

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">{}</svg>'
SHAPES = {
    "width": 20,
    "height": 10,
    "shapes": [
        {"tag": "rect", "attributes": [["x", "0"], ["y", "2.5"], ["width", "4"], ["height", "4"], ["fill", "red"]]},
        {"tag": "line", "attributes": [["x1", "1"], ["y1", "2"], ["x2", "3"], ["y2", "4"], ["stroke", "navy"]]},
        {"tag": "text", "attributes": [["x", "5"], ["y", "9"], ["fill", "#808080"]], "text": "A & B"},
    ],
}
DRAWN = (
    '<rect x="0" y="2.5" width="4" height="4" fill="red"/><line x1="1" y1="2" x2="3" y2="4" stroke="navy"/>'
    '<text x="5" y="9" fill="gray">A &amp; B</text>'
)


def data_url(markup: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(markup.encode()).decode()}"


TABLE: tuple[Row, ...] = (
    (
        "chemical_equation",
        {
            "left": [{"coefficient": 2, "formula": "Fe^3+"}, {"coefficient": 3, "formula": "Mg(OH)2"}],
            "right": [{"coefficient": 2, "formula": "Fe(OH)3"}, {"coefficient": 1, "formula": "e^-"}],
        },
        (
            "2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^-",
            "2Fe^3+ + 3Mg(OH)2 = 2Fe(OH)3 + 1 e^-",
            "2 Fe^{3+} + 3 Mg(OH)₂ → 2 Fe(OH)₃ + e^-",
            "```\n2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^-\n```",
            "The balanced equation is: **2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^-**",
            "Here it is:\n\n2 Fe^3+ + 3 Mg(OH)2 ⟶ 2 Fe(OH)3 + e^-\n\nDone.",
        ),
        (
            "",
            "2 Fe^3+ + 3 Mg(OH)2",
            "2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3",
            "3 Mg(OH)2 + 2 Fe^3+ -> 2 Fe(OH)3 + e^-",
            "4 Fe^3+ + 6 Mg(OH)2 -> 4 Fe(OH)3 + 2 e^-",
            "2 Fe^2+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^-",
            "2 fe^3+ + 3 mg(oh)2 -> 2 fe(oh)3 + e^-",
            "2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^- -> 2 Fe(OH)3 + e^-",
            "2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + 0 e^-",
            "2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^-\n2 Fe^3+ + 3 Mg(OH)2 -> 2 Fe(OH)3 + e^-",
        ),
    ),
    (
        "regex_cases",
        {"accepts": ["ab1", "b22"], "rejects": ["ab", "1ab", ""], "longest": 40},
        ("[a-z]+[0-9]+", "^[a-z]+\\d+$", "```\n[a-z]+[0-9]+\n```", "`[a-z]+[0-9]+`", "Try `[a-z]+[0-9]+` here"),
        (
            "",
            "[a-z]+",
            "(?=.*[0-9])[a-z0-9]+",
            "([a-z])\\1",
            "[a-z]+[0-9]+ or so",
            "/[a-z]+[0-9]+/",
            "(a|b|ab)[0-9]{1,2}" + "|never" * 10,
            "(" * 20,
            "a{1001}",
        ),
    ),
    (
        "regex_cases",
        {"captures": [["id=7 x", "7"], ["a id=12", "12"], ["id= 4", ""]], "rejects": ["aid=4"], "whole": False},
        ("(?:^| )id=([0-9]*)", "```\n(?:^| )id=(\\d*)\n```", "(?:^| )id=([^ ]*)(.*)"),
        ("id=([0-9]*)", "(^| )id=([0-9]*)", "(?:^| )id=[0-9]*", "(?:^| )id=([0-9]+)"),
    ),
    ("regex_cases", {"accepts": [" a"], "rejects": ["a"]}, ("```\n a\n```", "```re2\n\\sa\n```"), ("```\na\n```",)),
    (
        "entries",
        {
            "count": 2,
            "least": 5,
            "most": 6,
            "alphabet": "abcdef0123456789!",
            "tallies": [{"name": "digits", "characters": "0123456789", "least": 2, "most": 2}],
            "first": "abc",
            "last": "!",
            "no_repeats": True,
            "digit_sum": 9,
            "forbidden": ["bad"],
            "taken": ["ab54!"],
        },
        (
            "ab45!\nca27!",
            "- ab45!\n- ca27!\n",
            "1. `ab45!`\r\n2. **ca27!**",
            "```\nab45!\nca27!\n```",
            "Two of them:\nab45!\nca27!",
        ),
        (
            "ab45!",
            "ab45!\nab45!",
            "ab45!\nca27!\ncb18!",
            "ab45!\nca26!",
            "ab45!\nca27",
            "ab45!\nda27!",
            "ab45!\ncx27!",
            "ab45!\ncc27!",
            "ab45!\nbad27!",
            "ab45!\nab54!",
            "ab45!\nca234!",
            "ab45! ca27!",
            "",
        ),
    ),
    (
        "entries",
        {
            "words": {"allowed": ["kelp", "moss", "pine"], "separator": "-", "count": 2, "digits": 2, "ordered": True},
            "shapes": [{"pattern": "[a-z]+-[a-z]+-[0-9]+", "means": "small letters"}],
        },
        ("kelp-moss-07", "moss-pine-99"),
        ("moss-kelp-07", "kelp-kelp-07", "kelp-moss-7", "kelp-moss", "kelp-fern-07", "Kelp-moss-07", "kelp-moss-٠٧"),
    ),
    (
        "entries",
        {
            "words": {"allowed": ["kelp", "moss", "pine"], "separator": ".", "count": 2, "initials": "PK"},
            "no_neighbours": True,
        },
        ("pine.kelp", "Pine.Kelp"),
        ("kelp.pine", "pine.moss", "pine-kelp", "pine.kelp.moss"),
    ),
    (
        "entries",
        {"count": 2, "ordered": True, "required": ["fog", "mist"], "no_neighbours": True},
        ("afog\nmistral", "Afog\nbmist"),
        ("mistral\nafog", "afog\nbee", "afog\nfooog", "mist\nmist"),
    ),
    (
        "quantities",
        {
            "expected": [
                {"label": "a", "value": -1.5, "units": ["m/s^2"], "tolerance": 0.01},
                {"label": "t", "word": "stuck"},
                {"label": "M CO2", "value": 44.009, "units": ["g/mol"]},
                {"label": "refused", "value": 2},
                {"label": "refused", "value": 10},
            ]
        },
        (
            "a = -1.5 m/s^2\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
            "Readings follow.\n- a: −1.495 m/s²\n- t: Stuck\n- M CO2: 44.009 g/mol\n- refused: 2\n- refused: 10",
            "```\na=-1.50m/s^2\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2.0\nrefused = 10\n```",
        ),
        (
            "",
            "a = -1.5 m/s^2\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2",
            "a = -1.5 m/s\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
            "a = -1.5\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
            "a = 1.5 m/s^2\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
            "a = -1.5 m/s^2\nt = 0 s\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
            "t = stuck\na = -1.5 m/s^2\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
            "a = 1e999 m/s^2\nt = stuck\nM CO2 = 44.009 g/mol\nrefused = 2\nrefused = 10",
        ),
    ),
    (
        "quantities",
        {"expected": [{"label": "x", "value": 1}, {"label": "y", "value": 2}], "ordered": False},
        ("y = 2\nx = 1", "x = 1\ny = 2"),
        ("x = 2\ny = 1", "x = 1"),
    ),
    (
        "commit",
        {
            "type": "fix",
            "scope": "api",
            "is_breaking": True,
            "verb": "speed up",
            "mentions": ["Login"],
            "footers": [{"token": "BREAKING CHANGE", "holds": ["old", "new"]}, {"token": "Closes", "value": "#7"}],
        },
        (
            "fix(api)!: speed up login\n\nBREAKING CHANGE: use new, not old\nCloses: #7",
            "```\nfix(api)!: speed up the login page\n\nBREAKING-CHANGE: old is new\nCloses #7\n```",
            "Here you are\n\nfix(api)!: speed up Login\n\nWith a body.\n\nCloses: #7\nBREAKING CHANGE: new for old",
        ),
        (
            "",
            "feat(api)!: speed up login\n\nBREAKING CHANGE: new old\nCloses: #7",
            "fix!: speed up login\n\nBREAKING CHANGE: new old\nCloses: #7",
            "fix(web)!: speed up login\n\nBREAKING CHANGE: new old\nCloses: #7",
            "fix(api): speed up login\n\nBREAKING CHANGE: new old\nCloses: #7",
            "fix(api)!: speedy login\n\nBREAKING CHANGE: new old\nCloses: #7",
            "fix(api)!: speed up sign-in\n\nBREAKING CHANGE: new old\nCloses: #7",
            "fix(api)!: speed up login\n\nBREAKING CHANGE: new\nCloses: #7",
            "fix(api)!: speed up login\n\nBREAKING CHANGE: new old\nCloses: #77",
            "fix(api)!: speed up login\n\nBREAKING CHANGE: new old",
            "fix(api)!: speed up login\n\nBREAKING CHANGE: new old\nCloses: #7\nReviewed-by: Sam",
            "speed up login",
        ),
    ),
    (
        "svg",
        SHAPES,
        (
            SVG.format(DRAWN),
            f"```svg\n{SVG.format(DRAWN)}\n```",
            f"Here:\n{SVG.format(DRAWN)}\nDone.",
            f'<?xml version="1.0" encoding="UTF-8"?>\n{SVG.format(DRAWN)}',
            SVG.format(DRAWN.replace('x="0" ', "").replace("red", "#F00").replace('"4"', '"4.0px"')),
            SVG.format(DRAWN.replace("navy", "rgb(0, 0, 128)").replace('fill="red"', 'stroke="none" fill="red"')),
            SVG.format(DRAWN.replace('x1="1" y1="2" x2="3" y2="4"', 'x1="3" y1="4" x2="1" y2="2" fill="none"')),
            SVG.format(DRAWN).replace('"', "'").replace("0 0 20 10", "0,0,20,10"),
        ),
        (
            "",
            DRAWN,
            SVG.format(DRAWN.replace("2.5", "2.6")),
            SVG.format(DRAWN.replace("red", "blue")),
            SVG.format(DRAWN + "<rect/>"),
            SVG.format(f"<title>flag</title>{DRAWN}"),
            SVG.format(f"{DRAWN}<!-- done -->"),
            SVG.format(f"{DRAWN}<?done?>"),
            SVG.format(f"{DRAWN} and that is all"),
            SVG.format(DRAWN).replace("<svg", "<s:svg").replace("</svg", "</s:svg").replace("xmlns", "xmlns:s"),
            SVG.format(DRAWN.replace("2.5", "02.5")),
            f"```svg\nHere it is:\n{SVG.format(DRAWN)}\n```",
            f"```svg\n{SVG.format(DRAWN)}\nDone.\n```",
            SVG.format(f"<g>{DRAWN}</g>"),
            SVG.format(DRAWN.replace("<line", '<line transform="scale(2)"')),
            SVG.format(DRAWN.replace('fill="red"', 'style="fill:red"')),
            SVG.format(DRAWN.replace("A &amp; B", "A")),
            SVG.format(DRAWN.replace("A &amp; B", "A & B")),
            SVG.format(DRAWN).replace(' width="20"', "", 1),
            SVG.format(DRAWN).replace('viewBox="0 0 20 10"', ""),
            SVG.format(DRAWN).replace(' xmlns="http://www.w3.org/2000/svg"', ""),
            SVG.format(DRAWN)[:-3],
            f'<!DOCTYPE svg [<!ENTITY a "A">]>{SVG.format(DRAWN)}',
        ),
    ),
    (
        "svg",
        {**SHAPES, "source": "data_url"},
        (
            data_url(SVG.format(DRAWN)),
            data_url(SVG.format(DRAWN)).rstrip("="),
            f"```\n{data_url(SVG.format(DRAWN))}\n```",
            f"Here: {data_url(SVG.format(DRAWN))}\nDone.",
        ),
        (
            SVG.format(DRAWN),
            data_url(SVG.format(DRAWN))[:-24],
            data_url(SVG.format(DRAWN.replace("red", "blue"))),
            "data:image/svg+xml;base64,////",
            "data:image/png;base64,AAAA",
            "data:image/svg+xml;base64,",
        ),
    ),
    (
        "dot",
        {
            "directed": True,
            "name": "g",
            "attributes": [["rankdir", "LR"]],
            "nodes": [{"name": "a b", "attributes": [["shape", "box"]]}, {"name": "c"}, {"name": "d"}],
            "edges": [
                {"tail": "a b", "head": "c", "attributes": [["label", "x"]]},
                {"tail": "c", "head": "d"},
            ],
        },
        (
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d }',
            'digraph "g" {\n graph [rankdir="LR"]\n "a b" -> c [label="x",]; c -> d "a b"[shape=rect]}',
            'strict digraph g {rankdir=LR node [shape=box] "a b"; node [shape=oval];\n c -> d "a b" -> c[label=x]}',
            'Here it is:\nDIGRAPH g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d }\nDone.',
            '```dot\ndigraph g {rankdir=LR; c -> d; "a b" -> c [label=x][style=solid] "a b" [shape=box]}\n```',
            'digraph g {rankdir=LR edge [label=x] "a b" -> c; edge [label=""] c -> d "a b" [label="\\N", shape=box]}',
        ),
        (
            "",
            'graph g { rankdir=LR; "a b" [shape=box]; "a b" -- c [label=x]; c -- d }',
            'digraph h { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d }',
            'digraph g { "a b" [shape=box]; "a b" -> c [label=x]; c -> d }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; d -> c }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c; c -> d }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d; c -> d }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d; e }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d; d [color=red] }',
            "digraph g { rankdir=LR; a b [shape=box]; a b -> c [label=x]; c -> d }",
            'digraph g {\n // edges\n rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d /**/ }',
            '```dot\nHere it is:\ndigraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d }\n```',
            '```dot\ndigraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d }\nDone.\n```',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b" -> c [label=x]; c -> d',
            'digraph g { rankdir=LR; "a b" [shape=box]; subgraph s { "a b" -> c [label=x]; c -> d } }',
            'digraph g { rankdir=LR; "a b" [shape=box]; "a b":n -> c [label=x]; c -> d }',
            'digraph g { rankdir=LR; "a b" [shape=box label]; "a b" -> c [label=x]; c -> d }',
        ),
    ),
    (
        "dot",
        {
            "directed": False,
            "nodes": [{"name": "1"}, {"name": "2"}],
            "edges": [{"tail": "2", "head": "1", "attributes": [["penwidth", "2"]]}],
        },
        ("graph { 1 -- 2 [penwidth=2.0] }", "graph x { 2 -- 1 [penwidth=2]; }"),
        ("graph { 1 -- 2 -- 1 [penwidth=2] }", "digraph { 1 -> 2 [penwidth=2] }", "graph { 1 -> 2 [penwidth=2] }"),
    ),
)
HEADINGS = {"directed": True, "headings": True, "nodes": [{"name": "a"}, {"name": "b"}], "edges": []}
TABLE += (
    (
        "dot",
        HEADINGS,
        ("digraph { // nodes\n a; b }", "digraph { a; b; /* the edges */ }", "digraph {\n# All services\na; b }"),
        (
            "digraph { // removed the edges\n a; b }",
            "digraph { // nodes and edges and nodes and edges\n a; b }",
            "digraph { // b is new\n a; b }",
        ),
    ),
)
LAUGHS = '<!DOCTYPE l [<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {one} "{f"&{other};" * 10}">' for one, other in zip("bcdefgh", "abcdefg", strict=True)
)
HOSTILE = {
    "NUL": "\x00" * 20_000,
    "bidi": "\u202e" * 20_000,
    "surrogates": "\ud800" * 10_000,
    "laughs": LAUGHS + "]>" + SVG.format("&h;"),
    "deep": "<a>" * 6_000,
    "deep groups": SVG.format("<g>" * 2_500 + "</g>" * 2_500),
    "many shapes": SVG.format("<rect/>" * 2_500),
    "long number": SVG.format(f'<rect x="{"9" * 15_000}"/>'),
    "many points": SVG.format(f'<polygon points="{"1,2 " * 4_000}"/>'),
    "colours": SVG.format(f'<rect fill="rgb({" " * 15_000}"/>'),
    "base64": "data:image/svg+xml;base64," + "A" * 19_000,
    "many urls": "data:image/svg+xml;base64," * 700,
    "brackets": "[" * 20_000,
    "parentheses": "(" * 20_000,
    "short nesting": "(" * 120 + "a" + "*)" * 60 + ")" * 60,
    "repeats": "((((a{30}){30}){30}){30}){30}",
    "classes": "[\\pL]" * 45,
    "stars": "(a*)*" * 48 + "b",
    "braces": "digraph {" * 2_000,
    "quotes": 'digraph { "' + '\\"' * 9_000,
    "comments": "digraph { " + "/*" * 9_000,
    "names": "graph { " + "a " * 9_000 + "}",
    "chain": "digraph { " + "a -> " * 1_400 + "a }",
    "attributes": "digraph { a [" + "b=c," * 4_000 + "] }",
    "terms": "2 A + " * 3_000 + "-> B",
    "arrows": "->" * 10_000,
    "colons": ":" * 20_000,
    "equals": "a = " * 5_000,
    "entries": "ab45!\n" * 3_000,
    "bullets": "- " * 10_000,
    "dashes": "a-" * 10_000,
    "headers": "fix(a): b\n" * 2_000,
    "footers": "fix(a): b\n" + "Closes: #7\n" * 1_700,
    "blanks": " " * 19_999 + "x",
    "digits": "9" * 20_000,
    "powers": "a = 1e999999999 m/s^2",
}


CASES = cases(TABLE)


@pytest.mark.parametrize(("kind", "params", "reply", "passes"), CASES)
def test_accepted_and_rejected_variants(kind: str, params: dict[str, object], reply: str, *, passes: bool) -> None:
    result = checks.run(made(kind, params), reply)
    assert (result.verdict == "pass") is passes, result.reason
    if not passes:
        assert "found" in result.reason
        assert "expected" in result.reason


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_replies_are_graded_quickly_and_raise_nothing(name: str) -> None:
    started = time.process_time()
    for kind, params, _, _ in TABLE:
        for reply in (HOSTILE[name], f"```\n{HOSTILE[name][:19_000]}\n```"):
            result = checks.run(made(kind, params), reply)
            assert result.verdict == "fail"
            assert len(result.reason) <= 300
    assert time.process_time() - started < 0.05 * 2 * len(TABLE)


def test_base64_of_a_bomb_is_refused() -> None:
    params: dict[str, object] = {**SHAPES, "source": "data_url"}
    result = checks.run(made("svg", params), data_url(LAUGHS + "]>" + SVG.format("&h;")))
    assert "expected an SVG picture" in result.reason
