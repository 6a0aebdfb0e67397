"""Names and ids of artists."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from versebench.transforms.text.keys import SHARD_DIGITS, hash_id

COUNTED = "artist\x1f"
"""The prefix of counts of verses by artist, before source and name; neither contains its last character."""


def plain(name: str) -> str:
    """A name without differences of case and white space: artists with equal plain names are one."""
    return " ".join(name.casefold().split())


def artist_id(name: str) -> str:
    """The id of an artist."""
    return hash_id("artist", plain(name))


def verse_id(work: str, first_line: int) -> str:
    """The id of a verse, from its work and its first line there."""
    return hash_id("verse", work, str(first_line))


def refused_verse(owner: str, verse: str) -> str:
    """The id of the reject of a verse: it is in the shard of its owner, a work or an artist."""
    return owner[:SHARD_DIGITS] + hash_id("refused", owner, verse)[SHARD_DIGITS:]


@dataclass(frozen=True)
class Roster:
    """Which artists there are: names by other names, and the only names that are used, if not all."""

    other_names: Mapping[str, str]
    only: Collection[str] | None

    def known(self, source: str, name: str) -> str | None:
        """The name that counts for an artist's name in a source, if the map has it."""
        return self._by_plain_name.get(plain(f"{source}:{name}")) or self._by_plain_name.get(plain(name))

    def named(self, source: str, name: str) -> str:
        """The name that counts for the author of a work."""
        return self.known(source, name) or " ".join(name.split())

    def uses(self, name: str) -> bool:
        """Whether verses of an artist are used."""
        return self.only is None or plain(name) in {plain(each) for each in self.only}

    @property
    def _by_plain_name(self) -> dict[str, str]:
        return {plain(key): " ".join(name.split()) for key, name in self.other_names.items()}


@dataclass(frozen=True)
class Artist:
    """An artist with the sources that have verses of this name."""

    artist_id: str
    name: str
    sources: tuple[str, ...]


def counted(source: str, name: str) -> str:
    """The count of the verses of an artist in a source."""
    return f"{COUNTED}{source}\x1f{name}"


def artists_of(counts: Iterable[str]) -> tuple[Artist, ...]:
    """The artists that were counted, in the order of their ids. Of several spellings of a name the least counts."""
    names: dict[str, set[str]] = {}
    sources: dict[str, set[str]] = {}
    for count in counts:
        if count.startswith(COUNTED):
            source, _, name = count.removeprefix(COUNTED).partition("\x1f")
            names.setdefault(artist_id(name), set()).add(name)
            sources.setdefault(artist_id(name), set()).add(source)
    return tuple(Artist(each, min(names[each]), tuple(sorted(sources[each]))) for each in sorted(names))
