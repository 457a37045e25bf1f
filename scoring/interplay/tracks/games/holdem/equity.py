"""How often two cards win against two unknown ones before the flop, from a table; ``ranges.exact`` counts later ones.

The other hand and the board are uniformly random among the unseen cards. Equity counts a tie as half a win.
"""

from collections.abc import Sequence

from msgspec import Struct

from interplay.tracks.games.holdem.hands import STRENGTHS

_BEFORE_FLOP = (
    "852 670 663 654 646 628 619 610 599 599 590 582 574",
    "653 824 634 625 618 600 583 576 566 558 549 541 532",
    "644 614 799 603 595 577 560 543 536 528 518 510 502",
    "636 606 581 775 576 557 540 523 506 500 491 482 474",
    "627 598 573 552 750 540 523 506 489 472 465 457 449",
    "608 578 553 533 515 720 508 491 474 457 439 433 425",
    "599 560 536 515 497 481 692 480 463 446 427 409 403",
    "588 552 518 497 479 463 451 662 454 437 419 401 381",
    "577 542 510 478 461 445 432 423 633 432 413 395 377",
    "577 533 501 472 443 426 414 405 399 603 414 398 378",
    "567 523 492 462 435 407 394 385 380 381 570 386 368",
    "559 514 482 452 426 400 375 366 361 363 351 537 360",
    "550 505 473 444 417 391 368 346 341 343 332 323 503",
)
"""Equity of every two cards before the flop in thousandths, aces first: suited right of the diagonal, else left of it.

Each is the mean of 2.5 million random deals (standard error 0.0003).
"""
_TABLE = tuple(tuple(int(number) / 1000 for number in row.split()) for row in _BEFORE_FLOP)


class Equity(Struct, frozen=True):
    """Counts of equally likely deals: won, tied, all."""

    wins: int
    ties: int
    deals: int

    @property
    def share(self) -> float:
        """Return the equity, from 0 to 1."""
        return (self.wins + self.ties / 2) / self.deals


def before_flop(hole: Sequence[int]) -> float:
    """Return the equity of two cards before the flop, within 0.001."""
    low, high = sorted(12 - STRENGTHS[card] for card in hole)
    suited = hole[0] // 13 == hole[1] // 13
    return _TABLE[low][high] if suited else _TABLE[high][low]
