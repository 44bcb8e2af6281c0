"""Corpora: how they are split, where their files are found, and downloads, against a server on this machine."""

import gzip
import hashlib
import http.server
import io
import os
import subprocess
import sys
import textwrap
import threading
import time
import zipfile
from collections import Counter
from pathlib import Path

import pytest
import sacrebleu

from d2l_lite import corpora, corpus_files, downloads
from d2l_lite.bleu import reference_streams
from d2l_lite.corpora import CorpusError, CorpusNotFound, TestSet, load_corpus

DATA = os.environ.get("D2L_LITE_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="needs D2L_LITE_DATA with the real corpora in it")


@pytest.fixture(autouse=True)
def nothing_at_hand(tmp_path, monkeypatch):
    """No data folder, an empty cache, no network: what a test wants it sets itself."""
    monkeypatch.delenv("D2L_LITE_DATA", raising=False)
    monkeypatch.setenv("D2L_LITE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("D2L_LITE_MIRROR", "http://127.0.0.1:9")  # the discard port: refused
    monkeypatch.setattr(downloads, "FIRST_WAIT", 0.0)


# --- splits -----------------------------------------------------------------------------------------------------------


def sentences_of(test_set: TestSet) -> set[str]:
    return {words_of(source) for source in test_set.sources}


def words_of(sentence: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in sentence.lower()).split())


def assert_no_source_on_two_sides(corpus):
    sides = [{words_of(source) for source, _ in corpus.train}, sentences_of(corpus.valid)]
    tests = set().union(*map(sentences_of, corpus.tests.values()))
    assert not sides[0] & sides[1] and not sides[0] & tests and not sides[1] & tests


def test_everyday_needs_no_file_and_splits_by_source():
    corpus = load_corpus("everyday")
    assert set(corpus.tests) == {"hand", "grammar"}
    assert_no_source_on_two_sides(corpus)
    total = len(corpus.train) + sum(len(refs) for t in (corpus.valid, *corpus.tests.values()) for refs in t.references)
    assert total >= 4000
    for test_set in (corpus.valid, *corpus.tests.values()):
        assert len(test_set) >= 30 and len(test_set.references) == len(test_set)
        assert all(test_set.references)


def test_everyday_is_the_same_every_time():
    first, second = load_corpus("everyday"), load_corpus("everyday")
    assert (first.train, first.valid, first.tests) == (second.train, second.valid, second.tests)


def fra_lines(count: int) -> list[str]:
    """`count` sources with two answers each, written with and without a full stop, as Tatoeba does."""
    lines = []
    for i in range(count):
        lines += [f"Take {i}!\tPrends {i}\u202f!", f"Take {i}.\tPrends {i}.", f"Take {i}.\tPrenez {i}."]
    return lines


def write_fra(folder: Path, lines: list[str], end: str = "\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fra.txt").write_bytes(end.join([*lines, ""]).encode())
    return folder


def test_fra_eng_keeps_a_source_whole_and_has_several_references(tmp_path):
    corpus = load_corpus("fra-eng", write_fra(tmp_path, fra_lines(2000)))
    assert_no_source_on_two_sides(corpus)
    held_out = [corpus.valid, corpus.tests["test"]]
    for test_set in held_out:
        assert 2 * 5 <= len(test_set) <= 2 * 50  # about 1 % of 2,000, in both spellings
        for source, references in zip(test_set.sources, test_set.references, strict=True):
            number = source[5:-1]
            dotted = [f"Prends {number}.", f"Prenez {number}."]
            assert references == (dotted if source.endswith(".") else [f"Prends {number} !"])
    assert len(corpus.train) + sum(len(refs) for t in held_out for refs in t.references) == 6000
    assert max(Counter(source for source, _ in corpus.train).values()) == 2


def test_the_split_does_not_depend_on_what_else_is_in_the_file(tmp_path):
    whole = load_corpus("fra-eng", write_fra(tmp_path / "a", fra_lines(1000)))
    part = load_corpus("fra-eng", write_fra(tmp_path / "b", fra_lines(1000)[::-1][:1500]))
    assert set(part.valid.sources) <= set(whole.valid.sources)
    assert set(part.tests["test"].sources) <= set(whole.tests["test"].sources)
    assert part.tests["test"].sources


def test_reference_streams_are_what_sacrebleu_takes():
    test_set = TestSet(["a", "b"], [["le chat dort bien ici ."], ["non pas du tout .", "le chien dort mal là ."]])
    streams = reference_streams(test_set.references)
    assert streams == [["le chat dort bien ici .", "non pas du tout ."], [None, "le chien dort mal là ."]]
    hypotheses = ["le chat dort bien ici .", "le chien dort mal là ."]
    assert sacrebleu.corpus_bleu(hypotheses, streams).score == pytest.approx(100)
    assert reference_streams([]) == []


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(ValueError, match="fra-end.*everyday, fra-eng, multi30k"):
        load_corpus("fra-end")


@needs_data
def test_the_real_fra_eng():
    corpus = load_corpus("fra-eng", DATA)
    assert corpus.notes == []
    assert_no_source_on_two_sides(corpus)
    held_out = [corpus.valid, corpus.tests["test"]]
    pairs = len(corpus.train) + sum(len(refs) for t in held_out for refs in t.references)
    assert pairs == 166_939  # of 167,130 lines: 191 differ from another only in their spaces or apostrophes
    assert all(1_000 <= len(test_set) <= 1_400 for test_set in held_out)
    assert max(map(len, corpus.tests["test"].references)) > 5


@needs_data
@pytest.mark.parametrize("name", ["multi30k", "multi30k-tok"])
def test_the_real_multi30k(name):
    corpus = load_corpus(name, DATA)
    assert corpus.notes == []
    assert (len(corpus.train), len(corpus.valid)) == (29_000, 1_014)
    assert {test: len(test_set) for test, test_set in corpus.tests.items()} == {
        "test_2016_flickr": 1000,
        "test_2017_flickr": 1000,
        "test_2017_mscoco": 461,
    }
    assert corpus.pretokenised == (name == "multi30k-tok")
    assert corpus.train[0][0].startswith("Two young" if name == "multi30k" else "two young")
    assert corpus.train[0][1].startswith("Deux jeunes" if name == "multi30k" else "deux jeunes")


# --- finding files ----------------------------------------------------------------------------------------------------

FRA_TEXT = "\n".join([*fra_lines(300), ""]).encode()


def zipped(text: bytes, member: str = "fra-eng/fra.txt") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("_about.txt", "about")
        archive.writestr(member, text)
    return buffer.getvalue()


@pytest.fixture
def known_fra(monkeypatch):
    """Make `FRA_TEXT`, zipped, the release that fra-eng expects; gives the zip's bytes."""
    archive = zipped(FRA_TEXT)
    known = corpus_files.CorpusFile(
        "fra-eng/fra-eng.zip",
        ("http://127.0.0.1:9/fra-eng.zip",),
        sha256=hashlib.sha256(FRA_TEXT).hexdigest(),
        sha1=hashlib.sha1(archive).hexdigest(),
        unpacked="fra.txt",
    )
    monkeypatch.setattr(corpora, "FRA_ENG", known)
    return archive


@pytest.mark.parametrize("place", ["fra-eng/fra-eng.zip", "fra-eng.zip", "fra-eng/fra.txt", "fra.txt", "fra.txt.gz"])
@pytest.mark.parametrize("through", ["argument", "environment"])
def test_fra_eng_is_found_packed_or_not_in_a_subfolder_or_not(tmp_path, monkeypatch, known_fra, place, through):
    path = tmp_path / "data" / place
    path.parent.mkdir(parents=True)
    path.write_bytes({".zip": known_fra, ".txt": FRA_TEXT, ".gz": gzip.compress(FRA_TEXT)}[path.suffix])
    if through == "environment":
        monkeypatch.setenv("D2L_LITE_DATA", str(tmp_path / "data"))
    corpus = load_corpus("fra-eng", tmp_path / "data" if through == "argument" else None)
    assert len(corpus.train) > 800 and corpus.notes == []


def test_the_data_folder_comes_before_the_cache_and_may_hold_another_release(tmp_path, known_fra):
    cache = tmp_path / "cache" / "fra-eng"
    cache.mkdir(parents=True)
    (cache / "fra-eng.zip").write_bytes(known_fra)
    corpus = load_corpus("fra-eng", write_fra(tmp_path / "mine", ["Hello.\tBonjour.\tCC-BY (someone)"]))
    assert corpus.train == [("Hello.", "Bonjour.")]
    assert len(corpus.notes) == 1 and "fra.txt is not the release" in corpus.notes[0]
    assert len(load_corpus("fra-eng").train) > 800  # without the folder: the cache
    assert len(load_corpus("fra-eng", tmp_path).train) > 800  # with a folder that holds other things


def write_multi30k(folder: Path, name: str = "{part}.{language}", lines: int = 3) -> None:
    folder.mkdir(parents=True)
    for part in ("train", "val", "test_2016_flickr", "test_2017_flickr", "test_2017_mscoco"):
        for language in ("en", "fr"):
            text = "".join(f"{part} {language} {i} .\n" for i in range(lines))
            path = folder / name.format(part=part, language=language)
            path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())


@pytest.mark.parametrize(
    ("corpus_name", "file_name"),
    [
        ("multi30k", "{part}.{language}.gz"),
        ("multi30k", "{part}.{language}"),
        ("multi30k-tok", "{part}.lc.norm.tok.{language}"),
        ("multi30k-tok", "{part}.lc.norm.tok.{language}.gz"),
    ],
)
def test_multi30k_is_found_packed_or_not(tmp_path, corpus_name, file_name):
    write_multi30k(tmp_path / "multi30k", file_name)
    corpus = load_corpus(corpus_name, tmp_path)
    assert corpus.train[1] == ("train en 1 .", "train fr 1 .")
    assert corpus.valid.references == [["val fr 0 ."], ["val fr 1 ."], ["val fr 2 ."]]
    assert list(corpus.tests) == ["test_2016_flickr", "test_2017_flickr", "test_2017_mscoco"]
    assert len(corpus.notes) == 10  # none of these files is the published one


def test_multi30k_with_unequal_sides_names_both_files(tmp_path):
    write_multi30k(tmp_path / "multi30k")
    (tmp_path / "multi30k" / "val.fr").write_text("only one\n")
    with pytest.raises(CorpusError, match=r"val\.en has 3 lines and val\.fr 1"):
        load_corpus("multi30k", tmp_path)


def test_a_folder_that_is_none_is_named(tmp_path):
    with pytest.raises(CorpusNotFound, match="nowhere is not a folder"):
        load_corpus("fra-eng", tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("fra-eng.zip", b"not a zip"),
        ("fra-eng.zip", zipped(FRA_TEXT)[:-40]),
        ("fra.txt.gz", gzip.compress(FRA_TEXT)[:-40]),
        ("fra.txt.gz", b"not packed"),
    ],
)
def test_a_damaged_archive_in_a_data_folder_is_named(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CorpusError, match=f"{name} is damaged"):
        load_corpus("fra-eng", tmp_path)


def test_an_archive_without_the_text_says_what_it_holds(tmp_path):
    (tmp_path / "fra-eng.zip").write_bytes(zipped(b"x", member="deu.txt"))
    with pytest.raises(CorpusError, match=r"holds no fra\.txt, only _about\.txt, deu\.txt"):
        load_corpus("fra-eng", tmp_path)


def test_without_network_the_error_names_the_file_both_places_and_a_way_on(tmp_path):
    with pytest.raises(CorpusNotFound) as caught:
        load_corpus("fra-eng", tmp_path)
    message = str(caught.value)
    assert isinstance(caught.value, OSError)
    assert str(tmp_path / "cache" / "fra-eng" / "fra-eng.zip") in message
    assert str(Path("DIR/fra-eng/fra-eng.zip")) in message and "--data DIR" in message and "D2L_LITE_DATA" in message
    assert "amazonaws.com/fra-eng.zip" in message and "refused" in message.lower()
    assert "--corpus everyday" in message
    assert str(tmp_path) + " or " in message  # where it was looked for
    with pytest.raises(CorpusNotFound, match=r"train\.en\.gz[\s\S]*--corpus everyday"):
        load_corpus("multi30k")


def test_the_cache_is_where_the_platform_keeps_caches(monkeypatch):
    assert downloads.cache_dir() == Path(os.environ["D2L_LITE_CACHE"])
    monkeypatch.delenv("D2L_LITE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/home/me/.c")
    monkeypatch.setenv("LOCALAPPDATA", r"C:\Users\me\AppData\Local")
    for platform, expected in (("linux", "/home/me/.c"), ("win32", r"AppData\Local"), ("darwin", "Library/Caches")):
        monkeypatch.setattr(sys, "platform", platform)
        assert expected in str(downloads.cache_dir()) and downloads.cache_dir().name == "d2l_lite"


# --- downloads --------------------------------------------------------------------------------------------------------


class ScriptedServer(http.server.ThreadingHTTPServer):
    """Answers each path with the next of its scripted answers; the last one stays."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script: dict[str, list] = {}
        self.asked: list[str] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        answers = self.server.script.get(self.path, [404])
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, int):
            self.send_error(answer)
            return
        if callable(answer):
            answer(self)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


def cut_short(content: bytes, sent: int):
    """An answer that announces `content` and breaks off after `sent` bytes."""

    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[:sent])

    return answer


@pytest.fixture
def server():
    server = ScriptedServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


CONTENT = bytes(range(256)) * 1000


def accept(_: bytes) -> None:
    pass


def expect_content(payload: bytes) -> None:
    downloads.check_digest(payload, "sha256", hashlib.sha256(CONTENT).hexdigest(), "the file")


def test_a_download_arrives_whole_and_alone(tmp_path, server, capsys):
    server.script["/file"] = [CONTENT]
    downloads.fetch([f"{server.url}/file"], tmp_path / "sub" / "file", expect_content)
    assert (tmp_path / "sub" / "file").read_bytes() == CONTENT
    assert os.listdir(tmp_path / "sub") == ["file"]
    assert "Downloading" in capsys.readouterr().err  # one plain line where there is no terminal


@pytest.mark.parametrize("first", [503, 500, 429, 408, cut_short(CONTENT, 1000), cut_short(CONTENT, 0)])
def test_a_passing_fault_is_tried_again(tmp_path, server, first):
    server.script["/file"] = [first, CONTENT]
    downloads.fetch([f"{server.url}/file"], tmp_path / "file", expect_content)
    assert (tmp_path / "file").read_bytes() == CONTENT
    assert len(server.asked) == 2 and os.listdir(tmp_path) == ["file"]


def test_the_waits_grow(tmp_path, server, monkeypatch):
    waits = []
    monkeypatch.setattr(downloads, "FIRST_WAIT", 1.0)
    monkeypatch.setattr(time, "sleep", waits.append)
    server.script["/file"] = [503]
    with pytest.raises(downloads.DownloadError, match="the server answered 503"):
        downloads.fetch([f"{server.url}/file"], tmp_path / "file", accept)
    assert waits == [1.0, 2.0] and len(server.asked) == 3


def test_a_truncated_transfer_leaves_nothing(tmp_path, server):
    server.script["/file"] = [cut_short(CONTENT, 70_000)]
    with pytest.raises(downloads.DownloadError, match=f"70000 of {len(CONTENT)} bytes"):
        downloads.fetch([f"{server.url}/file"], tmp_path / "file", accept)
    assert os.listdir(tmp_path) == []


def test_a_wrong_checksum_names_both_and_leaves_nothing(tmp_path, server):
    server.script["/file"] = [b"something else"]
    with pytest.raises(downloads.ChecksumError) as caught:
        downloads.fetch([f"{server.url}/file"], tmp_path / "file", expect_content)
    for content in (CONTENT, b"something else"):
        assert hashlib.sha256(content).hexdigest() in str(caught.value)
    assert os.listdir(tmp_path) == []


def test_a_file_that_is_not_there_is_not_asked_for_again_but_at_the_next_address(tmp_path, server):
    server.script["/mirror"] = [CONTENT]
    downloads.fetch([f"{server.url}/gone", f"{server.url}/mirror"], tmp_path / "file", expect_content)
    assert server.asked == ["/gone", "/mirror"]
    with pytest.raises(downloads.DownloadError, match="the server answered 404"):
        downloads.fetch([f"{server.url}/gone"], tmp_path / "other", accept)


def test_an_old_file_stays_when_the_new_one_fails(tmp_path, server):
    (tmp_path / "file").write_bytes(b"old")
    server.script["/file"] = [cut_short(CONTENT, 10)]
    with pytest.raises(downloads.DownloadError):
        downloads.fetch([f"{server.url}/file"], tmp_path / "file", accept)
    assert (tmp_path / "file").read_bytes() == b"old"


def test_part_files_of_a_killed_process_go_but_not_those_in_use(tmp_path, server):
    server.script["/file"] = [CONTENT]
    for name, age in (("file.old.part", 7200), ("file.new.part", 60)):
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    downloads.fetch([f"{server.url}/file"], tmp_path / "file", accept)
    assert sorted(os.listdir(tmp_path)) == ["file", "file.new.part"]


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT to a process")
def test_ctrl_c_leaves_no_half_file(tmp_path, server):
    started, stop = threading.Event(), threading.Event()

    def slow(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(CONTENT)))
        handler.end_headers()
        handler.wfile.write(CONTENT[:70_000])
        handler.wfile.flush()
        started.set()
        stop.wait(30)

    server.script["/file"] = [slow]
    code = f"""
        from pathlib import Path
        from d2l_lite import downloads
        downloads.fetch(["{server.url}/file"], Path({str(tmp_path)!r}) / "file", lambda payload: None)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stderr=subprocess.PIPE, text=True)
    try:
        assert started.wait(60)
        deadline = time.monotonic() + 10
        while not os.listdir(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert os.listdir(tmp_path)[0].endswith(".part")
        process.send_signal(2)
        _, errors = process.communicate(timeout=30)
    finally:
        stop.set()
        process.kill()
    assert "KeyboardInterrupt" in errors
    assert os.listdir(tmp_path) == []


def test_load_corpus_downloads_once_verifies_and_repairs(tmp_path, monkeypatch, server, known_fra):
    monkeypatch.setenv("D2L_LITE_MIRROR", server.url + "/")
    server.script["/fra-eng/fra-eng.zip"] = [known_fra]
    corpus = load_corpus("fra-eng")
    assert len(corpus.train) > 800 and corpus.notes == []
    load_corpus("fra-eng")
    assert len(server.asked) == 1
    cached = tmp_path / "cache" / "fra-eng" / "fra-eng.zip"
    for times, damaged in ((2, known_fra[:-30]), (3, zipped(b"Other.\tAutre.\n"))):
        cached.write_bytes(damaged)
        assert load_corpus("fra-eng").train == corpus.train
        assert len(server.asked) == times and cached.read_bytes() == known_fra


@pytest.mark.parametrize("answer", [zipped(b"Other.\tAutre.\n"), b"<html>Log in to the wifi</html>"])
def test_load_corpus_refuses_another_file_from_the_network(tmp_path, monkeypatch, server, known_fra, answer):
    monkeypatch.setenv("D2L_LITE_MIRROR", server.url)
    server.script["/fra-eng/fra-eng.zip"] = [answer]
    with pytest.raises(CorpusNotFound, match="wrong SHA256[\\s\\S]*expected|not the file expected"):
        load_corpus("fra-eng")
    assert os.listdir(tmp_path / "cache" / "fra-eng") == []


def test_the_public_file_is_checked_as_published_too(tmp_path, monkeypatch, server, known_fra):
    monkeypatch.delenv("D2L_LITE_MIRROR")
    repacked = zipped(FRA_TEXT, member="fra.txt")
    public = corpus_files.CorpusFile(
        "fra-eng/fra-eng.zip", (f"{server.url}/zip",), corpora.FRA_ENG.sha256, corpora.FRA_ENG.sha1, "fra.txt"
    )
    monkeypatch.setattr(corpora, "FRA_ENG", public)
    server.script["/zip"] = [repacked]
    with pytest.raises(CorpusNotFound, match=f"wrong SHA1[\\s\\S]*{hashlib.sha1(repacked).hexdigest()}"):
        load_corpus("fra-eng")
    server.script["/zip"] = [known_fra]
    assert load_corpus("fra-eng").train


def test_a_cache_that_cannot_be_written_says_so(tmp_path, monkeypatch, server, known_fra):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("D2L_LITE_CACHE", str(tmp_path / "file"))
    with pytest.raises(OSError, match="could not be saved.*D2L_LITE_CACHE"):
        load_corpus("fra-eng")


def test_the_progress_bar_survives_an_old_terminal(server, tmp_path):
    """Rich draws the bar in ASCII where the encoding has no better characters."""
    server.script["/file"] = [CONTENT]
    code = f"""
        import sys
        sys.stderr.isatty = lambda: True
        from pathlib import Path
        from d2l_lite import downloads
        downloads.fetch(["{server.url}/file"], Path({str(tmp_path)!r}) / "file", lambda payload: None)
    """
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "TERM": "xterm"}
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=environment, capture_output=True)
    assert run.returncode == 0, run.stderr.decode("cp1252")
    assert b"Downloading file" in run.stderr
