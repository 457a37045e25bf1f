"""Families of computed_scripts: replies compared with known results and other methods; checks fair to their briefs."""

import math
import re
from collections import Counter

import msgspec
import pytest

from interplay.core.errors import RecordError
from interplay.tracks.simulation.records import Script
from interplay.tracks.simulation.scores import grade
from interplay_builders.tracks.simulation.dialogues import enacting
from interplay_builders.tracks.simulation.dialogues.text import read
from interplay_builders.tracks.simulation.families.chemistry import balancing, beaker
from interplay_builders.tracks.simulation.families.physics import expressions, problems
from interplay_builders.tracks.simulation.sessions import Session, fence
from tests.simulation.computed_scripts import replies, scripts, sessions
from tests.simulation.dress import may_fence


def _is_block(script: Script) -> bool:
    return script.reference.startswith("```")


def test_five_scripts_a_task() -> None:
    counts = Counter(script.task_id for script in scripts())
    assert len(counts) == 15
    assert set(counts.values()) == {5}
    assert Counter(script.script_type for script in scripts()) == Counter(
        last_only=30, first_challenging=15, subsequent_challenging=30
    )


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session.task.task_id)
def test_briefs_are_neither_hints_nor_essays(session: Session) -> None:
    assert 60 <= len(session.task.brief.split()) <= 250


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_what_the_brief_leaves_open_passes(script: Script) -> None:
    reference = script.reference
    variants = [reference + "\n", reference.replace("\n", "\r\n"), reference.replace("\n", "  \n"), f"\n{reference}"]
    if _is_block(script):
        variants += [reference.replace("```\n", "```text\n", 1), f"~~~{reference.strip('`')}~~~"]
    for variant in variants:
        found = grade(script, variant)
        assert found.strict, (variant, [r.result.reason for r in found.results])


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.item_id)
def test_right_content_in_the_wrong_dress_fails_only_the_form(script: Script) -> None:
    reference = script.reference
    other = reference.removeprefix("```\n").removesuffix("\n```") if _is_block(script) else fence(reference)
    found = grade(script, other)
    assert (found.content, found.format) == (True, may_fence(script))


def test_every_wrong_reply_differs_from_the_others() -> None:
    for script in scripts():
        assert len({script.reference, *script.planted}) == len(script.planted) + 1, script.item_id


@pytest.mark.parametrize("reply", ["```" * 6_000, "|" * 20_000, "\x00\ud800\u202e", "= " * 9_000, "(" * 20_000])
def test_no_reply_breaks_a_check(reply: str) -> None:
    for script in scripts():
        assert grade(script, reply).strict is False


# --- chemistry


def _flat_atoms(formula: str) -> Counter[str]:
    """Count atoms another way: by writing brackets out."""
    text = formula.partition("^")[0].replace("[", "(").replace("]", ")")
    while match := re.search(r"\(([^()]*)\)(\d*)", text):
        text = text[: match.start()] + match[1] * int(match[2] or 1) + text[match.end() :]
        text = re.sub(r"(?<=\d)(?=[A-Z])", "", text)
    found: Counter[str] = Counter()
    for element, count in re.findall(r"([A-Z][a-z]?)(\d*)", text):
        found[element] += int(count or 1)
    return found


def test_balanced_equations_balance_and_have_no_common_factor() -> None:
    for _, reply in replies("equation-balancer"):
        if "->" not in reply:
            continue
        totals: list[Counter[str]] = []
        numbers = []
        for side in reply.split(" -> "):
            total: Counter[str] = Counter()
            for term in side.split(" + "):
                number, formula = term.split(" ") if " " in term else ("1", term)
                numbers.append(int(number))
                charge = re.search(r"\^(\d*)([+-])$", formula)
                total["charge"] += int(number) * int(f"{charge[2]}{charge[1] or 1}") if charge else 0
                for element, count in _flat_atoms(formula).items():
                    total[element] += int(number) * count
            totals.append(total)
        assert totals[0] == totals[1], reply
        assert math.gcd(*numbers) == 1


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("C3H8 O2", "CO2 H2O", (1, 5, 3, 4)),
        ("MnO4^- Fe^2+ H^+", "Mn^2+ Fe^3+ H2O", (1, 5, 8, 1, 5, 4)),
        ("MnO4^- H^+ e^-", "Mn^2+ H2O", (1, 8, 5, 1, 4)),
        ("K4Fe(CN)6 H2SO4 H2O", "K2SO4 FeSO4 (NH4)2SO4 CO", (1, 6, 6, 2, 1, 3, 6)),
        ("H2 N2", "H2O", "IMPOSSIBLE"),
        ("H2O", "H2 O2 O3", "AMBIGUOUS"),
        ("CO", "CO2", "IMPOSSIBLE"),
        ("CuSO4.5H2O", "CuSO4 H2O", (1, 1, 5)),
    ],
)
def test_known_equations(left: str, right: str, expected: object) -> None:
    assert balancing.coefficients(left.split(), right.split()) == expected


def test_beaker_against_hand_calculation() -> None:
    asked = (
        "MASS NaCl; WATER 100 mL; ADD 5.844 g NaCl",
        "POUR 50 mL; BOIL 25 mL; BOIL 25 mL; ADD 1 g Xy",
        "POUR 25 mL; ADD 3 mmol KCl; POUR 1 mL",
    )
    bench = beaker.Bench()
    texts = [bench.answer([text]).text for text in asked]
    assert texts == [
        "M NaCl = 58.440 g/mol\nV = 100.0 mL\nNaCl = 1.0000 mol/L",
        "refused = 3\nrefused = 4\nV = 25.0 mL\nNaCl = 2.0000 mol/L",
        "refused = 3\nV = 0.0 mL\nKCl = 3.00 mmol",
    ]
    with pytest.raises(ValueError, match="expected a command"):
        bench.answer(["STIR"])


# --- physics: other ways to the same numbers


def _fall() -> float:
    """Step through the flight of the stone with its exact parabola until the ground, by bisection."""
    vx, vy = 18 * math.cos(math.radians(35)), 18 * math.sin(math.radians(35))
    low, high = 1.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if 45 + vy * middle - 9.81 * middle**2 / 2 > 0 else (low, middle)
    return vx * low


def _cup() -> float:
    """Find the temperature at which heat given and heat taken agree, by bisection."""
    low, high = 0.0, 35.0
    for _ in range(80):
        middle = (low + high) / 2
        taken = 0.15 * (2100 * 12 + 334000 + 4186 * middle)
        low, high = (middle, high) if 0.4 * 4186 * (35 - middle) > taken else (low, middle)
    return low


def _wavelength() -> float:
    speed = math.sqrt(2 * 1.602e-19 * 150 / 9.109e-31)
    return 6.626e-34 / (9.109e-31 * speed) * 1e12


def _machine() -> tuple[float, float]:
    """Solve the equations of both blocks and of the disc one after the other, by bisection on the acceleration."""
    low, high = 0.0, 9.81
    for _ in range(80):
        a = (low + high) / 2
        heavy, light = 3.5 * (9.81 - a), 2.0 * (9.81 + a)
        low, high = (a, high) if heavy - light > 0.6 * a else (low, a)
    return low, 3.5 * (9.81 - low)


def test_physics_desk_by_other_methods() -> None:
    photon = 6.626e-34 * 2.998e8 / 633e-9
    found = [reply for _, reply in replies("physics-desk")]
    acceleration, tension = _machine()
    expected = [
        f"{_fall():.1f} m",
        f"{5e-3 / photon / 1e16:.2f}e16 1/s",
        f"{_wavelength():.0f} pm",
        f"{_cup():.2f} °C",
        f"{2 * math.pi * (0.85 / 9.81) ** 0.5:.2f} s",
        f"{acceleration:.2f} m/s^2",
        f"{tension:.1f} N",
        "NO SOLUTION",
    ]
    assert found == expected
    assert 1.62 * math.sin(math.radians(41)) > 1


def test_no_result_lies_near_a_rounding_tie() -> None:
    (path,) = (path for path in enacting.files("physics") if path.stem == "physics-desk")
    for session in read(path).session:
        for turn in session.turn:
            value = problems.solved(msgspec.convert(turn.do, problems.Problem))
            if value is not None:
                digits = value / 10 ** (math.floor(math.log10(abs(value))) - 2)
                assert abs(digits % 1 - 0.5) > 0.02, turn.request


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.500"), (12, "12.0"), (3400, "3400"), (9999, "1.00e4"), (9994, "9990"), (123456, "1.23e5"),
     (4.5e-7, "4.50e-7"), (0.001, "0.00100"), (0.00099996, "0.00100"), (-24, "-24.0"), (9.996, "10.0")],
)  # fmt: skip
def test_three_significant_digits(value: float, text: str) -> None:
    assert problems.rounded(value) == text


def test_expressions_are_arithmetic_only() -> None:
    assert expressions.value_of("-2**2 + sqrt(x)/4", {"x": 16.0}) == -3
    for text in ("__import__('os')", "x.real", "y", "[1]", "x if x else 1"):
        with pytest.raises(RecordError, match="expected arithmetic"):
            expressions.value_of(text, {"x": 1.0})


def test_ramp_by_small_steps() -> None:
    """Integrate the slide numerically and compare with the replies."""
    found = dict(replies("ramp-experiment"))
    known = {
        "N, a and t, please.": (1.2, 2.5, 20.0, 0.15),
        "Angle up to 27.5 degrees and twice the mass. v and Q?": (2.4, 2.5, 27.5, 0.15),
        "Undo that. Then mu down to 0.05; show me K, t, a.": (1.2, 2.5, 20.0, 0.05),
        "Tilt it to 31.0 degrees and take 0.35 kg off the block. F, a, t and Q.": (0.85, 1.8, 31.0, 0.4),
        "Make the block 0.35 kg heavier and the ramp rougher, mu = 0.22. N, Q, v.": (1.55, 2.5, 20.0, 0.22),
        "Now saw 0.70 m off the ramp. Q and t?": (1.55, 1.8, 20.0, 0.22),
    }
    for request, (mass, length, angle, mu) in known.items():
        lift, steepness = mass * 9.8 * math.cos(math.radians(angle)), math.sin(math.radians(angle))
        force = mass * 9.8 * steepness - mu * lift
        t = way = speed = 0.0
        while way < length:
            t, way, speed = t + 1e-5, way + speed * 1e-5, speed + force / mass * 1e-5
        real = {"N": lift, "F": mu * lift, "a": force / mass, "t": t, "v": speed, "Q": mu * lift * length}
        real["K"] = mass * speed**2 / 2
        for line in found[request].split("\n"):
            label, value = line.split(" = ")
            assert float(value.split(" ")[0]) == pytest.approx(real[label], abs=6e-4), line
