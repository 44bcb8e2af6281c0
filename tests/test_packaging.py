"""The files that install and check the project agree with one another and with the code."""

import ast
import importlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
IMPORT_NAMES = {"pyyaml": "yaml", "ipython": "IPython"}
yaml = pytest.importorskip("yaml")


def names(requirements):
    return {canonicalize_name(Requirement(line).name) for line in requirements}


def import_names(requirements):
    return {IMPORT_NAMES.get(name, name.replace("-", "_")) for name in names(requirements)}


def constraint_lines():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def constraints():
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in constraint_lines())}


def readme():
    if not (ROOT / "README.md").exists():
        pytest.skip("no README.md yet")
    return (ROOT / "README.md").read_text(encoding="utf-8")


def make_targets():
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M))


def load_setup():
    spec = importlib.util.spec_from_file_location("project_setup", ROOT / "tools" / "setup.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Requirements


def test_constraints_are_exact_pins_each_package_once():
    lines = constraint_lines()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line) for line in lines)
    assert len(constraints()) == len(lines)


@pytest.mark.parametrize("group", ["core", *EXTRAS])
def test_constraints_pin_every_direct_dependency_within_its_bounds(group):
    pins = constraints()
    for line in PROJECT["dependencies"] if group == "core" else EXTRAS[group]:
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        assert name in pins, f"constraints.txt has no line for {name}"
        assert Version(pins[name]) in requirement.specifier, f"{name}=={pins[name]} is outside {line}"


def test_what_the_setup_adds_by_hand_is_pinned_too():
    assert {canonicalize_name(name) for name in load_setup().ORACLES} <= constraints().keys()


def test_environment_yml_is_in_step_with_the_project():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert environment["name"] == PROJECT["name"]
    python = next(line for line in environment["dependencies"] if isinstance(line, str) and line.startswith("python="))
    assert Version(python.split("=")[1]) in SpecifierSet(PROJECT["requires-python"])
    pip_part = next(line["pip"] for line in environment["dependencies"] if isinstance(line, dict))
    pinned = [line for line in pip_part if not line.startswith("-")]
    assert "--editable ." in pip_part and "--constraint constraints.txt" in pip_part
    pins = constraints()
    expected = {f"{name}=={pins[name]}" for name in names(PROJECT["dependencies"])}
    assert set(pinned) == expected


# Imports


def imported(tree, *, at_import_time):
    """Top-level names of the absolute imports that run when the module is imported, or of those inside functions."""
    found, stack = set(), [(tree, True)]
    while stack:
        node, outside = stack.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if outside == at_import_time:
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                found.add(node.module.split(".")[0])
        inside_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        stack += [(child, outside and not inside_function) for child in ast.iter_child_nodes(node)]
    return found - sys.stdlib_module_names - {"d2l_lite", "__future__"}


LIBRARY = sorted((ROOT / "d2l_lite").rglob("*.py"))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_library_imports_only_what_it_declares(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    core = import_names(PROJECT["dependencies"])
    optional = import_names(line for extra in ("text", "class", "bench") for line in EXTRAS[extra])
    assert imported(tree, at_import_time=True) <= core
    assert imported(tree, at_import_time=False) <= core | optional


def test_every_core_dependency_is_used():
    used = set()
    for path in LIBRARY:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used |= imported(tree, at_import_time=True) | imported(tree, at_import_time=False)
    assert import_names(PROJECT["dependencies"]) <= used


@pytest.mark.parametrize(
    ("code", "at_import_time", "expected"),
    [
        ("import torch.nn as nn, os", True, {"torch"}),
        ("from . import data\nfrom spacy.lang import fr", True, {"spacy"}),
        ("def f():\n    import spacy", True, set()),
        ("def f():\n    import spacy", False, {"spacy"}),
        ("if TYPE_CHECKING:\n    import pandas", True, set()),
        ("class A:\n    import pandas", True, {"pandas"}),
    ],
)
def test_reading_imports(code, at_import_time, expected):
    assert imported(ast.parse(code), at_import_time=at_import_time) == expected


# What is installed


@pytest.mark.parametrize(("command", "target"), sorted(PROJECT["scripts"].items()))
def test_console_script_target_resolves(command, target):
    module, function = target.split(":")
    assert callable(getattr(importlib.import_module(module), function)), command


def test_wheel_holds_the_modules_and_their_data_and_no_tests(tmp_path):
    pytest.importorskip("setuptools")
    readme()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    # The caches, too, stay behind: another process may be writing them.
    shutil.copytree(ROOT / "d2l_lite", tmp_path / "d2l_lite", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w", "dist", "."]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(next((tmp_path / "dist").glob("*.whl"))) as wheel:
        packed = set(wheel.namelist())
    source = {path.relative_to(ROOT).as_posix() for path in (ROOT / "d2l_lite").rglob("*") if path.is_file()}
    # The table of departures, a .md file, is for readers of the code.
    expected = {name for name in source if "__pycache__" not in name and not name.endswith(".md")}
    assert expected - packed == set()
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == {"d2l_lite"}


# What people type


def test_every_make_target_is_explained_and_phony():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, flags=re.M))
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, flags=re.M)[1].split())
    assert {"train", "test", "test-full", "parity"} <= make_targets() == explained == phony


def test_readme_names_only_make_targets_that_exist():
    mentioned = set(re.findall(r"(?:^|`) *\$? *make ([a-z][a-z-]*)", readme(), flags=re.M))
    assert {"train", "test"} <= mentioned
    assert mentioned <= make_targets()


def test_workflow_covers_three_systems_and_every_python():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    assert {system.split("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    declared = {line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)}
    assert set(matrix["python"]) == declared
    specifier = SpecifierSet(PROJECT["requires-python"])
    assert declared == {f"3.{minor}" for minor in range(30) if Version(f"3.{minor}") in specifier}
    for job in workflow["jobs"].values():
        for step in job["steps"]:
            targets = re.findall(r"^make ([a-z-]+)", step.get("run", ""), flags=re.M)
            assert set(targets) <= make_targets()


# Set-up


@pytest.fixture
def setup(tmp_path, monkeypatch):
    """tools/setup.py in a folder of its own, with a .venv that needs nothing and a pip that only notes its calls."""
    module = load_setup()
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(module, "VENV_PYTHON", Path(sys.executable))
    monkeypatch.setattr(module, "extra_index", lambda index: "")
    module.calls = []
    monkeypatch.setattr(module, "pip", lambda *arguments: module.calls.append(arguments))
    return module


def test_setup_runs_once_and_again_when_more_is_wanted(setup):
    setup.set_up(set(), "")
    setup.set_up(set(), "")
    assert setup.calls == [("--editable", ".")]
    setup.set_up({"dev"}, "")
    setup.set_up(set(), "")
    setup.set_up({"dev"}, "")
    assert setup.calls[1:] == [("--editable", ".[dev]")]
    setup.set_up({"text"}, "")
    assert setup.calls[2:] == [("--editable", ".[dev,text]")]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_setup_runs_again_when_the_requirements_change(setup, name):
    setup.set_up({"dev"}, "")
    with (setup.ROOT / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    setup.set_up(set(), "")
    assert setup.calls == [("--editable", ".[dev]"), ("--editable", ".")]


def test_setup_that_failed_leaves_no_stamp(setup, monkeypatch):
    setup.set_up(set(), "")

    def broken_pip(*arguments):
        raise setup.SetupError("no")

    monkeypatch.setattr(setup, "pip", broken_pip)
    with pytest.raises(setup.SetupError):
        setup.set_up({"dev"}, "")
    assert setup.installed_extras() is None


def test_setup_stamp_that_is_no_json_counts_as_none(setup):
    setup.STAMP.write_text("{", encoding="utf-8")
    assert setup.installed_extras() is None
    setup.STAMP.write_text(json.dumps({"state": "other", "extras": []}), encoding="utf-8")
    assert setup.installed_extras() is None


@pytest.mark.parametrize(
    ("output", "advice"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("The virtual environment was not created because ensurepip is not available", "apt install python3-venv"),
        ("WARNING: Retrying ... NewConnectionError(...)\nERROR: No matching distribution found for torch", "network"),
        ("ERROR: Could not find a version (from versions: 1.0, 2.0)\nERROR: No matching distribution found", "build"),
        ("something new", "something new"),
    ],
)
def test_setup_failure_says_what_to_do(output, advice):
    message = load_setup().explain(output)
    assert advice in message
    assert output.splitlines()[-1] in message


def test_setup_without_a_fitting_python_names_the_versions(setup, monkeypatch):
    monkeypatch.setattr(setup, "runs", lambda *command: False)
    with pytest.raises(setup.SetupError, match="3.11, 3.12 or 3.13"):
        setup.find_python()


# Files under version control


def tracked_files():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_tracked_files_name_no_path_of_a_machine_and_no_package_registry():
    # Put together here, so that this file does not find itself.
    places = ["/" + name + "/" for name in ("work", "root", "tmp", "Users")] + ["/opt/" + "wheels"]
    hosts = ["pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npmjs", "deb" + r"\.debian"]
    # A path starts there; "https://host/work/" and "net/root/" are none.
    pattern = re.compile("(?<![A-Za-z0-9_.~-])(?:" + "|".join(places) + ")|" + "|".join(hosts))
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in pattern.finditer(text)]
    assert found == []


def test_code_has_the_mit_licence_and_lessons_creative_commons():
    assert PROJECT["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    lessons = (ROOT / "LICENSE-lessons").read_text(encoding="utf-8")
    assert "https://creativecommons.org/licenses/by/4.0/" in lessons
    assert "chapters/" in lessons and "solutions/" in lessons
