"""Training of the small judges that ship with the project; `python -m training.train_judges` runs it."""
