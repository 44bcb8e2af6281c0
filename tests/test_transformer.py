"""The whole Transformer: its configuration, and parts of another make in the place of ours."""

import copy
import math

import pytest
import torch
from torch import nn

import d2l_lite as d2l
from d2l_lite.encoder import plain_embedding
from d2l_lite.transformer import build_transformer

BOS, EOS = 1, 2


def config(**changes):
    sizes = {"num_hiddens": 8, "ffn_num_hiddens": 12, "num_heads": 2, "num_encoder_layers": 2, "num_decoder_layers": 2}
    return d2l.TransformerConfig(**{"src_vocab_size": 13, "tgt_vocab_size": 11, "dropout": 0.0, **sizes, **changes})


SRC_LEN, TGT_LEN = torch.tensor([5, 2, 4]), torch.tensor([6, 3, 5])


def batch():
    return torch.randint(3, 11, (3, 5)), SRC_LEN, torch.randint(3, 11, (3, 6)), TGT_LEN


# ---------------------------------------------------------------- configuration


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_hiddens": 10, "num_heads": 4}, "num_hiddens = 10 .* num_heads = 4"),
        ({"share_embeddings": True}, "joint vocabulary.*13 and 11"),
        ({"norm": "middle"}, '"middle".*"post" or "pre"'),
    ],
)
def test_choices_that_contradict_each_other_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        config(**changes)


def test_the_defaults_are_the_papers_base_model():
    base = d2l.TransformerConfig(100, 100)
    assert (base.num_hiddens, base.ffn_num_hiddens, base.num_heads, base.num_encoder_layers) == (512, 2048, 8, 6)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("training", [True, False])
def test_the_model_is_its_encoder_and_its_decoder(norm, training):
    net = d2l.Transformer(config(norm=norm)).train(training)
    src, src_len, tgt, _ = batch()
    logits, state = net(src, tgt, src_len)
    memory = net.encode(src, src_len)
    assert logits.shape == (3, 6, 11)
    torch.testing.assert_close(memory, net.encoder(src, src_len))
    torch.testing.assert_close(net.decode(memory, src_len, tgt), logits)
    torch.testing.assert_close(net.decoder.dense(net.features(src, tgt, src_len)), logits)
    assert state[3] == (0 if training else 6)


def test_dropout_zero_leaves_none_anywhere():
    net = d2l.Transformer(config()).train()
    src, src_len, tgt, _ = batch()
    assert torch.equal(net(src, tgt, src_len)[0], net(src, tgt, src_len)[0])
    rates = {module.p for module in d2l.Transformer(config(dropout=0.3)).modules() if isinstance(module, nn.Dropout)}
    assert rates == {0.3}


@pytest.mark.parametrize(("share", "tie"), [(False, False), (True, False), (False, True), (True, True)])
def test_tables_are_shared_and_tied_as_the_configuration_says(share, tie):
    net = d2l.Transformer(config(src_vocab_size=11, share_embeddings=share, tie_output=tie))
    source, target = plain_embedding(net.encoder.embedding).weight, plain_embedding(net.decoder.embedding).weight
    assert (source is target) == share
    assert (net.decoder.dense.weight is target) == tie
    assert target.std().item() == pytest.approx(8**-0.5, rel=0.3)
    src, src_len, tgt, tgt_len = batch()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    d2l.train_step(net, (src, src_len, tgt, tgt_len), d2l.MaskedSoftmaxCELoss(), optimizer, None, BOS)
    assert (source is plain_embedding(net.decoder.embedding).weight) == share
    again = d2l.Transformer(config(src_vocab_size=11, share_embeddings=share, tie_output=tie))
    again.load_state_dict(net.state_dict())
    torch.testing.assert_close(again(src, tgt, src_len)[0], net(src, tgt, src_len)[0])


def test_a_description_builds_the_same_model_again():
    net = d2l.Transformer(config(norm="pre", use_bias=True, max_len=17))
    again = build_transformer(net.describe())
    assert again.config == net.config
    again.load_state_dict(net.state_dict())
    src, src_len, tgt, _ = batch()
    torch.testing.assert_close(again(src, tgt, src_len)[0], net(src, tgt, src_len)[0])
    assert again.encoder.pos_encoding.P.shape[1] == 17


def test_weights_are_kept_in_training_mode_on_request_only():
    net = d2l.Transformer(config(dropout=0.1)).train()
    src, src_len, tgt, _ = batch()
    attention = net.encoder.blks[0].attention
    net(src, tgt, src_len)
    assert attention.attention_weights is None
    net.keep_attention()
    net(src, tgt, src_len)
    torch.testing.assert_close(attention.attention_weights.sum(-1), torch.ones(3, 2, 5))
    net.keep_attention(False)
    net(src, tgt, src_len)
    assert attention.attention_weights is None
    net.eval()
    net(src, tgt, src_len)
    assert attention.attention_weights.shape == (3, 2, 5, 5)


def test_generator_gives_log_probabilities():
    generator = d2l.Generator(8, 11)
    X = torch.randn(2, 3, 8)
    torch.testing.assert_close(generator(X).exp().sum(-1), torch.ones(2, 3))
    torch.testing.assert_close(generator(X), generator.proj(X).log_softmax(-1))


def test_bfloat16_autocast_trains():
    net = d2l.Transformer(config(dropout=0.1))
    src, src_len, tgt, tgt_len = batch()
    with torch.autocast("cpu", torch.bfloat16):
        logits, _ = net(src, tgt, src_len)
        (d2l.MaskedSoftmaxCELoss()(logits, tgt, tgt_len)).sum().backward()
    assert all(parameter.grad.isfinite().all() for parameter in net.parameters())


# ---------------------------------------------------------------- parts of another make
# Written as a student writes them: against the contract alone, with plain tensors of three axes.


class StudentDotProductAttention(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        assert queries.dim() == 3
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(queries.shape[-1])
        if valid_lens is not None:
            if valid_lens.dim() == 1:
                valid_lens = valid_lens[:, None].expand(-1, queries.shape[1])
            hidden = torch.arange(keys.shape[1])[None, None] >= valid_lens[:, :, None]
            scores = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
        self.attention_weights = scores.softmax(-1)
        return torch.bmm(self.dropout(self.attention_weights), values)


class StudentMultiHeadAttention(nn.Module):
    def __init__(self, key_size, query_size, value_size, num_hiddens, num_heads, dropout, bias=False, **kwargs):
        super().__init__()
        self.num_heads = num_heads
        self.attention = StudentDotProductAttention(dropout)
        self.W_q = nn.Linear(query_size, num_hiddens, bias=bias)
        self.W_k = nn.Linear(key_size, num_hiddens, bias=bias)
        self.W_v = nn.Linear(value_size, num_hiddens, bias=bias)
        self.W_o = nn.Linear(num_hiddens, num_hiddens, bias=bias)

    def forward(self, queries, keys, values, valid_lens):
        if valid_lens is not None:
            valid_lens = torch.repeat_interleave(valid_lens, self.num_heads, dim=0)
        heads = [
            W(X).reshape(X.shape[0], X.shape[1], self.num_heads, -1).permute(0, 2, 1, 3).flatten(0, 1)
            for W, X in [(self.W_q, queries), (self.W_k, keys), (self.W_v, values)]
        ]
        output = self.attention(*heads, valid_lens)
        self.attention_weights = self.attention.attention_weights.unflatten(0, (-1, self.num_heads))
        return self.W_o(output.unflatten(0, (-1, self.num_heads)).permute(0, 2, 1, 3).flatten(2))


class StudentPositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, dropout, max_len=1000):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        X = torch.arange(max_len)[:, None] / torch.pow(10000, torch.arange(0, num_hiddens, 2) / num_hiddens)
        self.register_buffer("P", torch.zeros(1, max_len, num_hiddens))
        self.P[:, :, 0::2] = torch.sin(X)
        self.P[:, :, 1::2] = torch.cos(X)

    def forward(self, X, offset=0):
        return self.dropout(X + self.P[:, offset : offset + X.shape[1]])


class StudentScaledEmbedding(nn.Module):
    def __init__(self, vocab_size, num_hiddens):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, num_hiddens)

    def forward(self, ids):
        return self.embedding(ids) * self.embedding.embedding_dim**0.5


class StudentFFN(nn.Module):
    def __init__(self, ffn_num_input, ffn_num_hiddens, ffn_num_outputs):
        super().__init__()
        self.dense1 = nn.Linear(ffn_num_input, ffn_num_hiddens)
        self.relu = nn.ReLU()
        self.dense2 = nn.Linear(ffn_num_hiddens, ffn_num_outputs)

    def forward(self, X):
        return self.dense2(self.relu(self.dense1(X)))


class StudentAddNorm(nn.Module):
    def __init__(self, normalized_shape, dropout):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.ln = nn.LayerNorm(normalized_shape)

    def forward(self, X, Y):
        return self.ln(self.dropout(Y) + X)


class StudentSublayerConnection(nn.Module):
    def __init__(self, size, dropout):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


class StudentEncoderBlock(nn.Module):
    def __init__(self, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens,
                 num_heads, dropout, use_bias=False):  # fmt: skip
        super().__init__()
        sizes = (key_size, query_size, value_size, num_hiddens, num_heads, dropout, use_bias)
        self.attention = StudentMultiHeadAttention(*sizes)
        self.addnorm1 = StudentAddNorm(norm_shape, dropout)
        self.ffn = StudentFFN(ffn_num_input, ffn_num_hiddens, num_hiddens)
        self.addnorm2 = StudentAddNorm(norm_shape, dropout)

    def forward(self, X, valid_lens):
        Y = self.addnorm1(X, self.attention(X, X, X, valid_lens))
        return self.addnorm2(Y, self.ffn(Y))


class StudentDecoderBlock(nn.Module):
    """As the book has it: what it keeps in the state are its inputs, a plain tensor."""

    def __init__(self, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens,
                 num_heads, dropout, i):  # fmt: skip
        super().__init__()
        self.i = i
        sizes = (key_size, query_size, value_size, num_hiddens, num_heads, dropout)
        self.attention1 = StudentMultiHeadAttention(*sizes)
        self.addnorm1 = StudentAddNorm(norm_shape, dropout)
        self.attention2 = StudentMultiHeadAttention(*sizes)
        self.addnorm2 = StudentAddNorm(norm_shape, dropout)
        self.ffn = StudentFFN(ffn_num_input, ffn_num_hiddens, num_hiddens)
        self.addnorm3 = StudentAddNorm(norm_shape, dropout)

    def forward(self, X, state):
        past = 0
        keys = X
        if not self.training:
            if state[2][self.i] is not None:
                past = state[2][self.i].shape[1]
                keys = torch.cat([state[2][self.i], X], dim=1)
            state[2][self.i] = keys
        lens = torch.arange(past + 1, past + X.shape[1] + 1).repeat(X.shape[0], 1)
        Y = self.addnorm1(X, self.attention1(X, keys, keys, lens))
        Z = self.addnorm2(Y, self.attention2(Y, state[0], state[0], state[1]))
        return self.addnorm3(Z, self.ffn(Z)), state


class StudentEncoder(nn.Module):
    def __init__(self, vocab_size, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input,
                 ffn_num_hiddens, num_heads, num_layers, dropout, use_bias=False):  # fmt: skip
        super().__init__()
        self.num_hiddens = num_hiddens
        self.embedding = nn.Embedding(vocab_size, num_hiddens)
        self.pos_encoding = StudentPositionalEncoding(num_hiddens, dropout)
        sizes = (key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens, num_heads)
        self.blks = nn.Sequential(*[StudentEncoderBlock(*sizes, dropout, use_bias) for _ in range(num_layers)])

    def forward(self, X, valid_lens, *args):
        X = self.pos_encoding(self.embedding(X) * math.sqrt(self.num_hiddens))
        self.attention_weights = []
        for block in self.blks:
            X = block(X, valid_lens)
            self.attention_weights.append(block.attention.attention_weights.flatten(0, 1))
        return X


class StudentDecoder(nn.Module):
    def __init__(self, vocab_size, key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input,
                 ffn_num_hiddens, num_heads, num_layers, dropout):  # fmt: skip
        super().__init__()
        self.num_hiddens, self.num_layers = num_hiddens, num_layers
        self.embedding = nn.Embedding(vocab_size, num_hiddens)
        self.pos_encoding = StudentPositionalEncoding(num_hiddens, dropout)
        sizes = (key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens, num_heads)
        self.blks = nn.Sequential(*[StudentDecoderBlock(*sizes, dropout, i) for i in range(num_layers)])
        self.dense = nn.Linear(num_hiddens, vocab_size)

    def init_state(self, enc_outputs, enc_valid_lens, *args):
        return [enc_outputs, enc_valid_lens, [None] * self.num_layers, 0]

    def forward(self, X, state):
        offset = 0 if self.training else state[3]
        steps = X.shape[1]
        X = self.pos_encoding(self.embedding(X) * math.sqrt(self.num_hiddens), offset)
        self.attention_weights = [[], []]
        for block in self.blks:
            X, state = block(X, state)
            self.attention_weights[0].append(block.attention1.attention_weights.flatten(0, 1))
            self.attention_weights[1].append(block.attention2.attention_weights.flatten(0, 1))
        if not self.training:
            state[3] += steps
        return self.dense(X), state


PARTS = {
    "DotProductAttention": StudentDotProductAttention,
    "MultiHeadAttention": StudentMultiHeadAttention,
    "PositionalEncoding": StudentPositionalEncoding,
    "ScaledEmbedding": StudentScaledEmbedding,
    "PositionWiseFFN": StudentFFN,
    "AddNorm": StudentAddNorm,
    "SublayerConnection": StudentSublayerConnection,
    "EncoderBlock": StudentEncoderBlock,
    "DecoderBlock": StudentDecoderBlock,
    "TransformerEncoder": StudentEncoder,
    "TransformerDecoder": StudentDecoder,
}
WHOLE = ["EncoderBlock", "DecoderBlock", "TransformerEncoder", "TransformerDecoder"]
INNER = {
    "post": [name for name in PARTS if name not in [*WHOLE, "SublayerConnection"]],
    "pre": [name for name in PARTS if name not in [*WHOLE, "AddNorm"]],
}
CHOICES = [("post", [name]) for name in INNER["post"] + WHOLE]
CHOICES += [("post", INNER["post"]), ("post", ["TransformerEncoder", "DecoderBlock"]), ("post", list(PARTS))]
CHOICES += [("pre", [name]) for name in INNER["pre"]] + [("pre", INNER["pre"])]


def plain(name):
    """A weight's name, wherever the embedding keeps its table: `nn.Embedding` and `ScaledEmbedding` both will do."""
    return name.replace("embedding.embedding.", "embedding.")


def copy_weights(theirs, ours):
    weights = {plain(name): value for name, value in ours.state_dict().items()}
    own = theirs.state_dict()
    theirs.load_state_dict(
        {name: value if name.endswith(".P") else weights[plain(name)] for name, value in own.items()}
    )


@pytest.mark.parametrize(
    ("norm", "names"), CHOICES, ids=lambda value: value if isinstance(value, str) else "+".join(value)
)
def test_parts_of_another_make_give_the_same_model(norm, names):
    torch.manual_seed(3)
    chosen = config(norm=norm, src_vocab_size=11, share_embeddings=len(names) == 1)
    ours = d2l.Transformer(chosen)
    theirs = d2l.Transformer(chosen, parts={name: PARTS[name] for name in names})
    used = {type(module) for module in theirs.modules()}
    assert all(PARTS[name] in used for name in names if names != list(PARTS))
    assert d2l.count_parameters(theirs) == d2l.count_parameters(ours)
    copy_weights(theirs, ours)
    src, src_len, tgt, tgt_len = batch()

    gradients = []
    for net in (ours, theirs):
        net.train()
        logits, _ = net(src, tgt, src_len)
        d2l.MaskedSoftmaxCELoss()(logits, tgt, tgt_len).sum().backward()
        gradients.append((logits, [parameter.grad for parameter in net.parameters()]))
    torch.testing.assert_close(gradients[1][0], gradients[0][0], rtol=1e-4, atol=1e-5)
    for one, other in zip(gradients[0][1], gradients[1][1], strict=True):
        torch.testing.assert_close(other, one, rtol=1e-3, atol=1e-5)

    weights = []
    for net in (ours, theirs):
        net.eval()
        logits, _ = net(src, tgt, src_len)
        weights.append([logits, *net.encoder.attention_weights, *sum(net.decoder.attention_weights, [])])
    for one, other in zip(*weights, strict=True):
        torch.testing.assert_close(other, one, rtol=1e-4, atol=1e-5)

    greedy = make_lengths_differ(ours, src, src_len)  # sentences that are done leave the batch
    copy_weights(theirs, ours)
    assert d2l.greedy_decode(theirs, src, src_len, BOS, EOS, max_len=7) == greedy
    beams = [d2l.beam_decode(net, src, src_len, BOS, EOS, max_len=7, beam_size=3) for net in (ours, theirs)]
    for one, other in zip(*beams):
        assert [ids for ids, _ in one] == [ids for ids, _ in other]
        assert [score for _, score in one] == pytest.approx([score for _, score in other], abs=1e-3)


def make_lengths_differ(net, src, src_len):
    """Sharper outputs, and an eos just likely enough that some sentences end before others; the greedy outputs."""
    with torch.no_grad():
        net.decoder.dense.weight.mul_(4)
        for bias in torch.arange(-8, 16, 0.25):
            net.decoder.dense.bias[EOS] = bias
            outputs = d2l.greedy_decode(net, src, src_len, BOS, EOS, max_len=7)
            if len({len(ids) for ids in outputs}) > 1:
                return outputs
    raise AssertionError("all sentences are equally long; choose another seed")


@pytest.mark.parametrize("names", [["MultiHeadAttention"], ["DecoderBlock"], list(PARTS)], ids="+".join)
def test_parts_of_another_make_train(names):
    net = d2l.Transformer(config(dropout=0.1), parts={name: PARTS[name] for name in names})
    before = copy.deepcopy(net.state_dict())
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    losses = []
    data = batch()
    for _ in range(20):
        total, tokens = d2l.train_step(net, data, d2l.MaskedSoftmaxCELoss(), optimizer, 1.0, BOS)
        losses.append(float(total) / int(tokens))
    assert losses[-1] < losses[0] - 0.3
    assert all(not torch.equal(p, before[name]) for name, p in net.named_parameters())


@pytest.mark.parametrize("names", [["MultiHeadAttention"], ["DecoderBlock"], list(PARTS)], ids="+".join)
@pytest.mark.parametrize("pieces", [[6], [1] * 6, [2, 3, 1]])
@torch.no_grad()
def test_parts_of_another_make_decode_in_pieces(names, pieces):
    net = d2l.Transformer(config(), parts={name: PARTS[name] for name in names}).eval()
    src, src_len, tgt, _ = batch()
    memory = net.encode(src, src_len)
    net.train()
    full = net.decode(memory, src_len, tgt)
    state = net.eval().decoder.init_state(memory, src_len)
    outputs = [net.decoder(piece, state)[0] for piece in tgt.split(pieces, dim=1)]
    torch.testing.assert_close(torch.cat(outputs, dim=1), full, rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_the_memory_of_an_attention_of_another_make_can_be_selected():
    net = d2l.Transformer(config(), parts={"MultiHeadAttention": StudentMultiHeadAttention}).eval()
    src, src_len, tgt, _ = batch()
    rows = torch.tensor([2, 0, 2, 1])
    state = net.decoder.init_state(net.encode(src, src_len), src_len)
    net.decoder(tgt[:, :4], state)
    output, _ = net.decoder(tgt[rows, 4:], net.decoder.select_state(state, rows))
    alone, _ = net(src[rows], tgt[rows], src_len[rows])
    torch.testing.assert_close(output, alone[:, 4:], rtol=1e-4, atol=1e-5)


def test_a_part_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="MultiheadAttention.*MultiHeadAttention"):
        d2l.Transformer(config(), parts={"MultiheadAttention": StudentMultiHeadAttention})


def test_a_block_that_keeps_a_memory_of_its_own_offers_no_selection():
    theirs = d2l.Transformer(config(), parts={"DecoderBlock": StudentDecoderBlock})
    assert not hasattr(theirs.decoder, "select_state")
    assert hasattr(d2l.Transformer(config()).decoder, "select_state")
    inner = d2l.Transformer(config(), parts={"MultiHeadAttention": StudentMultiHeadAttention})
    assert hasattr(inner.decoder, "select_state")
