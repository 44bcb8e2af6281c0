"""Where the files of the real corpora are: a data folder, the user's cache, or their public addresses.

Order: the folder given or `$D2L_LITE_DATA`, the cache (`$D2L_LITE_CACHE`), the network. `$D2L_LITE_MIRROR`, an address
with the subfolders `fra-eng` and `multi30k` below it, takes the place of the public addresses.
"""

import gzip
import io
import os
import textwrap
import warnings
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from d2l_lite.downloads import ChecksumError, DownloadError, cache_dir, check_digest, fetch


class CorpusNotFound(FileNotFoundError):
    """A corpus file is neither on this machine nor to be had from the network."""


class CorpusError(ValueError):
    """A corpus file is there but can't be read as one."""


@dataclass(frozen=True)
class CorpusFile:
    """A file with one text: `path` below a data folder, the cache or a mirror; digests of the text and the file."""

    path: str
    urls: tuple[str, ...]
    sha256: str  # of the text inside: the same however it is packed
    sha1: str | None = None  # of the file as published
    unpacked: str = ""


FRA_ENG = CorpusFile(
    "fra-eng/fra-eng.zip",
    (
        "http://d2l-data.s3-accelerate.amazonaws.com/fra-eng.zip",
        "https://d2l-data.s3-accelerate.amazonaws.com/fra-eng.zip",
    ),
    sha256="0bb85dbaa1c896844649094d7eaf2e34bee34e84fe362b26ce7e8f2e12aae104",
    sha1="94646ad1522d915e7b0f9296181140edcf86a4f5",
    unpacked="fra.txt",
)
_MULTI30K_URL = "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/"
_MULTI30K_SHA256 = {
    "test_2016_flickr.en": "399a4382932c1aadd3ceb9bef1008d388a64c76d4ae4e9d4728c6f4301cac182",
    "test_2016_flickr.fr": "cb3160d69b002bb638e66cc7612fcd56cb0af82eadc9c142dedc438afb885ef6",
    "test_2016_flickr.lc.norm.tok.en": "5b7f32627cf99eced828311b955dae9800bb52bc8b91cf8b6526829e605b29d2",
    "test_2016_flickr.lc.norm.tok.fr": "1463bd5960f9bfe098ec3cd752d3df0c49c84dc646fb518964a29232658cd836",
    "test_2017_flickr.en": "ce1450ddc5ab0834502579d77a170849952e15a2938b34cc503bdc25ebb4fb98",
    "test_2017_flickr.fr": "6f3764e31dac41e9455e612958bcfd4e877c5e15cd66df2c2b2be6d9bd83e5b6",
    "test_2017_flickr.lc.norm.tok.en": "c9d1dfd7a26add989382e534af235af9f0f658b2a30e7eb0efdaf142496ee54f",
    "test_2017_flickr.lc.norm.tok.fr": "c0583117a47b31e8a6c6a97cfe8de153e462074668f4e994764fcc80b21d33b4",
    "test_2017_mscoco.en": "43051fdfa86fd5395182e718a94ca67b1b227b9f7c79596ff0f6b813216981d2",
    "test_2017_mscoco.fr": "39cde3f43f32b0a6bf29ce4917a46329ff32e53070c2fac87506695a740ae0a0",
    "test_2017_mscoco.lc.norm.tok.en": "fe69ae004d71c42ead0301e70c57de5b1b6b5fb7f52210d42b22801e98e656f3",
    "test_2017_mscoco.lc.norm.tok.fr": "0b6a4620f02b6b9acf7811fda23f90fed9c6baa0b96aa224db50a273078c84d1",
    "train.en": "460a15fbd157e34a7a9957ee388c1ca247fe47af3ef25fb50442af6c274e0fc6",
    "train.fr": "5925a3c18f1587b6b54b87743106e6e8ab93618edb6f65d19eac0621f853a10d",
    "train.lc.norm.tok.en": "08925f8e0572bcd5a006702fc5fe20e2d77c6917d4eebd576fc20de6693c2119",
    "train.lc.norm.tok.fr": "8fa41bb718412bcb7c5dfa58603842810a01543eae86a51279f9886b901266e1",
    "val.en": "1f2a23d992769b5b3d209b0a10dd0b77c08cceb1f20dfb97ed0aafa49d107227",
    "val.fr": "5304e444d842e962b2dda4d816b70b22a1765b15401642b7ca37a67477e708dc",
    "val.lc.norm.tok.en": "46573ce391ae227f1c72f873392436a20ef18e0a6d518098cfbd70b77c8572ec",
    "val.lc.norm.tok.fr": "b303e301aa21fe7822a846b2b3fb2d5a1121ec807cd5b1d006fb7b2b5507168a",
}


def _multi30k_file(name: str, sha256: str) -> CorpusFile:
    packed = "tok/" + name if ".tok." in name else f"raw/{name}.gz"
    return CorpusFile(f"multi30k/{packed.split('/')[1]}", (_MULTI30K_URL + packed,), sha256, unpacked=name)


MULTI30K = {name: _multi30k_file(name, sha256) for name, sha256 in _MULTI30K_SHA256.items()}


def read_file(file: CorpusFile, data_dir: str | Path | None, notes: list[str] | None) -> bytes:
    """The text of `file` from a data folder, the cache or the network, in that order."""
    folders = _data_folders(data_dir)
    for path in (path for folder in folders for path in _places(file, folder)):
        if path.is_file():
            payload = _unpack(path.read_bytes(), path)
            try:
                check_digest(payload, "sha256", file.sha256, str(path))
            except ChecksumError:
                note = f"{path} is not the release this project was measured on: scores and sizes will differ."
                warnings.warn(note, stacklevel=4) if notes is None else notes.append(note)
            return payload

    cached = cache_dir() / file.path
    if cached.is_file():
        try:
            return _verified(cached.read_bytes(), file, cached)
        except (ChecksumError, CorpusError):
            pass  # damaged since it was stored: fetch it again
    _download(file, cached, folders)
    return _unpack(cached.read_bytes(), cached)


def _data_folders(data_dir: str | Path | None) -> list[Path]:
    chosen = data_dir or os.environ.get("D2L_LITE_DATA")
    if not chosen:
        return []
    folder = Path(chosen).expanduser()
    if data_dir and not folder.is_dir():
        raise CorpusNotFound(f"{folder} is not a folder; name the one that holds fra-eng or multi30k.")
    return [folder]


def _places(file: CorpusFile, folder: Path) -> list[Path]:
    """Where `file` may lie in `folder`: in its subfolder or directly, unpacked or packed."""
    subfolder, packed = file.path.split("/")
    names = dict.fromkeys((file.unpacked, packed, f"{file.unpacked}.gz"))
    return [place / name for place in (folder / subfolder, folder) for name in names]


def _unpack(payload: bytes, path: Path) -> bytes:
    try:
        if path.suffix == ".gz":
            return gzip.decompress(payload)
        if path.suffix == ".zip":
            with zipfile.ZipFile(io.BytesIO(payload)) as archive:
                member = next((name for name in archive.namelist() if Path(name).name == "fra.txt"), None)
                if member is None:
                    raise CorpusError(f"{path} holds no fra.txt, only {', '.join(archive.namelist()) or 'nothing'}.")
                return archive.read(member)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise CorpusError(f"{path} is damaged ({error}). Copy or download it again.") from error
    return payload


def _verified(payload: bytes, file: CorpusFile, path: Path) -> bytes:
    text = _unpack(payload, path)
    check_digest(text, "sha256", file.sha256, f"{file.unpacked} in {path.name}" if text is not payload else path.name)
    return text


def _download(file: CorpusFile, target: Path, folders: list[Path]) -> None:
    mirror = os.environ.get("D2L_LITE_MIRROR")
    urls = (f"{mirror.rstrip('/')}/{file.path}",) if mirror else file.urls

    def verify(payload: bytes) -> None:
        if file.sha1 and not mirror:  # a mirror may have packed the text anew
            check_digest(payload, "sha1", file.sha1, target.name)
        try:
            _verified(payload, file, target)
        except CorpusError as error:
            raise ChecksumError(f"{target.name}: not the file expected ({error})") from error

    try:
        fetch(urls, target, verify)
    except DownloadError as error:
        raise CorpusNotFound(
            f"{target.name} is not in {' or '.join(map(str, [*folders, target.parent]))}, and downloading it failed:\n"
            f"{textwrap.indent(str(error), '  ')}\n"
            f"Bring the file from another machine ({file.urls[0]}), then either\n"
            f"  - put it at {target}, or\n"
            f"  - put it into a folder DIR as {Path('DIR') / file.path} and pass --data DIR (or set D2L_LITE_DATA).\n"
            "Or train on the sentences that ship with the package, without any download: --corpus everyday"
        ) from error
    except OSError as error:
        raise OSError(
            error.errno,
            f"{target.name} could not be saved ({error.strerror}); set D2L_LITE_CACHE to another folder",
            str(target.parent),
        ) from error
