"""Where d2l_lite differs from its originals on purpose: one test for each row of the table in d2l_lite/README.md.

None of these tests needs the originals. That they still show the faults is told by the parity tests.
"""

import importlib
import inspect
import itertools
import json
import math
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import nn

import d2l_lite as d2l

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "d2l_lite" / "README.md"
VOCAB, WIDTH, HEADS = 13, 12, 3
LENS = torch.tensor([5, 2, 4])


def sizes(norm_shape=(WIDTH,)) -> tuple:
    return WIDTH, WIDTH, WIDTH, WIDTH, list(norm_shape), WIDTH, 20, HEADS


def make_decoder(seed: int = 0, dropout: float = 0.3, layers: int = 2) -> d2l.TransformerDecoder:
    torch.manual_seed(seed)
    return d2l.TransformerDecoder(VOCAB, *sizes(), layers, dropout)


def make_net(seed: int = 0, dropout: float = 0.3) -> d2l.EncoderDecoder:
    torch.manual_seed(seed)
    return d2l.EncoderDecoder(d2l.TransformerEncoder(VOCAB, *sizes(), 2, dropout), make_decoder(seed, dropout))


def ids(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randint(3, VOCAB, shape, generator=torch.Generator().manual_seed(seed))


# --- The table itself -------------------------------------------------------------------------------------------------


def rows_of_the_table() -> list[list[str]]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    below_the_head = lines[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in below_the_head]


def test_the_table_is_whole():
    rows = rows_of_the_table()
    assert len(rows) >= 30
    for row in rows:
        assert len(row) == 4 and all(row), row
        assert re.search(r"d2l|Annotated|labml", row[0]), row
        assert re.search(r"`test_\w+\.py::test_\w+`", row[3]), f"no test pins {row[0]}"


def test_every_test_that_the_table_names_exists():
    named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", TABLE.read_text(encoding="utf-8"))
    for file, name in named:
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"the table names {file}::{name}"


def test_every_test_of_this_file_stands_in_the_table():
    here = set(re.findall(r"^def (test_\w+)", Path(__file__).read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"`test_departures\.py::(test_\w+)`", TABLE.read_text(encoding="utf-8")))
    about_the_table = {name for name in here if name.startswith("test_the_table_is") or "_the_table_names_" in name}
    about_the_table.add("test_every_test_of_this_file_stands_in_the_table")
    assert here - about_the_table == named


# --- Attention --------------------------------------------------------------------------------------------------------


def test_masking_leaves_its_input_alone_and_takes_leaf_tensors():
    for function in (d2l.masked_softmax, d2l.sequence_mask):
        X = torch.randn(3, 5, 5).requires_grad_()
        kept, lens = X.detach().clone(), LENS.clone()
        function(X, lens).sum().backward()
        assert torch.equal(X, kept) and torch.equal(lens, LENS) and X.grad is not None


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("training", [True, False])
def test_a_query_without_keys_gives_zeros_and_finite_gradients(training, dtype):
    torch.manual_seed(0)
    attention = d2l.MultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.2).to(dtype).train(training)
    X = torch.randn(2, 4, WIDTH, dtype=dtype, requires_grad=True)
    output = attention(X, X, X, torch.tensor([0, 3]))
    assert not output[0].any() and output[1].any()
    assert not attention.attention_weights[0].any()
    output.square().sum().backward()
    assert X.grad.isfinite().all() and X.grad[1].any()
    assert all(parameter.grad.isfinite().all() for parameter in attention.parameters())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str)
def test_masked_keys_get_nothing_in_any_float_type(dtype):
    lowest = -6e4 if dtype == torch.float16 else -1e12
    weights = d2l.masked_softmax(torch.tensor([[[lowest, lowest, 1e4]]], dtype=dtype), torch.tensor([2]))
    assert weights.tolist() == [[[0.5, 0.5, 0.0]]] and weights.dtype == dtype


@pytest.mark.parametrize(
    "make",
    [
        lambda: d2l.MultiHeadAttention(10, 10, 10, 10, 4, 0.0),
        lambda: d2l.TransformerEncoder(9, 10, 10, 10, 10, [10], 10, 8, 4, 1, 0.0),
        lambda: d2l.TransformerConfig(9, 9, num_hiddens=10, num_heads=4),
    ],
    ids=["attention", "encoder", "configuration"],
)
def test_heads_that_do_not_fit_are_refused_at_construction(make):
    with pytest.raises(ValueError, match=r"10\b.*\b4\b"):
        make()


def test_boolean_masks_broadcast_and_combine():
    torch.manual_seed(0)
    attention = d2l.MultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.0).eval()
    X = torch.randn(3, 5, WIDTH)
    causal, padding = d2l.subsequent_mask(5), torch.arange(5) < LENS[:, None, None]
    both = d2l.combine_masks(causal, padding)
    expected = attention(X, X, X, both)
    for sentence in range(3):
        for query in range(5):
            seen = min(query + 1, int(LENS[sentence]))
            alone = attention(
                X[sentence : sentence + 1, query : query + 1], *[X[sentence : sentence + 1, :seen]] * 2, None
            )
            torch.testing.assert_close(expected[sentence, query], alone[0, 0], atol=1e-6, rtol=1e-5)
    for same in (both[:, None], both[:, None].expand(3, HEADS, 5, 5)):
        torch.testing.assert_close(attention(X, X, X, same), expected)
    torch.testing.assert_close(attention(X, X, X, causal[0]), attention(X, X, X, causal))
    with pytest.raises(ValueError, match=r"\(4, 5\).*\(3, 3, 5, 5\)"):
        attention(X, X, X, torch.ones(4, 5, dtype=torch.bool))


def test_kept_attention_weights_hold_no_graph():
    net = make_net()
    for mode in (True, False):
        net.train(mode)
        logits, _ = net(ids(3, 5), ids(3, 4), LENS)
        assert logits.requires_grad
        kept = [*net.encoder.attention_weights, *net.decoder.attention_weights[0], *net.decoder.attention_weights[1]]
        assert len(kept) == 6 and not any(weights.requires_grad for weights in kept)
        for make in (d2l.DotProductAttention, lambda dropout: d2l.AdditiveAttention(4, 4, 5, dropout)):
            for dropout in (0.0, 0.3):
                attention = make(dropout).train(mode)
                X = torch.randn(2, 3, 4, requires_grad=True)
                assert attention(X, X, X, None).requires_grad
                assert attention.attention_weights.shape == (2, 3, 3)
                assert not attention.attention_weights.requires_grad


def test_relative_scores_follow_their_definition_pair_by_pair():
    torch.manual_seed(0)
    attention = d2l.RelativeMultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.0, max_distance=3)
    for parameter in (attention.rel, attention.u, attention.v):
        nn.init.normal_(parameter)
    queries, keys = torch.randn(2, HEADS, 4, 4), torch.randn(2, HEADS, 6, 4)
    scores = attention.get_scores(queries, keys)
    for b, h, i, j in itertools.product(range(2), range(HEADS), range(4), range(6)):
        distance = max(-3, min(3, i + 2 - j))  # the four queries are the last of the six steps
        q, k, rel = queries[b, h, i], keys[b, h, j], attention.rel[h, 3 + distance]
        expected = (q @ k + q @ rel + attention.u[h] @ k + attention.v[h] @ rel) / 2
        torch.testing.assert_close(scores[b, h, i, j], expected, atol=1e-5, rtol=1e-5)


# --- Positions, norms, encoder ----------------------------------------------------------------------------------------


def test_positions_are_exact_for_any_width_and_end_with_a_clear_error():
    for width in (7, 8):
        P = d2l.PositionalEncoding(width, 0.0).P[0]
        for position, column in itertools.product((0, 1, 99, 999), range(width)):
            angle = position / 10000 ** ((column - column % 2) / width)
            assert P[position, column].item() == pytest.approx((math.sin, math.cos)[column % 2](angle), abs=1e-6)
    with pytest.raises(ValueError, match="max_len = 4"):
        d2l.PositionalEncoding(8, 0.0, max_len=4)(torch.zeros(1, 3, 8), offset=2)


def test_the_table_of_positions_moves_with_its_module():
    encoding = d2l.PositionalEncoding(8, 0.0)
    assert "P" in dict(encoding.named_buffers()) and not list(encoding.parameters())
    assert encoding.to(torch.bfloat16).P.dtype == torch.bfloat16


def test_embeddings_start_at_the_size_of_the_positions():
    torch.manual_seed(0)
    for half in (d2l.TransformerEncoder, d2l.TransformerDecoder):
        net = half(3000, 64, 64, 64, 64, [64], 64, 64, 4, 1, 0.0)
        assert net.embedding(torch.arange(3000)).std().item() == pytest.approx(1, abs=0.02)
        assert net.embedding.weight.std().item() == pytest.approx(64**-0.5, abs=0.003)
    assert net.pos_encoding.P.std().item() > 0.5  # neither drowns the other


def leak(norm: nn.Module) -> float:
    """How far the first position's output moves when the last position's input does."""
    torch.manual_seed(0)
    X, Y = torch.randn(2, 4, 6), torch.randn(2, 4, 6)
    other = Y.clone()
    other[:, -1] += 5
    return (norm(X, Y) - norm(X, other))[:, 0].abs().max().item()


def test_norms_over_the_last_axis_keep_positions_apart():
    """The book's two axes are accepted, and leak."""
    assert leak(d2l.AddNorm(6, 0.0).eval()) == 0
    assert leak(d2l.AddNorm([4, 6], 0.0).eval()) > 0.5
    assert d2l.AddNorm(6, 0.0)(torch.zeros(2, 9, 6), torch.zeros(2, 9, 6)).shape == (2, 9, 6)


def test_residual_connections_refuse_unequal_shapes():
    with pytest.raises(ValueError, match=r"\(2, 3, 4\).*\(2, 1, 4\)"):
        d2l.AddNorm(4, 0.0)(torch.zeros(2, 3, 4), torch.zeros(2, 1, 4))


# --- Decoder ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", [[1] * 7, [3, 1, 3]], ids=str)
def test_decoding_step_by_step_equals_the_full_pass(pieces):
    decoder = make_decoder().eval()
    X, memory = ids(3, 7), torch.randn(3, 5, WIDTH)
    full, _ = decoder(X, decoder.init_state(memory, LENS))
    state, steps = decoder.init_state(memory, LENS), []
    for piece in X.split(pieces, dim=1):
        logits, state = decoder(piece, state)
        steps.append(logits)
    torch.testing.assert_close(torch.cat(steps, dim=1), full, atol=1e-5, rtol=1e-5)
    # And positions do matter, so the equality says something: the same word again is not the same.
    repeated, _ = decoder(torch.full((3, 2), 4), decoder.init_state(memory, LENS))
    assert (repeated[:, 0] - repeated[:, 1]).abs().max() > 0.01


@pytest.mark.parametrize("training", [True, False])
def test_the_decoder_sees_no_future_in_either_mode(training):
    decoder = make_decoder(dropout=0.0).train(training)
    X, memory = ids(3, 6), torch.randn(3, 5, WIDTH)
    before, _ = decoder(X, decoder.init_state(memory, LENS))
    for changed in range(1, 6):
        other = X.clone()
        other[:, changed] = (X[:, changed] + 1) % VOCAB
        after, _ = decoder(other, decoder.init_state(memory, LENS))
        assert torch.equal(after[:, :changed], before[:, :changed])
        assert not torch.equal(after[:, changed], before[:, changed])


def test_fifty_steps_are_fifty_projections():
    """d2l keeps the inputs and projects them all again: 50 · 51 / 2 = 1,275. The source is projected once."""
    decoder = make_decoder().eval()
    own, source = [], []
    decoder.blks[1].attention1.W_k.register_forward_hook(lambda _, args, __: own.append(args[0].shape[1]))
    decoder.blks[1].attention2.W_k.register_forward_hook(lambda _, args, __: source.append(args[0].shape[1]))
    state = decoder.init_state(torch.randn(3, 5, WIDTH), LENS)
    with torch.no_grad():
        for step in ids(3, 50).split(1, dim=1):
            _, state = decoder(step, state)
    assert (sum(own), sum(source)) == (50, 5)


# --- Data -------------------------------------------------------------------------------------------------------------


def test_the_number_of_examples_is_exact():
    text = "\n".join(f"a {i}\tb {i}" for i in range(20))
    for wanted in (1, 7, 20):
        source, target = d2l.tokenize_nmt(text, wanted)
        assert len(source) == len(target) == wanted and source[-1] == ["a", str(wanted - 1)]


def test_an_over_long_sentence_keeps_its_end_of_sentence():
    vocab = d2l.Vocab([list("abcdef")], reserved_tokens=["<pad>", "<bos>", "<eos>"])
    array, lens = d2l.build_array_nmt([list("abcdef"), list("a")], vocab, 4)
    assert vocab.to_tokens(array.tolist()) == [["a", "b", "c", "<eos>"], ["a", "<eos>", "<pad>", "<pad>"]]
    assert lens.tolist() == [4, 2]


def test_a_third_column_is_passed_over_and_no_pairs_are_an_error():
    assert d2l.tokenize_nmt("go .\tva !\tCC-BY 2.0\n") == ([["go", "."]], [["va", "!"]])
    with pytest.raises(ValueError, match="tab"):
        d2l.tokenize_nmt("go . va !\n")
    with pytest.raises(ValueError, match="tab"):
        d2l.tokenize_nmt("")


def test_two_spaces_make_no_empty_word():
    assert d2l.tokenize_nmt(" go  .\tva   ! ") == ([["go", "."]], [["va", "!"]])


def test_corpora_are_split_by_source_sentence():
    corpus = d2l.load_corpus("everyday")
    parts = {"train": {english for english, _ in corpus.train}, "valid": set(corpus.valid.sources)}
    parts |= {name: set(test.sources) for name, test in corpus.tests.items()}
    assert all(len(sources) > 10 for sources in parts.values())
    for one, other in itertools.combinations(parts.values(), 2):
        assert not one & other


def test_vocabularies_know_the_training_pairs_only(tiny_corpus, tiny_config, tmp_path):
    from d2l_lite.train import Run

    tiny_corpus.valid.sources[0] = "The zebra sleeps."
    tiny_corpus.tests["test"].sources[0] = "The zebra eats."
    config = type(tiny_config)(**tiny_config.describe() | {"tokenizer": "words", "share_embeddings": False})
    run = Run.start(tmp_path / "run", config, tiny_corpus)
    known, unknown = run.source.encode("the dog sleeps"), run.source.encode("zebra")
    assert 3 not in known and unknown == [3]  # 3 is <unk>


# --- Training ---------------------------------------------------------------------------------------------------------


def test_more_padding_leaves_the_loss_as_it_is():
    torch.manual_seed(0)
    pred, label, lens = torch.randn(3, 5, VOCAB), ids(3, 5), LENS
    loss = d2l.MaskedSoftmaxCELoss()
    losses = loss(pred, label, lens)
    padded = loss(torch.cat([pred, 50 * torch.randn(3, 4, VOCAB)], 1), torch.cat([label, ids(3, 4)], 1), lens)
    torch.testing.assert_close(padded, losses)
    uniform = loss(torch.zeros(2, 8, 10), ids(2, 8) % 10, torch.tensor([4, 0]))
    torch.testing.assert_close(uniform, torch.tensor([math.log(10), 0.0]))  # 2.30, and not 1.15


def test_a_step_weighs_every_token_alike():
    """The gradient is that of the mean over tokens, whatever the batch and the lengths."""
    net, one_by_one = make_net(dropout=0.0), make_net(dropout=0.0)
    batch = (ids(3, 5), LENS, ids(3, 6, seed=1), torch.tensor([6, 1, 3]))
    total, tokens = d2l.accumulate_gradients(net, [batch], d2l.MaskedSoftmaxCELoss(), bos=1)
    assert tokens == 10
    for src, src_len, tgt, length in zip(*batch):
        dec_in = torch.cat([torch.tensor([1]), tgt[:-1]])[None]
        logits, _ = one_by_one(src[None], dec_in, src_len[None])
        (nn.functional.cross_entropy(logits[0, :length], tgt[:length], reduction="sum") / 10).backward()
    for mine, other in zip(net.parameters(), one_by_one.parameters()):
        torch.testing.assert_close(mine.grad, other.grad, atol=1e-6, rtol=1e-4)


def test_accumulated_batches_are_one_large_batch():
    large = (ids(6, 5), LENS.repeat(2), ids(6, 4, seed=1), torch.tensor([4, 1, 3, 2, 4, 2]))
    nets = [make_net(dropout=0.0) for _ in range(2)]
    small = [tuple(part[rows] for part in large) for rows in (slice(0, 1), slice(1, 4), slice(4, 6))]
    for net, batches in zip(nets, ([large], small)):
        d2l.accumulate_gradients(net, batches, d2l.MaskedSoftmaxCELoss(), bos=1)
    for mine, other in zip(nets[0].parameters(), nets[1].parameters()):
        torch.testing.assert_close(mine.grad, other.grad, atol=1e-6, rtol=1e-4)


def test_clipping_passes_over_parameters_without_a_gradient():
    net = nn.ModuleList([nn.Linear(3, 2), nn.Linear(2, 2)])
    net[0](torch.ones(1, 3)).sum().backward()
    before = d2l.grad_clipping(net, 0.1)
    after = torch.stack([parameter.grad.norm() for parameter in net[0].parameters()]).norm()
    assert before > 0.1 and after.item() == pytest.approx(0.1, rel=1e-5) and net[1].weight.grad is None


def test_label_smoothing_is_finite_where_a_probability_is_zero():
    for x in (1.0, 3.0, 100.0):  # the penalty chart's points
        log_probabilities = torch.tensor([[0.0, x, 1.0, 1.0, 1.0]]).div(x + 3).log().requires_grad_()
        loss = d2l.LabelSmoothing(5, 0, 0.4)(log_probabilities, torch.tensor([1]))
        loss.backward()
        assert loss.isfinite() and log_probabilities.grad.isfinite().all()
    impossible = torch.tensor([[0.0, 0.0, 1.0]]).log()
    assert d2l.LabelSmoothing(3, 0, 0.1)(impossible, torch.tensor([1])) > 1e6  # no NaN, a very bad loss


def test_the_two_definitions_of_smoothing_are_told_apart():
    """At smoothing 0.1 the target over V - 2 classes is (0, 0.9, 0.05, 0.05), over V (0.025, 0.925, 0.025, 0.025)."""
    log_probabilities = torch.tensor([[0.1, 0.2, 0.3, 0.4]]).log()
    target = torch.tensor([1])
    others = torch.tensor([0.9, 0.05, 0.05])
    by_hand = (others * (others.log() - log_probabilities[0, 1:])).sum()
    torch.testing.assert_close(d2l.LabelSmoothing(4, 0, 0.1)(log_probabilities, target), by_hand)
    everywhere = torch.tensor([0.025, 0.925, 0.025, 0.025])
    by_hand = -(everywhere * log_probabilities[0]).sum()
    torch.testing.assert_close(d2l.smoothed_cross_entropy(log_probabilities, target, 0.1), by_hand)


def test_training_repeats_with_its_seed():
    losses = []
    for seed in (1, 1, 2):
        d2l.seed_everything(seed)
        net = d2l.EncoderDecoder(
            d2l.TransformerEncoder(VOCAB, *sizes(), 1, 0.1), d2l.TransformerDecoder(VOCAB, *sizes(), 1, 0.1)
        )
        losses.append(d2l.train_toy(net, d2l.copy_task_batches(3, 4, VOCAB, 5), num_epochs=2))
    assert losses[0] == losses[1] != losses[2]


# --- Decoding and scores ----------------------------------------------------------------------------------------------


def test_copy_task_and_decoding_tell_padding_and_beginning_apart():
    """Batches keep pad, bos and eos apart, and decoding starts from the bos it is given."""
    for src, src_len, tgt, tgt_len in d2l.copy_task_batches(4, 5, VOCAB, 6, min_steps=2, pad=2, bos=0, eos=1):
        assert torch.equal(src, tgt) and torch.equal(src_len, tgt_len)
        for row, length in zip(src.tolist(), src_len.tolist()):
            assert row[length - 1] == 1 and set(row[length:]) <= {2} and not {0, 1, 2} & set(row[: length - 1])
    net, first = make_net(), []
    net.decoder.register_forward_pre_hook(lambda _, args: first.append(args[0].flatten().tolist()))
    d2l.greedy_decode(net, ids(3, 5), LENS, bos=7, eos=1, max_len=1)
    d2l.beam_decode(net, ids(3, 5), LENS, bos=8, eos=1, max_len=1, beam_size=2)
    assert first == [[7, 7, 7], [8, 8, 8]]


def test_greedy_decoding_is_batched_cached_and_stops():
    eos, limit, stops = 2, 12, set()
    src, lens = ids(9, 5), LENS.repeat(3)
    for seed in range(4):
        net = make_net(seed)
        with torch.no_grad():  # so that an untrained net says different things to different sentences
            net.decoder.dense.weight *= 4
            net.decoder.dense.bias[1] = -1e4  # bos would be left out of the result
            for parameter in net.decoder.blks.parameters():
                parameter *= 2 if parameter.dim() > 1 else 1
        alone = [d2l.greedy_decode(net, *one, 1, eos, limit)[0] for one in zip(src.split(1), lens.split(1))]
        rows = []
        net.decoder.blks[0].attention1.W_k.register_forward_hook(
            lambda _, args, __, rows=rows: rows.append(args[0].shape[:2])
        )
        assert d2l.greedy_decode(net, src, lens, 1, eos, limit) == alone
        steps = [min(len(sentence) + 1, limit) for sentence in alone]
        assert len(rows) == max(steps)
        assert sum(batch * new for batch, new in rows) == sum(steps)  # each token once, finished sentences not at all
        stops |= set(steps)
    assert len(stops) > 3 and limit in stops


@pytest.mark.parametrize("training", [True, False])
def test_decoding_neither_depends_on_the_mode_nor_changes_it(training):
    net = make_net(dropout=0.5)
    net.encoder.blks[0].eval()  # a frozen part of a net in training
    vocab = d2l.Vocab([[f"w{i}" for i in range(VOCAB - 4)]], reserved_tokens=["<pad>", "<bos>", "<eos>"])
    calls = {
        "greedy": lambda: d2l.greedy_decode(net, ids(3, 5), LENS, 1, 2, 6),
        "beam": lambda: d2l.beam_decode(net, ids(3, 5), LENS, 1, 2, 6, beam_size=2),
        "predict": lambda: d2l.predict_seq2seq(net, "w1 w2", vocab, vocab, 6),
        "attention": lambda: d2l.attention_of(net, ids(5), 4, ids(3))["cross"].tolist(),
    }
    expected = {name: call() for name, call in calls.items()}
    net.train(training)
    net.encoder.blks[0].eval()
    graphs = []
    net.decoder.register_forward_hook(lambda _, __, output: graphs.append(output[0].requires_grad))
    for name, call in calls.items():
        assert call() == expected[name], name
        assert net.training == training and not net.encoder.blks[0].training, name
    assert graphs and not any(graphs)


def test_a_sentence_to_translate_is_prepared_like_the_training_text():
    net, seen = make_net(), []
    words = ["go", "now", ",", ".", *"abcde"]  # as many as the net knows
    vocab = d2l.Vocab([words], reserved_tokens=["<pad>", "<bos>", "<eos>"])
    net.encoder.register_forward_pre_hook(lambda _, args: seen.append(args[0][0].tolist()))
    for sentence in ("Go, now.", "go , now ."):
        d2l.predict_seq2seq(net, sentence, vocab, vocab, 6)
    assert seen[0] == seen[1] == [*vocab[["go", ",", "now", ".", "<eos>", "<pad>"]]]


def test_bleu_is_defined_for_every_prediction():
    for prediction, k in itertools.product(["", " ", "va", "va !", "va ! va ! va !"], range(1, 5)):
        assert 0 <= d2l.bleu(prediction, "va !", k) <= 1
    assert d2l.bleu("va !", "va !", 4) == 1 and d2l.bleu("", "va !", 2) == 0 and d2l.bleu("a b", "", 2) == 0


def test_published_scores_are_sacrebleus_with_a_signature():
    from sacrebleu.metrics import BLEU

    hypotheses, references = ["the cat sat down .", "a dog ran home"], ["the cat sat down !", "a dog ran home today"]
    score = d2l.score(hypotheses, references)
    assert score.score == pytest.approx(BLEU().corpus_score(hypotheses, [references]).score)
    assert "version:" in score.signature and "tok:13a" in score.signature
    plain = BLEU(tokenize="none", smooth_method="none").corpus_score(hypotheses, [references]).score
    assert d2l.corpus_bleu(hypotheses, references) == pytest.approx(plain, abs=1e-6)
    # Beside it stands what copying the nearest known sentence would have had.
    known = [("a dog ran home", "un chien"), ("the cat", "le chat")]
    assert d2l.nearest_sentence_baseline(known, ["the dog ran home", "the cat sat"]) == ["un chien", "le chat"]


# --- Heatmaps, the whole model, devices, packaging --------------------------------------------------------------------


def test_heatmaps_share_one_scale():
    matrices = torch.rand(2, 3, 4, 5)
    matrices[0, 0] /= 10
    figure = d2l.show_heatmaps(matrices, "keys", "queries")
    images = [axes.images[0] for axes in figure.axes if axes.images]
    limits = {image.get_clim() for image in images}
    assert limits == {(matrices.min().item(), matrices.max().item())}


def test_heatmaps_name_queries_and_keys_on_the_axes_they_are_on():
    net = make_net()
    source, target = ["le", "chat", "dort", "<eos>"], ["<bos>", "the", "cat"]
    figures = d2l.translation_heatmaps(d2l.attention_of(net, ids(5), 4, ids(3)), source, target)
    expected = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
    assert figures.keys() == expected.keys()
    for kind, figure in figures.items():
        images = [axes for axes in figure.axes if axes.images]
        corner = images[-HEADS]  # bottom left, where both axes are labelled
        labels = [[tick.get_text() for tick in ticks] for ticks in (corner.get_yticklabels(), corner.get_xticklabels())]
        assert tuple(labels) == expected[kind], kind
        assert corner.images[0].get_array().shape == tuple(map(len, labels))


def test_tables_can_be_tied_and_dropout_0_is_0_everywhere():
    config = d2l.TransformerConfig(
        VOCAB, VOCAB, WIDTH, 20, HEADS, 1, 1, dropout=0.0, share_embeddings=True, tie_output=True
    )
    net = d2l.Transformer(config)
    assert net.encoder.embedding.weight is net.decoder.embedding.weight is net.decoder.dense.weight
    dropouts = [module for module in net.modules() if isinstance(module, nn.Dropout)]
    assert len(dropouts) >= 10 and all(module.p == 0 for module in dropouts)
    assert torch.equal(net(ids(3, 5), ids(3, 4), LENS)[0], net(ids(3, 5), ids(3, 4), LENS)[0])
    states = [{name: tensor + shift for name, tensor in net.state_dict().items()} for shift in (0.0, 1.0)]
    averaged = d2l.average_checkpoints(states)
    torch.testing.assert_close(averaged["decoder.dense.bias"], net.decoder.dense.bias.detach() + 0.5)
    net.load_state_dict(averaged)


def test_the_device_is_chosen_once_and_exists(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    assert str(d2l.pick_device("auto")) == str(d2l.try_gpu()) == "cpu"
    with pytest.raises(ValueError, match="cuda.*cpu"):
        d2l.pick_device("cuda")
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert str(d2l.pick_device("auto")) == "mps"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    assert str(d2l.pick_device("auto")) == "cuda"


def modules_of_the_library() -> list[str]:
    names = [module.name for module in pkgutil.walk_packages(d2l.__path__, "d2l_lite.")]
    return [name for name in names if not name.endswith("__main__")]


def test_no_default_argument_is_shared_between_calls():
    shared = []
    for module in map(importlib.import_module, modules_of_the_library()):
        functions = [function for _, function in inspect.getmembers(module, inspect.isfunction)]
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if kind.__module__ == module.__name__:
                functions += [function for _, function in inspect.getmembers(kind, inspect.isfunction)]
        for function in functions:
            defaults = (function.__defaults__ or ()) + tuple((function.__kwdefaults__ or {}).values())
            if any(isinstance(default, (list, dict, set, nn.Module, torch.Tensor)) for default in defaults):
                shared.append(f"{function.__module__}.{function.__qualname__}")
    assert not shared


ALL_IMPORTS = """
import importlib, json, sys, warnings
warnings.filterwarnings("error", category=EncodingWarning, module="d2l_lite")
for missing in ("torchtext", "torchvision", "spacy", "d2l", "labml", "labml_nn", "pandas", "IPython"):
    sys.modules[missing] = None  # importing it fails
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
from d2l_lite.corpora import load_corpus
from d2l_lite.data import read_data_nmt
assert len(load_corpus("everyday").train) > 1000
assert "\\xc7a va" in read_data_nmt(sys.argv[2])
"""


def test_importing_runs_nothing_and_needs_neither_originals_nor_the_locale(tmp_path):
    """Every module, the embedded corpus and a file of one's own: in silence, without d2l, labml, torchtext or spaCy.

    With `-X warn_default_encoding` Python warns of each file opened in the locale's encoding, here as an error.
    """
    (tmp_path / "fra.txt").write_bytes("Fine.\tÇa va.\n".encode())
    options = ["-X", "warn_default_encoding", "-W", "ignore"]
    command = [sys.executable, *options, "-c", ALL_IMPORTS, json.dumps(modules_of_the_library()), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
