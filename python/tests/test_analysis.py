"""Analysis: reports in order, limits, several lines, and earlier moves of the game."""

from __future__ import annotations

import threading
from dataclasses import replace

from games import random_positions
from jacquerie import Engine, Position, Report, Stop, analyse, variants
from processes import PATIENCE

WON = "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w"
"""White wins only by hxg4."""


def without_time(reports: list[Report]) -> list[Report]:
    """The part that is the same in each run."""
    return [replace(report, milliseconds=0) for report in reports]


def test_reports_come_one_by_one_and_deeper() -> None:
    depths = [report.depth for report in analyse(Position(), depth=6)]
    assert depths == [1, 2, 3, 4, 5, 6]


def test_a_win_is_proved() -> None:
    *_, last = analyse(Position(WON), seconds=60)
    assert (last.value, last.plies, last.pawns, last.move) == ("win", 25, None, "h3g4")


def test_a_guess_is_in_pawns() -> None:
    *_, last = analyse(Position(), depth=3)
    assert last.value is None
    assert last.plies is None
    assert last.pawns is not None


def test_the_line_can_be_played() -> None:
    for variant in variants():
        for position in random_positions(variant, 30, seed=8)[::5]:
            for report in analyse(position, nodes=500, memory=1):
                assert report.move in position.moves
                assert position.play(*report.line).played[-len(report.line) :] == list(report.line)


def test_a_depth_is_kept() -> None:
    *_, last = analyse(Position(variant="kingpawn"), depth=5)
    assert last.depth == 5


def test_a_number_of_nodes_is_kept() -> None:
    reports = list(analyse(Position(), nodes=10_000))
    assert reports[-1].nodes <= 10_000
    *_, more = analyse(Position(), nodes=100_000)
    assert reports[-1].nodes < more.nodes <= 100_000


def test_no_time_at_all_is_enough_for_a_move() -> None:
    *_, last = analyse(Position(), seconds=0)
    assert last.move in Position().moves


def test_several_lines_are_different_and_best_first() -> None:
    reports = list(analyse(Position(), depth=5, multipv=3))
    assert [report.multipv for report in reports] == [1, 2, 3] * 5
    last = reports[-3:]
    assert len({report.move for report in last}) == 3
    pawns = [report.pawns for report in last if report.pawns is not None]
    assert len(pawns) == 3
    assert pawns == sorted(pawns, reverse=True)


def test_a_game_drawn_on_the_board_has_no_reports() -> None:
    position = Position(fen="8/8/8/4k3/8/4K3/8/8 w - - 0 1", variant="endings")
    assert list(analyse(position, depth=3)) == []


def test_there_are_no_more_lines_than_moves() -> None:
    position = Position(variant="pawngame", files=2)
    *_, last = analyse(position, depth=1, multipv=80)
    assert last.multipv == len(position.moves)


def test_leaving_the_loop_ends_the_search() -> None:
    engine = Engine(memory=8)
    for report in engine.analyse(Position(), seconds=100_000):
        if report.depth == 3:
            break
    # An engine searches one position at a time: if the first search went on, this one would wait.
    *_, last = engine.analyse(Position(variant="pawngame", files=3), depth=2)
    assert last.depth == 2


def test_closing_what_is_kept_ends_the_search() -> None:
    engine = Engine(memory=8)
    reports = engine.analyse(Position(), seconds=100_000)
    next(reports)
    reports.close()
    assert list(reports) == []
    assert [report.depth for report in engine.analyse(Position(), depth=2)] == [1, 2]


def test_another_thread_ends_a_search_that_is_read() -> None:
    stop, begun = Stop(), threading.Event()

    def read() -> None:
        for _ in analyse(Position(), seconds=100_000, memory=8, stop=stop):
            begun.set()

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    stop.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_a_stop_ends_a_search_that_nobody_reads() -> None:
    engine, stop = Engine(memory=8), Stop()
    reports = engine.analyse(Position(), stop=stop)
    assert next(reports).depth == 1
    stop.stop()
    # An engine searches one position at a time.
    assert [report.depth for report in engine.analyse(Position(), depth=2)] == [1, 2]
    # What was reported before can still be read.
    depths = [report.depth for report in reports]
    assert depths == list(range(2, len(depths) + 2))


def test_a_stop_ends_a_search_that_waits_for_another() -> None:
    engine, stop = Engine(memory=8), Stop()
    first = engine.analyse(Position(), seconds=100_000)
    next(first)
    found: list[list[Report]] = []
    waiting = threading.Thread(target=lambda: found.append(list(engine.analyse(Position(), stop=stop))), daemon=True)
    waiting.start()
    stop.stop()
    waiting.join(PATIENCE)
    assert found == [[]]
    # The first one goes on.
    assert next(first).depth == 2
    first.close()


def test_a_search_that_ends_stops_no_other() -> None:
    stop = Stop()
    for report in analyse(Position(), seconds=100_000, memory=8, stop=stop):
        if report.depth == 2:
            break
    assert not stop.stopped
    assert [report.depth for report in analyse(Position(), depth=2, memory=8, stop=stop)] == [1, 2]
    stop.stop()
    assert list(analyse(Position(), depth=2, memory=8, stop=stop)) == []


def test_nothing_is_searched_before_a_report_is_requested() -> None:
    engine = Engine(memory=8)
    waiting = engine.analyse(Position(), seconds=100_000)
    assert [report.depth for report in engine.analyse(Position(), depth=2)] == [1, 2]
    assert next(waiting).depth == 1


def test_a_finished_game_has_no_reports() -> None:
    over = Position("8/P7/8/8/8/8/7p/8 w").play("a8")
    assert list(analyse(over, seconds=100_000)) == []


def test_earlier_moves_count_for_repetitions() -> None:
    start = Position("8/7k/8/8/8/8/PP6/K7 w", variant="kingpawn")
    position = start.play("Kb1", "Kh8", "Ka1", "Kh7", "Kb1", "Kh8", "Ka1")
    *_, alone = analyse(Position(position.fen, variant="kingpawn"), depth=10)
    assert alone.value == "loss"
    # The start would occur for the third time.
    *_, last = analyse(position, depth=10)
    assert (last.move, last.pawns) == ("h8h7", 0.0)


def test_two_engines_do_not_disturb_each_other() -> None:
    positions = [Position(WON), Position(variant="kingpawn")]
    alone = [list(Engine(memory=16).analyse(one, nodes=100_000)) for one in positions]
    together: list[list[Report]] = [[], []]
    both = threading.Barrier(2)

    def think(number: int) -> None:
        engine = Engine(memory=16)
        both.wait()
        together[number] = list(engine.analyse(positions[number], nodes=100_000))

    threads = [threading.Thread(target=think, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [without_time(reports) for reports in together] == [without_time(reports) for reports in alone]


def test_a_shared_engine_answers_both() -> None:
    engine = Engine(memory=16)
    positions = [Position(variant="antichess"), Position(variant="pawngame")]
    found: dict[int, list[Report]] = {}

    def think(number: int) -> None:
        for _ in range(20):
            found[number] = list(engine.analyse(positions[number], depth=4))

    threads = [threading.Thread(target=think, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, position in enumerate(positions):
        assert [report.depth for report in found[number]] == [1, 2, 3, 4]
        assert all(report.move in position.moves for report in found[number])


def test_an_engine_remembers_until_it_is_cleared() -> None:
    engine = Engine(memory=16)

    def nodes() -> int:
        # Less deep than where known results also show which moves to extend.
        *_, last = engine.analyse(Position(), depth=5)
        return last.nodes

    first = nodes()
    assert nodes() < first
    engine.clear()
    assert nodes() == first


def test_several_threads_find_the_win() -> None:
    *_, last = analyse(Position(WON), seconds=60, threads=2)
    assert (last.value, last.move) == ("win", "h3g4")
