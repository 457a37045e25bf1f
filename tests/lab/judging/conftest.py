"""The tiny release and the submissions of the tests of judging."""

from tests.judging.conftest import bad, tiny, tiny_root

__all__ = ["bad", "tiny", "tiny_root"]
