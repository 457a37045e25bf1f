"""Formulas of physics as our files write them: numbers, names, arithmetic and a few functions."""

import ast
import math
import operator
from collections.abc import Callable, Mapping

from interplay.core.errors import RecordError

_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "radians": math.radians, "degrees": math.degrees,
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos, "atan": math.atan,
}  # fmt: skip
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}  # fmt: skip


def value_of(formula: str, names: Mapping[str, float]) -> float:
    """Return the value of *formula*; raise ``RecordError`` for anything but arithmetic with *names*.

    ``ValueError`` is left to the caller: a root or an angle that does not exist.
    """
    return _value(ast.parse(formula, mode="eval").body, names)


def _value(node: ast.expr, names: Mapping[str, float]) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left, names), _value(node.right, names))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
        return _FUNCTIONS[node.func.id](*(_value(argument, names) for argument in node.args))
    raise RecordError(f"found {ast.unparse(node)!r}, expected arithmetic with {', '.join(sorted(names))}")
