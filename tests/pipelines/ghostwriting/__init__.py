"""Tests of releases about writers in the styles of artists."""
