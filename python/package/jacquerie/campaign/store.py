"""The store: all results of a campaign, in one SQLite file.

It is a list of finished jobs, with their results and costs. The tree follows from it: a question with an answer is
answered, and one whose job reached its limit is expanded. So the store cannot contradict itself, and a killed
manager loses only jobs that had not come back.

Each job has a checksum over its values and the campaign's subject, so that a bit flip on the disk does not become
an answer. Format 1 had none: such a store gets checksums when the next job is added.

Lemmas that took much work are stored as well, for workers that join later. They have a checksum of their own.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from .. import PositionError
from .question import CampaignError, Subject
from .tree import Goal

FORMAT = "2"
WITHOUT_CHECKSUMS = "1"

SCHEMA = """
CREATE TABLE campaign (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,            -- of the position, as in no other of another value
    fen TEXT NOT NULL,
    goal TEXT NOT NULL,           -- 'win' or 'draw', for the side to move
    met INTEGER,                  -- 1, 0, or NULL: the limit was reached, or nobody wanted it any more
    given_up INTEGER NOT NULL,    -- 1: nobody wanted it any more
    positions INTEGER NOT NULL,   -- searched
    seconds REAL NOT NULL,
    worker TEXT NOT NULL,
    ended REAL NOT NULL,          -- seconds since 1970
    checksum TEXT NOT NULL        -- of these values
);
CREATE TABLE lemma (id INTEGER PRIMARY KEY, lemmas BLOB NOT NULL);
"""

VALUES = "key, fen, goal, met, given_up, positions, seconds, worker, ended"


@dataclass(frozen=True)
class Ended:
    """A finished job."""

    key: str
    fen: str
    goal: Goal
    met: bool | None
    given_up: bool
    positions: int
    seconds: float
    worker: str


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Ensures that only one manager works with a store, by any name of the file: two would do the same work.

    :raises CampaignError: if another manager does, or could through another name of the file.
    """
    path = Path(os.path.realpath(path))
    if not path.parent.is_dir():
        raise CampaignError(f"{path}: there is no folder {path.parent}")
    if path.is_file() and path.stat().st_nlink > 1:
        # SQLite keeps files next to the store, named after it, so a second name could damage it.
        raise CampaignError(f"{path}: the file has a second name (a hard link); use a copy of it")
    lock = FileLock(f"{path}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise CampaignError(f"{path}: another process runs this campaign; wait until it ends, or stop it") from None
    try:
        yield
    finally:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


def is_begun(path: Path) -> bool:
    """Whether a store has content. A disk that was full at its creation leaves a file without tables."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=30)) as base:
            return bool(base.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone())
    except sqlite3.Error:
        # Opening it gives the reason.
        return True


class Store:
    """The file of a campaign."""

    def __init__(self, path: Path, subject: Subject | None = None) -> None:
        """Opens the store of a campaign, or creates one for a subject.

        :raises CampaignError: if it is not a store, is damaged, or is about something else.
        """
        self.path = path
        is_new = not is_begun(path)
        if is_new and subject is None:
            what = "the file is empty" if path.exists() else "no such file"
            raise CampaignError(f"{path}: {what}; 'run' creates a store")
        with self._told():
            self._base = sqlite3.connect(path, timeout=30)
        try:
            with self._told():
                if is_new:
                    assert subject is not None
                    self._begin(subject)
                self.subject = self._read_subject()
                (damage,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
            if damage != "ok":
                damage = " ".join(str(damage).split())
                raise CampaignError(f"{path}: the file is damaged ({damage}); resume from a copy")
            if subject is not None and subject != self.subject:
                raise CampaignError(
                    f"{path} is about {self.subject.told}, not about {subject.told}; give another file, or resume "
                    "with this file alone"
                )
            found = self.jobs()
        except BaseException:
            self._base.close()
            raise
        self._cost = (len(found), sum(job.positions for job in found), sum(job.seconds for job in found))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Raises SQLite's errors with the name of the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            what = " ".join(str(error).split())
            # Other errors of SQLite, such as a full disk, are not about the content.
            is_foreign = not isinstance(error, sqlite3.OperationalError) or what.startswith("no such ")
            raise CampaignError(
                f"{self.path}: {what}" + ("; expected the store of a campaign" if is_foreign else "")
            ) from None

    def _begin(self, subject: Subject) -> None:
        # If killed during a transaction, the store is as before; committed data is on the disk, in this file alone.
        self._base.executescript("BEGIN;" + SCHEMA)
        text = subject.write()
        told = [("format", FORMAT), ("subject", text), ("checksum", _checksum(text))]
        self._base.executemany("INSERT INTO campaign VALUES (?, ?)", told)
        self._base.commit()

    def _read_subject(self) -> Subject:
        told = dict(self._base.execute("SELECT name, value FROM campaign"))
        self._format = told.get("format")
        if self._format not in (FORMAT, WITHOUT_CHECKSUMS):
            raise CampaignError(f"{self.path}: found format {self._format}, expected {FORMAT}")
        try:
            self._text = told["subject"]
            subject = Subject.read(self._text)
            if self._format == FORMAT and told["checksum"] != _checksum(self._text):
                raise ValueError
        except (KeyError, TypeError, ValueError, RecursionError):
            raise CampaignError(f"{self.path}: the campaign's description is damaged; resume from a copy") from None
        return subject

    def close(self) -> None:
        """Closes the store and removes the files that SQLite keeps next to it."""
        self._base.close()

    def add(self, job: Ended, lemmas: bytes | None = None) -> None:
        """Stores a finished job. When this returns, the job is on the disk."""
        self.add_all([job], lemmas)

    def add_all(self, jobs: Sequence[Ended], lemmas: bytes | None = None) -> None:
        """Stores finished jobs, all or none."""
        with self._told(), self._base:
            if self._format == WITHOUT_CHECKSUMS:
                self._add_checksums()
            for job in jobs:
                self._insert(job)
            if lemmas:
                self._base.execute("INSERT INTO lemma (lemmas) VALUES (?)", (lemmas,))
        self._format = FORMAT
        count, positions, seconds = self._cost
        positions += sum(job.positions for job in jobs)
        self._cost = (count + len(jobs), positions, seconds + sum(job.seconds for job in jobs))

    def _insert(self, job: Ended) -> None:
        values = (
            job.key,
            job.fen,
            job.goal,
            None if job.met is None else int(job.met),
            int(job.given_up),
            job.positions,
            float(job.seconds),
            job.worker,
            time.time(),
        )
        self._base.execute(
            f"INSERT INTO job ({VALUES}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, _checksum(self._text, *values)),
        )

    def _add_checksums(self) -> None:
        """Converts a store of format 1."""
        self._base.execute("BEGIN")
        self._base.execute("ALTER TABLE job ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
        rows = self._base.execute(f"SELECT id, {VALUES} FROM job").fetchall()
        sums = [(_checksum(self._text, *values), number) for number, *values in rows]
        self._base.executemany("UPDATE job SET checksum = ? WHERE id = ?", sums)
        told = [("format", FORMAT), ("checksum", _checksum(self._text))]
        self._base.executemany("INSERT OR REPLACE INTO campaign VALUES (?, ?)", told)

    def jobs(self) -> list[Ended]:
        """All finished jobs, in order.

        :raises CampaignError: if a job does not match its checksum.
        """
        has_sums = self._format != WITHOUT_CHECKSUMS
        checksum = "checksum" if has_sums else "''"
        with self._told():
            rows = self._base.execute(f"SELECT id, {checksum}, {VALUES} FROM job ORDER BY id").fetchall()
        jobs: list[Ended] = []
        damaged: list[int] = []
        for number, found, *values in rows:
            job = _job(values)
            is_whole = job is not None and (
                found == _checksum(self._text, *values) if has_sums else self._is_readable(job.fen)
            )
            if job is not None and is_whole:
                jobs.append(job)
            else:
                damaged.append(number)
        if damaged:
            some = ", ".join(str(number) for number in damaged[:5])
            more = f" and {len(damaged) - 5} more" if len(damaged) > 5 else ""
            raise CampaignError(
                f"{self.path}: damaged jobs: {some}{more}; resume from a copy, or delete these rows of the table "
                "'job', and 'run' asks their questions again"
            )
        return jobs

    def found(self) -> dict[tuple[str, Goal], Ended]:
        """The result of each question that had a job, in the order of the first jobs: the last answer, or, if there
        is none, a job for which it was too hard. (A second job for a question may have failed after an answer.)"""
        found: dict[tuple[str, Goal], Ended] = {}
        for job in self.jobs():
            name = (job.key, job.goal)
            if not job.given_up and (job.met is not None or name not in found):
                found[name] = job
        return found

    def _is_readable(self, fen: str) -> bool:
        try:
            self.subject.at(fen)
        except PositionError:
            return False
        return True

    def lemmas(self) -> list[bytes]:
        """All stored lemmas, unchecked; see :func:`is_whole`."""
        with self._told():
            rows = self._base.execute("SELECT lemmas FROM lemma ORDER BY id").fetchall()
        return [lemmas if isinstance(lemmas, bytes) else b"" for (lemmas,) in rows]

    def cost(self) -> tuple[int, int, float]:
        """The number of finished jobs, with their positions and seconds of work."""
        return self._cost


def _checksum(*values: Any) -> str:
    """The checksum of some values. That of a job includes the subject, so that it is valid in one campaign only."""
    return blake2b(json.dumps(values).encode(), digest_size=8).hexdigest()


def _job(values: list[Any]) -> Ended | None:
    """A job from its row; ``None`` if a value is impossible."""
    key, fen, goal, met, given_up, positions, seconds, worker, ended = values
    if not (isinstance(key, str) and isinstance(fen, str) and isinstance(worker, str)):
        return None
    if goal not in ("win", "draw") or met not in (None, 0, 1) or given_up not in (0, 1):
        return None
    if not (isinstance(positions, int) and positions >= 0):
        return None
    if not all(isinstance(number, float) and 0 <= number < math.inf for number in (seconds, ended)):
        return None
    return Ended(key, fen, goal, None if met is None else bool(met), bool(given_up), positions, seconds, worker)
