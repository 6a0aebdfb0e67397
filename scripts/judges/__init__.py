"""Training of the small judges that ship with the project; `python -m scripts.train_judges` runs it."""
