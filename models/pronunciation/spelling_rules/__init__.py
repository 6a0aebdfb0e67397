"""One file per habit of spelling."""
