"""Workers of campaigns: lost, late, faulty and wrong ones, and who may connect to them."""

from __future__ import annotations

import logging
import math
import os
import re
import signal
import socket
import ssl
import subprocess
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
from campaigns import KIT, LIMIT, SMALL, HerePool, begin, command, jobs_of, never, stopping_after
from distributed import Client, LocalCluster
from jacquerie.campaign import jobs
from jacquerie.campaign.answers import flaw
from jacquerie.campaign.commands import heard_at_once
from jacquerie.campaign.jobs import Failed, Found, Job, Kit, work
from jacquerie.campaign.manager import Answer, Away, Manager, Task
from jacquerie.campaign.pool import DaskPool, Heard
from jacquerie.campaign.question import CampaignError

NO_LEMMAS = jacquerie.Solver(memory=8).take_lemmas()


def test_workers_that_are_lost_repeatedly_end_it(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(CampaignError, match="20 jobs in a row were lost"):
        Manager(campaign, HerePool(2, losses=1.0), KIT, LIMIT).run(never, lambda _: None)


class Unspeakable(Exception):
    """It cannot be sent, and has no message."""

    def __init__(self, one: object, other: object) -> None:
        super().__init__()
        self.lock = threading.Lock()

    def __str__(self) -> str:
        raise RuntimeError


class Unreadable:
    """It can be sent, but reading it fails."""

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
    """A pool whose first worker sends nonsense."""

    def __init__(self, count: int, nonsense: Callable[[Found], object], *, bad: int = 1) -> None:
        super().__init__(count)
        self._nonsense = nonsense
        self._bad = self._names[:bad]

    def does(self, worker: str, kit: Kit, job: Job) -> object:
        found = super().does(worker, kit, job)
        assert isinstance(found, Found)
        return self._nonsense(found) if worker in self._bad else found


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_discarded(
    tmp_path: Path, nonsense: Callable[[Found], object], caplog: pytest.LogCaptureFixture
) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, SomeFail(3, nonsense), KIT, LIMIT)
    assert manager.run(never, lambda _: None)
    assert campaign.value() == "draw"
    told = [record.getMessage() for record in caplog.records]
    assert told[0].startswith("the answer from worker 0 to job ")
    assert "worker 0 gets no more jobs" in told[-1]
    assert all("\n" not in line and len(line) < 400 for line in told)
    assert "worker 0" not in [job.worker for job in campaign.store.jobs()]


def test_nonsense_of_every_worker_ends_it(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(CampaignError, match=r"every worker were discarded, the last: worker [01]: NoneType"):
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
    campaign.store.close()
    assert begin(tmp_path / "four.sqlite").value() == "draw", "the opened question is stored"
    assert len(failed) == len(set(failed)) == 3, "another one each time"
    assert caplog.text.count("given up after 3 jobs; its moves become questions") == 1


@pytest.mark.parametrize("answer", [raise_unspeakable, return_unsendable, return_unreadable, return_none])
def test_an_unsendable_result_is_replaced(
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
    # So that no check exceeds its limit.
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
    assert re.search(r"a check has failed: .*worker 0 says (yes|no) .*; both answers are discarded", caplog.text)
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


def test_an_unchecked_answer_is_not_stored(tmp_path: Path) -> None:
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


def test_the_lack_of_workers_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class NobodysPool(HerePool):
        def wait(self, seconds: float) -> list[Heard]:
            return []

    campaign = begin(tmp_path / "four.sqlite")
    assert not Manager(campaign, NobodysPool(0), KIT, LIMIT).run(stopping_after(3), lambda _: None)
    assert caplog.text.count("no workers") == 1


def test_lemmas_do_not_pile_up_for_a_lost_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_late_answer_that_contradicts_another_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jacquerie.campaign.manager.LATE", 0.0)
    monkeypatch.setattr("jacquerie.campaign.manager.AT_LEAST", 0.0)

    class OneIsLateAndLies(HerePool):
        """Worker 0 answers when the other one has answered its question."""

        def wait(self, seconds: float) -> list[Heard]:
            def is_next(number: int) -> bool:
                _, job, worker = self._jobs[number]
                return (worker == "worker 0") == ((job.fen, job.goal) in answered)

            number = next(filter(is_next, self._jobs), min(self._jobs))
            kit, job, worker = self._jobs.pop(number)
            found = work(kit, job)
            answered.add((job.fen, job.goal))
            if worker == "worker 0" and isinstance(found, Found) and found.met is not None:
                found = replace(found, met=not found.met)
            return [(number, worker, found)]

    answered: set[tuple[str, str]] = set()
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(CampaignError, match=r"worker 0 says (yes|no) .*, and worker 1 said the opposite"):
        Manager(campaign, OneIsLateAndLies(2), KIT, LIMIT).run(never, lambda _: None)
    solver = jacquerie.Solver(memory=64)
    for job in campaign.store.jobs():
        assert job.met in (None, solver.ask(jacquerie.Position(job.fen), job.goal))


def test_a_doubted_question_stays_doubted_if_a_worker_is_late(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, HerePool(2), KIT, LIMIT)
    question = campaign.tree.next()
    assert question is not None
    doubted = [
        Answer(Found(met, False, 1, 1.0, NO_LEMMAS), f"worker {number}") for number, met in enumerate((True, False))
    ]
    manager._away[1] = Away(Task(question, tries=1, doubted=doubted), "worker 1", -math.inf, LIMIT)
    manager._hand_out_late()
    assert [task.doubted for task in manager._waiting] == [doubted]


def test_an_answer_ends_other_jobs_for_its_question(tmp_path: Path) -> None:
    class ListeningPool(HerePool):
        def give_up(self, number: int) -> None:
            given_up.append(number)

    given_up: list[int] = []
    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, ListeningPool(3), KIT, LIMIT)
    question, other = campaign.tree.next(), campaign.tree.next()
    assert question is not None
    assert other is not None
    for number, asked in enumerate((question, question, other)):
        manager._away[number] = Away(Task(asked), f"worker {number}", -math.inf, LIMIT, is_late=number == 0)
    # The answer that says nothing about the position's other goal.
    manager._take(1, "worker 1", Found(question.goal == "draw", False, 1, 1.0, NO_LEMMAS))
    manager._give_up_useless()
    assert given_up == [0]


def test_only_a_job_far_beyond_its_limit_is_late(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    manager = Manager(campaign, HerePool(2), KIT, LIMIT)
    question = campaign.tree.next()
    assert question is not None
    # A limit of positions takes 100 seconds. Most questions take next to none, and tell nothing of that.
    manager._accept(question, Answer(Found(None, False, LIMIT, 100.0, NO_LEMMAS), "worker 0"))
    for key in range(100):
        trivial = replace(question, key=f"{key}", fen=f"{key}")
        manager._accept(trivial, Answer(Found(True, False, key % 2, 0.1, NO_LEMMAS), "worker 0"))
    now = time.monotonic()
    for number, (seconds, limit) in enumerate([(400.0, LIMIT), (600.0, LIMIT), (600.0, 10 * LIMIT)]):
        manager._away[number] = Away(Task(question), f"worker {number}", now - seconds, limit)
    manager._hand_out_late()
    assert [away.is_late for away in manager._away.values()] == [False, True, False]


def test_a_worker_of_another_version_is_refused() -> None:
    found = work(replace(KIT, version="0.0.1"), Job(1, SMALL.fen, "win", 1_000, ()))
    assert isinstance(found, Failed)
    assert "the manager 0.0.1; install the same" in found.why


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


def test_a_signal_interrupts_what_waits() -> None:
    before = signal.getsignal(signal.SIGTERM)
    for word in (signal.SIGINT, signal.SIGTERM):
        with pytest.raises(KeyboardInterrupt), heard_at_once():
            os.kill(os.getpid(), word)
            threading.Event().wait()
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_lost_scheduler_is_an_error() -> None:
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        client = Client(cluster)
        pool = DaskPool(client)
        assert len(pool.workers()) == 1
        # As it does itself if it finds no scheduler for half a minute.
        client.close()
        with pytest.raises(CampaignError, match="the scheduler is gone"):
            pool.workers()


@pytest.mark.skipif(os.name != "posix", reason="there are no modes of files")
def test_a_campaign_on_one_machine_accepts_no_one(tmp_path: Path) -> None:
    store = tmp_path / "six.sqlite"
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = command("run", str(store), "--files", "6", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    environment = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(run, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            # All listening sockets when the first job is done.
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
    """The answer of a port to a client without a certificate."""
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


def test_an_open_cluster_gets_a_warning(tmp_path: Path) -> None:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0"
    ) as cluster:
        address = cluster.scheduler_address
        words = ("run", "two.sqlite", "--files", "2", "--memory", "16", "--scheduler", address)
        done = subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "value draw\n", done.stderr
    assert f"{address}: not encrypted; anyone who can reach this scheduler" in done.stderr
