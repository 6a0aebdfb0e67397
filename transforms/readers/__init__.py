"""Readers of source files: each turns a stream of bytes into rows, and continues after bad rows."""
