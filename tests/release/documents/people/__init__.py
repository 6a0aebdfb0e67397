"""Tests of what the pages say about judges."""
