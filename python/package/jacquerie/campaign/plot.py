"""The plot of simulated campaigns: the speed-up by the number of workers, and the load of the manager."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

import matplotlib
from matplotlib.figure import Figure

from .question import CampaignError
from .simulation import Played

# The same campaigns give the same file, with searchable text.
matplotlib.rcParams.update({"svg.hashsalt": "jacquerie", "svg.fonttype": "none"})


def check(path: Path) -> None:
    """Checks before any work whether the plot can be written.

    :raises CampaignError: if the format is unknown, or the folder is missing.
    """
    formats = Figure().canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in formats:
        raise CampaignError(f"--plot {path}: unknown format, expected one of {', '.join(sorted(formats))}")
    if not path.parent.is_dir():
        raise CampaignError(f"--plot {path}: there is no folder {path.parent}")


def plot(played: Sequence[Played], title: str, path: Path) -> None:
    """Draws to a file, in the format of its name."""
    workers = sorted({one.workers for one in played})
    figure = Figure(figsize=(8, 6), layout="constrained")
    figure.suptitle(title, fontsize="medium")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    above.plot(workers, workers, color="0.8", label="as many times as fast as there are workers")
    speedups = [[one.speedup for one in played if one.workers == count] for count in workers]
    above.plot(workers, [median(each) for each in speedups], "o-", color="C0", label="simulated")
    above.fill_between(workers, [min(each) for each in speedups], [max(each) for each in speedups], alpha=0.2)
    above.set(yscale="log", ylabel="times as fast as one")
    above.legend()
    loads = [median(100 * one.managing for one in played if one.workers == count) for count in workers]
    below.plot(workers, loads, "o-", color="C1")
    below.set(xscale="log", xlabel="workers", ylabel="manager busy, %", ylim=(0, 100))
    below.set_xticks(workers, [str(count) for count in workers], minor=False)
    below.minorticks_off()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
