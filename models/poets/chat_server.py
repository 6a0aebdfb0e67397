"""``chat.v1``: a server that speaks the chat protocol of OpenAI, which many programs serve models with."""

import os
from typing import ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from versebench.models.poets.contract import Drawing, Poet, PoetError, PoetSettings
from versebench.models.poets.registry import poet


@poet
class ChatServer(PoetSettings):
    """A model behind a server. The server may answer as it likes, so each answer is kept and never asked for again."""

    poet: Literal["chat.v1"] = Field(description="A server that speaks the chat protocol of OpenAI.")
    url: str = Field(
        description="Address of the protocol, without user and password, such as `http://127.0.0.1:8000/v1`; "
        "`/chat/completions` is added.",
    )
    model: str = Field(min_length=1, description="Model as the server calls it.")
    key_from: str | None = Field(
        None,
        pattern=r"^[A-Za-z_][A-Za-z0-9_]*$",
        description="Variable of the environment that holds the key, if the server needs one. The key itself is never "
        "in a recipe, and versebench never writes it anywhere.",
    )
    temperature: float | None = Field(0.9, ge=0, description="Temperature that is asked for; null: the server's own.")
    top_p: float | None = Field(None, gt=0, le=1, description="top_p that is asked for; null: the server's own.")
    most_tokens: int = Field(512, ge=1, description="Most tokens of an answer; a longer one is refused.")
    timeout_s: float = Field(120.0, gt=0, description="Seconds that an answer may take, from the request to its end.")
    tries: int = Field(6, ge=1, description="How often a prompt is sent if the server is busy or fails.")
    longest_wait_s: float = Field(
        60.0,
        gt=0,
        description="Most seconds between two of these tries; a server that asks for a longer wait ends the run.",
    )

    title: ClassVar[str] = "chat server"
    answers_at_once: ClassVar[int] = 1

    @field_validator("url")
    @classmethod
    def _address(cls, url: str) -> str:
        if problem := _problem_of(url):
            raise ValueError(f"{problem}; write it as in http://127.0.0.1:8000/v1")
        return url

    def check(self) -> None:
        """Raise :class:`PoetError` if the key is missing, or has characters that no key has."""
        self._key()

    def load(self, seed: int) -> Poet:  # noqa: ARG002 - the server draws
        """Connect to the server. Raises :class:`PoetError` if the key is missing."""
        from versebench.models.poets.chat_client import ChatClient

        return ChatClient(self, self._key())

    def drawing(self) -> Drawing:
        """What the server is asked for."""
        return Drawing(self.temperature, self.top_p, self.most_tokens)

    def _key(self) -> str | None:
        if self.key_from is None:
            return None
        key = os.environ.get(self.key_from, "").strip()
        if not key:
            raise PoetError(f"the server at {self.url} needs a key; set the variable {self.key_from} to it")
        if not (key.isascii() and key.isprintable()):
            raise PoetError(f"the key in {self.key_from} has characters that no key has; set it again")
        return key


def _problem_of(url: str) -> str | None:
    """What is wrong with the address of a server; the address is not repeated, as it may hold a password."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "the address has a wrong host or port"
    if parts.scheme not in ("http", "https") or not host or any(char.isspace() for char in url):
        return "this is no address of a server"
    if "@" in parts.netloc:
        return "the address has a user or password, which would be written into the release; use key_from"
    if parts.query or parts.fragment:
        return "the address has a query or fragment"
    return None
