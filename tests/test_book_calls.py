"""What a reader of the book's Transformer chapter types, with `import d2l_lite as d2l`, and what comes back."""

import os

import pytest
import torch
from oracles import book_decoder
from torch import nn

import d2l_lite as d2l

needs_corpus = pytest.mark.skipif(
    not os.environ.get("D2L_LITE_DATA"), reason="needs fra-eng in the folder that D2L_LITE_DATA names"
)

# --- The classes' examples --------------------------------------------------------------------------------------------


def test_encoder_block_example():
    X = d2l.ones((2, 100, 24))
    valid_lens = d2l.tensor([3, 2])
    encoder_blk = d2l.EncoderBlock(24, 24, 24, 24, [100, 24], 24, 48, 8, 0.5)
    encoder_blk.eval()
    assert encoder_blk(X, valid_lens).shape == (2, 100, 24)
    weights = encoder_blk.attention.attention.attention_weights
    assert weights.shape == (16, 100, 100)
    # Equal keys share the weight, 3 in the first sentence's 8 heads and 2 in the second's.
    torch.testing.assert_close(weights[:8, :, :3], torch.full((8, 100, 3), 1 / 3))
    torch.testing.assert_close(weights[8:, :, :2], torch.full((8, 100, 2), 1 / 2))
    assert not weights[:8, :, 3:].any() and not weights[8:, :, 2:].any()


def test_transformer_encoder_example():
    encoder = d2l.TransformerEncoder(200, 24, 24, 24, 24, [100, 24], 24, 48, 8, 2, 0.5)
    encoder.eval()
    output = encoder(d2l.ones((2, 100), dtype=torch.long), d2l.tensor([3, 2]))
    assert output.shape == (2, 100, 24) and output.isfinite().all()
    assert [weights.shape for weights in encoder.attention_weights] == [(16, 100, 100)] * 2


@pytest.mark.parametrize("training", [True, False])
def test_decoder_block_example(training):
    """The book's state has three items."""
    X = d2l.ones((2, 100, 24))
    decoder_blk = d2l.DecoderBlock(24, 24, 24, 24, [100, 24], 24, 48, 8, 0.5, 0).train(training)
    encoder_blk = d2l.EncoderBlock(24, 24, 24, 24, [100, 24], 24, 48, 8, 0.5)
    valid_lens = d2l.tensor([3, 2])
    state = [encoder_blk(X, valid_lens), valid_lens, [None]]
    output, new_state = decoder_blk(X, state)
    assert output.shape == (2, 100, 24) and output.isfinite().all()
    assert new_state[0] is state[0]


def test_ffn_example():
    ffn = d2l.PositionWiseFFN(4, 4, 8)
    ffn.eval()
    output = ffn(d2l.ones((2, 3, 4)))
    assert output.shape == (2, 3, 8)
    assert (output == output[0, 0]).all() and output.any()


def test_add_norm_example():
    add_norm = d2l.AddNorm([3, 4], 0.5)
    add_norm.eval()
    X, Y = torch.randn(2, 3, 4), torch.randn(2, 3, 4)
    output = add_norm(X, Y)
    assert output.shape == (2, 3, 4)
    torch.testing.assert_close(output.mean(dim=(1, 2)), d2l.zeros(2), atol=1e-6, rtol=0)  # over both axes


def test_attention_examples():
    """Of the chapters before: additive and dot-product attention over equal keys average the first values."""
    queries, keys = torch.normal(0, 1, (2, 1, 20)), d2l.ones((2, 10, 2))
    values = d2l.reshape(d2l.arange(40, dtype=torch.float32), (1, 10, 4)).repeat(2, 1, 1)
    valid_lens = d2l.tensor([2, 6])
    additive = d2l.AdditiveAttention(key_size=2, query_size=20, num_hiddens=8, dropout=0.1).eval()
    dot = d2l.DotProductAttention(dropout=0.5).eval()
    means = d2l.tensor([[[2.0, 3.0, 4.0, 5.0]], [[10.0, 11.0, 12.0, 13.0]]])
    torch.testing.assert_close(additive(queries, keys, values, valid_lens), means)
    torch.testing.assert_close(dot(torch.normal(0, 1, (2, 1, 2)), keys, values, valid_lens), means)
    heads = d2l.MultiHeadAttention(100, 100, 100, 100, 5, 0.5).eval()
    X, Y = d2l.ones((2, 4, 100)), d2l.ones((2, 6, 100))
    assert heads(X, Y, Y, d2l.tensor([3, 2])).shape == (2, 4, 100)


def test_tensor_names():
    x = d2l.arange(6)
    assert d2l.reshape(x, (2, 3)).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert d2l.transpose(d2l.reshape(x, (2, 3))).tolist() == [[0, 3], [1, 4], [2, 5]]
    assert d2l.concat([d2l.zeros(1), d2l.ones(2)], 0).tolist() == [0, 1, 1]
    assert d2l.astype(x, torch.float32).dtype == torch.float32
    assert d2l.reduce_sum(d2l.reshape(x, (2, 3)), 1).tolist() == [3, 12]
    assert d2l.tensor([1, 2]).tolist() == [1, 2]


def test_device_and_measuring_names():
    assert isinstance(d2l.try_gpu(), torch.device)
    timer = d2l.Timer()
    assert timer.stop() >= 0 and timer.sum() >= 0
    metric = d2l.Accumulator(2)
    metric.add(1.5, 2)
    assert (metric[0], metric[1]) == (1.5, 2)
    d2l.Animator(xlabel="epoch", ylabel="loss", xlim=[10, 200]).add(10, (0.5,))


# --- A reader's own classes -------------------------------------------------------------------------------------------


def test_attention_weights_of_a_decoder_may_be_assigned_or_be_a_property():
    class Assigned(d2l.AttentionDecoder):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.attention_weights = []

    class Computed(d2l.AttentionDecoder):
        @property
        def attention_weights(self):
            return self._attention_weights

    decoder, other = Assigned(), Assigned()
    decoder.attention_weights.append(1)
    assert decoder.attention_weights == [1] and other.attention_weights == []
    computed = Computed()
    computed._attention_weights = [[2], [3]]
    assert computed.attention_weights == [[2], [3]]


@pytest.mark.parametrize("name", ["Encoder", "Decoder", "AttentionDecoder"])
def test_base_classes_ask_for_what_is_missing(name):
    base = getattr(d2l, name)()
    with pytest.raises(NotImplementedError, match="defines"):
        base(d2l.zeros(1), [])
    if name != "Encoder":
        with pytest.raises(NotImplementedError, match="defines"):
            base.init_state(d2l.zeros(1))


# --- Training, prediction, heatmaps -----------------------------------------------------------------------------------

# So few that a net learns them by heart.
LINES = """\
We run.\tNous courons.
We eat.\tNous mangeons.
We sleep!\tNous dormons !
You run.\tVous courez.
You eat.\tVous mangez.
You sleep!\tVous dormez !
They run.\tIls courent.
They eat.\tIls mangent.
They sleep!\tIls dorment !
"""
PAIRS = LINES * 2  # each word at least twice: words seen once are unknown
NUM_LAYERS, NUM_HEADS, NUM_STEPS = 2, 4, 10


def book_sizes() -> tuple:
    num_hiddens, dropout, ffn_num_input, ffn_num_hiddens = 32, 0.1, 32, 64
    key_size, query_size, value_size, norm_shape = 32, 32, 32, [32]
    widths = (key_size, query_size, value_size, num_hiddens, norm_shape, ffn_num_input, ffn_num_hiddens)
    return (*widths, NUM_HEADS, NUM_LAYERS, dropout)


@pytest.fixture(scope="module")
def small_corpus():
    from d2l_lite import data

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data, "read_data_nmt", lambda: PAIRS)
        return d2l.load_data_nmt(6, NUM_STEPS)


@pytest.fixture(scope="module")
def translator(small_corpus):
    """The book's net, trained for 40 short epochs on PAIRS, with its vocabularies."""
    train_iter, src_vocab, tgt_vocab = small_corpus
    torch.manual_seed(0)
    net = d2l.EncoderDecoder(
        d2l.TransformerEncoder(len(src_vocab), *book_sizes()), d2l.TransformerDecoder(len(tgt_vocab), *book_sizes())
    )
    losses = d2l.train_seq2seq(net, train_iter, 0.005, 40, tgt_vocab, torch.device("cpu"))
    assert losses[-1] < 0.2 < 1 < losses[0]
    return net, src_vocab, tgt_vocab


def test_batches_of_the_data(small_corpus):
    train_iter, src_vocab, tgt_vocab = small_corpus
    X, X_valid_len, Y, Y_valid_len = next(iter(train_iter))
    assert X.shape == Y.shape == (6, NUM_STEPS) and X_valid_len.shape == Y_valid_len.shape == (6,)
    assert (X_valid_len == 4).all()  # two words, the mark, <eos>
    assert len(src_vocab) == 4 + 8 and len(tgt_vocab) == 4 + 14
    assert src_vocab.to_tokens(X[0, 3:].tolist()) == ["<eos>"] + ["<pad>"] * 6


def test_the_net_returns_output_and_state(translator):
    net, src_vocab, tgt_vocab = translator
    output, state = net(torch.ones(2, 7, dtype=torch.long), torch.ones(2, 5, dtype=torch.long), d2l.tensor([3, 7]))
    assert output.shape == (2, 5, len(tgt_vocab))
    assert state[0].shape == (2, 7, 32) and state[1].tolist() == [3, 7]


def test_short_training_and_prediction(translator):
    net, src_vocab, tgt_vocab = translator
    for english, french in (("we run .", "nous courons ."), ("You sleep!", "vous dormez !")):
        translation, saved = d2l.predict_seq2seq(net, english, src_vocab, tgt_vocab, NUM_STEPS, torch.device("cpu"))
        assert translation == french and saved == []
        assert d2l.bleu(translation, french, k=2) == 1.0


def test_a_readers_own_decoder_trains_and_predicts(small_corpus):
    """Written as in the book's text, out of d2l's parts, with a three-item state and a property for the weights."""
    train_iter, src_vocab, tgt_vocab = small_corpus
    torch.manual_seed(0)
    _, decoder = book_decoder(d2l)
    net = d2l.EncoderDecoder(
        d2l.TransformerEncoder(len(src_vocab), *book_sizes()), decoder(len(tgt_vocab), *book_sizes())
    )
    net.decoder.positions_go_on = True
    d2l.train_seq2seq(net, train_iter, 0.005, 40, tgt_vocab, d2l.try_gpu())
    translation, saved = d2l.predict_seq2seq(
        net, "they eat .", src_vocab, tgt_vocab, NUM_STEPS, d2l.try_gpu(), save_attention_weights=True
    )
    assert translation == "ils mangent ." and len(saved) == 4


def test_encoder_heatmap(translator):
    net, src_vocab, tgt_vocab = translator
    d2l.predict_seq2seq(net, "we eat .", src_vocab, tgt_vocab, NUM_STEPS, torch.device("cpu"), True)
    weights = d2l.reshape(d2l.concat(net.encoder.attention_weights, 0), (NUM_LAYERS, NUM_HEADS, -1, NUM_STEPS))
    assert weights.shape == (NUM_LAYERS, NUM_HEADS, NUM_STEPS, NUM_STEPS)
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(weights.shape[:-1]))
    assert not weights[..., 4:].any()  # padding
    for layer, own in enumerate(net.encoder.attention_weights):
        assert torch.equal(weights[layer], own)
    titles = [f"Head {i}" for i in range(1, 5)]
    figure = d2l.show_heatmaps(
        weights, xlabel="Key positions", ylabel="Query positions", titles=titles, figsize=(7, 3.5)
    )
    assert len(figure.axes) == NUM_LAYERS * NUM_HEADS + 1  # and the colour bar


@pytest.mark.filterwarnings("ignore:Constructing a DataFrame")  # pandas means to refuse ragged rows one day
def test_decoder_heatmap(translator):
    pandas = pytest.importorskip("pandas", reason="the book fills ragged rows through a pandas DataFrame")
    net, src_vocab, tgt_vocab = translator
    translation, saved = d2l.predict_seq2seq(
        net, "we eat .", src_vocab, tgt_vocab, NUM_STEPS, torch.device("cpu"), True
    )
    steps = len(translation.split()) + 1
    assert len(saved) == steps == 4
    for number, (self_weights, cross_weights) in enumerate(saved, start=1):
        assert [layer.shape for layer in self_weights] == [(NUM_HEADS, 1, number)] * NUM_LAYERS
        assert [layer.shape for layer in cross_weights] == [(NUM_HEADS, 1, NUM_STEPS)] * NUM_LAYERS
    rows = [head[0].tolist() for step in saved for attention in step for block in attention for head in block]
    filled = d2l.tensor(pandas.DataFrame(rows).fillna(0.0).values)
    weights = d2l.reshape(filled, (-1, 2, NUM_LAYERS, NUM_HEADS, NUM_STEPS))
    own, cross = weights.permute(1, 2, 3, 0, 4)
    assert own.shape == cross.shape == (NUM_LAYERS, NUM_HEADS, steps, NUM_STEPS)
    for kind in (own, cross):
        torch.testing.assert_close(kind.sum(dim=-1), torch.ones(NUM_LAYERS, NUM_HEADS, steps, dtype=torch.float64))
    assert not own.triu(1).any() and not cross[..., 4:].any()
    assert own[1, 2, 3, :4].tolist() == saved[3][0][1][2, 0].tolist()
    d2l.show_heatmaps(own[:, :, :, :steps], xlabel="Key positions", ylabel="Query positions", figsize=(7, 3.5))
    d2l.show_heatmaps(cross, xlabel="Key positions", ylabel="Query positions", figsize=(7, 3.5))


SHOWN = {"go .": "va !", "i lost .": "j'ai perdu .", "i'm home .": "je suis chez moi ."}


def train_as_the_book(seed: int) -> tuple[float, dict[str, float], str]:
    """(last loss per token, BLEU of the sentences shown, the translation of one that wasn't trained on)."""
    batch_size, lr, num_epochs, device = 64, 0.005, 200, d2l.try_gpu()
    torch.manual_seed(seed)
    train_iter, src_vocab, tgt_vocab = d2l.load_data_nmt(batch_size, NUM_STEPS)
    encoder = d2l.TransformerEncoder(len(src_vocab), *book_sizes())
    decoder = d2l.TransformerDecoder(len(tgt_vocab), *book_sizes())
    net = d2l.EncoderDecoder(encoder, decoder)
    losses = d2l.train_seq2seq(net, train_iter, lr, num_epochs, tgt_vocab, device)
    translations = {
        eng: d2l.predict_seq2seq(net, eng, src_vocab, tgt_vocab, NUM_STEPS, device, True)[0]
        for eng in [*SHOWN, "he's calm ."]
    }
    return losses[-1], {eng: d2l.bleu(translations[eng], SHOWN[eng], k=2) for eng in SHOWN}, translations["he's calm ."]


@needs_corpus
@pytest.mark.slow
def test_the_books_training():
    """200 epochs over the first 600 pairs. The book prints about 0.03: divided by the 10 steps, so 0.3 a token.

    Its three sentences come out right for most seeds, not for all: of seven, one called "allez !" for "go .". So a
    second seed may make good what a first one missed.
    """
    for seed in (1, 2):
        loss, scores, unseen = train_as_the_book(seed)
        assert 0.1 < loss < 0.4
        assert sum(score == 1.0 for score in scores.values()) >= 2, scores
        assert unseen.startswith("il est"), unseen  # "il est calme ." for some seeds
        if min(scores.values()) == 1.0:
            return
    pytest.fail(f"neither seed got all three right: {scores}")


@needs_corpus
@pytest.mark.slow
def test_the_vocabulary_of_the_full_corpus():
    source, _ = d2l.tokenize_nmt(d2l.preprocess_nmt(d2l.read_data_nmt()))
    assert len(d2l.Vocab(source, min_freq=2, reserved_tokens=["<pad>", "<bos>", "<eos>"])) == 10_012


# --- The names --------------------------------------------------------------------------------------------------------


def test_every_name_can_be_had_from_the_package():
    for name in d2l.__all__:
        assert getattr(d2l, name) is not None
        assert name in dir(d2l)


def test_names_that_are_modules_too_stay_functions():
    import d2l_lite.attention
    import d2l_lite.bleu

    assert d2l.bleu("va !", "va !", k=2) == 1.0
    assert callable(d2l.attention) and d2l_lite.attention is d2l.attention


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("TransformerEncoderBlock", "EncoderBlock"),
        ("TransformerDecoderBlock", "DecoderBlock"),
        ("Trainer", "train_seq2seq"),
        ("MTFraEng", "load_data_nmt"),
        ("Seq2Seq", "EncoderDecoder"),
        ("DataModule", "load_data_nmt"),
        ("Module", "nn.Module"),
        ("Classifier", "nn.Module"),
        ("HyperParameters", "__init__"),
        ("ProgressBoard", "Animator"),
        ("add_to_class", "subclass"),
        ("gpu", "try_gpu"),
        ("cpu", "torch.device"),
        ("num_gpus", "try_all_gpus"),
    ],
)
def test_names_of_the_later_edition_say_what_takes_their_place(name, ours):
    with pytest.raises(AttributeError) as error:
        getattr(d2l, name)
    assert name in str(error.value) and "0.17" in str(error.value)
    assert ours in str(error.value).split(name, 1)[1]
    assert not hasattr(d2l, name)


def test_what_the_messages_recommend_exists():
    for word in ("EncoderBlock", "DecoderBlock", "EncoderDecoder", "train_seq2seq", "load_data_nmt", "load_corpus"):
        assert hasattr(d2l, word)
    assert isinstance(d2l.EncoderBlock, type) and issubclass(d2l.EncoderBlock, nn.Module)


def test_an_unknown_name_is_an_ordinary_error():
    with pytest.raises(AttributeError, match="no 'Transfomer'"):
        d2l.Transfomer  # noqa: B018
