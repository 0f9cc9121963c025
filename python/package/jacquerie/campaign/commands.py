"""The command line: run a campaign, show its progress, exchange its answers, write its proof, check a sample."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path

from .. import CertificateError, MoveError, Position, PositionError, SolveError, verify
from . import report
from .campaign import Campaign
from .jobs import Kit, told
from .manager import Manager
from .question import CampaignError, Guide, Subject
from .store import Store, alone, is_begun

log = logging.getLogger("jacquerie.campaign")

LEAST_LEMMA = 4
"""Smaller proofs are as fast to find again as to receive."""

EXAMPLES = """examples:
  python -m jacquerie.campaign run five.sqlite --files 5
  python -m jacquerie.campaign run seven.sqlite --files 7 --moves --limit 1e9 --scheduler tls://host:8786
  python -m jacquerie.campaign status seven.sqlite
  python -m jacquerie.campaign export five.sqlite > five.csv
  python -m jacquerie.campaign import again.sqlite five.csv --files 5
  python -m jacquerie.campaign certificate five.sqlite five.proof
  python -m jacquerie.campaign check five.sqlite --sample 20
"""


def number(text: str) -> int:
    """A positive integer, also as ``1e9``.

    :raises argparse.ArgumentTypeError: if it is not one.
    """
    try:
        # A float has fewer digits than an integer.
        value = int(text) if text.strip().isdecimal() else float(text)
        if value != int(value) or value < 1:
            raise ValueError
    except (ValueError, OverflowError):
        message = f"found '{text}', expected a whole number from 1, such as 5000000 or 5e6"
        raise argparse.ArgumentTypeError(message) from None
    return int(value)


def between(least: int, most: int) -> Callable[[str], int]:
    """An integer in a range.

    :raises argparse.ArgumentTypeError: if it is not an integer, or out of range.
    """

    def read(text: str) -> int:
        value = number(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"found '{text}', expected {least} to {most}")
        return value

    return read


def percent(text: str) -> float:
    """A percentage.

    :raises argparse.ArgumentTypeError: if it is not one.
    """
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"found '{text}', expected 0 to 100, such as 1 or 0.5")
    return value


# The range of the solver's memory; checked here, before any worker starts.
mebibytes = between(8, 1 << 24)
threads_of_one = between(1, 256)
count = between(1, (1 << 63) - 1)


def parser() -> argparse.ArgumentParser:
    """The argument parser."""
    whole = argparse.ArgumentParser(
        prog="python -m jacquerie.campaign",
        description="Solve a position on many machines, with a Dask cluster.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--verbose", action="store_true", help="log each job to standard error")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    run = commands.add_parser(
        "run",
        help="solve, or resume from the store",
        description="Solves a position. Every answer is in the store before it is used. After Ctrl-C, SIGTERM or a "
        "crash, the same command resumes.",
    )
    add_store(run, "the store, an SQLite file; created if it does not exist")
    add_subject(run)
    run.add_argument("--moves", action="store_true", help="also find the value of every move")
    run.add_argument(
        "--limit",
        type=count,
        default=10_000_000,
        metavar="POSITIONS",
        help="positions that a job may search; a harder question is split [default: 1e7, some seconds]",
    )
    run.add_argument(
        "--lemmas",
        type=count,
        metavar="POSITIONS",
        help="results that took at least this many positions are passed on to the other workers; a smaller "
        "number means more traffic and less duplicate work [default: a two-millionth of --limit, times the square of "
        "the number of workers, at least 4]",
    )
    run.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="the Dask scheduler of a cluster: tls://host:8786 [default: workers on this machine]",
    )
    run.add_argument(
        "--workers",
        type=number,
        default=1,
        metavar="N",
        help="without --scheduler: number of processes, each with its own table [default: 1]",
    )
    run.add_argument(
        "--threads",
        type=threads_of_one,
        metavar="T",
        help="threads of each worker, which share its table [default: all cores of this machine "
        "divided by --workers; with --scheduler 1]",
    )
    run.add_argument(
        "--memory",
        type=mebibytes,
        default=1024,
        metavar="MIB",
        help="memory for the table of each worker [default: 1024]",
    )
    run.add_argument("--time", type=number, metavar="S", help="time limit in seconds")
    run.add_argument(
        "--check-share",
        type=percent,
        default=1.0,
        metavar="PERCENT",
        help="share of the answers that another worker (the same if there is no other) checks before they are used; if "
        "they differ, both are discarded [default: 1]",
    )

    status = commands.add_parser(
        "status",
        help="show the progress",
        description="Shows what is proved, what is open, and the cost so far.",
    )
    add_store(status)

    export = commands.add_parser(
        "export",
        help="write the answers on which the tree rests",
        description="Writes the rule and the answers to standard output, one per line: FEN;goal;met;positions; and as "
        "'open' the questions above them, whose moves were asked about. Minimax over these gives what is proved.",
    )
    add_store(export)
    export.add_argument(
        "--all",
        action="store_true",
        help="everything that is stored, even what nothing rests on: what 'import' needs to resume on another machine",
    )

    imported = commands.add_parser(
        "import",
        help="read answers that 'export' wrote",
        description="Adds the lines of a file that are not in the store yet. The answers are not "
        "checked; 'check' proves a sample of them again.",
    )
    add_store(imported, "the store, an SQLite file; created if it does not exist")
    imported.add_argument(
        "file", type=Path, metavar="FILE", help="what 'export' wrote: the rule, and lines FEN;goal;met;positions"
    )
    add_subject(imported)
    imported.add_argument("--moves", action="store_true", help="the answers are about the value of every move, too")

    certificate = commands.add_parser(
        "certificate",
        help="write a proof of the value",
        description="Writes a proof of the value, which 'jacquerie verify' checks: the tree, and a new proof of each "
        "answer on which it rests. It is checked before the command ends. It has one byte for each position of the "
        "strategy, so it is for smaller boards.",
    )
    add_store(certificate)
    certificate.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    certificate.add_argument(
        "--memory", type=mebibytes, default=1024, metavar="MIB", help="memory for the table [default: 1024]"
    )

    check = commands.add_parser(
        "check",
        help="prove a sample of the answers again",
        description="Proves some of the answers again, with fresh tables and another first move, and compares. The "
        "exit code is 1 if one of them differs.",
    )
    add_store(check)
    check.add_argument("--sample", type=number, default=20, metavar="N", help="number of answers [default: 20]")
    check.add_argument("--seed", type=number, default=1, metavar="N", help="seed of the choice [default: 1]")
    check.add_argument(
        "--memory", type=mebibytes, default=1024, metavar="MIB", help="memory for the table [default: 1024]"
    )

    simulate = commands.add_parser(
        "simulate",
        help="simulate campaigns on thousands of workers",
        description="Simulates campaigns with random trees that branch like those of the given stores. Shows the "
        "duration, the speed-up over one solver, the positions searched compared with one solver, and the load of the "
        "manager. See docs/measurements.md.",
    )
    simulate.add_argument("stores", type=Path, nargs="+", metavar="STORE", help="the store of a finished campaign")
    simulate.add_argument(
        "--cost",
        type=number,
        default=10**11,
        metavar="POSITIONS",
        help="positions that one solver would search [default: 1e11]",
    )
    simulate.add_argument(
        "--limit", type=number, default=10**7, metavar="POSITIONS", help="positions of a job [default: 1e7]"
    )
    simulate.add_argument(
        "--workers",
        type=number,
        nargs="+",
        default=[1, 2, 8, 32, 128],
        metavar="N",
        help="numbers of workers [default: 1 to 128]",
    )
    simulate.add_argument(
        "--games", type=number, default=3, metavar="N", help="simulations for each number [default: 3]"
    )
    simulate.add_argument("--plot", type=Path, metavar="FILE", help="also draw a diagram: FILE.svg or FILE.png")
    return whole


def add_store(command: argparse.ArgumentParser, help: str = "the store of a campaign") -> None:
    """Adds the store, which every command needs."""
    command.add_argument("store", type=Path, metavar="STORE", help=help)


def add_subject(command: argparse.ArgumentParser) -> None:
    """Adds the position for which a store is created."""
    command.add_argument("--variant", help="the variant [default: peasants]")
    command.add_argument(
        "--files", type=number, metavar="W", help="width of the board at the start, in files [default: 8]"
    )
    command.add_argument("--gaps", help="in pawnrace, the files without a pawn: 'a h'")
    command.add_argument("--fen", help="the position [default: the start of the variant]")


def subject_of(arguments: argparse.Namespace, moves: bool) -> Subject | None:
    """The position on the command line; ``None`` if there is none."""
    chosen = {"files": arguments.files, "gaps": arguments.gaps}
    chosen = {key: value for key, value in chosen.items() if value is not None}
    told = [arguments.variant, arguments.fen, chosen or None]
    if is_begun(arguments.store) and not any(told):
        if not moves:
            return None
        # The position is that of the store.
        with closing(Store(arguments.store)) as store:
            return replace(store.subject, moves=True)
    position = Position(arguments.fen, variant=arguments.variant or "peasants", **chosen)
    subject = Subject.of(position, moves)
    # Check now rather than when a store exists.
    Guide(subject)
    return subject


def lemmas_from(limit: int, workers: int) -> int:
    """The default threshold of lemmas. Every job's lemmas go to all other workers, so the traffic grows with the
    square of their number; a higher threshold makes lemmas rarer."""
    return max(LEAST_LEMMA, limit * workers**2 // 2_000_000)


@contextmanager
def heard_at_once() -> Iterator[None]:
    """Lets signals interrupt what waits, until there is something to end in order."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = {word: signal.signal(word, interrupt) for word in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for word, handler in before.items():
            signal.signal(word, handler)


def run(arguments: argparse.Namespace) -> int:
    """Solves."""
    with alone(arguments.store):
        return run_alone(arguments)


def run_alone(arguments: argparse.Namespace) -> int:
    """Solves, with exclusive access to the store."""
    # Distributed is slow to import.
    from distributed import Client

    from .local import local_cluster
    from .pool import DaskPool

    # A job carries the lemmas that are new to its worker.
    warnings.filterwarnings("ignore", message="Sending large graph", category=UserWarning)
    # Importing Distributed has replaced them.
    logging.getLogger("distributed").setLevel(logging.WARNING if arguments.verbose else logging.ERROR)
    campaign = Campaign(Store(arguments.store, subject_of(arguments, arguments.moves)))
    report.begun(campaign)
    threads = arguments.threads
    if threads is None:
        cores = os.cpu_count() or 1
        threads = 1 if arguments.scheduler else min(256, max(1, cores // arguments.workers))
    watch = report.Watch(arguments.time)
    for word in (signal.SIGINT, signal.SIGTERM):
        signal.signal(word, lambda *_: watch.stop())
    try:
        if campaign.is_done:
            report.ended(campaign)
            return 0
        try:
            with ExitStack() as stack:
                if arguments.scheduler is None:
                    cluster = stack.enter_context(local_cluster(arguments.workers, arguments.verbose))
                else:
                    cluster = arguments.scheduler
                try:
                    with heard_at_once():
                        client = stack.enter_context(Client(cluster))
                except ValueError as error:
                    raise CampaignError(
                        f"invalid scheduler address: {error}; expected one such as tls://host:8786"
                    ) from None
                except (TypeError, RuntimeError) as error:
                    # Without certificates, or with an unencrypted address where encryption is required.
                    raise CampaignError(f"{arguments.scheduler}: {told(error)}") from None
                if arguments.scheduler is not None:
                    report.connected(client.scheduler.address)
                watch.start(client.dashboard_link if arguments.scheduler is not None else None)
                pool = DaskPool(client)
                lemmas = arguments.lemmas or lemmas_from(arguments.limit, len(pool.workers()))
                if arguments.lemmas is None and not pool.workers():
                    log.warning("no workers yet; if many are to come, choose a higher --lemmas than %d", lemmas)
                kit = Kit(campaign.subject.variant, arguments.memory, threads, lemmas)
                manager = Manager(campaign, pool, kit, arguments.limit, arguments.check_share / 100)
                try:
                    manager.run(watch.is_over, watch.show)
                finally:
                    watch.clear()
        except OSError as error:
            if campaign.is_done or arguments.scheduler is None:
                raise
            raise CampaignError(f"no scheduler at {arguments.scheduler}: {error}") from None
        report.ended(campaign, manager.progress)
        return 0
    finally:
        campaign.store.close()


def status(arguments: argparse.Namespace) -> int:
    """Shows the progress."""
    report.status(Campaign(Store(arguments.store)), sys.stdout)
    return 0


def export(arguments: argparse.Namespace) -> int:
    """Writes the answers."""
    from .exchange import write

    store = Store(arguments.store)
    jobs = store.found().values() if arguments.all else report.grounds(Campaign(store))
    write(store.subject, jobs, sys.stdout)
    return 0


def read_answers(arguments: argparse.Namespace) -> int:
    """Adds the answers of another store."""
    from .exchange import take_over

    with alone(arguments.store):
        is_new = not is_begun(arguments.store)
        store = Store(arguments.store, subject_of(arguments, arguments.moves))
        try:
            report.note(f"{report.spelled(take_over(store, arguments.file))} lines added")
        except BaseException:
            # The next attempt may be about another position.
            store.close()
            if is_new:
                arguments.store.unlink()
            raise
        store.close()
    return 0


def certificate(arguments: argparse.Namespace) -> int:
    """Writes a proof."""
    from .proof import prove

    campaign = Campaign(Store(arguments.store))
    subject, value = campaign.subject, campaign.value()
    # Check now rather than when the work is done.
    if arguments.file.exists() and arguments.file.stat().st_size > 0:
        raise CampaignError(f"{arguments.file} is not empty; give another file")
    try:
        with open(arguments.file, "wb") as file:
            proof = prove(campaign, arguments.memory, report.parts)
            file.write(proof)
        # Data from a pipe cannot be read again.
        verified = verify(arguments.file if arguments.file.is_file() else proof, subject.position)
        if verified.value != value:
            raise CertificateError(f"no proof: the result proves the value {verified.value}, not {value}")
    except BaseException:
        # A part of a proof proves nothing.
        if arguments.file.is_file():
            arguments.file.unlink()
        raise
    size, positions = report.spelled(len(proof)), report.spelled(verified.positions)
    report.note(f"{size} bytes, {positions} positions checked; 'jacquerie verify {arguments.file}' checks them again")
    return 0


def check(arguments: argparse.Namespace) -> int:
    """Proves a sample of answers again."""
    from .check import check as check_sample

    campaign = Campaign(Store(arguments.store))
    return check_sample(campaign, arguments.sample, arguments.seed, arguments.memory, sys.stdout)


def simulate(arguments: argparse.Namespace) -> int:
    """Plays campaigns."""
    from .simulation import Measured, Played, Simulation

    if arguments.plot is not None:
        try:
            from .plot import check as check_plot
            from .plot import plot
        except ImportError as error:
            raise CampaignError(f"--plot needs matplotlib: pip install 'jacquerie[plot]' ({error})") from None
        check_plot(arguments.plot)
    measured = Measured.of(Campaign(Store(store)) for store in arguments.stores)
    report.measured(measured)
    played: list[Played] = []
    for workers in arguments.workers:
        for seed in range(1, arguments.games + 1):
            simulation = Simulation(measured, workers, arguments.cost, arguments.limit, seed)
            played.append(simulation.play())
            report.played(played[-1], sys.stdout)
    if arguments.plot is not None:
        title = f"A campaign of {arguments.cost:.0e} positions, up to {arguments.limit:.0e} in a job"
        plot(played, title, arguments.plot)
    return 0


COMMANDS = {
    "run": run,
    "status": status,
    "export": export,
    "import": read_answers,
    "certificate": certificate,
    "check": check,
    "simulate": simulate,
}


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line. The exit code is 0 if done or stopped, 1 for an error, 2 for wrong usage."""
    if sys.stdout is None:  # It was closed before the start.
        sys.stdout = StringIO()
    arguments = parser().parse_args(words)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    if arguments.verbose:
        logging.getLogger("jacquerie.campaign").setLevel(logging.DEBUG)
    try:
        code = COMMANDS[arguments.command](arguments)
        # A write error must be reported here, not when Python exits.
        sys.stdout.flush()
        sys.exit(code)
    except (PositionError, MoveError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader has closed the pipe, as 'head' does. Python would try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (CampaignError, CertificateError, SolveError, OSError, MemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
