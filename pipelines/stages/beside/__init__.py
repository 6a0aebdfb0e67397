"""Models of a user on selected pairs of a release, beside the models of the release."""
