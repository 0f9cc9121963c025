"""Answers as text, one per line, which ``export`` writes and ``import`` reads.

``FEN;goal;met;positions``: whether the side to move meets its goal (``yes`` or ``no``, or ``open`` if that was too
hard for one job), and how many positions were searched. The text can be kept in version control, compared and
merged; a store created from it resumes where the other one ended.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from .. import PositionError
from .question import CampaignError, Guide
from .store import Ended, Store
from .tree import Goal

DIGITS = 15
"""A number of positions has at most this many: the store keeps 64 bits, also of sums."""

MET = {"yes": True, "no": False, "open": None}
TOLD = {met: word for word, met in MET.items()}


def written(job: Ended) -> str:
    """The line of a job."""
    return f"{job.fen};{job.goal};{TOLD[job.met]};{job.positions}\n"


def take_over(store: Store, file: Path) -> int:
    """Adds the lines of a file whose questions the store has not answered; returns their number.

    :raises CampaignError: if a line cannot be read, or contradicts an answer; then nothing is added.
    """
    guide = Guide(store.subject)
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CampaignError(f"{file}: {error}") from None
    there = {name: job.met for name, job in store.found().items()}
    new = []
    for number, line in enumerate(lines, 1):
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
