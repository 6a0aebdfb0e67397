"""Faults: releases that are killed, starved, crowded and damaged, and what must be true afterwards.

``python -m tests.faults`` runs the campaign; the tests here run each fault once or twice.
"""
