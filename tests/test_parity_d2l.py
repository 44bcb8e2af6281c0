"""Against d2l 0.17.6: everything of the Transformer chapter and what it builds on, weights copied by attribute.

Outputs, gradients and attention weights agree to 1e-10 in float64. Where a fault of the book was mended, the test says
so: it shows the fault in d2l and the right value here.
"""

import itertools
import math
import random

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Pair, assert_close, book_decoder, compare, draw, load_d2l, pairs_by_name, randomise, twin
from torch import nn

import d2l_lite as d2l

pytestmark = pytest.mark.parity

BATCH, HEADS, QUERIES, KEYS, WIDTH, FFN, LAYERS, VOCAB = 3, 4, 5, 7, 12, 17, 2, 19
LENS = torch.tensor([7, 2, 4])
LENS_PER_QUERY = torch.tensor([[7, 1, 2, 3, 4], [5, 5, 1, 6, 2], [3, 7, 4, 1, 1]])
every_lens = pytest.mark.parametrize("lens", [None, LENS, LENS_PER_QUERY], ids=["none", "lengths", "for each query"])


@pytest.fixture(scope="module")
def book():
    return load_d2l()


def copied(ours: nn.Module, theirs: nn.Module) -> list[Pair]:
    """Both in float64 and with the same weights, norms and biases drawn too; the pairs, to compare gradients."""
    ours.double(), theirs.double()
    randomise(theirs)
    pairs = pairs_by_name(ours, theirs)
    for pair in pairs:
        pair.copy()
    return pairs


# --- Attention --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(3, 7), (3, 7, 2)], ids=str)
@pytest.mark.parametrize("value", [0, -5.5])
def test_sequence_mask(book, shape, value):
    X = draw(*shape)
    assert_close(d2l.sequence_mask(X, LENS, value), book.sequence_mask(X.clone(), LENS, value))


def test_sequence_mask_mended_it_leaves_its_input_alone(book):
    X = draw(3, 7)
    kept = X.clone()
    d2l.sequence_mask(X, LENS)
    assert torch.equal(X, kept)
    book.sequence_mask(X, LENS)
    assert not torch.equal(X, kept)


@every_lens
def test_masked_softmax(book, lens):
    inputs, their_inputs = twin(draw(BATCH, QUERIES, KEYS))
    # The book writes into what it is given, so it gets a tensor that isn't a leaf.
    compare(d2l.masked_softmax(*inputs, lens), book.masked_softmax(their_inputs[0] * 1, lens), inputs, their_inputs)


def test_masked_softmax_mended_leaf_tensors_keep_their_values_and_may_need_gradients(book):
    X = draw(BATCH, QUERIES, KEYS).requires_grad_()
    kept = X.detach().clone()
    with pytest.raises(RuntimeError, match="leaf"):
        book.masked_softmax(X, LENS)
    d2l.masked_softmax(X, LENS).square().sum().backward()
    assert torch.equal(X, kept) and X.grad.abs().sum() > 0


def test_masked_softmax_mended_masked_keys_get_nothing_however_low_the_scores(book):
    X = torch.tensor([[[-2e6, -3e6, 0.0]]])
    lens = torch.tensor([2])
    assert book.masked_softmax(X.clone(), lens)[0, 0, 2] == 1  # all of the weight is on the padding
    assert d2l.masked_softmax(X, lens).tolist() == [[[1.0, 0.0, 0.0]]]


def test_masked_softmax_mended_a_row_without_any_key(book):
    X, lens = draw(2, 3, 4, dtype=torch.float32), torch.tensor([0, 3])
    assert book.masked_softmax(X.clone(), lens)[0].eq(0.25).all()  # padding is looked at, evenly
    assert book.masked_softmax(X.half(), lens)[0].isnan().all()  # there -1e6 is minus infinity
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        weights = d2l.masked_softmax(X.to(dtype), lens)
        assert weights.dtype == dtype
        assert not weights[0].any()
        torch.testing.assert_close(weights[1].float(), book.masked_softmax(X.clone(), lens)[1], atol=1e-2, rtol=0)


@every_lens
def test_dot_product_attention(book, lens):
    inputs, their_inputs = twin(draw(BATCH, QUERIES, 6), draw(BATCH, KEYS, 6, seed=1), draw(BATCH, KEYS, 9, seed=2))
    ours, theirs = d2l.DotProductAttention(0.5).eval(), book.DotProductAttention(0.5).eval()
    compare(ours(*inputs, lens), theirs(*their_inputs, lens), inputs, their_inputs)
    assert_close(ours.attention_weights, theirs.attention_weights)


@every_lens
def test_additive_attention(book, lens):
    inputs, their_inputs = twin(draw(BATCH, QUERIES, 6), draw(BATCH, KEYS, 8, seed=1), draw(BATCH, KEYS, 9, seed=2))
    ours, theirs = d2l.AdditiveAttention(8, 6, 10, 0.5), book.AdditiveAttention(8, 6, 10, 0.5)
    pairs = copied(ours.eval(), theirs.eval())
    compare(ours(*inputs, lens), theirs(*their_inputs, lens), inputs, their_inputs, pairs)
    assert_close(ours.attention_weights, theirs.attention_weights)


@every_lens
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("training", [True, False])
def test_multi_head_attention(book, training, bias, lens):
    dropout = 0.0 if training else 0.5
    ours, theirs = (lib.MultiHeadAttention(6, 8, 9, WIDTH, HEADS, dropout, bias) for lib in (d2l, book))
    pairs = copied(ours.train(training), theirs.train(training))
    inputs, their_inputs = twin(draw(BATCH, QUERIES, 8), draw(BATCH, KEYS, 6, seed=1), draw(BATCH, KEYS, 9, seed=2))
    compare(ours(*inputs, lens), theirs(*their_inputs, lens), inputs, their_inputs, pairs)
    assert_close(ours.attention.attention_weights, theirs.attention.attention_weights)
    assert ours.attention_weights.shape == (BATCH, HEADS, QUERIES, KEYS)


def test_multi_head_attention_mended_heads_that_do_not_fit_are_refused_at_once(book):
    theirs = book.MultiHeadAttention(10, 10, 10, 10, 4, 0.0)  # made without a word
    with pytest.raises(RuntimeError):
        theirs(*[draw(2, 3, 10, dtype=torch.float32)] * 3, None)
    with pytest.raises(ValueError, match=r"10\b.*\b4\b"):
        d2l.MultiHeadAttention(10, 10, 10, 10, 4, 0.0)


def test_transposing_heads(book):
    X = draw(BATCH, KEYS, WIDTH)
    heads = book.transpose_qkv(X, HEADS)
    assert_close(d2l.transpose_qkv(X, HEADS), heads)
    assert_close(d2l.transpose_output(heads, HEADS), book.transpose_output(heads, HEADS))


# --- Positions, feed-forward network, norms ---------------------------------------------------------------------------


def test_positional_encoding(book):
    ours, theirs = d2l.PositionalEncoding(WIDTH, 0.5).eval(), book.PositionalEncoding(WIDTH, 0.5).eval()
    X = draw(BATCH, KEYS, WIDTH, dtype=torch.float32)
    assert_close(ours(X), theirs(X))
    assert ours.P.shape == theirs.P.shape
    torch.testing.assert_close(ours.P, theirs.P, atol=2e-4, rtol=0)


def test_positional_encoding_mended_exact_odd_bounded_and_a_buffer(book):
    exact = torch.tensor([math.sin(999 / 10000 ** (2 * j / WIDTH)) for j in range(WIDTH // 2)])
    error, book_error = ((lib.PositionalEncoding(WIDTH, 0).P[0, 999, ::2] - exact).abs().max() for lib in (d2l, book))
    assert error < 1e-7 < book_error  # angles in float32 lose digits far out
    with pytest.raises(RuntimeError):
        book.PositionalEncoding(7, 0)
    assert d2l.PositionalEncoding(7, 0)(torch.zeros(1, 2, 7)).shape == (1, 2, 7)
    with pytest.raises(RuntimeError):  # a clash of sizes deep inside
        book.PositionalEncoding(8, 0, max_len=4)(torch.zeros(1, 5, 8))
    with pytest.raises(ValueError, match="max_len"):
        d2l.PositionalEncoding(8, 0, max_len=4)(torch.zeros(1, 5, 8))
    assert book.PositionalEncoding(8, 0).double().P.dtype == torch.float32  # left behind when the module moves
    assert d2l.PositionalEncoding(8, 0).double().P.dtype == torch.float64


def test_position_wise_ffn(book):
    ours, theirs = d2l.PositionWiseFFN(6, FFN, 9), book.PositionWiseFFN(6, FFN, 9)
    pairs = copied(ours, theirs)
    inputs, their_inputs = twin(draw(BATCH, KEYS, 6))
    compare(ours(*inputs), theirs(*their_inputs), inputs, their_inputs, pairs)


@pytest.mark.parametrize("shape", [WIDTH, [WIDTH], [KEYS, WIDTH]], ids=str)
def test_add_norm(book, shape):
    ours, theirs = d2l.AddNorm(shape, 0.5).eval(), book.AddNorm(shape, 0.5).eval()
    pairs = copied(ours, theirs)
    inputs, their_inputs = twin(draw(BATCH, KEYS, WIDTH), draw(BATCH, KEYS, WIDTH, seed=1))
    compare(ours(*inputs), theirs(*their_inputs), inputs, their_inputs, pairs)


def test_add_norm_mended_unequal_shapes_are_refused(book):
    X, Y = draw(2, 3, 4, dtype=torch.float32), draw(1, 1, 4, dtype=torch.float32)
    assert book.AddNorm(4, 0.0)(X, Y).shape == (2, 3, 4)
    with pytest.raises(ValueError, match=r"\(2, 3, 4\).*\(1, 1, 4\)"):
        d2l.AddNorm(4, 0.0)(X, Y)


# --- Encoder ----------------------------------------------------------------------------------------------------------


def sizes(norm_shape) -> tuple:
    return WIDTH, WIDTH, WIDTH, WIDTH, norm_shape, WIDTH, FFN, HEADS


@pytest.mark.parametrize("lens", [None, LENS], ids=["none", "lengths"])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("norm_shape", [[WIDTH], [KEYS, WIDTH]], ids=str)
def test_encoder_block(book, norm_shape, bias, lens):
    ours, theirs = (lib.EncoderBlock(*sizes(norm_shape), 0.5, bias).eval() for lib in (d2l, book))
    pairs = copied(ours, theirs)
    inputs, their_inputs = twin(draw(BATCH, KEYS, WIDTH))
    compare(ours(*inputs, lens), theirs(*their_inputs, lens), inputs, their_inputs, pairs)


def ids(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randint(4, VOCAB, shape, generator=torch.Generator().manual_seed(seed))


def stack_pairs(ours: nn.Module, theirs: nn.Module) -> list[Pair]:
    """Of an encoder or a decoder: attribute by attribute, blocks by their place. Positions get the same table."""
    ours.double(), theirs.double()
    randomise(theirs)
    theirs.pos_encoding.P = ours.pos_encoding.P  # the book's stays float32
    table = getattr(ours.embedding, "embedding", ours.embedding)
    pairs = [Pair("embedding", table.weight, theirs.embedding.weight)]
    for block, their_block in zip(ours.blks, theirs.blks, strict=True):
        pairs += pairs_by_name(block, their_block)
    if hasattr(theirs, "dense"):
        pairs += pairs_by_name(ours.dense, theirs.dense)
    for pair in pairs:
        pair.copy()
    return pairs


@pytest.mark.parametrize("lens", [None, LENS], ids=["none", "lengths"])
@pytest.mark.parametrize("training", [True, False])
def test_transformer_encoder(book, training, lens):
    dropout = 0.0 if training else 0.5
    ours, theirs = (lib.TransformerEncoder(VOCAB, *sizes([WIDTH]), LAYERS, dropout) for lib in (d2l, book))
    pairs = stack_pairs(ours.train(training), theirs.train(training))
    X = ids(BATCH, KEYS)
    compare(ours(X, lens), theirs(X, lens), [], [], pairs)
    assert len(ours.attention_weights) == len(theirs.attention_weights) == LAYERS
    for mine, other in zip(ours.attention_weights, theirs.attention_weights, strict=True):
        assert_close(mine, other, "attention weights")


def test_transformer_encoder_mended_embeddings_do_not_drown_the_positions(book):
    torch.manual_seed(0)
    scales = []
    for lib in (d2l, book):
        encoder = lib.TransformerEncoder(2000, 64, 64, 64, 64, [64], 64, 64, 4, 1, 0.0)
        table = next(weight for name, weight in encoder.named_parameters() if name.startswith("embedding"))
        scales.append(table.std().item() * math.sqrt(64) / encoder.pos_encoding.P.std().item())
    assert 1 < scales[0] < 2 and scales[1] > 10


# --- Decoder: the book's text defines it, d2l doesn't ship it ---------------------------------------------------------


@pytest.mark.parametrize("norm_shape", [[WIDTH], [QUERIES, WIDTH]], ids=str)
def test_decoder_block_in_training_mode(book, norm_shape):
    block, _ = book_decoder(book)
    ours, theirs = (kind(*sizes(norm_shape), 0.0, 0) for kind in (d2l.DecoderBlock, block))
    pairs = copied(ours, theirs)
    inputs, their_inputs = twin(draw(BATCH, QUERIES, WIDTH), draw(BATCH, KEYS, WIDTH, seed=1))
    output, _ = ours(inputs[0], [inputs[1], LENS, [None]])
    expected, _ = theirs(their_inputs[0], [their_inputs[1], LENS, [None]])
    compare(output, expected, inputs, their_inputs, pairs)


def twin_decoders(book, dropout: float) -> tuple[nn.Module, nn.Module, list[Pair]]:
    _, decoder = book_decoder(book)
    ours, theirs = (kind(VOCAB, *sizes([WIDTH]), LAYERS, dropout) for kind in (d2l.TransformerDecoder, decoder))
    return ours, theirs, stack_pairs(ours, theirs)


def test_transformer_decoder_in_training_mode(book):
    ours, theirs, pairs = twin_decoders(book, 0.0)
    memory, their_memory = twin(draw(BATCH, KEYS, WIDTH))
    X = ids(BATCH, QUERIES)
    output, _ = ours(X, ours.init_state(memory[0], LENS))
    expected, _ = theirs(X, theirs.init_state(their_memory[0], LENS))
    compare(output, expected, memory, their_memory, pairs)
    for mine, other in zip(ours.attention_weights, theirs.attention_weights, strict=True):
        for layer, other_layer in zip(mine, other, strict=True):
            assert_close(layer, other_layer, "attention weights")


def decode_steps(decoder: nn.Module, X: torch.Tensor, memory: torch.Tensor) -> torch.Tensor:
    state, outputs = decoder.init_state(memory, LENS), []
    for step in X.split(1, dim=1):
        output, state = decoder(step, state)
        outputs.append(output)
    return torch.cat(outputs, dim=1)


@torch.no_grad()
def test_transformer_decoder_mended_positions_go_on_while_decoding(book):
    """Step by step, the book gives every token the encoding of position 0; its own full pass knows better."""
    ours, theirs, _ = twin_decoders(book, 0.5)
    X, memory = ids(BATCH, QUERIES), draw(BATCH, KEYS, WIDTH)
    theirs.eval().positions_go_on = True
    right = decode_steps(theirs, X, memory)
    assert_close(decode_steps(ours.eval(), X, memory), right)
    assert_close(ours(X, ours.init_state(memory, LENS))[0], right, "full pass")
    theirs.positions_go_on = False
    wrong = decode_steps(theirs, X, memory)
    assert_close(wrong[:, 0], right[:, 0], "first step")
    assert (wrong[:, 1:] - right[:, 1:]).abs().amax(dim=-1).min() > 0.01


@torch.no_grad()
def test_transformer_decoder_mended_evaluation_mode_sees_no_future(book):
    ours, theirs, _ = twin_decoders(book, 0.5)
    memory, X = draw(BATCH, KEYS, WIDTH), ids(BATCH, QUERIES)
    other = X.clone()
    other[:, -1] = (X[:, -1] + 1) % VOCAB
    moved = []
    for decoder in (ours.eval(), theirs.eval()):
        first, second = (decoder(each, decoder.init_state(memory, LENS))[0][:, :-1] for each in (X, other))
        moved.append((first - second).abs().max().item())
    assert moved[0] == 0 and moved[1] > 0.01


@torch.no_grad()
def test_transformer_decoder_mended_each_step_is_projected_once(book):
    ours, theirs, _ = twin_decoders(book, 0.5)
    steps, counts = 50, []
    for block, decoder in ((ours.blks[0], ours.eval()), (theirs.blks[0], theirs.eval())):
        rows = []
        hook = block.attention1.W_k.register_forward_hook(lambda _, args, __, rows=rows: rows.append(args[0].shape[1]))
        decode_steps(decoder, ids(BATCH, steps), draw(BATCH, KEYS, WIDTH))
        hook.remove()
        counts.append(sum(rows))
    assert counts == [50, 50 * 51 // 2]


# --- Encoder and decoder together -------------------------------------------------------------------------------------


def twin_nets(book) -> tuple[nn.Module, nn.Module]:
    encoders = [lib.TransformerEncoder(VOCAB, *sizes([WIDTH]), LAYERS, 0.0) for lib in (d2l, book)]
    stack_pairs(*encoders)
    ours, theirs, _ = twin_decoders(book, 0.0)
    return d2l.EncoderDecoder(encoders[0], ours), book.EncoderDecoder(encoders[1], theirs)


def test_encoder_decoder(book):
    ours, theirs = twin_nets(book)
    source, target = ids(BATCH, KEYS), ids(BATCH, QUERIES, seed=1)
    output, state = ours(source, target, LENS)
    expected, their_state = theirs(source, target, LENS)
    assert_close(output, expected)
    assert_close(state[0], their_state[0], "encoder's output in the state")
    # Parts of one library work in the other's net.
    assert_close(book.EncoderDecoder(ours.encoder, ours.decoder)(source, target, LENS)[0], expected)
    assert_close(d2l.EncoderDecoder(theirs.encoder, theirs.decoder)(source, target, LENS)[0], expected)


def test_base_classes_take_the_same_subclasses(book):
    for lib in (d2l, book):
        with pytest.raises(NotImplementedError):
            lib.Encoder()(torch.zeros(1))
        with pytest.raises(NotImplementedError):
            lib.Decoder().init_state(torch.zeros(1))
        with pytest.raises(NotImplementedError):
            lib.Decoder()(torch.zeros(1), [])
        assert issubclass(lib.AttentionDecoder, lib.Decoder)


# --- Data -------------------------------------------------------------------------------------------------------------

PAIRS = (
    "Go.\tVa !\nHi.\tSalut !\nRun!\tCours\u202f!\nWho?\tQui ?\nI won!\tJ'ai gagné !\nHe won, too.\tIl a gagné aussi."
)


@settings(deadline=None)
@given(text=st.text(alphabet="aBÉ.,!?'\t\n5 \u202f\xa0İ", max_size=30))
def test_preprocess_nmt(book, text):
    assert d2l.preprocess_nmt(text) == book.preprocess_nmt(text)


def test_tokenize_nmt(book):
    text = d2l.preprocess_nmt(PAIRS)
    assert d2l.tokenize_nmt(text) == book.tokenize_nmt(text)
    assert d2l.tokenize_nmt("go .\tva !\nno tab here\nhi .\tsalut !") == book.tokenize_nmt(
        "go .\tva !\nno tab here\nhi .\tsalut !"
    )


def test_tokenize_nmt_mended_the_number_of_examples_and_the_third_column(book):
    text = d2l.preprocess_nmt(PAIRS)
    assert [len(lib.tokenize_nmt(text, 3)[0]) for lib in (d2l, book)] == [3, 4]
    attributed = "go .\tva !\tCC-BY 2.0 (France)\n"
    assert book.tokenize_nmt(attributed) == ([], [])
    assert d2l.tokenize_nmt(attributed) == ([["go", "."]], [["va", "!"]])
    with pytest.raises(ValueError, match="No sentence pair"):
        d2l.tokenize_nmt("one column\n")
    assert book.tokenize_nmt("go  .\tva !")[0] == [["go", "", "."]]  # two spaces make a word of no letters
    assert d2l.tokenize_nmt("go  .\tva !")[0] == [["go", "."]]


@settings(deadline=None)
@given(lines=st.lists(st.lists(st.sampled_from("abcdefg"), max_size=6), max_size=6), min_freq=st.integers(0, 4))
def test_vocab(book, lines, min_freq):
    ours, theirs = (lib.Vocab(lines, min_freq, ["<pad>", "<bos>"]) for lib in (d2l, book))
    assert len(ours) == len(theirs) and ours.unk == theirs.unk
    assert ours.idx_to_token == theirs.idx_to_token
    assert ours.token_to_idx == theirs.token_to_idx
    assert ours.token_freqs == theirs.token_freqs
    assert ours[["a", "z", "<bos>"]] == theirs[["a", "z", "<bos>"]]
    assert ours["b"] == theirs["b"]
    assert ours.to_tokens([0, 2]) == theirs.to_tokens([0, 2]) and ours.to_tokens(1) == theirs.to_tokens(1)


@settings(deadline=None)
@given(line=st.lists(st.integers(0, 9), max_size=9), num_steps=st.integers(0, 9))
def test_truncate_pad(book, line, num_steps):
    assert d2l.truncate_pad(line, num_steps, -1) == book.truncate_pad(line, num_steps, -1)


def test_build_array_nmt(book):
    lines, _ = book.tokenize_nmt(d2l.preprocess_nmt(PAIRS))
    vocab = book.Vocab(lines, min_freq=2, reserved_tokens=["<pad>", "<bos>", "<eos>"])
    ours, theirs = (lib.build_array_nmt(lines, vocab, 8) for lib in (d2l, book))
    assert torch.equal(ours[0], theirs[0]) and ours[1].tolist() == theirs[1].tolist()


def test_build_array_nmt_mended_a_long_line_keeps_its_end(book):
    vocab = book.Vocab([list("abcdef")], reserved_tokens=["<pad>", "<bos>", "<eos>"])
    ours, theirs = (lib.build_array_nmt([list("abcdef"), list("ab")], vocab, 4) for lib in (d2l, book))
    eos = vocab["<eos>"]
    assert eos not in theirs[0][0].tolist()
    assert ours[0][0].tolist() == [*vocab[list("abc")], eos]
    assert torch.equal(ours[0][1], theirs[0][1]) and ours[1].tolist() == [4, 3]


def test_load_data_nmt(book, monkeypatch):
    from d2l_lite import data

    lines = [f"{a} {b}.\t{b} {a} !" for a, b in itertools.product(["Go", "Hi", "Run", "Stop"], ["you", "we", "they"])]
    for module in (book, data):
        monkeypatch.setattr(module, "read_data_nmt", lambda: "\n".join(lines))
    # The book reads one example more than asked for.
    ours, theirs = d2l.load_data_nmt(4, 6, 11), book.load_data_nmt(4, 6, 10)
    for mine, other in zip(ours[0].dataset.tensors, theirs[0].dataset.tensors, strict=True):
        assert mine.tolist() == other.tolist()
    assert ours[1].idx_to_token == theirs[1].idx_to_token and ours[2].idx_to_token == theirs[2].idx_to_token
    shapes = [[part.shape for part in next(iter(each))] for each in (ours[0], theirs[0])]
    assert shapes[0] == shapes[1] == [(4, 6), (4,), (4, 6), (4,)]


# --- Training ---------------------------------------------------------------------------------------------------------


def test_masked_loss_mended_it_is_a_mean_over_the_valid_tokens(book):
    """The book divides by the padded length, so its loss is ours times length / steps."""
    steps, lens = 6, torch.tensor([6, 1, 4])
    label = ids(3, steps)
    inputs, their_inputs = twin(draw(3, steps, VOCAB))
    ours = d2l.MaskedSoftmaxCELoss()(*inputs, label, lens)
    theirs = book.MaskedSoftmaxCELoss()(*their_inputs, label, lens)
    compare(ours, theirs * steps / lens, inputs, their_inputs)
    for row, length in enumerate(lens.tolist()):
        assert_close(ours[row], F.cross_entropy(inputs[0][row, :length], label[row, :length]))
    longer = F.pad(inputs[0].detach(), (0, 0, 0, steps)), F.pad(label, (0, steps)), lens
    assert_close(d2l.MaskedSoftmaxCELoss()(*longer), ours.detach(), "with more padding")
    assert_close(book.MaskedSoftmaxCELoss()(*longer) * 2, theirs.detach(), "the book's, halved by more padding")


def test_the_gradient_of_a_training_step_has_the_books_direction(book):
    """The book sums the sentences' means over the padded length: the same direction, before clipping."""
    net, other = twin_nets(book)
    source, target = ids(BATCH, KEYS), ids(BATCH, QUERIES, seed=1)
    lens = torch.tensor([5, 2, 4])
    total, tokens = d2l.accumulate_gradients(net, [(source, LENS, target, lens)], d2l.MaskedSoftmaxCELoss(), bos=2)
    dec_input = torch.cat([torch.full((BATCH, 1), 2), target[:, :-1]], dim=1)
    loss = book.MaskedSoftmaxCELoss()(other(source, dec_input, LENS)[0], target, lens).sum()
    (loss * QUERIES / lens.sum()).backward()
    assert_close(total, loss.detach() * QUERIES)
    assert tokens == lens.sum()
    for mine, theirs in zip(net.encoder.blks[0].parameters(), other.encoder.blks[0].parameters(), strict=True):
        assert_close(mine.grad, theirs.grad, "gradient")


@pytest.mark.parametrize("theta", [0.5, 1e4])
def test_grad_clipping(book, theta):
    nets = [nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 3)).double() for _ in range(2)]
    nets[0].load_state_dict(nets[1].state_dict())
    for net in nets:
        net(draw(6, 4)).square().sum().backward()
    d2l.grad_clipping(nets[0], theta)
    book.grad_clipping(nets[1], theta)
    for mine, theirs in zip(nets[0].parameters(), nets[1].parameters(), strict=True):
        assert_close(mine.grad, theirs.grad)


def test_grad_clipping_mended_a_parameter_without_gradient_is_passed_over(book):
    net = nn.ModuleList([nn.Linear(4, 5), nn.Linear(5, 3)])
    net[0](draw(6, 4, dtype=torch.float32)).sum().backward()
    with pytest.raises(TypeError):
        book.grad_clipping(net, 0.5)
    assert d2l.grad_clipping(net, 0.5) > 0.5
    clipped = torch.stack([parameter.grad.norm() for parameter in net[0].parameters()]).norm()
    assert clipped.item() == pytest.approx(0.5)


def test_accumulator(book):
    ours, theirs = d2l.Accumulator(2), book.Accumulator(2)
    for each in (ours, theirs):
        each.add(1.5, torch.tensor(2))
        each.add(2, torch.tensor(3.5))
    assert [ours[0], ours[1]] == [theirs[0], theirs[1]] == [3.5, 5.5]


# --- Prediction and BLEU ----------------------------------------------------------------------------------------------

WORDS = [f"w{i}" for i in range(VOCAB - 4)]


def word_vocab(lib):
    return lib.Vocab([WORDS], reserved_tokens=["<pad>", "<bos>", "<eos>"])


@torch.no_grad()
def prefer_eos(net: nn.Module, by: float) -> nn.Module:
    """So that an untrained net sometimes ends its sentences."""
    net.decoder.dense.bias[word_vocab(d2l)["<eos>"]] += by
    return net


SENTENCES = ["w1 w4 w9", "w3", "w2 w2 unknown w7 w8 w1 w5"]


@pytest.mark.parametrize("whose", ["our net", "the book's net"])
def test_predict_seq2seq(book, whose):
    """One net in both libraries' functions: the same words, the same saved weights."""
    lengths = set()
    for sentence, eos_preference in itertools.product(SENTENCES, (0.0, 1.5)):
        net = prefer_eos(twin_nets(book)[0 if whose == "our net" else 1], eos_preference)
        arguments = (net, sentence, word_vocab(d2l), word_vocab(d2l), 9, torch.device("cpu"), True)
        translation, saved = d2l.predict_seq2seq(*arguments)
        with torch.no_grad():
            expected, their_saved = book.predict_seq2seq(*arguments)
        assert translation == expected
        assert len(saved) == len(their_saved)
        lengths.add(len(saved))
        for step, their_step in zip(saved, their_saved, strict=True):
            for kind, their_kind in zip(step, their_step, strict=True):
                for layer, their_layer in zip(kind, their_kind, strict=True):
                    assert_close(layer, their_layer, "saved weights")
    assert min(lengths) < max(lengths) == 9  # some end by themselves, some at num_steps


def test_predict_seq2seq_mended_mode_is_kept_and_no_graph_is_built(book):
    net = twin_nets(book)[0].train()
    arguments = (net, "w1 w2", word_vocab(d2l), word_vocab(d2l), 6, torch.device("cpu"), True)
    _, saved = d2l.predict_seq2seq(*arguments)
    assert net.training and not any(layer.requires_grad for step in saved for kind in step for layer in kind)
    book.predict_seq2seq(*arguments)
    assert not net.training


def test_predict_seq2seq_mended_the_sentence_is_prepared_like_the_training_text(book):
    net, vocab, seen = twin_nets(book)[0], word_vocab(d2l), []
    net.encoder.register_forward_pre_hook(lambda _, args: seen.append(args[0].tolist()))
    for lib in (d2l, book):
        lib.predict_seq2seq(net, "W1 w2.", vocab, vocab, 5, torch.device("cpu"))
    assert seen[0][0] == [*vocab[["w1", "w2", "."]], vocab["<eos>"], vocab["<pad>"]]
    assert seen[1][0][:2] == [vocab["w1"], vocab.unk]  # "w2." is no word


def random_sentences(seed: int) -> tuple[str, str]:
    generator = random.Random(seed)
    return tuple(" ".join(generator.choices("ab", k=generator.randint(4, 9))) for _ in range(2))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_bleu(book, k):
    scores = []
    for seed in range(200):
        prediction, label = random_sentences(seed)
        scores.append(d2l.bleu(prediction, label, k))
        assert scores[-1] == pytest.approx(book.bleu(prediction, label, k), abs=1e-12)
    assert len({round(score, 6) for score in scores}) > 20


def test_bleu_mended_it_is_defined_for_every_prediction(book):
    for prediction in ("va", ""):
        with pytest.raises(ZeroDivisionError):
            book.bleu(prediction, "va !", 2)
    assert d2l.bleu("va", "va !", 2) == pytest.approx(math.exp(-1))  # the brevity penalty; the one word is right
    assert d2l.bleu("", "va !", 2) == 0
    # Here the two aren't the same for a good reason: n-grams longer than the prediction don't exist.
    assert d2l.bleu("va !", "va !", 4) == 1


def test_heatmaps_mended_one_scale_for_all_images(book, monkeypatch):
    monkeypatch.setattr(book, "use_svg_display", lambda: None)
    matrices = torch.rand(2, 3, 4, 5)
    matrices[0, 0] /= 10
    figure = d2l.show_heatmaps(matrices, "keys", "queries")
    book.show_heatmaps(matrices, "keys", "queries")
    their_figure = book.plt.gcf()
    images, their_images = ([axes.images[0] for axes in each.axes if axes.images] for each in (figure, their_figure))
    for mine, other, matrix in zip(images, their_images, matrices.flatten(0, 1), strict=True):
        assert (mine.get_array() == other.get_array()).all() and (mine.get_array() == matrix.numpy()).all()
    assert len({image.get_clim() for image in images}) == 1
    assert len({image.get_clim() for image in their_images}) == 6  # the bar beside them tells the last one's
    book.plt.close(their_figure)
