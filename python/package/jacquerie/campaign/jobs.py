"""A worker's job: one question, with a limit of positions.

A worker is a process with one solver, which keeps its table: what one job has proved, the next need not prove
again. A job also carries what other workers have proved in the meantime. A job that checks an answer uses none of
that: it has a small table of its own and gets no lemmas.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from .. import Solver, Stop, __version__
from .question import CampaignError, Subject
from .tree import Goal

CHECK_MEMORY = 16
"""The table of a check is this many times smaller than the worker's own, which stays in memory."""

LEAST_MEMORY = 8
"""The least memory of a solver, in MiB."""

LONGEST = 200
"""The most characters of an error message that are sent."""


@dataclass(frozen=True)
class Kit:
    """The parameters of a campaign's workers."""

    variant: str
    memory: int
    """The size of its table, in MiB."""
    threads: int
    lemmas_from: int
    """How many positions a proof must take to be passed on to the others."""
    version: str = __version__
    """The manager's version of the package."""


@dataclass(frozen=True)
class Job:
    """A question with its parameters."""

    number: int
    fen: str
    goal: Goal
    limit: int
    """The limit of positions."""
    lemmas: tuple[bytes, ...]
    """What the others have proved since the worker's last job."""
    is_check: bool = False
    """Whether it checks an existing answer."""


@dataclass(frozen=True)
class Found:
    """The result of a job."""

    met: bool | None
    """The answer; ``None`` if the limit was reached, or the job was given up."""
    given_up: bool
    positions: int
    seconds: float
    lemmas: bytes
    """Its proofs, for the others."""


@dataclass(frozen=True)
class Failed:
    """The error of a job, as text, because not every exception can be sent."""

    why: str


def told(error: object) -> str:
    """An error, or anything in place of one, in a line of limited length."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    name = type(error).__name__
    text = f"{name}: {text}" if text else name
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


_lock = threading.Lock()
_solvers: dict[Kit, Solver] = {}
_under_way: dict[str, Stop] = {}
_given_up: set[str] = set()


def _solver(kit: Kit) -> Solver:
    with _lock:
        if kit not in _solvers:
            # One campaign at a time has the memory.
            _solvers.clear()
            solver = Solver(kit.variant, memory=kit.memory, threads=kit.threads)
            solver.note_lemmas(kit.lemmas_from)
            _solvers[kit] = solver
        return _solvers[kit]


def work(kit: Kit, job: Job, name: str = "") -> Found | Failed:
    """Does a job. Its name is unique among the jobs of all managers."""
    stop = Stop()
    with _lock:
        _under_way[name] = stop
        if name in _given_up:
            stop.stop()
    try:
        return _done(kit, job, stop)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Failed(told(error))
    finally:
        with _lock:
            del _under_way[name]
            _given_up.discard(name)


def _done(kit: Kit, job: Job, stop: Stop) -> Found:
    """The result of a job."""
    if kit.version != __version__:
        raise CampaignError(f"this worker has version {__version__}, the manager {kit.version}; install the same")
    began = time.monotonic()
    solver = _fresh(kit) if job.is_check else _solver(kit)
    for lemmas in job.lemmas:
        solver.learn_lemmas(lemmas)
    before = solver.positions
    position = Subject(kit.variant, job.fen).position
    met = solver.ask(position, job.goal, positions=job.limit, stop=stop)
    positions = solver.positions - before
    return Found(
        met,
        given_up=met is None and positions < job.limit,
        positions=positions,
        seconds=time.monotonic() - began,
        lemmas=solver.take_lemmas(),
    )


def _fresh(kit: Kit) -> Solver:
    """A solver for a check."""
    return Solver(kit.variant, memory=max(LEAST_MEMORY, kit.memory // CHECK_MEMORY), threads=kit.threads)


def give_up(name: str) -> None:
    """Ends a job on this worker, if it is running."""
    with _lock:
        _given_up.add(name)
        stop = _under_way.get(name)
    if stop is not None:
        stop.stop()
