"""Make .venv and install this project into it, editable, at the versions of constraints.txt.

`make` runs this first; it works without make, and on Windows, too:

    python tools/setup.py                     the library and its command, `course`
    python tools/setup.py --extras dev,text   what the tests need as well
    python tools/setup.py --oracles           d2l and labml, to compare with

It needs nothing but Python, does nothing when all is in place, and says what to do when a step fails.
"""

from __future__ import annotations  # an old Python must get as far as the message that says it is too old

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "d2l-lite-setup.json"
ORACLES = ["d2l", "labml", "labml-nn"]
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
FITS = "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))"
HAS_TORCH = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"

NO_PYTHON = """No fitting Python found: this needs Python 3.11, 3.12 or 3.13 with its venv module.
  Debian, Ubuntu:  sudo apt install python3-venv
  macOS:           brew install python@3.12
  Windows:         winget install Python.Python.3.12
  conda:           conda env create -f environment.yml   (then no set-up is needed)
If you have one under another name:  make PYTHON=/path/to/python3.12 ..."""

# What pip or venv writes when it fails, and what to tell someone who has never seen that. The first match counts.
DISK_FULL = "The disk is full. The set-up needs about 2 GB free (8 GB with CUDA)."
NO_VENV = "Python's venv module is missing. On Debian and Ubuntu: sudo apt install python3-venv"
CERTIFICATE = """The connection was refused over a certificate. Behind a company's proxy, tell pip which to trust:
  pip config set global.cert FILE"""
NO_NETWORK = """No package could be fetched. Is there a network? Behind a proxy, set HTTPS_PROXY; with a mirror,
  pip config set global.index-url URL
Then run the same command again: what is already here is kept."""
NO_BUILD = """Some package has no build for this Python and this system. PyTorch has none for macOS on Intel,
for 32 bits, or for Alpine Linux."""
NOT_OURS = "A file may not be written. Does .venv belong to another user? Delete it and run the same command again."
HINTS = {
    "No space left on device": DISK_FULL,
    "not enough space": DISK_FULL,
    "ensurepip": NO_VENV,
    "SSLError": CERTIFICATE,
    "CERTIFICATE_VERIFY_FAILED": CERTIFICATE,
    "Temporary failure in name resolution": NO_NETWORK,
    "NewConnectionError": NO_NETWORK,
    "Max retries exceeded": NO_NETWORK,
    "ProxyError": NO_NETWORK,
    "Connection refused": NO_NETWORK,
    "timed out": NO_NETWORK,
    "from versions: none": NO_NETWORK,
    "No matching distribution": NO_BUILD,
    "Permission denied": NOT_OURS,
}


class SetupError(Exception):
    """A step failed; the message says what to do."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Make .venv and install this project into it.")
    parser.add_argument("--extras", default="", help="comma separated: text, class, dev, parity, bench")
    parser.add_argument("--oracles", action="store_true", help="also install d2l and labml, without their dependencies")
    parser.add_argument(
        "--torch-index",
        default=os.environ.get("TORCH_INDEX", ""),
        help="where else to look for PyTorch; 'none': nowhere; the default on Linux without an NVIDIA GPU is "
        "PyTorch's own CPU index, unless pip is configured already",
    )
    args = parser.parse_args()
    wanted = {extra.strip() for extra in args.extras.split(",") if extra.strip()}
    if args.oracles:
        wanted |= {"parity", "oracles"}
    try:
        set_up(wanted, args.torch_index)
    except SetupError as error:
        print(f"\nSet-up failed. {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up interrupted. Run the same command again to go on.", file=sys.stderr)
        return 130
    return 0


def set_up(wanted: set[str], torch_index: str) -> None:
    """Bring .venv to where it has at least the extras wanted; extras of earlier calls stay."""
    installed = installed_extras()
    if installed is not None and wanted <= installed:
        return
    wanted = wanted | (installed or set())
    make_venv()
    if STAMP.exists():
        STAMP.unlink()
    install(wanted - {"oracles"}, torch_index)
    if "oracles" in wanted:
        say("Installing d2l and labml, to compare with (without their own dependencies) ...")
        pip("--no-deps", *ORACLES)
    STAMP.write_text(json.dumps({"state": state(), "extras": sorted(wanted)}), encoding="utf-8")
    say("Set-up done.")


def installed_extras() -> set[str] | None:
    """The extras a finished set-up has left, or None where there is none that is still good."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        good = stamp["state"] == state() and runs(str(VENV_PYTHON), HAS_TORCH)
        return set(stamp["extras"]) if good else None
    except (OSError, ValueError, KeyError):
        return None


def state() -> str:
    """Changes when the set-up has to run again: other requirements, or the folder has moved."""
    digest = hashlib.sha256(str(ROOT).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    if runs(str(VENV_PYTHON), "import pip;" + FITS):
        return
    python = find_python()
    say(f"Making {VENV.name} with {describe(python)} ...")
    code, output = run([*python, "-m", "venv", "--clear", str(VENV)])
    if code != 0:
        raise SetupError(explain(output))


def find_python() -> list[str]:
    """The command of a Python that fits: the one running this, if it does, else the newest."""
    launcher = [["py", f"-3.{minor}"] for minor in (13, 12, 11)] if os.name == "nt" else []
    names = [[f"python3.{minor}"] for minor in (13, 12, 11)]
    for command in [[sys.executable], *names, *launcher]:
        if shutil.which(command[0]) and runs(*command, "import venv, ensurepip;" + FITS):
            return command
    raise SetupError(NO_PYTHON)


def install(extras: set[str], torch_index: str) -> None:
    target = f".[{','.join(sorted(extras))}]" if extras else "."
    index = extra_index(torch_index)
    already = runs(str(VENV_PYTHON), HAS_TORCH)
    cuda = sys.platform == "linux" and not index and not pip_is_configured()
    size = "some packages" if already else "PyTorch with CUDA, about 3 GB" if cuda else "PyTorch and more, about 300 MB"
    say(f"Installing {target} into {VENV.name}: {size}, unless pip has them in its cache ...")
    pip("--editable", target, *(["--extra-index-url", index] if index else []))


def extra_index(torch_index: str) -> str:
    """The index to add. Linux wheels elsewhere bring 2 GB of CUDA, of no use without an NVIDIA GPU."""
    if torch_index:
        return "" if torch_index == "none" else torch_index
    has_gpu = Path("/proc/driver/nvidia").exists() or shutil.which("nvidia-smi") is not None
    if sys.platform != "linux" or has_gpu or pip_is_configured():
        return ""
    try:
        urllib.request.urlopen(urllib.request.Request(f"{CPU_INDEX}/torch/", method="HEAD"), timeout=5).close()
    except (OSError, urllib.error.URLError):
        return ""
    return CPU_INDEX


def pip_is_configured() -> bool:
    """Whether someone has told pip where to look: then we don't."""
    _, output = run([str(VENV_PYTHON), "-m", "pip", "config", "list"])
    return any(word in output for word in ("index-url", "find-links", "no-index"))


def pip(*arguments: str) -> None:
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    code, output = run([*command, "--constraint", "constraints.txt", *arguments])
    if code != 0:
        raise SetupError(explain(output))


def run(command: list[str]) -> tuple[int, str]:
    """Exit status and everything printed, with a sign of life every half minute."""
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    seconds = 0
    while True:
        try:
            output, _ = process.communicate(timeout=30)
            return process.returncode, output.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            seconds += 30
            say(f"  ... still at work, {seconds} s")
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            raise


def runs(*command_and_code: str) -> bool:
    *command, code = command_and_code
    try:
        done = subprocess.run([*command, "-c", code], cwd=ROOT, capture_output=True, stdin=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0


def describe(python: list[str]) -> str:
    code = "import sys; print('Python %d.%d.%d,' % sys.version_info[:3], sys.executable)"
    return run([*python, "-c", code])[1].strip()


def explain(output: str) -> str:
    """What to do about it, and what the failed command itself named an error, or else the end of what it said."""
    lines = [line.strip() for line in output.strip().splitlines()]
    errors = [line for line in dict.fromkeys(lines) if line.startswith("ERROR") or "Error:" in line]
    said = "\n".join("  " + line for line in errors[-6:] or lines[-12:])
    hint = next((hint + "\n" for sign, hint in HINTS.items() if sign in output), "")
    return f"{hint}What went wrong, in the words of the command that failed:\n{said}"


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
