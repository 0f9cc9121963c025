"""What is looked at before anything is done."""

from __future__ import annotations


def once(made: object) -> None:
    """Refuses to make an object a second time: others may be at work at it.

    :raises TypeError: if it is made.
    """
    if hasattr(made, "_native"):
        name = type(made).__name__
        raise TypeError(f"this {name} is made already, and stays as it is; make another {name}")


def written(value: object) -> str:
    """A value as text. Python writes no number of more than some thousand digits, but in base 16."""
    return hex(value) if isinstance(value, int) and value.bit_length() > 64 else str(value)
