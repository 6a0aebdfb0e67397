"""Accuracies, intervals and paired tests."""
