"""How long a request waits before it is repeated."""

import random

import pytest

from interplay.systems import connection


def test_backoff_stays_finite_after_many_attempts() -> None:
    assert connection.wait(5_000, 1.0, None, random.Random(0)) <= connection.LONGEST_WAIT


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        ("-3", 0.0),
        ("1.5", 1.5),
        ("Thu, 01 Jan 1970 00:00:10 GMT", 0.0),
        ("Thu, 01 Jan 1970 00:17:40 GMT", 60.0),
        ("soon", None),
        ("Wed, 99 Foo 9999 99:99:99 GMT", None),
        ("", None),
    ],
)
def test_retry_after_is_read_or_ignored(value: str, seconds: float | None) -> None:
    assert connection.retry_after({"retry-after": value}, 1000.0) == seconds


@pytest.mark.parametrize("asked", [float("inf"), 1e300, 86_400.0])
def test_a_server_cannot_ask_for_an_endless_wait(asked: float) -> None:
    assert connection.wait(0, 1.0, asked, random.Random(0)) <= connection.LONGEST_RETRY_AFTER + 1


def test_retry_after_zero_still_backs_off() -> None:
    assert connection.wait(3, 1.0, 0.0, random.Random(0)) >= 4
