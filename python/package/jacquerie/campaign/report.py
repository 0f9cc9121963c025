"""The output of a campaign: progress, cost and results."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from typing import TextIO

from .campaign import Campaign
from .manager import Manager, Progress
from .simulation import Measured, Played
from .store import Ended
from .tree import Question, other

log = logging.getLogger("jacquerie.campaign")

OFTEN = 0.5
"""How many seconds pass between two lines of progress."""


def spelled(count: float) -> str:
    """A number with thousands separators: ``1 234 567``."""
    return f"{count:,.0f}".replace(",", " ")


def note(text: str) -> None:
    """Prints a message on standard error."""
    print(text, file=sys.stderr)


class Watch:
    """Shows the progress on a terminal, and knows when to stop."""

    def __init__(self, seconds: int | None) -> None:
        self._seconds = seconds
        self._end: float | None = None
        self._stopped = False
        self._last = 0.0
        self._shows = sys.stderr.isatty()
        self._width = 0

    def stop(self) -> None:
        """Requests the end."""
        self._stopped = True

    def is_over(self) -> bool:
        """Whether to stop."""
        return self._stopped or (self._end is not None and time.monotonic() >= self._end)

    def start(self, link: str | None) -> None:
        """Starts the clock; Dask shows its workers at ``link``."""
        if self._seconds is not None:
            self._end = time.monotonic() + self._seconds
        if link and self._shows:
            note(f"dashboard: {link}")

    def show(self, manager: Manager) -> None:
        """Updates the line of progress, now and then."""
        now = time.monotonic()
        if not self._shows or now - self._last < OFTEN:
            return
        self._last = now
        text = progress(manager, now)
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def clear(self) -> None:
        """Removes the line."""
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)


def progress(manager: Manager, now: float) -> str:
    """The progress in a line."""
    campaign = manager.campaign
    jobs, positions, _ = campaign.store.cost()
    ended = manager.progress.ended
    span = now - ended[0] if ended else 0.0
    pace = f", {len(ended) * 60 / span:.0f} jobs/min" if span > 0 else ""
    open_ones = sum(1 for _ in campaign.tree.open_questions())
    lost = f", {manager.progress.lost} lost" if manager.progress.lost else ""
    return (
        f"{bounds(campaign)}; {spelled(positions)} positions, {spelled(jobs)} jobs{pace}, "
        f"{spelled(len(manager.pool.workers()))} workers{lost}; {spelled(open_ones)} questions open"
    )


def parts(done: int, count: int) -> None:
    """Shows how many parts of a proof are done."""
    if sys.stderr.isatty():
        end = "\n" if done + 1 == count else ""
        print(f"\rpart {done + 1} of {count}", end=end, file=sys.stderr, flush=True)


def bounds(campaign: Campaign) -> str:
    """What is proved about the root."""
    at_least, at_most = campaign.bounds(campaign.subject)
    if at_least == at_most:
        return f"value {at_least}"
    told = [f"at least a {at_least}"] if at_least != "loss" else []
    told += [f"at most a {at_most}"] if at_most != "win" else []
    return ", ".join(told) or "nothing proved yet"


def begun(campaign: Campaign) -> None:
    """Prints the subject, and what is already done."""
    jobs, positions, _ = campaign.store.cost()
    if jobs:
        note(f"resuming after {spelled(jobs)} jobs, {spelled(positions)} positions")


def connected(address: str) -> None:
    """Warns if a cluster is open to everyone."""
    if not address.startswith("tls://"):
        log.warning(
            "%s: not encrypted; anyone who can reach this scheduler or its workers can run code on them "
            "(docs/solving.md)",
            address,
        )


def ended(campaign: Campaign, progress: Progress | None = None) -> None:
    """Prints the results; the value is the last line."""
    jobs, positions, seconds = campaign.store.cost()
    if campaign.subject.moves:
        for move, value in campaign.moves():
            print(f"{move} {value or 'unknown'}")
    checks = f", {checked(progress)}" if progress is not None and checked(progress) else ""
    note(
        f"{spelled(positions)} positions in {spelled(jobs)} jobs, {seconds:.0f} s of worker time{checks}; "
        f"{bounds(campaign)}"
    )
    print(f"value {campaign.value() or 'unknown'}")


def checked(progress: Progress) -> str:
    """What happened to answers that were discarded or checked."""
    counts = {
        "checked": progress.checked,
        "discarded by a check": progress.contradicted,
        "discarded as impossible": progress.refused,
    }
    told = ", ".join(f"{spelled(count)} {what}" for what, count in counts.items() if count)
    return f"answers: {told}" if told else ""


def frontier(campaign: Campaign) -> Iterator[Ended]:
    """The jobs on whose answers the tree rests: the answered questions without children."""
    return (job for job in grounds(campaign) if job.met is not None)


def grounds(campaign: Campaign) -> Iterator[Ended]:
    """The frontier, and the jobs of the opened questions above it: what is known follows from these alone."""
    found = campaign.store.found()
    answers = {name: job for name, job in found.items() if job.met is not None}
    questions = campaign.tree.questions
    seen: set[Question] = set()
    stack = list(campaign.tree.wanted)
    while stack:
        question = stack.pop()
        if question in seen:
            continue
        seen.add(question)
        if question.children is not None:
            opened = found.get((question.key, question.goal))
            if opened is not None and opened.met is None:
                yield opened
            proving = [child for child in question.children if question.met and child.met is False]
            stack.extend(proving[:1] or question.children)
        elif question.met is not None:
            twin = (question.key, other(question.goal))
            if (question.key, question.goal) in answers:
                yield answers[question.key, question.goal]
            elif twin not in questions and twin in answers:
                yield answers[twin]
            elif twin in questions and questions[twin].met is not None:
                stack.append(questions[twin])


def measured(found: Measured) -> None:
    """Prints what was measured in stores."""
    note(
        f"{len(found.met)} questions answered yes after they were opened, {len(found.missed)} answered no; "
        f"{spelled(found.pace)} positions a second per worker"
    )


def played(one: Played, output: TextIO) -> None:
    """Prints a simulated campaign in a line."""
    output.write(
        f"{one.workers} workers: {one.seconds / 3600:.2f} h, {one.speedup:.1f} times as fast as one, "
        f"{one.searched:.2f} times as many positions in {spelled(one.jobs)} jobs; manager busy {one.managing:.1%}\n"
    )
    output.flush()


def status(campaign: Campaign, output: TextIO) -> None:
    """Prints the status."""
    subject = campaign.subject
    jobs = list(campaign.store.jobs())
    positions = sum(job.positions for job in jobs)
    seconds = sum(job.seconds for job in jobs)
    # Imported answers come without a time.
    timed = sum(job.positions for job in jobs if job.seconds)
    answered = [job for job in jobs if job.met is not None]
    given_up = [job for job in jobs if job.given_up]
    opened = len(jobs) - len(answered) - len(given_up)
    rests_on = list(frontier(campaign))
    tree = campaign.tree
    output.write(f"{subject.fen} ({subject.variant})\n")
    output.write(f"{bounds(campaign)}\n")
    if subject.moves:
        for move, value in campaign.moves():
            output.write(f"  {move} {value or 'unknown'}\n")
    output.write(
        f"jobs       {spelled(len(jobs))}: {spelled(len(answered))} answered, {spelled(opened)} too hard and opened, "
        f"{spelled(len(given_up))} given up\n"
        f"positions  {spelled(positions)}\n"
        f"time       {spelled(seconds)} s of worker time, "
        f"{spelled(timed / seconds if seconds else 0)} positions a second\n"
        f"tree       {spelled(len(tree.questions))} questions, "
        f"{spelled(sum(1 for _ in tree.open_questions()))} of them open\n"
        f"frontier   {spelled(len(rests_on))} answers, {spelled(sum(job.positions for job in rests_on))} positions\n"
        f"store      {spelled(campaign.store.path.stat().st_size)} bytes\n"
    )
