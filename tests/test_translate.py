"""Translating with a trained model, and model files that are not what they should be."""

import json
import random
from pathlib import Path

import pytest
import torch
from conftest import make_tiny_config

import d2l_lite.translate
from d2l_lite.bleu import score
from d2l_lite.checkpoints import CheckpointError, load_model, load_own_weights, own_weights, save_model
from d2l_lite.corpora import Corpus, load_corpus
from d2l_lite.report import heatmaps_of
from d2l_lite.train import Run
from d2l_lite.translate import PRETRAINED, Translator, pad_ids


@pytest.fixture(scope="module")
def translator(finished_run: Path) -> Translator:
    return Translator.load(finished_run / "model.safetensors", device="cpu")


def test_the_shipped_model_translates() -> None:
    shipped = Translator.load(device="cpu")
    assert PRETRAINED.stat().st_size < 5_000_000
    assert shipped.description["corpus"] == "everyday"
    assert shipped.translate(["She is reading a book."], beam_size=4) == ["Elle lit un livre."]
    test = load_corpus("everyday").tests["grammar"]
    assert score(shipped.translate(test.sources[:100]), test.references[:100]).score > 75


def test_the_shipped_model_knows_the_showcase_sentence_without_having_seen_it() -> None:
    from d2l_lite.everyday import read_everyday

    assert all("lost my keys" not in pair.english for pair in read_everyday())
    assert Translator.load(device="cpu").translate(["I lost my keys."], beam_size=4) == ["J'ai perdu mes clés."]


def test_an_empty_sentence_gives_an_empty_translation(translator: Translator) -> None:
    translations = translator.translate(["", "The red dog sings.", "   ", "\n"])
    assert [bool(text) for text in translations] == [False, True, False, False]
    assert translator.translate([]) == []


def test_a_sentence_doesn_t_depend_on_its_neighbours(translator: Translator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(d2l_lite.translate, "BATCH_TOKENS", 60)
    sentences = ["The red dog sings.", "Dog.", "The black cat eats. The green parrot jumps.", "The sheep sleeps."] * 2
    random.Random(0).shuffle(sentences)
    for beam_size in (1, 3):
        together = translator.translate(sentences, beam_size)
        assert together == [translator.translate([sentence], beam_size)[0] for sentence in sentences]


def test_characters_that_were_never_seen(translator: Translator) -> None:
    assert len(translator.translate(["Ωμέγα 漢字 🙂 \x00", "zzzz qqqq"])) == 2


def test_progress_is_told(translator: Translator) -> None:
    told: list[int] = []
    translator.translate(["The red dog sings."] * 5 + [""], done=told.append)
    assert sum(told) == 5


def test_a_very_long_line_is_named(translator: Translator) -> None:
    with pytest.raises(ValueError, match=r'begins "dog dog .* takes 1000; cut it'):
        translator.translate(["dog " * 10_000])


def test_mode_and_weights_stay_as_they_were(translator: Translator) -> None:
    before = {name: value.clone() for name, value in translator.net.state_dict().items()}
    translator.net.train()
    translator.translate(["The red dog sings."], 2)
    assert translator.net.training
    translator.net.eval()
    assert all(torch.equal(value, before[name]) for name, value in translator.net.state_dict().items())


def test_pad_ids() -> None:
    ids, lengths = pad_ids([[5, 6, 2], [2]])
    assert ids.tolist() == [[5, 6, 2], [2, 0, 0]] and lengths.tolist() == [3, 1]


def test_no_model_there(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no model at .*course train"):
        Translator.load(tmp_path / "model.safetensors")


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x10\x00\x00\x00\x00\x00\x00\x00{}"])
def test_files_that_are_no_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="no model of this project, or it is damaged"):
        Translator.load(path)


def test_a_truncated_model(tmp_path: Path, finished_run: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes((finished_run / "model.safetensors").read_bytes()[:-10])
    with pytest.raises(CheckpointError, match="damaged"):
        Translator.load(path)


def test_a_model_of_another_vocabulary(tmp_path: Path, finished_run: Path, tiny_corpus: Corpus) -> None:
    weights, description = load_model(finished_run / "model.safetensors")
    description["model"]["src_vocab_size"] = description["model"]["tgt_vocab_size"] = 77
    path = tmp_path / "model.safetensors"
    save_model(path, weights, description)
    with pytest.raises(CheckpointError, match="another model or vocabulary: .* has shape"):
        Translator.load(path)
    description["model"]["num_layers"] = 3
    save_model(path, weights, description)
    with pytest.raises(CheckpointError, match="no model that this version knows"):
        Translator.load(path)


def test_weights_of_another_model_are_named(tmp_path: Path, tiny_corpus: Corpus) -> None:
    one = Run.start(tmp_path / "1", make_tiny_config(num_decoder_layers=1), tiny_corpus).net
    two = Run.start(tmp_path / "2", make_tiny_config(num_decoder_layers=2), tiny_corpus).net
    with pytest.raises(CheckpointError, match=r"decoder\.blks\.1"):
        load_own_weights(one, own_weights(two))


def test_shared_weights_are_saved_once_and_stay_shared(tmp_path: Path, tiny_corpus: Corpus) -> None:
    net = Run.start(tmp_path, make_tiny_config(), tiny_corpus).net
    saved = own_weights(net)
    assert sum("embedding" in name or "dense.weight" in name for name in saved) == 1
    load_own_weights(net, {name: torch.full_like(value, 0.5) for name, value in saved.items()})
    assert net.decoder.dense.weight is net.encoder.embedding.weight
    assert net.decoder.dense.weight.eq(0.5).all()


def test_a_model_file_holds_all_that_translating_needs(finished_run: Path) -> None:
    _, description = load_model(finished_run / "model.safetensors")
    assert json.dumps(description)
    assert {"model", "tokenizers", "corpus", "seed", "epochs"} <= description.keys()


def test_a_heatmap_of_the_longest_translation_there_can_be(finished_run: Path) -> None:
    translator = Translator.load(finished_run / "model.safetensors", "cpu")
    endless = [[5] * translator.max_len]
    translator.translate_ids = lambda *arguments, **options: endless
    figures = heatmaps_of(translator, "The red dog sings.")
    assert figures["decoder"].axes[0].images[0].get_array().shape == (translator.max_len, translator.max_len)
