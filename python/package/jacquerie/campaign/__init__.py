"""Solving a position that one machine cannot, on Dask: ``python -m jacquerie.campaign --help``.

A manager keeps a tree of the first plies (:mod:`.tree`), hands its open questions out as jobs with a
limit of positions (:mod:`.jobs`), opens what was too hard, and drops what no longer matters
(:mod:`.manager`). Whatever a job has found is in the store, an SQLite file (:mod:`.store`), before it is
used: the manager can be killed at any moment and goes on. Who works where is for Dask to say
(:mod:`.pool`). :mod:`.simulation` plays campaigns on thousands of workers.

The model is job-level proof-number search (Wu and others, 2010) and the manager that solved checkers
(J. Schaeffer and others, *Checkers Is Solved*, Science 2007).
"""
