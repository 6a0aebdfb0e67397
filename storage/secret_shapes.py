"""What secrets look like: credentials in URLs, and the tokens of Zenodo, GitHub, AWS and Hugging Face."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

HIDDEN = "[hidden]"

_NAMES = (
    r"access_token|api_?key|apikey|aws_secret_access_key|aws_session_token|key|passwd|password|private_token|secret"
    r"|sig|signature|token|x-amz-(?:credential|security-token|signature)|x-goog-(?:credential|signature)"
)
_SECRET_NAMES = _NAMES.replace("|key|", "|").replace("|sig|signature|", "|")

_IN_URL = re.compile(r"(?P<before>\b[A-Za-z][A-Za-z0-9+.-]*://)(?P<secret>[^\s/?#\"'<>]+)@")

_AFTER_A_NAME = (
    _IN_URL,
    re.compile(rf"(?P<before>[?&;](?:{_NAMES})=)(?P<secret>[^&\s\"'<>#]+)", re.IGNORECASE),
    re.compile(rf"(?P<before>(?<![\w-])(?:{_SECRET_NAMES})=[\"']?)(?P<secret>[^\s&\"',;<>]+)", re.IGNORECASE),
    re.compile(
        r"(?P<before>\baws_(?:secret_access_key|session_token)[\"']?\s*[:=]\s*[\"']?)(?P<secret>[^\s\"',]+)", re.I
    ),
    re.compile(r"(?P<before>\bauthorization[\"']?\s*[:=]\s*[\"']?(?:\w+\s+)?)(?P<secret>[^\s\"',]{4,})", re.IGNORECASE),
    re.compile(r"(?P<before>\bBearer\s+)(?P<secret>[\w.~+/=-]{8,})", re.IGNORECASE),
)
_ALONE = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_[A-Za-z0-9_]{16,}"
    r"|\bhf_[A-Za-z0-9]{16,}|\bapi_org_[A-Za-z0-9]{16,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b"
    # A token of Zenodo: 60 letters and digits of both cases.
    r"|\b(?=[A-Za-z0-9]{60}\b)(?=[A-Za-z0-9]*[a-z])(?=[A-Za-z0-9]*[A-Z])(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{60}\b",
    re.DOTALL,
)


def without_shapes(text: str) -> str:
    """The text with ``[hidden]`` in place of all that has the shape of a secret."""
    for shape in _AFTER_A_NAME:
        text = shape.sub(_hide, text)
    return _ALONE.sub(HIDDEN, text)


def passwords_in_urls(text: str) -> Iterator[str]:
    """The passwords of the URLs in a text, as written and decoded."""
    for url in _IN_URL.finditer(text):
        password = url["secret"].partition(":")[2]
        yield from {password, unquote(password)}


def _hide(match: re.Match[str]) -> str:
    start, end = (place - match.start() for place in match.span("secret"))
    return match[0][:start] + HIDDEN + match[0][end:]
