"""The benchmarks run to their end, and count what they say they count. Nothing here looks at a time."""

import importlib
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@pytest.fixture
def load(monkeypatch):
    """Imports a module of benchmarks/."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module


@pytest.mark.parametrize("name, sections", [("train_book", 1), ("train_m30k", 2), ("decode", 1)])
def test_each_benchmark_runs_to_its_end(name, sections, tmp_path):
    out = tmp_path / "figures.json"
    command = [sys.executable, str(BENCHMARKS / f"{name}.py"), "--smoke", "--threads", "1", "--json", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert figures["smoke"] and figures["threads"] == 1
    assert len(figures["sections"]) == sections
    for section in figures["sections"]:
        assert section["ratios"]
        for ratio in section["ratios"]:
            for clock in ("wall", "cpu"):
                assert 0 < ratio[clock]["min"] <= ratio[clock]["median"] <= ratio[clock]["max"] < math.inf


def test_candidates_take_turns_and_each_begins_now_and_then(load):
    harness, calls = load("harness"), []
    names = ("a", "b", "c")
    candidates = [harness.Candidate(name, lambda part, name=name: calls.append((name, part)) or 7.0) for name in names]
    rates = harness.measure(candidates, slices=3, rounds=2)
    warm_up, measured = calls[:3], calls[3:]
    assert sorted(warm_up) == [(name, 0) for name in names]
    turns = [measured[i : i + 3] for i in range(0, len(measured), 3)]
    assert [{part for _, part in turn} for turn in turns] == [{0}, {1}, {2}] * 2
    assert all({name for name, _ in turn} == set(names) for turn in turns)
    assert {turn[0][0] for turn in turns} == set(names)
    assert all(len(each.wall) == len(each.cpu) == 2 for each in rates.values())


def test_a_ratio_compares_round_by_round(load):
    # The machine is ten times slower in the second round: both candidates are, and the ratio doesn't show it.
    ratio = load("harness").ratio([200.0, 20.0, 400.0], [100.0, 10.0, 100.0])
    assert ratio == {"median": 2.0, "min": 2.0, "max": 4.0}


def test_the_formula_counts_the_operations_of_a_step(load):
    from d2l_lite.batches import TrainingBatch
    from d2l_lite.config import named_config
    from d2l_lite.transformer import Transformer, TransformerConfig

    sizes = {"num_hiddens": 24, "ffn_num_hiddens": 40, "num_heads": 2, "num_encoder_layers": 3, "num_decoder_layers": 2}
    config = named_config("base", **sizes)
    net = Transformer(TransformerConfig(50, 50, **sizes, dropout=0.1, share_embeddings=True, tie_output=True)).train()
    src, dec_in = torch.randint(3, 50, (5, 7)), torch.randint(3, 50, (5, 9))
    places = torch.arange(31)
    batch = TrainingBatch(src, torch.tensor([7, 6, 5, 4, 7]), dec_in, places, places + 3, len(places))
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        net.features(batch.src, batch.dec_in, batch.src_len)
        layers = counter.get_total_flops()
    output = 2 * 24 * 50 * batch.num_tokens  # of the places that count, as in `batch_loss`
    assert load("train_m30k").step_flops(batch, config, 50) == 3 * (layers + output)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_the_peer_is_the_same_model(load, norm):
    """With the weights copied across, `torch.nn.Transformer` as the benchmarks set it up gives our logits."""
    import d2l_lite as d2l

    peers = load("peers")
    ours = d2l.Transformer(
        d2l.TransformerConfig(30, 30, 16, 32, 2, 2, 2, 0.1, norm, True, share_embeddings=True, tie_output=True)
    ).eval()
    theirs = peers.TorchTransformer(peers.PeerSizes(30, 30, 16, 32, 2, 2, 0.1, norm, share=True)).eval()
    assert d2l.count_parameters(ours) == d2l.count_parameters(theirs)
    with torch.no_grad():
        copy_weights(ours, theirs)
        src, dec_in, src_len = torch.randint(3, 30, (3, 5)), torch.randint(3, 30, (3, 6)), torch.tensor([5, 2, 4])
        wanted = ours(src, dec_in, src_len)[0]
        torch.testing.assert_close(theirs(src, src_len, dec_in), wanted, rtol=1e-4, atol=1e-5)


def copy_weights(ours, theirs):
    for parameter in ours.parameters():
        if parameter.dim() == 1:
            parameter.normal_()
    theirs.source.weight.copy_(ours.decoder.dense.weight)
    theirs.output.bias.copy_(ours.decoder.dense.bias)
    for block, layer in zip(ours.encoder.blks, theirs.transformer.encoder.layers, strict=True):
        copy_layer(layer, [block.attention], [layer.self_attn], block.ffn, norms_of(block))
    for block, layer in zip(ours.decoder.blks, theirs.transformer.decoder.layers, strict=True):
        attentions = [block.attention1, block.attention2], [layer.self_attn, layer.multihead_attn]
        copy_layer(layer, *attentions, block.ffn, norms_of(block))
    for stack, other in ((ours.encoder, theirs.transformer.encoder), (ours.decoder, theirs.transformer.decoder)):
        if other.norm is not None:
            other.norm.load_state_dict(stack.final_norm.state_dict())


def norms_of(block):
    return [module for module in block.modules() if isinstance(module, torch.nn.LayerNorm)]


def copy_layer(layer, attentions, others, ffn, norms):
    for attention, other in zip(attentions, others, strict=True):
        projections = attention.W_q, attention.W_k, attention.W_v
        other.in_proj_weight.copy_(torch.cat([each.weight for each in projections]))
        other.in_proj_bias.copy_(torch.cat([each.bias for each in projections]))
        other.out_proj.load_state_dict(attention.W_o.state_dict())
    layer.linear1.load_state_dict(ffn.dense1.state_dict())
    layer.linear2.load_state_dict(ffn.dense2.state_dict())
    for number, norm in enumerate(norms, start=1):
        getattr(layer, f"norm{number}").load_state_dict(norm.state_dict())
