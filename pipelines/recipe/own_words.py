"""Reading the file of a user's own words, which a recipe or a command names."""

from functools import lru_cache

from versebench.models.pronunciation.own_words import NO_WORDS, OwnWords
from versebench.pipelines.errors import RecipeError
from versebench.storage import filesystem
from versebench.transforms.prosody.lexicon.own_words_file import MOST_BYTES, OwnWordsError, read_own_words
from versebench.transforms.readers.errors import SourceFormatError


def own_words(path: str | None, asked_by: str = "ear.lexicon") -> OwnWords:
    """The words of a file; none without a path. The workers get the entries, and read no file.

    Raises :class:`RecipeError`, which names the key or option, the file and the rows, and says what to do.
    """
    if path is None:
        return NO_WORDS
    try:
        return _parsed(filesystem.read_bytes(path, MOST_BYTES))
    except FileNotFoundError:
        problem = "file not found; the path is relative to the working folder"
    except IsADirectoryError:
        problem = "is a folder; name a file of words in it"
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
    except (OwnWordsError, SourceFormatError) as error:
        problem = str(error)
    raise RecipeError(f"{asked_by}: {path}: {problem}")


@lru_cache(maxsize=4)
def _parsed(content: bytes) -> OwnWords:
    return read_own_words(content)
