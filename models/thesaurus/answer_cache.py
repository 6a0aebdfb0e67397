"""Answers of a service on disk, one JSON file per word: an answer is paid for once, and a run can be repeated."""

import json
import os
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import Any


class AnswerCache:
    """A folder of answers. Several processes may use it at once: a file is moved into place when it is whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, word: str) -> Any:
        """The answer for this word, or nothing: a file that cannot be read as JSON counts as not there."""
        try:
            kept = json.loads(self._path(word).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return kept.get("answer") if isinstance(kept, dict) and kept.get("word") == word else None

    def write(self, word: str, answer: Any) -> None:
        """Keeps an answer."""
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
        """By hash, as words are no safe names of files."""
        digest = blake2b(word.encode(), digest_size=16).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
