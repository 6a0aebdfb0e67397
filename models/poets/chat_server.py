"""``chat.v1``: a server that speaks the chat protocol of OpenAI, which many programs serve models with."""

import os
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from versebench.models.poets.contract import Drawing, Poet, PoetError, PoetSettings
from versebench.models.poets.registry import poet
from versebench.storage.secrets import remember


@poet
class ChatServer(PoetSettings):
    """A model behind a server. The server may answer as it likes, so each answer is kept and never asked for again."""

    poet: Literal["chat.v1"] = Field(description="A server that speaks the chat protocol of OpenAI.")
    url: str = Field(
        description="Address of the protocol, without user, password, query and fragment, such as "
        "`http://127.0.0.1:8000/v1`; `/chat/completions` is added.",
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
    timeout_s: float = Field(
        120.0, gt=0, description="Seconds that an answer may take as a whole; then the prompt is sent again."
    )
    tries: int = Field(6, ge=1, description="How often a prompt is sent if the server is busy or fails.")
    longest_wait_s: float = Field(
        60.0, gt=0, description="Most seconds between two of these tries; a server that asks for more stops the run."
    )

    title: ClassVar[str] = "chat server"
    answers_at_once: ClassVar[int] = 1

    @field_validator("url")
    @classmethod
    def _url_is_an_address(cls, url: str) -> str:
        if not _is_address(url):
            raise ValueError(
                "is no address that can be asked; write one such as http://127.0.0.1:8000/v1, with a host, and without "
                "user, password, query and fragment"
            )
        return url

    def check(self) -> None:
        """Raises :class:`PoetError` if the key is missing, or is no key."""
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
        return remember(key)


def _is_address(text: str) -> bool:
    import httpx2  # only recipes with a server should pay for the import

    try:
        url = httpx2.URL(text)
        return (
            url.scheme in ("http", "https")
            and bool(url.host.strip("."))
            and url.port != 0
            and (url.port or 1) < 1 << 16
            and not any(character in "@?#\\" or character.isspace() for character in text)
        )
    except httpx2.InvalidURL:
        return False
