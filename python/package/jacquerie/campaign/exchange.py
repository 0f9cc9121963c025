"""Answers as text, one per line, which ``export`` writes and ``import`` reads.

The first line names the rule, because the same position may have another value by another one:
``# rule: stalemate draw``. Each other line is an answer, ``FEN;goal;met;positions``: whether the side to move meets its
goal (``yes`` or ``no``, or ``open`` if that was too hard for one job), and how many positions were searched. The text
can be kept in version control, compared and merged; a store created from it resumes where the other one ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TextIO, get_args

from .. import PositionError
from .._native import rule
from .question import CampaignError, Guide, Subject
from .store import Ended, Store
from .tree import Goal

DIGITS = 15
"""A number of positions has at most this many: the store keeps 64 bits, also of sums."""

MET = {"yes": True, "no": False, "open": None}
TOLD = {met: word for word, met in MET.items()}


def heading(subject: Subject) -> str:
    """The line that names the rule."""
    return f"# rule: {rule(subject.variant)}"


def write(subject: Subject, jobs: Iterable[Ended], output: TextIO) -> None:
    """Writes jobs about a subject, one per line."""
    output.write(f"{heading(subject)}\n")
    output.writelines(f"{job.fen};{job.goal};{TOLD[job.met]};{job.positions}\n" for job in jobs)


def take_over(store: Store, file: Path) -> int:
    """Adds the lines of a file whose questions the store has not answered; returns their number.

    :raises CampaignError: if the file is about another rule, or a line cannot be read or contradicts an answer; then
        nothing is added.
    """
    guide = Guide(store.subject)
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CampaignError(f"{file}: {error}") from None
    expected = heading(store.subject)
    found = lines[0].strip() if lines else ""
    if found.startswith("#") and found != expected:
        raise CampaignError(f"{file}: its answers hold by another rule: '{found}', expected '{expected}'")
    if found != expected:
        raise CampaignError(f"{file}: the rule of its answers is unknown; if this was it, begin with '{expected}'")
    there = {name: job.met for name, job in store.found().items()}
    new = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        job = _read(guide, line, where)
        known = (job.key, job.goal)
        if known not in there or (there[known] is None and job.met is not None):
            new.append(job)
            there[known] = job.met
        elif None not in (job.met, there[known]) and job.met != there[known]:
            raise CampaignError(f"{where}: {job.fen}: there is a different answer already; check both")
        if there.get((job.key, "win")) and there.get((job.key, "draw")) is False:
            raise CampaignError(f"{where}: {job.fen}: it cannot win and not draw; check both answers")
    store.add_all(new)
    return len(new)


def _read(guide: Guide, line: str, where: str) -> Ended:
    expected = f"expected FEN;goal;met;positions, with win or draw, yes, no or open, and at most {DIGITS} digits"
    parts = line.split(";")
    goals: dict[str, Goal] = {goal: goal for goal in get_args(Goal)}
    is_number = len(parts) == 4 and parts[3].isdecimal() and len(parts[3]) <= DIGITS
    if not is_number or parts[1] not in goals or parts[2] not in MET:
        raise CampaignError(f"{where}: found '{line}', {expected}")
    fen, goal = parts[0], goals[parts[1]]
    try:
        child = guide.child(guide.subject.at(fen), goal)
    except PositionError as error:
        raise CampaignError(f"{where}: {error}") from None
    return Ended(child.key, child.fen, goal, MET[parts[2]], False, int(parts[3]), 0.0, "import")
