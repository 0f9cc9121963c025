"""Pawn games, pawn endings, antichess and Metamachy: play through positions, analyse, solve and prove.

>>> import jacquerie
>>> position = jacquerie.Position(variant="pawngame", files=4)
>>> position.moves
['a2a3', 'b2b3', 'c2c3', 'd2d3', 'a2a4', 'b2b4', 'c2c4', 'd2d4']
>>> jacquerie.solve(position).value
'win'

A :class:`Position` never changes; playing a move gives another one. :func:`analyse` yields the reports of
the engine. :func:`solve` finds exact values; :class:`Solver` also makes proofs, and :func:`verify` checks
them. During long calls other Python threads run, and Ctrl-C raises ``KeyboardInterrupt``.
"""

from importlib.metadata import version

from ._native import CertificateError, MoveError, PositionError, SolveError, Stop
from .analysis import Engine, Report, analyse
from .evaluation import BestPlay, Evaluation, Gamelet, Gamelets, Term, ToPlay
from .lists import Listed, read_positions
from .position import Colour, Finish, Position, Variant, variants
from .solving import Goal, Solution, SolvedMove, Solver, Value, Verified, solve, verify

__version__ = version("jacquerie")

__all__ = [
    "BestPlay",
    "CertificateError",
    "Colour",
    "Engine",
    "Evaluation",
    "Finish",
    "Gamelet",
    "Gamelets",
    "Goal",
    "Listed",
    "MoveError",
    "Position",
    "PositionError",
    "Report",
    "Solution",
    "SolveError",
    "SolvedMove",
    "Solver",
    "Stop",
    "Term",
    "ToPlay",
    "Value",
    "Variant",
    "Verified",
    "analyse",
    "read_positions",
    "solve",
    "variants",
    "verify",
]
