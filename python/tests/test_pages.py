"""Examples work: those of the modules and of the pages, and the notebook."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import jacquerie
import nbformat
import pytest
from nbclient import NotebookClient
from processes import ROOT

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(jacquerie.__path__, "jacquerie.")
    if not module.name.endswith(("._native", ".__main__"))
)

PAGES = sorted(
    path
    for path in [*ROOT.glob("docs/*.md"), ROOT / "python" / "README.md"]
    if path.parent.name == "python" or "```python in python/tests/test_pages.py" in path.read_text()
)

NOTEBOOKS = sorted((ROOT / "python" / "examples").glob("*.ipynb"))


def check(test: doctest.DocTest) -> int:
    """Runs examples as one session; returns their number."""
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
    return len(test.examples)


@pytest.mark.parametrize("name", ["jacquerie", *MODULES])
def test_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder().find(module):
        check(test)


def test_modules_have_examples() -> None:
    found = doctest.DocTestFinder().find(importlib.import_module("jacquerie.solving"))
    assert sum(len(test.examples) for test in found) > 3
    assert "jacquerie.solving" in MODULES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(
        r"^```python(?: in python/tests/test_pages.py)?\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL
    )
    assert blocks
    assert all(block.startswith(">>> ") for block in blocks)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert check(session) > len(blocks)


def test_the_pages_are_found() -> None:
    assert {"README.md", "python.md"} <= {page.name for page in PAGES}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_to_its_end(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.reads(path.read_text(), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells), "stored with outputs"

    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 3


def test_there_is_a_notebook() -> None:
    assert [path.name for path in NOTEBOOKS] == ["pawn-games.ipynb"]
