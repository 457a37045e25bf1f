"""The tiny release and the submissions of the tests of judging."""

from tests.judging.conftest import bad, good, tiny, tiny_root

__all__ = ["bad", "good", "tiny", "tiny_root"]
