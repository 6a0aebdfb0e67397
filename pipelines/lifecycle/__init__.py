"""The lifecycle of a release: contents, versions, changes, takedowns, rebuilds."""
