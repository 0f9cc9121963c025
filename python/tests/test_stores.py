"""Stores of campaigns: each belongs to one campaign and one manager, and damage is detected."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import jacquerie
import pytest
from campaigns import KIT, LIMIT, SMALL, HerePool, begin, command, never, stopping_after
from jacquerie.campaign.campaign import Campaign
from jacquerie.campaign.exchange import heading, take_over
from jacquerie.campaign.manager import Manager
from jacquerie.campaign.question import CampaignError, Subject
from jacquerie.campaign.report import frontier
from jacquerie.campaign.store import Ended, Store, alone

ANSWER = Ended("00000000000000000001", jacquerie.Position(files=4).fen, "win", False, False, 100, 1.0, "somebody")


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
    """Converts a store to format 1, which had no checksums."""
    change(
        path,
        "ALTER TABLE job DROP COLUMN checksum",
        "DELETE FROM campaign WHERE name = 'checksum'",
        "UPDATE campaign SET value = '1' WHERE name = 'format'",
    )


def test_an_old_store_works_and_gets_checksums(tmp_path: Path) -> None:
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
    assert path.read_bytes() == text, "reading does not write"
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


def test_a_store_that_cannot_grow_is_an_error(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    # As if the disk was full.
    campaign.store._base.execute("PRAGMA max_page_count = 1")
    manager = Manager(campaign, HerePool(1), KIT, 100)
    with pytest.raises(CampaignError, match=r"four\.sqlite: .* full"):
        manager.run(never, lambda _: None)
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    with pytest.raises(CampaignError, match="the file is empty"):
        Store(empty)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of files")
def test_a_store_created_on_a_full_disk_is_created_again(tmp_path: Path) -> None:
    # A limit on the size of files: SQLite gets the same error as on a full disk.
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


def test_an_answer_stays_if_a_later_job_has_none(tmp_path: Path) -> None:
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


def test_the_frontier_has_an_answer_that_implies_another(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    root = next(question for question in campaign.tree.wanted if question.goal == "win")
    campaign.tree.open(root)
    assert root.children
    child = root.children[0]
    hard = Ended(root.key, root.fen, "win", None, False, 100, 1.0, "somebody")
    # Whether it draws is asked; a win answers that, too.
    won = Ended(child.key, child.fen, "win", True, False, 100, 1.0, "somebody")
    campaign.store.add_all([hard, won])
    campaign.store.close()
    assert list(frontier(begin(tmp_path / "four.sqlite"))) == [won]


def test_the_frontier_leaves_out_moves_that_failed(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    root = next(question for question in campaign.tree.wanted if question.goal == "win")
    campaign.tree.open(root)
    assert root.children
    failed, right = root.children[:2]
    asked = [(root, None), (failed, True), (right, False)]
    ended = [Ended(one.key, one.fen, one.goal, met, False, 100, 1.0, "somebody") for one, met in asked]
    campaign.store.add_all(ended)
    campaign.store.close()
    assert list(frontier(begin(tmp_path / "four.sqlite"))) == [ended[2]]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("win;no;5", "win;yes;5", "different answer"),
        ("win;yes;5", "draw;no;5", "it cannot win and not draw"),
        ("win;no;5", "win;no;99999999999999999999", "expected FEN;goal;met;positions"),
    ],
)
def test_a_file_with_a_wrong_line_adds_nothing(tmp_path: Path, first: str, second: str, told: str) -> None:
    store = Store(tmp_path / "four.sqlite", Subject.of(SMALL))
    file = tmp_path / "four.csv"
    file.write_text(f"{heading(store.subject)}\n{SMALL.fen};{first}\n{SMALL.fen};{second}\n")
    with pytest.raises(CampaignError, match=f"line 3: .*{told}"):
        take_over(store, file)
    assert store.jobs() == []


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("# rule: stalemate loss\n", "another rule: '# rule: stalemate loss', expected '# rule: stalemate draw'"),
        ("", "the rule of its answers is unknown; if this was it, begin with '# rule: stalemate draw'"),
    ],
)
def test_answers_by_another_rule_are_refused(tmp_path: Path, first: str, told: str) -> None:
    store = Store(tmp_path / "four.sqlite", Subject.of(SMALL))
    file = tmp_path / "four.csv"
    file.write_text(f"{first}{SMALL.fen};win;no;5\n")
    with pytest.raises(CampaignError, match=told):
        take_over(store, file)
    assert store.jobs() == []


def test_keys_of_another_version_are_refused(tmp_path: Path) -> None:
    campaign = begin(tmp_path / "four.sqlite")
    asked = campaign.tree.wanted[0]
    campaign.store.add(Ended("1234", asked.fen, asked.goal, True, False, 100, 1.0, "somebody"), None)
    campaign.store.close()
    with pytest.raises(CampaignError, match="its keys are those of another version"):
        begin(tmp_path / "four.sqlite")


def test_one_manager_at_a_time(tmp_path: Path) -> None:
    store = tmp_path / "four.sqlite"
    run = command("run", str(store), "--files", "4", "--limit", "2000", "--memory", "16", cwd=tmp_path)
    with alone(store):
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        assert "another process runs this campaign" in done.stderr
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_one_manager_at_a_time_by_any_name(tmp_path: Path) -> None:
    store = tmp_path / "four.sqlite"
    begin(store).store.close()
    (tmp_path / "folder").mkdir()
    link = tmp_path / "folder" / "link.sqlite"
    link.symlink_to(store)
    with alone(store), pytest.raises(CampaignError, match="another process runs this campaign"), alone(link):
        pass
    with alone(link), pytest.raises(CampaignError, match="another process runs this campaign"), alone(store):
        pass
    os.link(store, tmp_path / "second.sqlite")
    for name in (store, link, tmp_path / "second.sqlite"):
        with pytest.raises(CampaignError, match="second name"), alone(name):
            pass


def test_damaged_lemmas_are_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = tmp_path / "four.sqlite"
    Store(store, Subject.of(SMALL)).close()
    base = sqlite3.connect(store)
    base.execute("INSERT INTO lemma (lemmas) VALUES (x'0011223344'), ('text'), (5)")
    base.commit()
    base.close()
    assert Campaign(Store(store)).lemmas == []
    assert "four.sqlite: 3 lemmas are damaged or from another version, and left out" in caplog.text
