"""Checks before anything is done."""

from __future__ import annotations


def once(made: object) -> None:
    """Refuses to initialise an object a second time, since other threads may use it.

    :raises TypeError: if it is already initialised.
    """
    if hasattr(made, "_native"):
        name = type(made).__name__
        raise TypeError(f"this {name} is already initialised; make another {name}")


def written(value: object) -> str:
    """A value as text. Python refuses to write numbers of more than a few thousand digits, except in base 16."""
    return hex(value) if isinstance(value, int) and value.bit_length() > 64 else str(value)
