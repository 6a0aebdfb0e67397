"""Examples, `--log` and completion of every command."""
