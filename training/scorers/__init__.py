"""Training of the small scorers that ship with the project; `python -m training.train_scorers` runs it."""
