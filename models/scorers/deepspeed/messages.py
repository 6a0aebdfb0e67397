"""Messages between a scorer and its rank processes: JSON after its length, so that nothing is ever unpickled."""

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO

_LENGTH = struct.Struct(">Q")

Message = Mapping[str, Any]


def send(stream: BinaryIO, message: Message) -> None:
    """Write one message. Raises ``OSError`` where nobody reads any more."""
    content = json.dumps(message).encode()
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def receive(stream: BinaryIO) -> Message | None:
    """The next message; None at the end of the stream, even in the middle of a message."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    if len(content) < length:
        return None
    message: Message = json.loads(content)
    return message
