"""Findings as files: each is an input that a parser once did not stand."""

from hashlib import blake2b
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def findings(corpus: Path = CORPUS) -> list[tuple[str, Path]]:
    """The parser and the file of each finding."""
    return [(path.parent.name, path) for path in sorted(corpus.glob("*/*")) if path.is_file()]


def write_finding(parser: str, content: bytes, corpus: Path = CORPUS) -> Path:
    """Keep an input; its name follows from its bytes."""
    path = corpus / parser / blake2b(content, digest_size=6).hexdigest()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
