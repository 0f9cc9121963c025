"""Whether what a worker has sent can be an answer at all.

A worker with faulty memory, another version or a damaged package may send anything. What cannot be an answer is
found here, before it is in the store; what could be one and is wrong, only a check finds.
"""

from __future__ import annotations

from .campaign import is_whole
from .jobs import LONGEST, Failed, Found, told

MUCH = 1_000_000
"""A job may search so many positions more than twice its limit: its threads notice late that they have reached it."""

DAY = 86400.0
"""A worker's clock may be so many seconds ahead of the manager's: it stands still while a machine sleeps."""


def flaw(found: object, limit: int, seconds: float) -> str | None:
    """What is wrong with an answer to a job of so many positions that came after so many seconds; ``None`` if it can
    be one."""
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
