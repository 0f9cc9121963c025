"""Proofs: accepted ones prove their value, here and in the program, and changed ones are refused."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from games import PAWN_GAMES
from jacquerie import CertificateError, Goal, Position, SolveError, Solver, solve, verify
from jacquerie.campaign import commands
from jacquerie.campaign.campaign import Campaign
from jacquerie.campaign.question import Subject
from jacquerie.campaign.store import Ended, Store
from processes import run_program

POSITIONS = [
    Position(variant="pawngame", files=3),
    Position(variant="pawngame", files=4),
    Position(variant="pawnsonly", files=3),
    Position(variant="peasants", files=3),
    Position("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w", variant="kingpawn"),
    Position("8/8/p7/4p3/1P6/6N1/2PK4/8 w", variant="antichess"),
]


def proof(position: Position) -> bytes:
    """A certificate of the position's value."""
    return Solver(position.variant, memory=64).certificate(position)


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_a_certificate_proves_the_value(position: Position, tmp_path: Path) -> None:
    certificate = proof(position)
    verified = verify(certificate, position)
    assert verified.fen == position.fen
    assert verified.value == solve(position, memory=64).value
    assert position.variant in verified.variants
    assert verified.positions > 0

    file = tmp_path / "proof"
    file.write_bytes(certificate)
    assert verify(file, position) == verify(str(file), position) == verified
    assert verify(bytearray(certificate)) == verify(memoryview(certificate)) == verified
    told = run_program(["verify", "proof"], folder=tmp_path)
    assert told.startswith(f"{position.fen}\n{verified.rule}; {verified.positions:,} positions checked")
    assert told.endswith(f"value {verified.value}\n")


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_a_part_proves_what_is_true_and_nothing_else(position: Position) -> None:
    value = solve(position, memory=64).value
    claims: list[tuple[bool, Goal, bool]] = [
        (True, "win", value == "win"),
        (True, "draw", value in ("win", "draw")),
        (False, "win", value == "loss"),
        (False, "draw", value in ("loss", "draw")),
    ]
    for by_mover, goal, is_true in claims:
        part = Solver(position.variant, memory=64).part(position, goal, by_mover=by_mover)
        assert (part is not None) == is_true, (goal, by_mover)


def test_the_program_writes_the_same(tmp_path: Path) -> None:
    arguments = ["solve", "--variant", "pawngame", "--files", "4", "--memory", "64", "--threads", "1"]
    run_program([*arguments, "--certificate", "proof"], folder=tmp_path)
    assert (tmp_path / "proof").read_bytes() == proof(Position(variant="pawngame", files=4))


def test_it_names_its_rule() -> None:
    verified = verify(proof(Position(variant="pawnsonly", files=3)))
    assert verified.variants == ("pawnsonly",)
    assert verified.rule == "a side without a move loses"
    verified = verify(proof(Position(variant="pawngame", files=3)))
    assert verified.variants == ("pawngame", "pawnrace", "peasants")


def test_it_is_about_one_position() -> None:
    certificate = proof(Position(variant="pawngame", files=3))
    with pytest.raises(CertificateError, match=r"the certificate is about '3/ppp/.*', not '4/pppp/"):
        verify(certificate, Position(variant="pawngame", files=4))
    with pytest.raises(CertificateError, match="uses a different rule, a side without a move draws, from that of"):
        verify(certificate, Position(variant="pawnsonly", files=3))
    assert issubclass(CertificateError, ValueError)


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_a_changed_certificate_is_refused(position: Position) -> None:
    certificate = proof(position)
    chance = random.Random(9)
    for place in [*range(min(40, len(certificate))), *chance.sample(range(len(certificate)), 40)]:
        changed = bytearray(certificate)
        changed[place] ^= 1 << chance.randrange(8)
        with pytest.raises(CertificateError):
            verify(bytes(changed))
    for length in [0, 1, 10, *chance.sample(range(len(certificate)), 20)]:
        with pytest.raises(CertificateError):
            verify(certificate[:length])
    with pytest.raises(CertificateError):
        verify(certificate + b"\0")


def test_other_bytes_are_refused() -> None:
    with pytest.raises(CertificateError, match="not a certificate"):
        verify(b"a letter")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nothing")


def test_an_unsolved_position_has_no_certificate() -> None:
    solver = Solver(memory=64)
    for limit in ({"positions": 1_000}, {"seconds": 0.1}):
        with pytest.raises(SolveError, match="the position is not solved within the limits"):
            solver.certificate(Position(), **limit)


def test_a_number_is_not_a_file() -> None:
    read, write = os.pipe()
    with pytest.raises(TypeError):
        verify(read)  # type: ignore[arg-type]
    os.close(read)
    os.close(write)


def easy(variant: str, files: int, most: int = 5_000) -> Position:
    """The start of a board, or a position of a random game that can be solved with ``most`` positions."""
    chance = random.Random(f"{variant} {files}")
    gaps = {"gaps": f"a {'abcdefgh'[files - 1]}"} if variant == "pawnrace" else {}
    position = Position(variant=variant, files=files, **gaps)
    solver = Solver(variant, memory=16)
    while solver.solve(position, positions=most).value is None:
        position = position.play(chance.choice(position.moves))
    return position


def solved(path: Path, position: Position, limit: int) -> Campaign:
    """A campaign that one worker has solved."""
    campaign = Campaign(Store(path, Subject.of(position)))
    solver = Solver(position.variant, memory=16)
    while not campaign.is_done:
        asked = campaign.tree.next()
        assert asked is not None
        met = solver.ask(Position(asked.fen, variant=position.variant), asked.goal, positions=limit)
        campaign.take(asked, Ended(asked.key, asked.fen, asked.goal, met, False, 0, 0.0, "here"), None)
    return campaign


@pytest.mark.parametrize("limit", [20, 500])
@pytest.mark.parametrize("files", range(2, 9))
@pytest.mark.parametrize("variant", PAWN_GAMES)
def test_the_result_of_a_campaign_is_proved(variant: str, files: int, limit: int, tmp_path: Path) -> None:
    position = easy(variant, files)
    store, file = tmp_path / "store.sqlite", tmp_path / "proof"
    campaign = solved(store, position, limit)
    value = campaign.value()
    campaign.store.close()
    with pytest.raises(SystemExit) as ended:
        commands.main(["certificate", str(store), str(file), "--memory", "16"])
    assert ended.value.code == 0
    assert verify(file, position).value == value == solve(position, memory=16).value


def test_a_proof_that_proves_nothing_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store, file = tmp_path / "store.sqlite", tmp_path / "proof"
    solved(store, Position(variant="pawnsonly", files=4), 100).store.close()
    for wrong, told in [
        (proof(Position(variant="pawnsonly", files=3)), "the certificate is about '3/ppp/"),
        (b"nothing", "not a certificate"),
    ]:
        monkeypatch.setattr("jacquerie.campaign.proof.prove", lambda *_, wrong=wrong: wrong)
        with pytest.raises(SystemExit) as ended:
            commands.main(["certificate", str(store), str(file)])
        assert ended.value.code == 1
        assert capsys.readouterr().err.startswith(f"error: {told}")
        assert not file.exists()
