"""The facts that the documents of a release state, gathered from the runs of its stages."""
