"""Readers of source files: each turns a stream of bytes into rows, and never stops at a bad one."""
