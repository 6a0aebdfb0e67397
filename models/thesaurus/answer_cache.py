"""Caches answers of a service on disk, one JSON file per word, to save queries and make runs repeatable."""

import json
import os
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any


class AnswerCache:
    """A folder of answers. Several processes may use it at once: complete files are moved into place."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, word: str) -> Any:
        """Return the answer for this word, or None. A file that is not valid JSON counts as missing."""
        try:
            kept = json.loads(self._path(word).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return kept.get("answer") if isinstance(kept, dict) and kept.get("word") == word else None

    def write(self, word: str, answer: Any) -> None:
        """Store an answer."""
        path = self._path(word)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, attempt = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"word": word, "answer": answer}, file, ensure_ascii=False)
            os.replace(attempt, path)
        except BaseException:
            Path(attempt).unlink(missing_ok=True)
            raise

    def _path(self, word: str) -> Path:
        """Return a path from a hash, because words are not safe file names."""
        digest = blake2b(word.encode(), digest_size=16).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
