"""Solving a position that is too hard for one machine, on Dask: ``python -m jacquerie.campaign --help``.

A manager keeps a tree of the first plies (:mod:`.tree`). It hands out the open questions as jobs with a limit of
positions (:mod:`.jobs`), expands those that were too hard, and drops those that no longer matter (:mod:`.manager`).
Every result is in the store, an SQLite file (:mod:`.store`), before it is used: the manager can be killed at any
moment and resumes from there. Dask assigns the workers (:mod:`.pool`). :mod:`.simulation` simulates campaigns on
thousands of workers.

The model is job-level proof-number search (Wu and others, 2010) and the manager that solved checkers (J. Schaeffer
and others, *Checkers Is Solved*, Science 2007).
"""
