"""Campaigns: right values, also from the command line, and no finished job is lost."""

from __future__ import annotations

import io
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import jacquerie
import pytest
from campaigns import KIT, LIMIT, SMALL, HerePool, begin, command, jobs_of, never, stopping_after
from jacquerie import Goal
from jacquerie.campaign.campaign import Campaign
from jacquerie.campaign.jobs import Kit
from jacquerie.campaign.manager import Manager
from jacquerie.campaign.proof import prove
from jacquerie.campaign.question import CampaignError, Subject
from jacquerie.campaign.report import status
from jacquerie.campaign.store import Ended, Store


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


def test_it_resumes_from_its_store(tmp_path: Path) -> None:
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


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
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


def test_no_useless_files_are_left_behind(tmp_path: Path) -> None:
    def ended(*words: str) -> int:
        return subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True).returncode

    assert ended("run", "new.sqlite", "--variant", "kingpawn") == 1
    assert not (tmp_path / "new.sqlite").exists()
    assert ended("run", "new/store.sqlite", "--files", "2") == 1
    assert not (tmp_path / "new").exists()
    begin(tmp_path / "four.sqlite").store.close()
    assert ended("certificate", "four.sqlite", "four.proof") == 1
    assert not (tmp_path / "four.proof").exists()


def test_games_with_repetitions_are_refused(tmp_path: Path) -> None:
    position = jacquerie.Position(variant="kingpawn")
    with pytest.raises(CampaignError, match="a pawn game"):
        Campaign(Store(tmp_path / "kings.sqlite", Subject.of(position)))


def test_the_proof_in_pieces_is_checked(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    with pytest.raises(jacquerie.SolveError, match="not proved the value yet"):
        prove(campaign, 16, lambda done, count: None)
    Manager(campaign, HerePool(2), KIT, 20_000).run(never, lambda _: None)
    proof = prove(campaign, 64, lambda done, count: None)
    found = jacquerie.verify(proof, SMALL)
    assert found.value == "draw" and found.parts > 5
    for at in (9, 100, len(proof) // 2, len(proof) - 1):
        broken = bytearray(proof)
        broken[at] ^= 1
        with pytest.raises(jacquerie.CertificateError):
            jacquerie.verify(bytes(broken))


def test_the_speed_is_that_of_timed_jobs(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    for number, seconds in enumerate((0.0, 2.0)):
        campaign.store.add(Ended(f"{number}", SMALL.fen, "win", None, False, 1_000, seconds, "imported"))
    told = io.StringIO()
    status(campaign, told)
    assert "positions  2 000\ntime       2 s of worker time, 500 positions a second\n" in told.getvalue()


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
    lines = [line.split(";") for line in said("export", "four.sqlite").splitlines()[1:]]
    solver = jacquerie.Solver(memory=64)
    assert len(lines) > 10
    for fen, goal, met, _ in lines:
        if met == "open":
            continue
        assert goal in ("win", "draw")
        asked: Goal = "win" if goal == "win" else "draw"
        assert solver.ask(jacquerie.Position(fen), asked) == (met == "yes")
    (tmp_path / "four.csv").write_text(said("export", "four.sqlite", "--all"))
    said("import", "again.sqlite", "four.csv", "--files", "4")
    # All is in one file, which can be copied at any time.
    assert sorted(path.name for path in tmp_path.glob("*.sqlite*")) == ["again.sqlite", "four.sqlite"]
    assert "value draw" in said("status", "again.sqlite"), "nothing is left to do elsewhere"
    assert said("export", "again.sqlite", "--all") == (tmp_path / "four.csv").read_text()
    # The answers on which the value rests are enough to prove it again.
    (tmp_path / "rests.csv").write_text(said("export", "four.sqlite"))
    said("import", "rests.sqlite", "rests.csv", "--files", "4", "--moves")
    assert said("run", "rests.sqlite", "--moves") == solved, "nothing is left to do"
    assert said("check", "four.sqlite", "--sample", "3", "--memory", "64").endswith("3 of 3 answers are right\n")
    said("certificate", "four.sqlite", "four.proof", "--memory", "64")
    assert jacquerie.verify(tmp_path / "four.proof", SMALL).value == "draw"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["status", "none.sqlite"], 1, "no such file"),
        (["import", "new.sqlite", "none.csv", "--files", "3"], 1, "none.csv"),
        (["run", "new.sqlite", "--files", "9"], 2, "1 to 8"),
        (["run", "new.sqlite", "--variant", "horde"], 2, "there is no variant"),
        (["run", "new.sqlite", "--limit", "many"], 2, "such as 5000000 or 5e6"),
        (["run", "new.sqlite", "--limit", "1e300"], 2, "expected 1 to"),
        (["run", "new.sqlite", "--memory", "1"], 2, "expected 8 to"),
        (["run", "new.sqlite", "--memory", "1e9"], 2, "expected 8 to"),
        (["run", "new.sqlite", "--threads", "1000"], 2, "expected 1 to 256"),
        (["run", "new.sqlite", "--check-share", "nan"], 2, "expected 0 to 100"),
        (["run", "new.sqlite", "--check-share", "101"], 2, "expected 0 to 100"),
        (["run", "new.sqlite", "--variant", "antichess"], 1, "a pawn game"),
        (["run", "new.sqlite", "--files", "3", "--scheduler", "nowhere"], 1, "expected one such as tls://"),
        (["run", "new.sqlite", "--files", "3", "--scheduler", "tls://127.0.0.1:1"], 1, "check your TLS configuration"),
    ],
)
def test_errors_say_what_is_wrong(tmp_path: Path, words: list[str], code: int, told: str) -> None:
    done = subprocess.run(command(*words, cwd=tmp_path), cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == code
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    if words[0] == "import":
        assert not (tmp_path / "new.sqlite").exists()


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_killed_ten_times_it_resumes(tmp_path: Path) -> None:
    chance = random.Random(5)
    store = tmp_path / "four.sqlite"
    run = command("run", str(store), "--files", "4", "--moves", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    known: set[tuple[str, Goal]] = set()
    killed = 0
    for _ in range(10):
        process = subprocess.Popen(run, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before = len(known)
        # Some time after its first job.
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            if jobs_of(store) > before + chance.randint(1, 20):
                break
            time.sleep(0.01)
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        here = {(job.key, job.goal) for job in Store(store).jobs()}
        assert known <= here, "what was there is there"
        known = here
    assert killed > 2, "most runs were killed at work"
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
        known = {(job.key, job.goal) for job in Store(store).jobs()}
        # As a terminal does: to the workers as well.
        os.killpg(process.pid, signal.SIGINT)
        told, noted = process.communicate(timeout=60)
    assert told == "value unknown\n"
    assert noted.endswith("nothing proved yet\n") and noted.count("\n") == 1
    assert known <= {(job.key, job.goal) for job in Store(store).jobs()}
