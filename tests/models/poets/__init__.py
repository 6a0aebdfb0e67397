"""Tests of poets."""
