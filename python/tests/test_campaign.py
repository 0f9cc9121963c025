"""Campaigns: right values however workers behave, and nothing that has come back is lost."""

from __future__ import annotations

import logging
import math
import os
import random
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jacquerie
import psutil
import pytest
from distributed import Client, LocalCluster
from jacquerie.campaign import jobs
from jacquerie.campaign.answers import flaw
from jacquerie.campaign.campaign import Campaign
from jacquerie.campaign.jobs import Failed, Found, Job, Kit, work
from jacquerie.campaign.manager import Manager
from jacquerie.campaign.pool import DaskPool, Heard, Lost
from jacquerie.campaign.proof import prove
from jacquerie.campaign.question import CampaignError, Subject
from jacquerie.campaign.store import Ended, Store, alone
from jacquerie.campaign.tree import Goal

ANSWER = Ended("00000000000000000001", jacquerie.Position(files=4).fen, "win", False, False, 100, 1.0, "somebody")
SMALL = jacquerie.Position(files=4)
LIMIT = 10_000
NO_LEMMAS = bytes(4)
KIT = Kit("peasants", memory=16, threads=1, lemmas_from=16)


class HerePool:
    """Workers of this process, one after the other, of whom some never come back: by chance a job is lost, or is
    done but late."""

    def __init__(self, count: int, seed: int = 1, losses: float = 0.0) -> None:
        self._chance = random.Random(seed)
        self._losses = losses
        self._names = [f"worker {number}" for number in range(count)]
        self._jobs: dict[int, tuple[Kit, Job, str]] = {}
        self.handed_out = 0

    def workers(self) -> list[str]:
        return list(self._names)

    def submit(self, kit: Kit, job: Job, worker: str) -> None:
        assert worker not in [busy for _, _, busy in self._jobs.values()]
        self.handed_out += 1
        self._jobs[job.number] = (kit, job, worker)

    def give_up(self, number: int) -> None:
        jobs.give_up(str(number))

    def wait(self, seconds: float) -> list[Heard]:
        number = self._chance.choice(list(self._jobs))
        kit, job, worker = self._jobs.pop(number)
        if self._chance.random() < self._losses:
            # Somebody new takes his place.
            self._names[self._names.index(worker)] = worker + "'"
            return [(number, worker, Lost(worker))]
        return [(number, worker, self.does(worker, kit, job))]

    def does(self, worker: str, kit: Kit, job: Job) -> object:
        return work(kit, job, str(job.number))


@pytest.fixture(autouse=True)
def new_workers() -> None:
    """Whoever works in this process begins with an empty table."""
    jobs._solvers.clear()
    jobs._given_up.clear()


def begin(path: Path, moves: bool = False) -> Campaign:
    return Campaign(Store(path, Subject.of(SMALL, moves)))


def never() -> bool:
    return False


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("losses", [0.0, 0.3])
def test_values_are_right(tmp_path: Path, workers: int, losses: float) -> None:
    campaign = begin(tmp_path / "four.sqlite", moves=True)
    manager = Manager(campaign, HerePool(workers, losses=losses), KIT, LIMIT)
    assert manager.run(never, lambda _: None)
    truth = jacquerie.solve(SMALL, moves=True, memory=64)
    assert campaign.value() == truth.value
    assert dict(campaign.moves()) == {each.move: each.value for each in truth.moves}
    assert (manager.progress.lost > 0) == (losses > 0)


def test_one_worker_searches_no_more_than_one_solver(tmp_path: Path) -> None:
    alone = jacquerie.solve(SMALL, memory=64).positions
    campaign = begin(tmp_path / "four.sqlite")
    kit = Kit("peasants", memory=64, threads=1, lemmas_from=16)
    Manager(campaign, HerePool(1), kit, LIMIT).run(never, lambda _: None)
    count, positions, _ = campaign.store.cost()
    assert count > 10
    assert positions <= 1.1 * alone


def test_it_goes_on_from_its_store(tmp_path: Path) -> None:
    path = tmp_path / "four.sqlite"
    handed_out = 0
    for _ in range(200):
        campaign = begin(path)
        stop: Callable[[], bool] = stopping_after(3)
        pool = HerePool(2)
        done = Manager(campaign, pool, KIT, LIMIT).run(stop, lambda _: None)
        campaign.store.close()
        handed_out += pool.handed_out
        if done:
            break
    assert done
    assert campaign.value() == "draw"
    keys = [(job.key, job.goal) for job in Store(path).jobs() if not job.given_up]
    assert len(keys) == len(set(keys)), "nothing was done twice"


def stopping_after(rounds: int) -> Callable[[], bool]:
    left = [rounds]

    def stop() -> bool:
        left[0] -= 1
        return left[0] < 0

    return stop


def test_a_store_belongs_to_one_campaign(tmp_path: Path) -> None:
    path = tmp_path / "four.sqlite"
    begin(path).store.close()
    with pytest.raises(CampaignError, match="is about"):
        Store(path, Subject.of(jacquerie.Position(files=3)))
    with pytest.raises(CampaignError, match="no such file"):
        Store(tmp_path / "none.sqlite")
    other = tmp_path / "text.sqlite"
    other.write_text("This is not a store, but a text that is long enough to be taken for one.\n" * 20)
    text = other.read_text()
    with pytest.raises(CampaignError, match="expected the store of a campaign"):
        Store(other, Subject.of(SMALL))
    assert other.read_text() == text
    strange = tmp_path / "strange.sqlite"
    sqlite3.connect(strange).execute("CREATE TABLE table_of_others (a)").connection.commit()
    with pytest.raises(CampaignError, match="expected the store of a campaign"):
        Store(strange, Subject.of(SMALL))


DAMAGE = [
    "DROP TABLE job",
    "DROP TABLE lemma",
    "DELETE FROM campaign WHERE name = 'subject'",
    "UPDATE campaign SET value = '{' WHERE name = 'subject'",
    """UPDATE campaign SET value = '{"game": 1}' WHERE name = 'subject'""",
    "UPDATE campaign SET value = '3' WHERE name = 'format'",
    """UPDATE campaign SET value = '{"variant": 1, "fen": "", "moves": false}' WHERE name = 'subject'""",
    """UPDATE campaign SET value = '{"variant": "peasants", "fen": "a", "moves": false}' WHERE name = 'subject'""",
    "UPDATE campaign SET value = replace(hex(zeroblob(50000)), '00', '[') WHERE name = 'subject'",
    "UPDATE campaign SET value = x'ff' WHERE name = 'subject'",
    "UPDATE job SET key = x'00'",
    "UPDATE job SET fen = 5",
    "UPDATE job SET fen = 'here'",
    "UPDATE job SET fen = cast(x'ff' AS text)",
    "UPDATE job SET goal = 'loss'",
    "UPDATE job SET met = 'yes'",
    "UPDATE job SET given_up = 2",
    "UPDATE job SET positions = 'many'",
    "UPDATE job SET positions = -1",
    "UPDATE job SET positions = 1e300",
    "UPDATE job SET seconds = 'long'",
    "UPDATE job SET seconds = 9e999",
    "UPDATE job SET worker = x'00'",
]
UNSEEN_IN_FORMAT_1 = [
    "UPDATE campaign SET value = replace(value, ' w ', ' b ') WHERE name = 'subject'",
    "UPDATE job SET met = 1 - met",
]


@pytest.mark.parametrize(
    ("damage", "is_old"),
    [*((damage, False) for damage in DAMAGE + UNSEEN_IN_FORMAT_1), *((damage, True) for damage in DAMAGE)],
)
def test_a_damaged_store_is_refused(tmp_path: Path, damage: str, is_old: bool) -> None:
    path = tmp_path / "four.sqlite"
    campaign = begin(path)
    campaign.store.add(ANSWER)
    campaign.store.close()
    if is_old:
        make_old(path)
    change(path, damage)
    with pytest.raises(CampaignError, match=r"four\.sqlite: [^\n]*$"):
        Campaign(Store(path))


def change(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def make_old(path: Path) -> None:
    """Makes a store what it would be in format 1, which had no checksums."""
    change(
        path,
        "ALTER TABLE job DROP COLUMN checksum",
        "DELETE FROM campaign WHERE name = 'checksum'",
        "UPDATE campaign SET value = '1' WHERE name = 'format'",
    )


def test_an_old_store_goes_on_and_gets_checksums(tmp_path: Path) -> None:
    path = tmp_path / "four.sqlite"
    campaign = begin(path)
    Manager(campaign, HerePool(1), KIT, LIMIT).run(stopping_after(5), lambda _: None)
    jobs_before = campaign.store.jobs()
    cost = campaign.store.cost()
    campaign.store.close()
    make_old(path)
    text = path.read_bytes()
    campaign = Campaign(Store(path))
    assert campaign.store.jobs() == jobs_before and campaign.store.cost() == cost
    campaign.store.close()
    assert path.read_bytes() == text, "who reads does not write"
    campaign = begin(path)
    assert Manager(campaign, HerePool(1), KIT, LIMIT).run(never, lambda _: None)
    assert campaign.value() == "draw"
    assert campaign.store.jobs()[: len(jobs_before)] == jobs_before
    campaign.store.close()
    change(path, "UPDATE job SET met = 1 - met WHERE id = 1 + (SELECT min(id) FROM job WHERE met IS NOT NULL)")
    change(path, "UPDATE job SET positions = positions + 1 WHERE id = 2")
    with pytest.raises(CampaignError, match=r"damaged jobs: 2[,;]"):
        Store(path)


def test_no_damage_goes_unnoticed(tmp_path: Path) -> None:
    chance = random.Random(4)
    path = tmp_path / "four.sqlite"
    campaign = begin(path)
    Manager(campaign, HerePool(2), KIT, LIMIT).run(never, lambda _: None)
    subject, found = campaign.subject, campaign.store.jobs()
    campaign.store.close()
    whole = path.read_bytes()
    refused = 0
    for number in range(300):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        one = tmp_path / f"{number}.sqlite"
        one.write_bytes(damaged)
        try:
            campaign = Campaign(Store(one))
        except CampaignError:
            refused += 1
            continue
        assert campaign.subject == subject and campaign.store.jobs() == found
        campaign.store.close()
    assert refused > 0


def test_a_store_that_cannot_grow_says_so(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    # As if the disk was full.
    campaign.store._base.execute("PRAGMA max_page_count = 1")
    manager = Manager(campaign, HerePool(1), KIT, 100)
    with pytest.raises(CampaignError, match=r"four\.sqlite: .* full"):
        manager.run(never, lambda _: None)
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    with pytest.raises(CampaignError, match="nothing in it"):
        Store(empty)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of files")
def test_a_store_begun_on_a_full_disk_is_begun_again(tmp_path: Path) -> None:
    # Files end at so many bytes: SQLite is told the same as on a full disk.
    limits = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1)); "
    script = f"import sys; {limits}from jacquerie.campaign.commands import main; main(sys.argv[2:])"
    words = ["run", "two.sqlite", "--files", "2", "--memory", "16"]
    failures = 0
    for limit in (1000, 4096, 12288):
        begun = subprocess.run(
            [sys.executable, "-c", script, str(limit), *words], cwd=tmp_path, capture_output=True, text=True
        )
        failures += begun.returncode != 0
        if begun.returncode != 0:
            assert begun.returncode == 1 and begun.stderr.count("\n") == 1, begun.stderr
            assert "two.sqlite: " in begun.stderr
        done = subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout == "value draw\n", done.stderr
        (tmp_path / "two.sqlite").unlink()
    assert failures > 1


def test_workers_that_are_lost_again_and_again_end_it(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(CampaignError, match="20 jobs one after the other were lost"):
        Manager(campaign, HerePool(2, losses=1.0), KIT, LIMIT).run(never, lambda _: None)


class Unspeakable(Exception):
    """It cannot be sent, and has nothing to say."""

    def __init__(self, one: object, other: object) -> None:
        super().__init__()
        self.lock = threading.Lock()

    def __str__(self) -> str:
        raise RuntimeError


class Unreadable:
    """It can be sent, but whoever reads it fails."""

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return (int, ("no number",))


def raise_unspeakable(kit: Kit, job: Job, name: str) -> object:
    raise Unspeakable(1, 2)


def return_unsendable(kit: Kit, job: Job, name: str) -> object:
    return threading.Lock()


def return_unreadable(kit: Kit, job: Job, name: str) -> object:
    return Unreadable()


def return_none(kit: Kit, job: Job, name: str) -> object:
    return None


NONSENSE: list[Callable[[Found], object]] = [
    lambda found: None,
    lambda found: "yes",
    lambda found: Unspeakable(1, 2),
    lambda found: Failed("many\nlines " * 1000),
    lambda found: replace(found, met=7),  # type: ignore[arg-type]
    lambda found: replace(found, met=None, given_up=True),
    lambda found: replace(found, met=True, given_up=True),
    lambda found: replace(found, met=None, given_up=False, positions=0),
    lambda found: replace(found, positions=10**30),
    lambda found: replace(found, positions=-1),
    lambda found: replace(found, positions=math.nan),  # type: ignore[arg-type]
    lambda found: replace(found, seconds=math.nan),
    lambda found: replace(found, seconds=1e300),
    lambda found: replace(found, seconds=-1.0),
    lambda found: replace(found, lemmas=None),  # type: ignore[arg-type]
    lambda found: replace(found, lemmas=b""),
    lambda found: replace(found, lemmas=b"\0\1\2\3\4"),
]


class SomeFail(HerePool):
    """A pool whose first worker makes nonsense of its answers."""

    def __init__(self, count: int, nonsense: Callable[[Found], object], *, bad: int = 1) -> None:
        super().__init__(count)
        self._nonsense = nonsense
        self._bad = self._names[:bad]

    def does(self, worker: str, kit: Kit, job: Job) -> object:
        found = super().does(worker, kit, job)
        assert isinstance(found, Found)
        return self._nonsense(found) if worker in self._bad else found


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_thrown_away(
    tmp_path: Path, nonsense: Callable[[Found], object], caplog: pytest.LogCaptureFixture
) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, SomeFail(3, nonsense), KIT, LIMIT)
    assert manager.run(never, lambda _: None)
    assert campaign.value() == "draw"
    told = [record.getMessage() for record in caplog.records]
    assert told[0].startswith("the answer of worker 0 to job ")
    assert "worker 0 gets no more jobs" in told[-1]
    assert all("\n" not in line and len(line) < 400 for line in told)
    assert "worker 0" not in [job.worker for job in campaign.store.jobs()]


def test_nonsense_of_every_worker_ends_it(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(CampaignError, match=r"every worker were thrown away, the last: worker [01]: NoneType"):
        Manager(campaign, SomeFail(2, lambda _: None, bad=2), KIT, LIMIT).run(never, lambda _: None)


def test_a_job_that_fails_everywhere_is_given_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    failed: list[str] = []

    class FailsAtTheRoot(HerePool):
        def does(self, worker: str, kit: Kit, job: Job) -> object:
            if job.fen != SMALL.fen or job.goal != "win":
                return super().does(worker, kit, job)
            failed.append(worker)
            return Failed("it is too hot")

    campaign = begin(tmp_path / "four.sqlite")
    assert Manager(campaign, FailsAtTheRoot(4), KIT, 10**9).run(never, lambda _: None)
    assert campaign.value() == "draw"
    assert len(failed) == len(set(failed)) == 3, "another one each time"
    assert caplog.text.count("given up after 3 jobs; its moves become questions") == 1


@pytest.mark.parametrize("answer", [raise_unspeakable, return_unsendable, return_unreadable, return_none])
def test_what_cannot_be_sent_comes_back_as_something_else(
    answer: Callable[[Kit, Job, str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jacquerie.campaign.pool.work", answer)
    with (
        # Not within a process, where nothing has to be sent.
        LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL + 1,
        ) as cluster,
        Client(cluster) as client,
    ):
        pool = DaskPool(client)
        pool.submit(KIT, Job(1, SMALL.fen, "win", LIMIT, ()), pool.workers()[0])
        heard: list[Heard] = []
        while not heard:
            heard = pool.wait(10)
        (number, _, found) = heard[0]
        assert number == 1 and flaw(found, LIMIT, 1.0) is not None


def test_an_error_of_a_worker_is_sent_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(kit: Kit) -> object:
        raise Unspeakable(1, 2)

    monkeypatch.setattr(jobs, "_solver", fail)
    assert work(KIT, Job(1, SMALL.fen, "win", LIMIT, ())) == Failed("Unspeakable")


def test_checks_find_a_worker_that_errs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that none is too much for a check.
    monkeypatch.setattr("jacquerie.campaign.manager.CHECK_LIMIT", 1000)

    def err(found: Found) -> Found:
        return found if found.met is None else replace(found, met=not found.met)

    campaign = begin(tmp_path / "four.sqlite", moves=True)
    manager = Manager(campaign, SomeFail(3, err), KIT, LIMIT, check_share=1.0)
    assert manager.run(never, lambda _: None)
    truth = jacquerie.solve(SMALL, moves=True, memory=64)
    assert campaign.value() == truth.value
    assert dict(campaign.moves()) == {each.move: each.value for each in truth.moves}
    assert manager.progress.contradicted > 0
    assert re.search(r"a check has failed: .*worker 0 says (yes|no) .*; both answers are thrown away", caplog.text)
    assert re.findall(r"worker \d gets no more jobs: it was wrong", caplog.text) == [
        "worker 0 gets no more jobs: it was wrong"
    ]
    solver = jacquerie.Solver(memory=64)
    for job in campaign.store.jobs():
        assert job.met in (None, solver.ask(jacquerie.Position(job.fen), job.goal))


@pytest.mark.parametrize("workers", [1, 3])
def test_checks_of_right_answers_change_nothing(tmp_path: Path, workers: int) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, HerePool(workers, losses=0.2), KIT, LIMIT, check_share=1.0)
    assert manager.run(never, lambda _: None)
    assert campaign.value() == "draw"
    assert manager.progress.contradicted == manager.progress.refused == 0
    assert manager.progress.checked > 5


def test_what_is_not_checked_yet_is_not_kept(tmp_path: Path) -> None:
    class NoChecks(HerePool):
        def wait(self, seconds: float) -> list[Heard]:
            for number, (_, job, worker) in self._jobs.items():
                if not job.is_check:
                    del self._jobs[number]
                    return [(number, worker, Found(True, False, 100, 1.0, NO_LEMMAS))]
            return []

    campaign = begin(tmp_path / "four.sqlite")
    pool = NoChecks(3)
    manager = Manager(campaign, pool, KIT, LIMIT, check_share=1.0)
    manager.run(stopping_after(5), lambda _: None)
    assert pool.handed_out >= 3
    assert campaign.store.jobs() == []


def test_that_there_is_nobody_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class NobodysPool(HerePool):
        def wait(self, seconds: float) -> list[Heard]:
            return []

    campaign = begin(tmp_path / "four.sqlite")
    assert not Manager(campaign, NobodysPool(0), KIT, LIMIT).run(stopping_after(3), lambda _: None)
    assert caplog.text.count("no workers") == 1


def test_for_who_does_not_come_back_no_lemmas_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jacquerie.campaign.manager.LATE", 0.0)
    monkeypatch.setattr("jacquerie.campaign.manager.AT_LEAST", 0.0)
    monkeypatch.setattr("jacquerie.campaign.manager.PARTING", 0.0)

    class OneSleeps(HerePool):
        def wait(self, seconds: float) -> list[Heard]:
            awake = [number for number, (_, _, worker) in self._jobs.items() if worker != "worker 0"]
            if not awake:
                return []
            kit, job, worker = self._jobs.pop(awake[0])
            return [(job.number, worker, work(kit, job))]

    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, OneSleeps(2), KIT, LIMIT)
    manager.run(stopping_after(5), lambda _: None)
    assert manager.progress.late > 0
    assert "worker 0" not in manager._unheard


def test_an_answer_stays_if_a_later_job_had_none(tmp_path: Path) -> None:
    path = tmp_path / "four.sqlite"
    campaign = begin(path)
    question = campaign.tree.next()
    assert question is not None
    for met in (False, None):
        ended = Ended(question.key, question.fen, question.goal, met, False, 100, 1.0, "somebody")
        campaign.store.add(ended)
    campaign.store.close()
    again = begin(path)
    assert again.tree.questions[question.key, question.goal].met is False


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    begin(tmp_path / "four.sqlite").store.close()
    with subprocess.Popen(
        command("status", "four.sqlite", cwd=tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1


def test_nothing_is_left_behind_that_is_of_no_use(tmp_path: Path) -> None:
    def ended(*words: str) -> int:
        return subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True).returncode

    assert ended("run", "new.sqlite", "--variant", "kingpawn") == 1
    assert not (tmp_path / "new.sqlite").exists()
    begin(tmp_path / "four.sqlite").store.close()
    assert ended("certificate", "four.sqlite", "four.proof") == 1
    assert not (tmp_path / "four.proof").exists()


def test_managers_on_one_cluster_do_not_get_each_others_answers() -> None:
    start = jacquerie.Position(variant="pawngame", files=4)
    kit = Kit("pawngame", memory=16, threads=1, lemmas_from=16)
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        Client(cluster) as one,
        Client(cluster) as two,
    ):
        pools = [DaskPool(one), DaskPool(two)]
        fens = [start.play("a3").fen, start.play("b4").fen]
        for pool, fen in zip(pools, fens, strict=True):
            pool.submit(kit, Job(1, fen, "draw", 10**9, ()), pool.workers()[0])
        answers = []
        for pool in pools:
            ended: list[Heard] = []
            while not ended:
                ended = pool.wait(10)
            found = ended[0][2]
            assert isinstance(found, Found)
            answers.append(found.met)
        assert answers == [True, False]


def test_a_scheduler_that_is_gone_is_told() -> None:
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        client = Client(cluster)
        pool = DaskPool(client)
        assert len(pool.workers()) == 1
        # As it does itself if it finds no scheduler for half a minute.
        client.close()
        with pytest.raises(CampaignError, match="the scheduler is gone"):
            pool.workers()


def test_games_in_which_positions_come_back_are_refused(tmp_path: Path) -> None:
    position = jacquerie.Position(variant="kingpawn")
    with pytest.raises(CampaignError, match="pawn games"):
        Campaign(Store(tmp_path / "kings.sqlite", Subject.of(position)))


def test_the_proof_in_pieces_is_checked(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(jacquerie.SolveError, match="not proved the value yet"):
        prove(campaign, 16, lambda done, count: None)
    Manager(campaign, HerePool(2), KIT, 20_000).run(never, lambda _: None)
    proof = prove(campaign, 64, lambda done, count: None)
    found = jacquerie.verify(proof, SMALL)
    assert found.value == "draw" and found.pieces > 5
    for at in (9, 100, len(proof) // 2, len(proof) - 1):
        broken = bytearray(proof)
        broken[at] ^= 1
        with pytest.raises(jacquerie.CertificateError):
            jacquerie.verify(bytes(broken))


def command(*words: str, cwd: Path) -> list[str]:
    return [sys.executable, "-m", "jacquerie.campaign", *words]


def test_the_commands(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        done = subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run = ("run", "four.sqlite", "--files", "4", "--moves", "--limit", "2e4", "--memory", "16")
    solved = said(*run)
    assert solved == "a3a4 draw\nb3b4 draw\nc3c4 draw\nd3d4 draw\nvalue draw\n"
    assert said("run", "four.sqlite") == solved, "nothing is left to do"
    assert "value draw" in said("status", "four.sqlite")
    lines = [line.split(";") for line in said("export", "four.sqlite").splitlines()]
    solver = jacquerie.Solver(memory=64)
    assert len(lines) > 10
    for fen, goal, met, _ in lines:
        assert goal in ("win", "draw")
        asked: Goal = "win" if goal == "win" else "draw"
        assert solver.ask(jacquerie.Position(fen), asked) == (met == "yes")
    assert said("check", "four.sqlite", "--sample", "3", "--memory", "64").endswith("3 of 3 answers are right\n")
    said("certificate", "four.sqlite", "four.proof", "--memory", "64")
    assert jacquerie.verify(tmp_path / "four.proof", SMALL).value == "draw"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["status", "none.sqlite"], 1, "no such file"),
        (["run", "new.sqlite", "--files", "9"], 2, "1 to 8"),
        (["run", "new.sqlite", "--variant", "chess"], 2, "there is no variant"),
        (["run", "new.sqlite", "--limit", "many"], 2, "such as 5000000 or 5e6"),
        (["run", "new.sqlite", "--limit", "1e300"], 2, "expected 1 to"),
        (["run", "new.sqlite", "--memory", "1"], 2, "expected 8 to"),
        (["run", "new.sqlite", "--memory", "1e9"], 2, "expected 8 to"),
        (["run", "new.sqlite", "--threads", "1000"], 2, "expected 1 to 256"),
        (["run", "new.sqlite", "--check-share", "nan"], 2, "expected 0 to 100"),
        (["run", "new.sqlite", "--check-share", "101"], 2, "expected 0 to 100"),
        (["run", "new.sqlite", "--variant", "antichess"], 1, "pawn games"),
        (["run", "new.sqlite", "--files", "3", "--scheduler", "nowhere"], 1, "expected such as tls://"),
        (["run", "new.sqlite", "--files", "3", "--scheduler", "tls://127.0.0.1:1"], 1, "check your TLS configuration"),
    ],
)
def test_errors_say_what_is_wrong(tmp_path: Path, words: list[str], code: int, told: str) -> None:
    done = subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_killed_ten_times_it_goes_on(tmp_path: Path) -> None:
    chance = random.Random(5)
    store = tmp_path / "four.sqlite"
    run = command("run", str(store), "--files", "4", "--moves", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    known: set[tuple[str, Goal]] = set()
    for _ in range(10):
        process = subprocess.Popen(run, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before = len(known)
        # Somewhere after its first job.
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            if jobs_of(store) > before + chance.randint(1, 20):
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        here = {(job.key, job.goal) for job in Store(store).jobs()}
        assert known <= here, "what was there is there"
        known = here
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("value draw\n")


@pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes")
def test_ctrl_c_loses_no_job_and_says_nothing_else(tmp_path: Path) -> None:
    store = tmp_path / "five.sqlite"
    run = command("run", str(store), "--files", "5", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    with subprocess.Popen(
        run, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        end = time.monotonic() + 60
        while jobs_of(store) < 5 and time.monotonic() < end:
            time.sleep(0.01)
        # As a terminal does: to the workers as well.
        os.killpg(process.pid, signal.SIGINT)
        told, noted = process.communicate(timeout=60)
    assert told == "value unknown\n"
    assert noted.endswith("nothing proved yet\n") and noted.count("\n") == 1


def jobs_of(store: Path) -> int:
    """How many jobs a store has, which somebody else may be about to begin."""
    try:
        base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        count = base.execute("SELECT count(*) FROM job").fetchone()[0]
        base.close()
        return int(count)
    except sqlite3.Error:
        return 0


@pytest.mark.skipif(os.name != "posix", reason="there are no modes of files")
def test_a_campaign_on_one_machine_is_open_to_nobody(tmp_path: Path) -> None:
    store = tmp_path / "six.sqlite"
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = command("run", str(store), "--files", "6", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    environment = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(run, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            # All that listens does when the first job is back.
            while jobs_of(store) < 1:
                assert process.poll() is None
                time.sleep(0.01)
            manager = psutil.Process(process.pid)
            listening = [
                one.laddr
                for each in [manager, *manager.children(recursive=True)]
                for one in each.net_connections("inet")
                if one.status == psutil.CONN_LISTEN
            ]
            assert {address.ip for address in listening} == {"127.0.0.1"}
            offers = Counter(what_is_offered(address.port) for address in listening)
            # Scheduler, nanny and worker; and the servers of what would be the dashboards.
            assert set(offers) == {"nothing without a certificate", "no page"}, offers
            assert offers["nothing without a certificate"] >= 3
            assert list(scratch.iterdir()) and all(each.stat().st_mode & 0o077 == 0 for each in scratch.iterdir())
        finally:
            process.send_signal(signal.SIGTERM)
            told, _ = process.communicate()
    assert told == "value unknown\n"
    assert not list(scratch.iterdir()), "nothing is left behind"


def what_is_offered(port: int) -> str:
    """What somebody is told at a port who has no certificate."""
    try:
        for path in ("", "status", "info/main/workers.html", "json/counts.json", "metrics", "health", "sitemap.json"):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}") as page:
                return f"a page: {page.read()!r}"
    except urllib.error.HTTPError as error:
        return "no page" if error.code == 404 else str(error)
    except OSError:
        pass
    anybody = ssl.create_default_context()
    anybody.check_hostname = False
    anybody.verify_mode = ssl.CERT_NONE
    try:
        with socket.create_connection(("127.0.0.1", port)) as plain, anybody.wrap_socket(plain) as connection:
            return f"a word: {connection.recv(100)!r}"
    except ssl.SSLError as error:
        return "nothing without a certificate" if "CERTIFICATE_REQUIRED" in str(error) else str(error)


def test_an_open_cluster_is_told(tmp_path: Path) -> None:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0"
    ) as cluster:
        address = cluster.scheduler_address
        words = ("run", "two.sqlite", "--files", "2", "--memory", "16", "--scheduler", address)
        done = subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "value draw\n", done.stderr
    assert f"{address}: not encrypted; whoever reaches this scheduler" in done.stderr


def test_one_manager_at_a_time(tmp_path: Path) -> None:
    store = tmp_path / "four.sqlite"
    run = command("run", str(store), "--files", "4", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    with alone(store):
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert "somebody else runs this campaign" in done.stderr
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_one_manager_at_a_time_by_whatever_name(tmp_path: Path) -> None:
    store = tmp_path / "four.sqlite"
    begin(store).store.close()
    (tmp_path / "folder").mkdir()
    link = tmp_path / "folder" / "link.sqlite"
    link.symlink_to(store)
    with alone(store), pytest.raises(CampaignError, match="somebody else runs this campaign"), alone(link):
        pass
    with alone(link), pytest.raises(CampaignError, match="somebody else runs this campaign"), alone(store):
        pass
    os.link(store, tmp_path / "second.sqlite")
    for name in (store, link, tmp_path / "second.sqlite"):
        with pytest.raises(CampaignError, match="second name"), alone(name):
            pass


def test_lemmas_that_cannot_be_read_are_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = tmp_path / "four.sqlite"
    Store(store, Subject.of(SMALL)).close()
    base = sqlite3.connect(store)
    base.execute("INSERT INTO lemma (lemmas) VALUES (x'0011223344'), ('text'), (5)")
    base.commit()
    base.close()
    assert Campaign(Store(store)).lemmas == []
    assert "four.sqlite: 3 lemmas are damaged and left out" in caplog.text
