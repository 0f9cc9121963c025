"""The tree of a campaign, on artificial games: the answers are right for any order of the jobs."""

from __future__ import annotations

import random

import pytest
from jacquerie import Goal
from jacquerie.campaign.tree import Child, Question, Tree, other

WINS, DRAWS, LOSES = 2, 1, 0


class Game:
    """A game of some plies on a random graph: a position is its ply and a number, with a value for the side to move
    at the end. Many ways lead to one position."""

    def __init__(self, seed: int, plies: int = 7, width: int = 12) -> None:
        chance = random.Random(seed)
        self.plies = plies
        self.next = {
            (ply, number): tuple(chance.sample(range(width), chance.randint(1, 4)))
            for ply in range(plies)
            for number in range(width)
        }
        self.values = {(plies, number): chance.choice([WINS, DRAWS, LOSES]) for number in range(width)}
        for ply in reversed(range(plies)):
            for number in range(width):
                position = (ply, number)
                self.values[position] = max(2 - self.values[child] for child in self.children(position))

    def children(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        ply, _ = position
        return [] if ply == self.plies else [(ply + 1, each) for each in self.next[position]]

    def met(self, position: tuple[int, int], goal: Goal) -> bool:
        return self.values[position] >= (WINS if goal == "win" else DRAWS)

    def child(self, position: tuple[int, int], goal: Goal) -> Child:
        name = f"{position[0]}.{position[1]}"
        known = self.met(position, goal) if position[0] == self.plies else None
        return Child(name, name, known)

    def expand(self, fen: str, goal: Goal) -> list[Child]:
        return [self.child(child, goal) for child in self.children(read(fen))]


def read(fen: str) -> tuple[int, int]:
    ply, number = fen.split(".")
    return int(ply), int(number)


def wanted(game: Game, known: dict[tuple[str, Goal], bool | None] | None = None) -> Tree:
    tree = Tree(game.expand, known)
    for goal in ("win", "draw"):
        tree.want(game.child((0, 0), goal), goal)
    return tree


@pytest.mark.parametrize("workers", [1, 2, 7, 100])
@pytest.mark.parametrize("seed", range(25))
def test_answers_are_right_in_any_order_of_results(seed: int, workers: int) -> None:
    game, chance = Game(seed), random.Random(seed)
    known: dict[tuple[str, Goal], bool | None] = {}
    tree = wanted(game, known)
    away: list[Question] = []
    jobs = 0
    while not tree.is_done:
        while len(away) < workers and (question := tree.next()) is not None:
            assert question.met is None and question.children is None
            assert question not in away
            away.append(question)
        assert away, "there is something to do as long as it is not done"
        question = away.pop(chance.randrange(len(away)))
        jobs += 1
        ply, _ = read(question.fen)
        fate = chance.random()
        if fate < 0.1:
            tree.back(question)
        elif fate < 0.6 and ply < game.plies:
            tree.open(question)
        else:
            tree.answer(question, game.met(read(question.fen), question.goal))
        for useless in tree.useless():
            assert useless in away
            away.remove(useless)
            tree.back(useless)
    for question in tree.questions.values():
        if question.met is not None:
            assert question.met == game.met(read(question.fen), question.goal), question
    # The finished jobs are enough to resume elsewhere; hardly any question is repeated.
    again = wanted(game, known)
    more = 0
    while not again.is_done:
        question = again.next()
        assert question is not None and (question.key, question.goal) not in known
        again.answer(question, game.met(read(question.fen), question.goal))
        more += 1
    assert more <= jobs / 5
    assert [one.met for one in again.wanted] == [one.met for one in tree.wanted]


@pytest.mark.parametrize("seed", range(10))
def test_killed_at_any_moment_it_resumes(seed: int) -> None:
    game, chance = Game(seed), random.Random(seed)
    known: dict[tuple[str, Goal], bool | None] = {}
    jobs = []
    for _ in range(1_000):
        tree = wanted(game, dict(known))
        for _ in range(chance.randint(1, 3)):
            question = tree.next()
            if question is None:
                break
            met = None if chance.random() < 0.5 else game.met(read(question.fen), question.goal)
            if read(question.fen)[0] + 1 == game.plies:
                met = game.met(read(question.fen), question.goal)
            known[question.key, question.goal] = met
            jobs.append((question.key, question.goal))
            if met is None:
                tree.open(question)
            else:
                tree.answer(question, met)
        if tree.is_done:
            break
    assert tree.is_done
    assert len(jobs) == len(set(jobs)), "nothing is asked twice"
    assert tree.wanted[0].met == game.met((0, 0), "win")


def test_one_worker_goes_through_the_moves_in_order() -> None:
    game = Game(3)
    tree = wanted(game)
    first = tree.next()
    assert first is tree.wanted[0]
    tree.open(first)
    second = tree.next()
    children = [child for child in first.children or [] if child.met is None]
    assert second is children[0]
    # It stays there when the question is expanded, until it is answered.
    tree.open(second)
    third = tree.next()
    assert third is not None and third in (second.children or [])


def line(count: int, goal: Goal = "win") -> tuple[Tree, list[Question]]:
    """An expanded root with this many moves, of which nothing is known."""
    tree = Tree(lambda fen, _: [Child(f"{fen}{n}", f"{fen}{n}", None) for n in range(count)])
    root = tree.want(Child("r", "r", None), goal)
    assert tree.next() is root
    tree.open(root)
    return tree, root.children or []


def test_two_workers_get_the_first_two_moves() -> None:
    tree, moves = line(3)
    assert tree.next() is moves[0]
    assert tree.next() is moves[1]


def test_the_next_move_waits_if_the_first_hardly_ever_fails() -> None:
    # Two moves from the root the first move has always been right; one move from it all have failed.
    tree, moves = line(40)
    for move in moves[:30]:
        assert tree.next() is move
        tree.open(move)
        reply = tree.next()
        assert reply is not None and reply in (move.children or [])
        tree.answer(reply, False)
        assert move.met is True
    # So the second worker gets the next move of the root, not another reply.
    assert tree.next() is moves[30]
    tree.open(moves[30])
    assert tree.next() is (moves[30].children or [])[0]
    assert tree.next() is moves[31]


def test_a_question_without_an_answer_is_asked_again() -> None:
    tree, moves = line(2)
    first = tree.next()
    assert first is moves[0] and tree.next() is moves[1]
    assert tree.next() is None, "everything is under way"
    tree.back(moves[0])
    assert tree.next() is moves[0]


def test_goals_alternate() -> None:
    assert other("win") == "draw" and other(other("win")) == "win"
