"""The flat namespace: every name is there, nothing is loaded before it is needed, chapters need no later chapter."""

import json
import subprocess
import sys

import pytest

import d2l_lite as d2l

CHAPTERS = [
    "attention",
    "multi_head",
    "positional",
    "ffn",
    "add_norm",
    "encoder",
    "cache",
    "decoder",
    "data",
    "training",
    "decoding",
    "bleu",
    "heatmaps",
]
HELPERS = {"utils", "fused", "display"}  # what any chapter may use


def in_fresh_process(code: str):
    """What the code leaves in `result`, run by an interpreter that has imported nothing yet."""
    script = f"import json, sys\n{code}\nprint(json.dumps(result))"
    return json.loads(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("name", d2l.__all__)
def test_every_name_resolves(name):
    assert getattr(d2l, name) is not None
    assert name in dir(d2l)


def test_names_are_listed_once_and_in_order():
    assert d2l.__all__ == sorted(set(d2l.__all__))
    names = [name for names in d2l._MODULES.values() for name in names.split()]
    assert len(names) == len(set(names))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = d2l.no_such_name
    assert not hasattr(d2l, "no_such_name")


def test_importing_the_package_loads_no_torch():
    loaded = in_fresh_process("import d2l_lite\nresult = sorted(sys.modules)")
    assert "torch" not in loaded
    assert [name for name in loaded if name.startswith("d2l_lite.")] == []


@pytest.mark.parametrize("first", ["submodule", "name"])
def test_names_like_those_of_modules_stay_functions(first):
    """`import d2l_lite.bleu` puts the module into the package's namespace, where the function belongs."""
    submodules = "import d2l_lite.bleu, d2l_lite.attention\nfrom d2l_lite.attention import masked_softmax\n"
    use = "import d2l_lite as d2l\nresult = [type(d2l.bleu).__name__, type(d2l.attention).__name__]\n"
    code = submodules + use if first == "submodule" else use + submodules + use
    code += "from d2l_lite import attention, bleu\nresult += [type(attention).__name__, bleu('a b', 'a b', 2)]"
    assert in_fresh_process(code) == ["function", "function", "function", 1.0]


def test_a_chapter_loads_no_later_chapter():
    """All in one process, in order: what a chapter would load too early is still missing when its turn comes."""
    code = (
        "import importlib\nresult = []\n"
        f"for chapter in {CHAPTERS}:\n"
        "    importlib.import_module('d2l_lite.' + chapter)\n"
        "    result.append(sorted(name.split('.')[1] for name in sys.modules if name.startswith('d2l_lite.')))\n"
    )
    for number, loaded in enumerate(in_fresh_process(code)):
        allowed = {*CHAPTERS[: number + 1], *HELPERS}
        assert set(loaded) <= allowed, f"{CHAPTERS[number]} loads {set(loaded) - allowed}"


def test_a_chapters_names_can_be_used_through_the_package_without_later_chapters():
    code = "import d2l_lite as d2l\nd2l.TransformerEncoder\nresult = [n for n in sys.modules if n[:9] == 'd2l_lite.']"
    loaded = {name.split(".")[1] for name in in_fresh_process(code)}
    assert loaded <= {*CHAPTERS[:6], *HELPERS}
