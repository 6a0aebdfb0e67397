"""Taggers that are spaCy pipelines: the one shipped with the project, an installed package, or a folder."""

import hashlib
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from versebench.models.tagger.contract import TWO_OPINIONS, Tagger, Token
from versebench.schemas.table import UPOS

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.tokens import Token as SpacyToken

DEFAULT = "verse-tagger.v1"
SHIPPED = {DEFAULT: Path(__file__).parents[1] / "resources" / "verse-tagger"}
BATCH = 32  # texts; larger batches are no faster and only take memory
OPEN = frozenset(("ADJ", "ADV", "INTJ", "NOUN", "PROPN", "VERB"))
_COMMANDS, _INFO = "spacy.cli", "spacy.cli.info"
UNUSED = ["parser", "ner", "lemmatizer", "senter"]
REMEDY = (
    f'use "{DEFAULT}" or "{TWO_OPINIONS}", or "spacy:PACKAGE==VERSION" for an installed spaCy package '
    "(spacy:en_core_web_sm==3.8.0), "
    'or "spacy:FOLDER" for a pipeline saved in a folder'
)


def load_tagger(name: str = DEFAULT) -> Tagger:
    """Load the tagger of that name. Every call loads it again.

    Raises:
        ValueError: The tagger does not exist, or has another version; the message says what to do.
    """
    if name == TWO_OPINIONS:
        from versebench.models.tagger.two_opinions import TwoOpinions  # loads the lexicon

        return TwoOpinions(load_tagger(DEFAULT))
    if name in SHIPPED:
        with _without_torch():
            return _SpacyTagger(name, _load(SHIPPED[name]))
    source = name.removeprefix("spacy:")
    if source == name:
        raise ValueError(f"unknown tagger {name!r}: {REMEDY}")
    if Path(source).is_dir():
        return _folder_tagger(Path(source))
    return _package_tagger(source)


def _folder_tagger(folder: Path) -> Tagger:
    """Load a tagger named by its content, because a path means nothing elsewhere and its files may change."""
    nlp = _load(folder)
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return _SpacyTagger(f"spacy:{nlp.lang}_{nlp.meta['name']}+sha256.{digest.hexdigest()[:16]}", nlp)


def _package_tagger(source: str) -> Tagger:
    package, _, version = source.partition("==")
    if not version:
        raise ValueError(f"the tagger 'spacy:{source}' has no version and is not a folder: {REMEDY}")
    nlp = _load(package)
    if nlp.meta["version"] != version:
        raise ValueError(
            f"the tagger {package} is installed in version {nlp.meta['version']}, not {version}: "
            f'install that version or ask for "spacy:{package}=={nlp.meta["version"]}"'
        )
    return _SpacyTagger(f"spacy:{package}=={version}", nlp)


@contextmanager
def _without_torch() -> Iterator[None]:
    """Keep spaCy from importing torch if it is installed, which takes seconds and most of a worker's memory.

    A shipped pipeline does not use torch. Other imports of torch, before or after, work as usual.
    """
    if "torch" in sys.modules:
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["torch"]


@contextmanager
def _without_commands() -> Iterator[None]:
    """Keep spaCy from importing its command line, which takes a third of its start-up and is not used.

    ``spacy.info`` imports it if it is called. Later imports of the command line work as usual.
    """
    if "spacy" in sys.modules:
        yield
        return
    absent = ModuleType(_COMMANDS), ModuleType(_INFO)
    for module in absent:
        module.__dict__.update(info=_spacy_info, __path__=[])
        sys.modules[module.__name__] = module
    try:
        yield
    finally:
        for module in absent:
            if sys.modules.get(module.__name__) is module:
                del sys.modules[module.__name__]


def _spacy_info(*arguments: object, **options: object) -> object:
    return import_module(_INFO).info(*arguments, **options)


def _load(source: str | Path) -> "Language":
    with _without_commands():
        import spacy  # takes half a second and 100 MB: import only to tag

    try:
        nlp = spacy.load(source, exclude=UNUSED)
    except OSError:
        raise ValueError(f"spaCy finds no pipeline {str(source)!r}: install it, or {REMEDY}") from None
    # A bare `tagger` component sets the tags of a language's own treebank, not the universal ones.
    if not any(token.pos_ for token in nlp("The cat sat on the mat.")):
        raise ValueError(f"the pipeline {str(source)!r} assigns no universal parts of speech: add a morphologizer")
    return nlp


class _SpacyTagger:
    """A spaCy pipeline behind the contract."""

    def __init__(self, name: str, nlp: "Language") -> None:
        self._name = name
        self._nlp = nlp
        self._alone = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    def tag(self, texts: Sequence[str]) -> list[list[Token]]:
        # Without a memory zone, spaCy keeps every word that it has seen: a corpus would fill the memory.
        # A zone forgets the words of every thread at its end, and Beam's workers are threads of one process.
        with self._alone, self._nlp.memory_zone():
            return [_tokens(doc) for doc in self._nlp.pipe(texts, batch_size=BATCH)]


def _tokens(doc: "Doc") -> list[Token]:
    """Return the tokens of a tagged text."""
    return [Token(token.idx, token.idx + len(token), _upos(token)) for token in doc if not token.is_space]


def _upos(token: "SpacyToken") -> str:
    """Return the tag of the pipeline, X if it has none, and SYM for an emoji, which treebanks hardly contain."""
    if token.pos_ in OPEN and not any(char.isalnum() for char in token.text):
        return "SYM"
    return token.pos_ if token.pos_ in UPOS else "X"
