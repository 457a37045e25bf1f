"""A reducer for a shopping cart."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from interplay.tracks.simulation.checks.fenced import FencedParams
from interplay.tracks.simulation.checks.json_value import JsonValueParams
from interplay_builders.tracks.simulation.dialogues.decimals import rounded
from interplay_builders.tracks.simulation.dialogues.engines import Answer
from interplay_builders.tracks.simulation.sessions import content, fence, form


@dataclass(frozen=True, slots=True)
class Line:
    """One article; the price is in cents."""

    sku: str
    price: int
    qty: int


@dataclass(frozen=True, slots=True)
class Coupon:
    """A discount in percent, which counts from a sum of ``least`` cents on."""

    code: str
    percent: int
    least: int


@dataclass(frozen=True, slots=True)
class Cart:
    """The whole state."""

    items: tuple[Line, ...] = ()
    coupon: Coupon | None = None

    def total(self) -> int:
        """Return what is to be paid, in cents, halves rounded up."""
        whole = sum(line.price * line.qty for line in self.items)
        if self.coupon is None or whole < self.coupon.least:
            return whole
        return int(rounded(Fraction(whole * (100 - self.coupon.percent), 100), 0))

    def as_json(self) -> str:
        """Return the state as the brief writes it."""
        coupon = self.coupon and {"code": self.coupon.code, "percent": self.coupon.percent, "min": self.coupon.least}
        items = [{"sku": line.sku, "price": line.price, "qty": line.qty} for line in self.items]
        return json.dumps({"items": items, "coupon": coupon, "total": self.total()}, indent=2)


class CartStore:
    """Holds the state; each command is the JSON of an action."""

    def __init__(self) -> None:
        self._cart = Cart()

    def answer(self, commands: Sequence[str]) -> Answer:
        """Reduce the actions and print the state."""
        for command in commands:
            action = json.loads(command)
            self._cart = reduced(self._cart, action["type"], action.get("payload", {}))
        text = self._cart.as_json()
        checks = (
            content("json_value", JsonValueParams(expected=json.dumps(json.loads(text)))),
            form("fenced", FencedParams(languages=("json",), talk=True)),
        )
        return Answer(fence(text, "json"), checks)


def reduced(cart: Cart, kind: str, payload: Mapping[str, Any]) -> Cart:
    """Return the state after an action; one that is not known changes nothing."""
    reducers: Mapping[str, Callable[[], Cart]] = MappingProxyType(
        {
            "cart/add": lambda: _added(cart, payload["sku"], payload.get("price"), payload.get("qty", 1)),
            "cart/setQty": lambda: _with_quantity(cart, payload["sku"], payload["qty"]),
            "cart/remove": lambda: _with_quantity(cart, payload["sku"], 0),
            "coupon/apply": lambda: replace(cart, coupon=_coupon(payload)),
            "coupon/clear": lambda: replace(cart, coupon=None),
            "cart/reset": Cart,
        }
    )
    return reducers[kind]() if kind in reducers else cart


def _coupon(payload: Mapping[str, Any]) -> Coupon:
    return Coupon(payload["code"], payload["percent"], payload.get("min", 0))


def _with_quantity(cart: Cart, sku: str, qty: int) -> Cart:
    items = (replace(line, qty=qty) if line.sku == sku else line for line in cart.items)
    return replace(cart, items=tuple(line for line in items if line.qty > 0))


def _added(cart: Cart, sku: str, price: int | None, qty: int) -> Cart:
    if any(line.sku == sku for line in cart.items):
        return replace(cart, items=tuple(_grown(line, price, qty) if line.sku == sku else line for line in cart.items))
    return cart if price is None else replace(cart, items=(*cart.items, Line(sku, price, qty)))


def _grown(line: Line, price: int | None, qty: int) -> Line:
    return Line(line.sku, line.price if price is None else price, line.qty + qty)
