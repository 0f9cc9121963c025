"""Simulated campaigns: one worker does what one solver does, more are faster, and the same seed gives the same
result."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from jacquerie import Position
from jacquerie.campaign.campaign import Campaign
from jacquerie.campaign.exchange import take_over, write
from jacquerie.campaign.question import CampaignError, Subject
from jacquerie.campaign.simulation import Game, Measured, Simulation, divided
from jacquerie.campaign.store import Store

MEASURED = Measured(
    met=((0.0, 0, 5), (0.0, 0, 6), (0.2, 1, 4), (0.5, 2, 7)),
    missed=((0.5, 0.3, 0.2), (0.7, 0.0, 0.2, 0.1), (0.25, 0.25, 0.25, 0.25)),
    pace=1e6,
)


def test_one_worker_does_what_one_solver_does() -> None:
    played = Simulation(MEASURED, 1, cost=1e9, limit=1e6).play()
    assert 0.8 < played.searched < 1.1
    assert 0.9 < played.speedup < 1.2
    assert played.seconds == pytest.approx(played.searched * 1e9 / 1e6, rel=0.1)


def test_more_workers_are_faster_and_do_some_useless_work() -> None:
    played = [Simulation(MEASURED, workers, cost=1e10, limit=1e6).play() for workers in (1, 8, 64)]
    speedups = [one.speedup for one in played]
    assert speedups == sorted(speedups)
    assert 4 < speedups[1] < 9
    assert played[2].searched > played[0].searched


def test_the_same_seed_makes_the_same_questions() -> None:
    one, other = (Game(MEASURED, 1e8, 1e6, 1) for _ in range(2))
    name = ""
    for _ in range(5):
        children = one.expand(name, "win")
        assert children == other.expand(name, "win")
        assert [one.questions[child.key] for child in children] == [other.questions[child.key] for child in children]
        name = children[0].key


def test_costs_are_divided_among_the_children() -> None:
    game = Game(MEASURED, 1e8, 1e6, 1)
    children = [game.questions[child.key] for child in game.expand("", "win")]
    # The root is missed: every child is met, and takes its part of the rest.
    assert all(child.met for child in children)
    assert sum(child.cost for child in children) == pytest.approx(1e8 - 1e6)


def test_a_store_shows_how_questions_divide(tmp_path: Path) -> None:
    store = tmp_path / "four.sqlite"
    words = ["run", str(store), "--files", "4", "--limit", "300", "--memory", "16", "--threads", "1"]
    subprocess.run([sys.executable, "-m", "jacquerie.campaign", *words], cwd=tmp_path, check=True, capture_output=True)
    campaign = Campaign(Store(store))
    for question, parts in divided(campaign):
        assert question.children is not None and len(parts) == len(question.children)
        assert sum(parts) == pytest.approx(1)
        if question.met:
            assert any(child.met is False for child in question.children)
    measured = Measured.of([campaign])
    assert all(sum(parts) == pytest.approx(1) for parts in measured.missed)
    assert all(0 <= vain <= 1 and 0 <= tried < count for vain, tried, count in measured.met)

    text = tmp_path / "four.csv"
    with text.open("w") as output:
        write(campaign.subject, campaign.store.jobs(), output)
    imported = Store(tmp_path / "imported.sqlite", Subject.of(Position(files=4)))
    assert take_over(imported, text) > 0
    with pytest.raises(CampaignError, match="all were imported"):
        Measured.of([Campaign(imported)])

    def simulate(*words: str) -> subprocess.CompletedProcess[str]:
        run = [sys.executable, "-m", "jacquerie.campaign", "simulate", str(store), *words]
        return subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=120)

    plot = tmp_path / "plot.svg"
    done = simulate("--cost", "1e6", "--limit", "1e4", "--workers", "1", "4", "--games", "2", "--plot", str(plot))
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["1 workers"] * 2 + ["4 workers"] * 2
    assert "manager busy" in plot.read_text()

    for name, reason in [("plot.xyz", "unknown format"), ("none/plot.svg", "no folder")]:
        refused = simulate("--cost", "1e6", "--limit", "1e4", "--workers", "1", "--plot", str(tmp_path / name))
        assert (refused.returncode, refused.stdout) == (1, "")
        assert reason in refused.stderr


def test_a_store_with_too_few_questions_is_an_error(tmp_path: Path) -> None:
    campaign = Campaign(Store(tmp_path / "three.sqlite", Subject.of(Position(files=3))))
    with pytest.raises(CampaignError, match="expected 20 of each"):
        Measured.of([campaign])
