"""Tests of the ghostwriters."""
