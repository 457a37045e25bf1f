"""Kinds of sessions, one module each with a TOML file of its texts beside it. Nothing else lists them.

How to add one, say ``garden``:

1. ``garden.py``: an engine (``base.Engine``) and a family (``base.Family``) as ``FAMILY = Garden()``. The engine holds
   the whole state, also what references back need ("the same again", "undo"). ``copy`` copies what ``obey`` changes
   in place, and nothing more: sessions of 2,048 operations are run thousands of times. ``obey`` returns the *effect*:
   what was done, where, how much; ``()`` where nothing was, ``(REFUSED, ...)`` where it was refused, which has to
   change a count in the report. An effect holds nothing that only follows from it (no balances, no positions), or
   chains look longer than they are. Amounts of money are ``Cents``, in commands as in reports.
2. ``garden.toml``: the brief, with the family's ``facts`` in braces, and for every order and question at least six
   wordings in three voices. The brief says everything that an answerer must know: what is refused, how is rounded,
   what ties mean, what "the last" and "these" are, what each line of the report means. No wording may have two
   meanings. A formal notation says ``formal = true`` and has one wording a command.
3. ``order`` draws what might come next in a state. Half of the operations have to lie on one chain: let what an
   order does depend on the state (a share, the larger of two, as much as last time, the first that can be done), and
   prefer to go on with what the last order touched. Fixed amounts belong to no chain. Let nothing be forgotten: an
   operation that sets a value wipes out those before it, shares even differences out, a turn given twice counts
   once. A sum in the report that only grows keeps what balances forget.
   Where orders cannot be drawn one after the other, the family is ``base.Scripted`` and draws them all at once; such
   sessions need not have chains. A module whose name begins with an underscore is no family.
4. ``ORACLES`` of a ``tests/horizon/oracles*.py``: a second implementation, written from the brief alone, that reads
   the message. The tests in ``tests/horizon/test_sessions.py`` find the family by themselves: one meaning a line, the
   same reports, at least 90% of the operations count, chains of at least half.
5. ``python -m tests.benchmarks.horizon_dependence`` prints shares and chains of all levels; aim at 95% and 55% at 256
   operations and more. Then answer five sessions of 8 to 32 operations by hand, from the messages alone: what you have
   to guess, the brief has to say.
"""
