"""Scripts that run in the environment of the peers, which is not the project's (see ``setup.sh``)."""
