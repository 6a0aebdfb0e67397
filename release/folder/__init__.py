"""The files of a release: tables, checksums, layout."""
