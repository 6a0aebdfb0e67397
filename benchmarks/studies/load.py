"""Judges who answer over HTTP at once: how long pages and answers take, and how much memory the server."""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

import psutil

from benchmarks.studies.made import made_items, made_spec, write_plan
from versebench.studies.simulate import read_page, wait_for

_ITEMS = 400


@dataclass
class Times:
    """Seconds of each page and each answer, and what failed."""

    pages: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    errors: int = 0


@dataclass
class Client:
    """A connection that keeps one cookie."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    address: str
    cookie: str = ""

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and body of an answer."""
        if self.reader.at_eof():  # the server closes connections on which nothing comes; a browser opens another
            host, port = self.writer.get_extra_info("peername")
            self.reader, self.writer = await asyncio.open_connection(host, port)
        body = urlencode(form or {}).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: study\r\nCookie: {self.cookie}\r\nContent-Length: {len(body)}\r\n"
        head += f"X-Forwarded-For: {self.address}\r\n"  # tries of codes are limited for each address
        self.writer.write(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + body)
        header = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        if cookie := re.search(r"set-cookie: ([^;]+);", header, re.IGNORECASE):
            self.cookie = cookie[1]
        length = re.search(r"content-length: (\d+)", header, re.IGNORECASE)
        content = await self.reader.readexactly(int(length[1])) if length else b""
        return int(header.split()[1]), content.decode()


def measure(root: str, database: str, judges: int, seconds: float, thought: float) -> dict[str, float]:
    """Serve a study, let judges answer for some seconds, and describe what they saw."""
    spec = made_spec(_ITEMS, 200, 10_000, 200 * judges // _ITEMS + 1)
    plan = write_plan(root, spec, made_items(spec, _ITEMS))
    study = [sys.executable, "-m", "versebench", "study"]
    made = subprocess.run(
        [*study, "invite", plan, "-n", str(judges), "--database", database, "--json"], capture_output=True, check=True
    )
    codes = [link.rpartition("/")[2] for link in json.loads(made.stdout)["links"]]
    with _served([*study, "serve", plan, "--database", database, "--behind-proxy"]) as (process, port):
        times = asyncio.run(_crowd(port, codes, seconds, thought))
        memory = psutil.Process(process.pid).memory_info().rss / 2**20
    return {
        "answers_per_second": len(times.answers) / seconds,
        "page_p99_ms": _p99(times.pages),
        "answer_p99_ms": _p99(times.answers),
        "errors": times.errors,
        "MiB": memory,
    }


@contextlib.contextmanager
def _served(command: list[str]) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    process = subprocess.Popen([*command, "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        url = process.stderr.readline().strip().rpartition(" ")[2]
        wait_for(url, 60)
        yield process, int(url.rpartition(":")[2])
    finally:
        process.terminate()
        process.wait()


async def _crowd(port: int, codes: list[str], seconds: float, thought: float) -> Times:
    times, ready = Times(), asyncio.Barrier(len(codes))
    joining = asyncio.Semaphore(8)
    await asyncio.gather(*(_judge(port, code, seconds, thought, times, ready, joining) for code in codes))
    return times


async def _judge(
    port: int,
    code: str,
    seconds: float,
    thought: float,
    times: Times,
    ready: asyncio.Barrier,
    joining: asyncio.Semaphore,
) -> None:
    """Join, wait until everybody has, and answer with exponential pauses."""
    random = Random(code)
    async with joining:
        client = Client(*await asyncio.open_connection("127.0.0.1", port), code)
        await _join(client, code)
    await ready.wait()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            await asyncio.sleep(random.expovariate(1 / thought) if thought else 0)
            form = read_page(await _timed(client, "GET", times.pages, times)).hidden
            await asyncio.sleep(0)
            await _timed(client, "POST", times.answers, times, {**form, "answer": random.choice(["first", "second"])})
    except (OSError, asyncio.IncompleteReadError):
        times.errors += 1


async def _join(client: Client, code: str) -> None:
    _, text = await client.ask("POST", f"/j/{code}", {"agree": "yes"})
    for _ in range(20):
        form = read_page(text).hidden
        if form.get("step") == "item":
            return
        if form:
            await client.ask("POST", "/study", {**form, "answer": "first"})
        _, text = await client.ask("GET", "/study")


async def _timed(
    client: Client, method: str, into: list[float], times: Times, form: dict[str, str] | None = None
) -> str:
    begun = time.perf_counter()
    status, text = await client.ask(method, "/study", form)
    into.append(time.perf_counter() - begun)
    times.errors += status not in (200, 303)
    return text


def _p99(seconds: list[float]) -> float:
    return 1000 * sorted(seconds)[int(0.99 * (len(seconds) - 1))] if seconds else 0.0
