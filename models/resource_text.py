"""Texts among the shipped resources."""

from importlib.resources import files


def resource_text(path: str) -> str:
    """The text of a file below ``models/resources``, without blank ends."""
    return (files("versebench.models") / "resources" / path).read_text(encoding="utf-8").strip()
