"""The life of a release: version, contents, changes, takedowns, rebuilds."""
