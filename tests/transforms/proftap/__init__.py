"""Tests of titles, attempts and poems of the test."""
