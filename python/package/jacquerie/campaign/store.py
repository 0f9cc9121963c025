"""The store: everything that a campaign has found, in one SQLite file.

It is a list of jobs that have come back, with what they found and cost. The tree follows from it: a question
with an answer is answered, one whose job ran into its limit is opened. So there is nothing that could
disagree, and whatever is lost with a manager that was killed is what had not come back.

Lemmas that took much work are kept as well, so that workers that join later know them.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from .question import CampaignError, Subject
from .tree import Goal

FORMAT = 1

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
    ended REAL NOT NULL           -- seconds since 1970
);
CREATE TABLE lemma (id INTEGER PRIMARY KEY, lemmas BLOB NOT NULL);
"""


@dataclass(frozen=True)
class Ended:
    """A job that has come back."""

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
    """Sees to it that one manager at a time works at a store: two would do the same work."""
    lock = FileLock(f"{path}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise CampaignError(f"{path}: somebody else runs this campaign; wait for the end, or stop it") from None
    try:
        yield
    finally:
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


class Store:
    """A campaign's file."""

    def __init__(self, path: Path, subject: Subject | None = None) -> None:
        """Opens the store of a campaign, or begins one for a subject."""
        self.path = path
        is_new = not path.exists() or path.stat().st_size == 0
        if is_new and subject is None:
            what = "there is nothing in it" if path.exists() else "there is no such file"
            raise CampaignError(f"{path}: {what}; 'run' begins the store of a campaign")
        with self._told():
            self._base = sqlite3.connect(path, timeout=30)
            if is_new:
                assert subject is not None
                self._begin(subject)
            self.subject = self._read_subject()
        if subject is not None and subject != self.subject:
            raise CampaignError(
                f"{path} is about {self.subject.told}, not about {subject.told}; give another file, or, to go on, "
                "nothing but this one"
            )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite has to say is told with the file that it is about."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if str(error).startswith("no such "):
                raise CampaignError(f"{self.path}: {error}; expected the store of a campaign") from None
            raise CampaignError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise CampaignError(f"{self.path}: {error}; expected the store of a campaign") from None

    def _begin(self, subject: Subject) -> None:
        # Killed in the middle of a transaction it is as before; what was committed is on the disk.
        self._base.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; BEGIN;" + SCHEMA)
        told = [("format", str(FORMAT)), ("subject", subject.write())]
        self._base.executemany("INSERT INTO campaign VALUES (?, ?)", told)
        self._base.commit()

    def _read_subject(self) -> Subject:
        told = dict(self._base.execute("SELECT name, value FROM campaign"))
        if told.get("format") != str(FORMAT):
            found = told.get("format")
            raise CampaignError(f"{self.path}: found format {found}, expected {FORMAT}")
        try:
            return Subject.read(told["subject"])
        except (KeyError, TypeError, ValueError):
            raise CampaignError(f"{self.path}: it does not say what it is about; it is damaged") from None

    def close(self) -> None:
        """Leaves one file behind, without those that SQLite keeps beside it meanwhile."""
        self._base.close()

    def add(self, job: Ended, lemmas: bytes | None = None) -> int:
        """Keeps a job that has come back; its number. When this returns, it is on the disk."""
        met = None if job.met is None else int(job.met)
        with self._told(), self._base:
            cursor = self._base.execute(
                "INSERT INTO job (key, fen, goal, met, given_up, positions, seconds, worker, ended) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    job.key,
                    job.fen,
                    job.goal,
                    met,
                    int(job.given_up),
                    job.positions,
                    job.seconds,
                    job.worker,
                    time.time(),
                ),
            )
            if lemmas:
                self._base.execute("INSERT INTO lemma (lemmas) VALUES (?)", (lemmas,))
        return cursor.lastrowid or 0

    def jobs(self) -> Iterator[Ended]:
        """Every job that has come back, in that order."""
        with self._told():
            rows = self._base.execute(
                "SELECT key, fen, goal, met, given_up, positions, seconds, worker FROM job ORDER BY id"
            ).fetchall()
        for key, fen, goal, met, given_up, positions, seconds, worker in rows:
            found = None if met is None else bool(met)
            yield Ended(key, fen, goal, found, bool(given_up), positions, seconds, worker)

    def lemmas(self) -> list[bytes]:
        """All lemmas that are kept."""
        with self._told():
            return [lemmas for (lemmas,) in self._base.execute("SELECT lemmas FROM lemma ORDER BY id")]

    def cost(self) -> tuple[int, int, float]:
        """How many jobs have come back, with how many positions and seconds of a worker."""
        with self._told():
            row = self._base.execute(
                "SELECT count(*), coalesce(sum(positions), 0), coalesce(sum(seconds), 0) FROM job"
            ).fetchone()
        return int(row[0]), int(row[1]), float(row[2])
