"""Files from the network: retried, verified, and moved into place only when whole."""

import contextlib
import hashlib
import http.client
import os
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ATTEMPTS = 3
FIRST_WAIT = 1.0  # seconds before the second attempt; doubled before each further one
TIMEOUT = 20.0  # seconds without a byte
_CHUNK = 1 << 16


class DownloadError(OSError):
    """No address gave the file."""


class ChecksumError(DownloadError):
    """A file came whole but isn't the one expected."""


def cache_dir() -> Path:
    """Where downloaded files are kept: `$D2L_LITE_CACHE`, or the platform's folder for a user's caches."""
    if chosen := os.environ.get("D2L_LITE_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "d2l_lite"


def check_digest(payload: bytes, algorithm: str, expected: str, what: str) -> None:
    """Raise `ChecksumError` unless the digest of `payload` is `expected`."""
    got = hashlib.new(algorithm, payload, usedforsecurity=False).hexdigest()
    if got != expected:
        raise ChecksumError(f"{what}: wrong {algorithm.upper()}\n    expected {expected}\n    got      {got}")


def fetch(urls: Sequence[str], target: Path, verify: Callable[[bytes], None]) -> None:
    """Download the first of `urls` that works to `target`.

    `verify` gets the bytes and raises `ChecksumError` if they are not the right ones. A broken connection, a short
    transfer and a server error are tried again; a missing file or a wrong checksum sends us to the next address.
    Until everything is right, the data lies in a temporary file beside `target`, which goes away whatever happens.

    Raises DownloadError, with the reason for each address, when none worked: a `ChecksumError` if the last reason was
    a wrong checksum. Raises OSError when the folder of `target` can't be written, or the disk is full.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(target)
    reasons: list[str] = []
    failure: type[DownloadError] = DownloadError
    for url in urls:
        try:
            _fetch_one(url, target, verify)
            return
        except ChecksumError as error:
            failure = ChecksumError
            reasons.append(f"{url}: {error}")
        except _NETWORK_ERRORS as error:
            failure = DownloadError
            reasons.append(f"{url}: {_reason(error)}")
    raise failure("\n".join(reasons))


class _Incomplete(OSError):
    """The connection closed before all announced bytes had come."""


_NETWORK_ERRORS = (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError, _Incomplete)


def _fetch_one(url: str, target: Path, verify: Callable[[bytes], None]) -> None:
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(FIRST_WAIT * 2 ** (attempt - 1))
        try:
            with _part_file(target) as part:
                _transfer(url, part)
                verify(part.read_bytes())
                os.replace(part, target)
            return
        except _NETWORK_ERRORS as error:
            if attempt == ATTEMPTS - 1 or not _worth_another_try(error):
                raise


@contextlib.contextmanager
def _part_file(target: Path) -> Iterator[Path]:
    """A fresh file in the folder of `target` (so that it can be renamed), gone at the end, even on Ctrl-C."""
    descriptor, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _remove_leftovers(target: Path) -> None:
    """Part files of a process that was killed, told by their age from those of a download still going on."""
    for part in target.parent.glob(f"{target.name}.*.part"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > 3600:
                part.unlink()


def _transfer(url: str, part: Path) -> None:
    request = urllib.request.Request(url, headers={"User-Agent": "d2l_lite"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response, part.open("wb") as file:
        announced = response.headers.get("Content-Length")
        total = int(announced) if announced and announced.isdigit() else None
        received = 0
        with _progress(url, total) as advance:
            while chunk := response.read(_CHUNK):
                file.write(chunk)
                received += len(chunk)
                advance(len(chunk))
        if total is not None and received != total:
            raise _Incomplete(f"the transfer stopped after {received} of {total} bytes")


@contextlib.contextmanager
def _progress(url: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal (standard error), or one plain line where there is none."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        print(f"Downloading {url}", file=sys.stderr, flush=True)
        yield lambda _: None
        return
    columns = ("{task.description}", BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(f"Downloading {url.rsplit('/', 1)[-1]}", total=total)
        yield lambda amount: progress.update(task, advance=amount)


def _worth_another_try(error: BaseException) -> bool:
    """A "not found" or "forbidden" answer will be the same next time; anything else may pass."""
    return not isinstance(error, urllib.error.HTTPError) or error.code >= 500 or error.code in (408, 429)


def _reason(error: BaseException) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"the server answered {error.code} {error.reason}"
    return str(getattr(error, "reason", None) or error) or type(error).__name__
