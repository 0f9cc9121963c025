"""Checks whether an answer from a worker is possible at all.

A worker with faulty memory, a different version or a damaged package may send anything. Impossible answers are found
here, before they reach the store; possible but wrong ones are found only by a check.
"""

from __future__ import annotations

from .campaign import is_whole
from .jobs import LONGEST, Failed, Found, told

MUCH = 1_000_000
"""A job may search this many positions beyond twice its limit: its threads notice the limit late."""

DAY = 86400.0
"""A worker's clock may be this many seconds ahead of the manager's, which stands still while a machine sleeps."""


def flaw(found: object, limit: int, seconds: float) -> str | None:
    """The error in an answer to a job of ``limit`` positions that came after ``seconds``; ``None`` if the answer is
    possible."""
    if isinstance(found, Failed):
        return " ".join(str(found.why)[:LONGEST].split())
    if type(found) is not Found:
        return told(found)
    if found.met is not None and type(found.met) is not bool:
        return f"met: found {told(found.met)}, expected True, False or None"
    if type(found.given_up) is not bool or (found.given_up and found.met is not None):
        return f"given_up: found {told(found.given_up)}, expected True or False, and no answer with True"
    if type(found.positions) is not int or not 0 <= found.positions <= 2 * limit + MUCH:
        return f"positions: found {told(found.positions)}, expected 0 to about {limit}"
    if found.met is None and not found.given_up and found.positions < limit:
        return f"positions: found {found.positions} of a job that is too hard, expected {limit}"
    if type(found.seconds) is not float or not 0 <= found.seconds <= seconds + DAY:
        return f"seconds: found {told(found.seconds)}, expected 0 to about {seconds:.0f}"
    if type(found.lemmas) is not bytes or not is_whole(found.lemmas):
        return "lemmas: they cannot be read"
    return None
