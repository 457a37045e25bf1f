"""Ratings from match results: Bradley-Terry with a bootstrap, TrueSkill over orders, and tables across games.

Modules are imported one by one, late, because they need numpy: ``matches`` (records), ``ledger`` (reading),
``standings`` (Bradley-Terry tables), ``trueskill``, ``averages``, ``factor``, ``sensitivity``, ``stopping``,
``report`` (everything about some files).
"""
