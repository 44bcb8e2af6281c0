"""The parts against PyTorch's own: weights copied across, outputs, gradients of inputs and weights, masks.

All sizes of a test differ. float64 agrees to 1e-10, float32 to 1e-5.
"""

import math

import pytest
import torch
import torch.nn.functional as F
from oracles import Pair, assert_close, compare, draw, randomise, twin
from torch import nn

import d2l_lite as d2l
from d2l_lite import fused

BATCH, HEADS, QUERIES, KEYS, WIDTH, FFN = 3, 4, 5, 7, 12, 17
DTYPES = [torch.float64, torch.float32]
LENS = torch.tensor([7, 2, 4])  # of the keys of the three sentences
every_dtype = pytest.mark.parametrize("dtype", DTYPES, ids=str)


def padding(lens: torch.Tensor, keys: int) -> torch.Tensor:
    """PyTorch's key_padding_mask: True where a key is padding."""
    return torch.arange(keys) >= lens[:, None]


def random_mask(*shape: int, seed: int = 3) -> torch.Tensor:
    """Ours: True where attention is allowed. No pattern, but each query keeps a key: PyTorch answers NaN otherwise."""
    mask = torch.rand(shape, generator=torch.Generator().manual_seed(seed)) > 0.5
    mask[..., 0] |= ~mask.any(dim=-1)
    return mask


# --- Attention --------------------------------------------------------------------------------------------------------


class OwnScores(d2l.MultiHeadAttention):
    """The same scores by way of the hook for variants, so that softmax, mask and weights aren't the fused kernel's."""

    def get_scores(self, queries, keys):
        return torch.einsum("bhqd,bhkd->bhqk", queries, keys) * queries.shape[-1] ** -0.5


def attention_pairs(ours: nn.Module, theirs: nn.MultiheadAttention, prefix: str = "") -> list[Pair]:
    width = theirs.embed_dim
    pairs = []
    for number, letter in enumerate("qkv"):
        rows = slice(number * width, (number + 1) * width)
        layer = getattr(ours, f"W_{letter}")
        if theirs.in_proj_weight is None:
            pairs.append(Pair(f"{prefix}W_{letter}", layer.weight, getattr(theirs, f"{letter}_proj_weight")))
        else:
            pairs.append(Pair(f"{prefix}W_{letter}", layer.weight, theirs.in_proj_weight, rows))
        if theirs.in_proj_bias is not None:
            pairs.append(Pair(f"{prefix}bias {letter}", layer.bias, theirs.in_proj_bias, rows))
    pairs.append(Pair(f"{prefix}W_o", ours.W_o.weight, theirs.out_proj.weight))
    if theirs.out_proj.bias is not None:
        pairs.append(Pair(f"{prefix}bias o", ours.W_o.bias, theirs.out_proj.bias))
    return pairs


LENS_PER_QUERY = torch.tensor([[7, 1, 2, 3, 4], [5, 5, 1, 6, 2], [3, 7, 4, 1, 1]])
FIRST_AND_MORE = random_mask(QUERIES, KEYS) | (torch.arange(KEYS) == 0)  # allows a key that no padding hides
MASKS = {  # name: (our valid_lens, the arguments of nn.MultiheadAttention)
    "none": (None, {}),
    "lengths": (LENS, {"key_padding_mask": padding(LENS, KEYS)}),
    "lengths per query": (
        LENS_PER_QUERY,
        {"attn_mask": (torch.arange(KEYS) >= LENS_PER_QUERY[..., None]).repeat_interleave(HEADS, dim=0)},
    ),
    "holes in the keys": (random_mask(BATCH, 1, KEYS), {"key_padding_mask": ~random_mask(BATCH, 1, KEYS)[:, 0]}),
    "one for all": (random_mask(QUERIES, KEYS), {"attn_mask": ~random_mask(QUERIES, KEYS)}),
    "one a sentence": (
        random_mask(BATCH, QUERIES, KEYS),
        {"attn_mask": ~random_mask(BATCH, QUERIES, KEYS).repeat_interleave(HEADS, dim=0)},
    ),
    "one a head": (
        random_mask(BATCH, HEADS, QUERIES, KEYS),
        {"attn_mask": ~random_mask(BATCH, HEADS, QUERIES, KEYS).flatten(0, 1)},
    ),
    "two combined": (
        d2l.combine_masks(FIRST_AND_MORE, ~padding(LENS, KEYS)[:, None]),
        {"attn_mask": ~FIRST_AND_MORE, "key_padding_mask": padding(LENS, KEYS)},
    ),
}


@every_dtype
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("sizes", [(WIDTH, WIDTH), (10, 9)], ids=["equal widths", "own key and value widths"])
@pytest.mark.parametrize("kind", [d2l.MultiHeadAttention, OwnScores])
def test_multi_head_attention(kind, sizes, bias, mask, dtype):
    key_size, value_size = sizes
    theirs = nn.MultiheadAttention(
        WIDTH, HEADS, dropout=0.3, bias=bias, kdim=key_size, vdim=value_size, batch_first=True, dtype=dtype
    ).eval()
    ours = kind(key_size, WIDTH, value_size, WIDTH, HEADS, dropout=0.3, bias=bias).to(dtype).eval()
    randomise(theirs)
    pairs = attention_pairs(ours, theirs)
    for pair in pairs:
        pair.copy()
    inputs, their_inputs = twin(
        draw(BATCH, QUERIES, WIDTH, dtype=dtype, seed=1),
        draw(BATCH, KEYS, key_size, dtype=dtype, seed=2),
        draw(BATCH, KEYS, value_size, dtype=dtype, seed=3),
    )
    valid_lens, arguments = MASKS[mask]
    expected, weights = theirs(*their_inputs, **arguments, average_attn_weights=False)
    compare(ours(*inputs, valid_lens), expected, inputs, their_inputs, pairs)
    assert_close(ours.attention_weights, weights, "weights of each head")
    averaged = theirs(*their_inputs, **arguments)[1]
    assert_close(ours.attention_weights.mean(dim=1), averaged, "averaged weights")


@every_dtype
@pytest.mark.parametrize("remember", [True, False])
def test_multi_head_attention_in_training_mode(dtype, remember):
    """Dropout 0, so that the two can be compared; with and without keeping the weights."""
    theirs = nn.MultiheadAttention(WIDTH, HEADS, bias=False, batch_first=True, dtype=dtype)
    ours = d2l.MultiHeadAttention(WIDTH, WIDTH, WIDTH, WIDTH, HEADS, 0.0).to(dtype)
    ours.attention.remember = remember
    randomise(theirs)
    pairs = attention_pairs(ours, theirs)
    for pair in pairs:
        pair.copy()
    inputs, their_inputs = twin(draw(BATCH, KEYS, WIDTH, dtype=dtype))
    expected, weights = theirs(*their_inputs * 3, key_padding_mask=padding(LENS, KEYS), average_attn_weights=False)
    compare(ours(*inputs * 3, LENS), expected, inputs, their_inputs, pairs)
    if remember:
        assert_close(ours.attention_weights, weights)
    else:
        assert ours.attention_weights is None


@every_dtype
@pytest.mark.parametrize("form", ["function", "module", "module by hand"])
@pytest.mark.parametrize(
    ("lead", "mask"),
    [
        ((BATCH,), None),
        ((BATCH,), random_mask(BATCH, QUERIES, KEYS)),
        ((BATCH,), random_mask(QUERIES, KEYS)),
        ((BATCH, HEADS), random_mask(BATCH, 1, QUERIES, KEYS)),
        ((BATCH, HEADS), random_mask(BATCH, 1, 1, KEYS)),
        ((BATCH, HEADS), random_mask(BATCH, HEADS, QUERIES, KEYS)),
    ],
    ids=["no mask", "3-D", "for all", "for all heads", "of keys", "of each head"],
)
def test_scaled_dot_product_attention(lead, mask, form, dtype):
    features, values = 6, 9
    inputs, their_inputs = twin(
        draw(*lead, QUERIES, features, dtype=dtype, seed=1),
        draw(*lead, KEYS, features, dtype=dtype, seed=2),
        draw(*lead, KEYS, values, dtype=dtype, seed=3),
    )
    if form == "function":
        output, weights = d2l.attention(*inputs, mask=mask)
        assert_close(weights @ inputs[2], output)
    elif form == "module":
        output = d2l.DotProductAttention(0.5).eval()(*inputs, mask)
    else:
        output = d2l.DotProductAttention(0.0).weigh(d2l.dot_product_scores(*inputs[:2]), inputs[2], mask)
    compare(output, F.scaled_dot_product_attention(*their_inputs, attn_mask=mask), inputs, their_inputs)


@every_dtype
@pytest.mark.parametrize("lens", [LENS, torch.tensor([[1, 7, 3, 2, 5], [2, 2, 4, 6, 7], [7, 1, 1, 3, 6]])])
def test_lengths_are_the_boolean_mask_they_stand_for(lens, dtype):
    inputs, their_inputs = twin(*(draw(BATCH, n, 6, dtype=dtype, seed=n) for n in (QUERIES, KEYS)))
    mask = torch.arange(KEYS) < lens.view(BATCH, -1, 1)
    output = d2l.DotProductAttention(0.0)(inputs[0], inputs[1], inputs[1], lens)
    expected = F.scaled_dot_product_attention(their_inputs[0], *their_inputs[1:] * 2, attn_mask=mask)
    compare(output, expected, inputs, their_inputs)


@every_dtype
def test_subsequent_mask_is_pytorchs_causal_attention(dtype):
    inputs, their_inputs = twin(*(draw(BATCH, HEADS, QUERIES, 6, dtype=dtype, seed=seed) for seed in range(3)))
    output, _ = d2l.attention(*inputs, mask=d2l.subsequent_mask(QUERIES))
    compare(output, F.scaled_dot_product_attention(*their_inputs, is_causal=True), inputs, their_inputs)


# --- Blocks -----------------------------------------------------------------------------------------------------------


def layer_pairs(prefix: str, ours: nn.Module, theirs: nn.Module) -> list[Pair]:
    return [Pair(f"{prefix} {name}", getattr(ours, name), getattr(theirs, name)) for name in ("weight", "bias")]


def block_pairs(ours: nn.Module, theirs: nn.Module) -> list[Pair]:
    """Of an encoder or decoder block in either placement of the norms, and PyTorch's layer."""
    if isinstance(theirs, nn.TransformerDecoderLayer):
        pairs = attention_pairs(ours.attention1, theirs.self_attn, "self ")
        pairs += attention_pairs(ours.attention2, theirs.multihead_attn, "cross ")
        numbers = (1, 2, 3)
    else:
        pairs = attention_pairs(ours.attention, theirs.self_attn)
        numbers = (1, 2)
    pairs += layer_pairs("dense1", ours.ffn.dense1, theirs.linear1)
    pairs += layer_pairs("dense2", ours.ffn.dense2, theirs.linear2)
    for number in numbers:
        post = getattr(ours, f"addnorm{number}", None)
        norm = post.ln if post is not None else getattr(ours, f"sublayer{number}").norm
        pairs += layer_pairs(f"norm {number}", norm, getattr(theirs, f"norm{number}"))
    return pairs


def their_layer(kind: type[nn.Module], norm: str, dropout: float, dtype: torch.dtype) -> nn.Module:
    layer = kind(WIDTH, HEADS, FFN, dropout, batch_first=True, norm_first=norm == "pre", dtype=dtype)
    randomise(layer)
    return layer


def sizes_of_blocks() -> tuple:
    return WIDTH, WIDTH, WIDTH, WIDTH, [WIDTH], WIDTH, FFN, HEADS


def twin_blocks(kind: str, norm: str, training: bool, dtype: torch.dtype):
    """Our block, PyTorch's with the same weights, and the pairs. In training mode without dropout."""
    dropout = 0.0 if training else 0.4
    theirs = their_layer(getattr(nn, f"Transformer{kind}Layer"), norm, dropout, dtype)
    ours_kind = getattr(d2l, f"PreNorm{kind}Block" if norm == "pre" else f"{kind}Block")
    index = [0] if kind == "Decoder" else []
    ours = ours_kind(*sizes_of_blocks(), dropout, *index, use_bias=True).to(dtype)
    pairs = block_pairs(ours, theirs)
    for pair in pairs:
        pair.copy()
    return ours.train(training), theirs.train(training), pairs


both_norms = pytest.mark.parametrize("norm", ["post", "pre"])
both_modes = pytest.mark.parametrize("training", [True, False], ids=["training", "evaluation"])


@every_dtype
@both_norms
@both_modes
@pytest.mark.parametrize("mask", ["none", "padding", "padding and causal"])
def test_encoder_block(mask, training, norm, dtype):
    ours, theirs, pairs = twin_blocks("Encoder", norm, training, dtype)
    inputs, their_inputs = twin(draw(BATCH, KEYS, WIDTH, dtype=dtype))
    valid_lens, arguments = None, {}
    if mask != "none":
        valid_lens, arguments = LENS, {"src_key_padding_mask": padding(LENS, KEYS)}
    if mask == "padding and causal":
        valid_lens = d2l.combine_masks(d2l.subsequent_mask(KEYS), ~padding(LENS, KEYS)[:, None])
        arguments["src_mask"] = ~d2l.subsequent_mask(KEYS)[0]
    output, expected = ours(*inputs, valid_lens), theirs(*their_inputs, **arguments)
    compare(output, expected, inputs, their_inputs, pairs)


@every_dtype
@both_norms
@both_modes
def test_decoder_block(training, norm, dtype):
    """Causal over the target, padding in the memory, the target longer than the memory."""
    ours, theirs, pairs = twin_blocks("Decoder", norm, training, dtype)
    steps, memory_steps, memory_lens = 8, 6, torch.tensor([6, 1, 4])
    inputs, their_inputs = twin(
        draw(BATCH, steps, WIDTH, dtype=dtype, seed=1), draw(BATCH, memory_steps, WIDTH, dtype=dtype, seed=2)
    )
    output, _ = ours(inputs[0], [inputs[1], memory_lens, [None], 0])
    expected = theirs(
        *their_inputs,
        tgt_mask=~d2l.subsequent_mask(steps)[0],
        memory_key_padding_mask=padding(memory_lens, memory_steps),
    )
    compare(output, expected, inputs, their_inputs, pairs)


@every_dtype
@both_norms
@pytest.mark.parametrize("pieces", [[1] * 8, [3, 4, 1], [1, 7]])
def test_decoder_block_a_few_steps_at_a_time(pieces, norm, dtype):
    """Going on from its own memory, in evaluation mode, adds up to PyTorch's full pass."""
    ours, theirs, _ = twin_blocks("Decoder", norm, False, dtype)
    X, memory, memory_lens = draw(BATCH, 8, WIDTH, dtype=dtype, seed=1), draw(BATCH, 6, WIDTH, dtype=dtype), LENS - 1
    expected = theirs(X, memory, tgt_mask=~d2l.subsequent_mask(8)[0], memory_key_padding_mask=padding(memory_lens, 6))
    state, outputs = [memory, memory_lens, [None], 0], []
    for piece in X.split(pieces, dim=1):
        output, state = ours(piece, state)
        outputs.append(output)
    assert_close(torch.cat(outputs, dim=1), expected)


# --- Whole stacks -----------------------------------------------------------------------------------------------------

VOCAB, LAYERS = 19, 3
IDS = torch.randint(0, VOCAB, (BATCH, KEYS), generator=torch.Generator().manual_seed(5))
TARGET = torch.randint(0, VOCAB, (BATCH, QUERIES), generator=torch.Generator().manual_seed(6))


def positions(steps: int, dtype: torch.dtype) -> torch.Tensor:
    """The paper's formula, number by number."""
    rows = [
        [
            (math.sin, math.cos)[column % 2](position / 10000 ** ((column - column % 2) / WIDTH))
            for column in range(WIDTH)
        ]
        for position in range(steps)
    ]
    return torch.tensor(rows, dtype=torch.float64).to(dtype)


def embedded(ids: torch.Tensor, table: nn.Parameter) -> torch.Tensor:
    return F.embedding(ids, table) * math.sqrt(WIDTH) + positions(ids.shape[1], table.dtype)


def twin_stacks(kind: str, norm: str, training: bool, dtype: torch.dtype):
    dropout = 0.0 if training else 0.4
    layer = their_layer(getattr(nn, f"Transformer{kind}Layer"), norm, dropout, dtype)
    final = nn.LayerNorm(WIDTH, dtype=dtype) if norm == "pre" else None
    options = {"enable_nested_tensor": False} if kind == "Encoder" else {}
    theirs = getattr(nn, f"Transformer{kind}")(layer, LAYERS, final, **options)
    randomise(theirs, seed=7)
    torch.set_default_dtype(dtype)  # for the table of positions, which float32 would round
    try:
        ours = getattr(d2l, f"Transformer{kind}")(
            VOCAB, *sizes_of_blocks(), LAYERS, dropout, use_bias=True, norm=norm, max_len=30
        )
    finally:
        torch.set_default_dtype(torch.float32)
    pairs = []
    for block, their_block in zip(ours.blks, theirs.layers, strict=True):
        pairs += block_pairs(block, their_block)
    if norm == "pre":
        pairs += layer_pairs("final norm", ours.final_norm, theirs.norm)
    for pair in pairs:
        pair.copy()
    return ours.train(training), theirs.train(training), pairs


@every_dtype
@both_norms
@both_modes
def test_encoder_stack(training, norm, dtype):
    ours, theirs, pairs = twin_stacks("Encoder", norm, training, dtype)
    table = nn.Parameter(ours.embedding.weight.detach().clone())
    expected = theirs(embedded(IDS, table), src_key_padding_mask=padding(LENS, KEYS))
    compare(ours(IDS, LENS), expected, [], [], [*pairs, Pair("embedding", ours.embedding.weight, table)])


@every_dtype
@both_norms
@both_modes
def test_decoder_stack(training, norm, dtype):
    ours, theirs, pairs = twin_stacks("Decoder", norm, training, dtype)
    table = nn.Parameter(ours.embedding.weight.detach().clone())
    memory, their_memory = twin(draw(BATCH, KEYS, WIDTH, dtype=dtype))
    hidden = theirs(
        embedded(TARGET, table),
        *their_memory,
        tgt_mask=~d2l.subsequent_mask(QUERIES)[0],
        memory_key_padding_mask=padding(LENS, KEYS),
    )
    expected = F.linear(hidden, ours.dense.weight.detach(), ours.dense.bias.detach())
    output, _ = ours(TARGET, ours.init_state(memory[0], LENS))
    compare(output, expected, memory, their_memory, [*pairs, Pair("embedding", ours.embedding.weight, table)])


@every_dtype
@both_norms
@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_a_whole_transformer(norm, dtype):
    """`Transformer` against `nn.Transformer`'s own encoder and decoder, embeddings and output layer tied."""
    torch.set_default_dtype(dtype)
    try:
        config = d2l.TransformerConfig(
            VOCAB, VOCAB, WIDTH, FFN, HEADS, 2, 3, dropout=0.0, norm=norm, use_bias=True,
            share_embeddings=True, tie_output=True, max_len=30,
        )  # fmt: skip
        ours = d2l.Transformer(config)
        theirs = nn.Transformer(WIDTH, HEADS, 2, 3, FFN, 0.0, batch_first=True, norm_first=norm == "pre")
    finally:
        torch.set_default_dtype(torch.float32)
    if norm == "post":  # the paper's stacks end without a norm of their own
        theirs.encoder.norm = theirs.decoder.norm = None
    randomise(theirs, seed=8)
    pairs = []
    for half, their_half in ((ours.encoder, theirs.encoder), (ours.decoder, theirs.decoder)):
        for block, their_block in zip(half.blks, their_half.layers, strict=True):
            pairs += block_pairs(block, their_block)
        if norm == "pre":
            pairs += layer_pairs("final norm", half.final_norm, their_half.norm)
    for pair in pairs:
        pair.copy()
    table = nn.Parameter(ours.encoder.embedding.weight.detach().clone())
    hidden = theirs(
        embedded(IDS, table),
        embedded(TARGET, table),
        tgt_mask=~d2l.subsequent_mask(QUERIES)[0],
        src_key_padding_mask=padding(LENS, KEYS),
        memory_key_padding_mask=padding(LENS, KEYS),
    )
    expected = F.linear(hidden, table, ours.decoder.dense.bias.detach())
    output, _ = ours(IDS, TARGET, LENS)
    compare(output, expected, [], [], [*pairs, Pair("embedding", ours.encoder.embedding.weight, table)])


# --- Norms ------------------------------------------------------------------------------------------------------------


@every_dtype
@pytest.mark.parametrize("shape", [6, [6], [5, 6], [2, 5, 6]], ids=str)
@pytest.mark.parametrize("eps", [1e-5, 1e-2])
def test_layer_norm(shape, eps, dtype):
    ours, theirs = d2l.LayerNorm(shape, eps).to(dtype), nn.LayerNorm(shape, eps, dtype=dtype)
    randomise(theirs)
    pairs = [Pair("weight", ours.weight, theirs.weight), Pair("bias", ours.bias, theirs.bias)]
    for pair in pairs:
        pair.copy()
    inputs, their_inputs = twin(draw(3, 2, 5, 6, dtype=dtype) * 2 + 3)
    compare(ours(*inputs), theirs(*their_inputs), inputs, their_inputs, pairs)


@every_dtype
def test_layer_norm_of_equal_features_is_finite(dtype):
    inputs, their_inputs = twin(torch.full((2, 6), 4.0, dtype=dtype))
    compare(d2l.LayerNorm(6).to(dtype)(*inputs), F.layer_norm(*their_inputs, (6,)), inputs, their_inputs)


@every_dtype
@pytest.mark.parametrize("shape", [6, [5, 6]], ids=str)
def test_both_placements_of_the_norm(shape, dtype):
    """Post-norm is norm(X + Y), pre-norm X + sublayer(norm(X)); dropout is off in evaluation mode."""
    norm = nn.LayerNorm(shape, dtype=dtype)
    randomise(norm)
    post, pre = d2l.AddNorm(shape, 0.5).to(dtype).eval(), d2l.SublayerConnection(shape, 0.5).to(dtype).eval()
    post.ln.load_state_dict(norm.state_dict())
    pre.norm.load_state_dict(norm.state_dict())
    inputs, their_inputs = twin(draw(3, 5, 6, dtype=dtype, seed=1), draw(3, 5, 6, dtype=dtype, seed=2))
    compare(post(*inputs), norm(their_inputs[0] + their_inputs[1]), inputs, their_inputs)
    inputs, their_inputs = twin(draw(3, 5, 6, dtype=dtype))
    compare(pre(*inputs, torch.tanh), their_inputs[0] + norm(*their_inputs).tanh(), inputs, their_inputs)


# --- Losses -----------------------------------------------------------------------------------------------------------


def labels(*shape: int, classes: int, seed: int = 4) -> torch.Tensor:
    return torch.randint(0, classes, shape, generator=torch.Generator().manual_seed(seed))


@every_dtype
@pytest.mark.parametrize("smoothing", [0.0, 0.3])
def test_masked_loss_is_a_mean_over_tokens(smoothing, dtype):
    batch, steps, classes = 4, 6, 11
    lens, label = torch.tensor([6, 1, 0, 4]), labels(4, 6, classes=11)
    inputs, their_inputs = twin(draw(batch, steps, classes, dtype=dtype))
    losses = d2l.MaskedSoftmaxCELoss(smoothing)(*inputs, label, lens)
    assert losses.shape == (batch,)
    ignored = label.masked_fill(torch.arange(steps) >= lens[:, None], -100)
    expected = F.cross_entropy(their_inputs[0].mT, ignored, label_smoothing=smoothing)
    compare((losses * lens).sum() / lens.sum(), expected, inputs, their_inputs)


@every_dtype
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("ignored", [-100, 2])
def test_smoothed_cross_entropy(ignored, smoothing, reduction, dtype):
    label = labels(4, 6, classes=11)
    label[1, 2:] = ignored
    inputs, their_inputs = twin(draw(4, 6, 11, dtype=dtype))
    expected = F.cross_entropy(
        their_inputs[0].mT, label, ignore_index=ignored, label_smoothing=smoothing, reduction=reduction
    )
    compare(d2l.smoothed_cross_entropy(*inputs, label, smoothing, ignored, reduction), expected, inputs, their_inputs)


@every_dtype
def test_label_smoothing_over_the_other_classes(dtype):
    """The Annotated Transformer's definition, against the KL divergence of a target written out in a loop."""
    size, pad, smoothing = 7, 2, 0.4
    target = torch.tensor([0, 2, 6, 3, 2])
    smoothed = torch.zeros(len(target), size, dtype=dtype)
    for row, label in enumerate(target.tolist()):
        if label != pad:
            for column in set(range(size)) - {pad}:
                smoothed[row, column] = 1 - smoothing if column == label else smoothing / (size - 2)
    inputs, their_inputs = twin(draw(len(target), size, dtype=dtype))
    ours = d2l.LabelSmoothing(size, pad, smoothing)(inputs[0].log_softmax(-1), target)
    expected = F.kl_div(their_inputs[0].log_softmax(-1), smoothed, reduction="sum")
    compare(ours, expected, inputs, their_inputs)


@every_dtype
@pytest.mark.parametrize("chunk", [None, 13 * 4, 1], ids=["one chunk", "chunks of 4 rows", "row by row"])
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
@pytest.mark.parametrize("bias", [True, False])
def test_linear_cross_entropy(bias, smoothing, chunk, dtype, monkeypatch):
    rows, features, classes = 10, 6, 13  # the last chunk of 4 holds 2
    if chunk:
        monkeypatch.setattr(fused, "CHUNK_ELEMENTS", chunk)
    tensors = [draw(rows, features, dtype=dtype, seed=1), draw(classes, features, dtype=dtype, seed=2)]
    if bias:
        tensors.append(draw(classes, dtype=dtype, seed=3))
    inputs, their_inputs = twin(*tensors)
    target = labels(rows, classes=classes)
    target[3] = target[4]  # a class that occurs twice gets both gradients
    arguments = inputs if bias else [*inputs, None]
    ours = d2l.linear_cross_entropy(*arguments, target, smoothing)
    expected = F.cross_entropy(F.linear(*their_inputs), target, reduction="sum", label_smoothing=smoothing)
    with torch.no_grad():
        assert_close(d2l.linear_cross_entropy(*arguments, target, smoothing), expected, "without gradients")
    compare(ours, expected, inputs, their_inputs)


@every_dtype
@pytest.mark.parametrize("theta", [0.5, 1e4])
def test_grad_clipping(theta, dtype):
    nets = [nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 3)).to(dtype) for _ in range(2)]
    nets[0].load_state_dict(nets[1].state_dict())
    for net in nets:
        net(draw(6, 4, dtype=dtype)).square().sum().backward()
    norm = d2l.grad_clipping(nets[0], theta)
    expected = nn.utils.clip_grad_norm_(nets[1].parameters(), theta)
    assert_close(norm, expected)
    assert expected > 0.5  # so that the first case does clip
    for mine, other in zip(nets[0].parameters(), nets[1].parameters(), strict=True):
        # PyTorch divides by the norm plus 1e-6.
        torch.testing.assert_close(mine.grad, other.grad, rtol=1e-5, atol=1e-7)


# --- Dropout: the same law, other draws -------------------------------------------------------------------------------


def five_sigma(rate: float, number: int) -> float:
    return 5 * math.sqrt(rate * (1 - rate) / number)


@pytest.mark.parametrize("rate", [0.05, 0.1, 0.3, 0.5, 0.9])
def test_dropout_has_the_rate_and_the_scale_of_its_own_rounded_rate(rate):
    torch.manual_seed(0)
    X = torch.ones(1_000_003)  # a size that is no multiple of 8
    ours, theirs = d2l.Dropout(rate)(X), nn.Dropout(rate)(X)
    rounded = round(rate * 256) / 256
    for output, own in ((ours, rounded), (theirs, rate)):
        assert abs((output == 0).double().mean().item() - own) < five_sigma(own, X.numel())
        kept = output[output != 0]
        torch.testing.assert_close(kept, torch.full_like(kept, 1 / (1 - own)))
        assert abs(output.mean().item() - 1) < five_sigma(own, X.numel()) / (1 - own)
    assert abs(rounded - rate) <= 1 / 512


def test_dropout_draws_each_number_by_itself_and_anew():
    torch.manual_seed(0)
    X = torch.ones(400, 500)
    dropout = d2l.Dropout(0.25)
    first, second = dropout(X) == 0, dropout(X) == 0
    pairs = {
        "two calls": (first, second),
        "neighbours": (first[:, 1:], first[:, :-1]),
        "rows": (first[1:], first[:-1]),
        "eight apart": (first[:, 8:], first[:, :-8]),
    }
    for name, (a, b) in pairs.items():
        assert abs((a & b).double().mean().item() - 1 / 16) < five_sigma(1 / 16, a.numel()), name
    assert abs(first.double().mean(dim=0).std().item() - math.sqrt(3 / 16 / 400)) < 0.003


def test_dropout_is_the_same_in_forward_and_backward():
    torch.manual_seed(0)
    X = draw(30, 41, dtype=torch.float32).requires_grad_()
    output = d2l.Dropout(0.4)(X)
    output.backward(torch.full_like(output, 2.0))
    torch.testing.assert_close(X.grad, 2 * (output / X).detach(), rtol=1e-5, atol=1e-6)
    assert ((X.grad == 0) == (output == 0)).all()


@pytest.mark.parametrize("rate", [0.0, 0.001, 0.3, 0.9999, 1.0])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16], ids=str)
def test_dropout_keeps_type_and_shape_and_rests_in_evaluation_mode(rate, dtype):
    X = draw(3, 1, 5, dtype=dtype).mT
    kept = X.clone()
    dropout = d2l.Dropout(rate)
    for output in (dropout(X), dropout(X[:0])):
        assert output.dtype == dtype and output.isfinite().all()
    assert dropout(X).shape == X.shape and dropout(X[:0]).shape == X[:0].shape
    assert torch.equal(X, kept)
    assert torch.equal(dropout.eval()(X), X)
    assert isinstance(dropout, nn.Dropout) and nn.Dropout(rate).p == dropout.p
    if rate == 1.0:
        assert not dropout.train()(X).any()


def test_dropout_repeats_with_its_seed():
    outputs = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        outputs.append(d2l.Dropout(0.5)(torch.ones(1000)))
    assert torch.equal(outputs[0], outputs[1]) and not torch.equal(outputs[0], outputs[2])


@pytest.mark.parametrize("mask", [None, torch.tensor([4, 2])], ids=["no mask", "lengths"])
def test_attention_drops_weights_and_keeps_its_expectation(mask):
    """In training mode: the mean of many draws is what evaluation mode gives, and PyTorch's own dropout agrees."""
    torch.manual_seed(0)
    draws, rate = 4000, 0.25
    queries, keys, values = (draw(2, n, 3, dtype=torch.float32, seed=n) for n in (2, 6, 6))
    values = values + 1
    attention = d2l.DotProductAttention(rate)
    expected = attention.eval()(queries, keys, values, mask)
    lens = None if mask is None else mask.repeat(draws)
    many = [tensor.repeat(draws, 1, 1) for tensor in (queries, keys, values)]
    ours = attention.train()(*many, lens).view(draws, 2, 2, 3)
    boolean = None if lens is None else torch.arange(6) < lens[:, None, None]
    theirs = F.scaled_dot_product_attention(*many, attn_mask=boolean, dropout_p=rate).view(draws, 2, 2, 3)
    for sample in (ours, theirs):
        error = sample.std(dim=0) / math.sqrt(draws)
        assert ((sample.mean(dim=0) - expected).abs() < 5 * error + 1e-6).all()
    torch.testing.assert_close(ours.std(dim=0), theirs.std(dim=0), rtol=0.15, atol=0.02)
    rows = attention.attention_weights.sum(dim=-1)  # those kept are from before dropout
    torch.testing.assert_close(rows, torch.ones_like(rows))


@pytest.mark.parametrize("keys", [KEYS, 20], ids=["few keys", "many keys"])
@pytest.mark.parametrize("lens", [None, torch.tensor([5, 0])], ids=["no mask", "lengths, one of them 0"])
@pytest.mark.parametrize("lead", [(2,), (2, HEADS)], ids=["3-D", "with heads"])
def test_attention_is_differentiated_through_the_mask_it_drew(lead, lens, keys):
    """With the generator at the same place, dropout is a fixed function: its gradient, against finite differences."""
    attention = d2l.DotProductAttention(0.3)
    inputs = [draw(*lead, n, width, seed=n).requires_grad_() for n, width in ((3, 4), (keys, 4), (keys, 2))]

    def seeded(*tensors):
        torch.manual_seed(0)
        return attention(*tensors, lens)

    assert not torch.equal(seeded(*inputs), attention(*inputs, lens))  # it does draw
    assert torch.autograd.gradcheck(seeded, inputs, fast_mode=True)
