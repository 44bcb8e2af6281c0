"""Greedy and beam decoding, the book's prediction, checkpoint averages."""

import itertools
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from d2l_lite import decoding, training
from d2l_lite.data import Vocab, build_array_nmt
from d2l_lite.decoder import EncoderDecoder, TransformerDecoder
from d2l_lite.encoder import TransformerEncoder

BOS, EOS = 1, 2
VOCAB = 11


def random_net(seed=0, num_layers=2, dropout=0.3, vocab_size=VOCAB, sharp=3.0):
    torch.manual_seed(seed)
    sizes = (vocab_size, 16, 16, 16, 16, [16], 16, 32, 4, num_layers, dropout)
    net = EncoderDecoder(TransformerEncoder(*sizes), TransformerDecoder(*sizes))
    nn.init.normal_(net.decoder.dense.weight, std=sharp / 4)  # spread logits, so that few choices are close
    return net


class PlainDecoder(nn.Module):
    """A decoder without `select_state`, as the contract asks for no more."""

    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def init_state(self, *args):
        return self.decoder.init_state(*args)

    def forward(self, X, state):
        return self.decoder(X, state)


def without_select(net):
    return EncoderDecoder(net.encoder, PlainDecoder(net.decoder))


class ScriptedNet(nn.Module):
    """Says the sentences it was given, whatever the source; counts calls and the rows of each."""

    def __init__(self, script, vocab_size=VOCAB, selects=False):
        super().__init__()
        self.encoder = lambda src, lens: src[..., None].float()
        self.decoder = _ScriptedDecoder(script, vocab_size)
        if selects:
            self.decoder.select_state = lambda state, rows: [state[0][rows], state[1][rows], state[2], state[3]]


class _ScriptedDecoder(nn.Module):
    def __init__(self, script, vocab_size):
        super().__init__()
        self.script, self.vocab_size, self.rows, self.modes = script, vocab_size, [], []
        self.register_buffer("unused", torch.zeros(1))

    def init_state(self, enc_outputs, lens):
        return [enc_outputs, lens, [None], 0]

    def forward(self, X, state):
        self.rows.append(len(X))
        self.modes.append(self.training)
        logits = torch.zeros(len(X), 1, self.vocab_size)
        for row, source in enumerate(state[0][:, 0, 0].long().tolist()):  # its first id: which sentence
            logits[row, 0, self.script[source][state[3]]] = 9.0
        return logits, [state[0], state[1], state[2], state[3] + 1]


SCRIPT = [[5, 6, EOS, 7, 7, 7], [EOS, 8, 8, 8, 8, 8], [3, 4, 5, 6, 7, 8]]


def sources(count=3, longest=6, seed=0):
    generator = torch.Generator().manual_seed(seed)
    src = torch.randint(3, VOCAB, (count, longest), generator=generator)
    return src, torch.randint(1, longest + 1, (count,), generator=generator)


def greedy_by_full_passes(net, src, lens, max_len):
    """One sentence at a time, all of the prefix again at each step."""
    net.eval()
    results = []
    for i in range(len(src)):
        ids = [BOS]
        with torch.no_grad():
            while len(ids) <= max_len:
                logits, _ = net(src[i : i + 1], torch.tensor([ids]), lens[i : i + 1])
                ids.append(int(logits[0, -1].argmax()))
                if ids[-1] == EOS:
                    break
        results.append([j for j in ids if j not in (BOS, EOS)])
    return results


# Greedy


@pytest.mark.parametrize("selects", [False, True])
def test_each_sentence_stops_at_its_own_eos(selects):
    net = ScriptedNet(SCRIPT, selects=selects)
    src = torch.tensor([[0], [1], [2]])
    lens = torch.ones(3, dtype=torch.long)
    assert decoding.greedy_decode(net, src, lens, BOS, EOS, 6) == [[5, 6], [], [3, 4, 5, 6, 7, 8]]
    assert net.decoder.rows == ([3, 2, 2, 1, 1, 1] if selects else [3] * 6)  # sentences that ended leave the batch
    assert not any(net.decoder.modes)


@pytest.mark.parametrize("selects", [False, True])
def test_decoder_is_called_no_more_once_all_have_ended(selects):
    net = ScriptedNet(SCRIPT, selects=selects)
    lens = torch.ones(2, dtype=torch.long)
    assert decoding.greedy_decode(net, torch.tensor([[1], [0]]), lens, BOS, EOS, 50) == [[], [5, 6]]
    assert len(net.decoder.rows) == 3


def test_greedy_stops_at_max_len_and_takes_empty_batches():
    net = ScriptedNet(SCRIPT)
    lens = torch.ones(1, dtype=torch.long)
    assert decoding.greedy_decode(net, torch.tensor([[2]]), lens, BOS, EOS, 4) == [[3, 4, 5, 6]]
    assert decoding.greedy_decode(net, torch.tensor([[2]]), lens, BOS, EOS, 0) == [[]]
    assert decoding.greedy_decode(net, torch.zeros(0, 3, dtype=torch.long), lens[:0], BOS, EOS, 4) == []


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_greedy_equals_full_passes_one_sentence_at_a_time(seed):
    net = random_net(seed)
    src, lens = sources(4, seed=seed)
    copies = src.clone(), lens.clone()
    net.train()
    got = decoding.greedy_decode(net, src, lens, BOS, EOS, 7)
    assert net.training
    assert torch.equal(src, copies[0]) and torch.equal(lens, copies[1])
    assert got == decoding.greedy_decode(without_select(net), src, lens, BOS, EOS, 7)
    assert got == greedy_by_full_passes(net, src, lens, 7)


def test_greedy_takes_narrow_ids_and_no_lengths():
    net, (src, _) = random_net(), sources()
    everything = torch.full((3,), src.shape[1])
    expected = decoding.greedy_decode(net, src, everything, BOS, EOS, 5)
    assert decoding.greedy_decode(net, src.int(), None, BOS, EOS, 5) == expected


@pytest.mark.parametrize("decode", ["greedy", "beam"])
def test_modes_come_back_after_an_error_and_no_graph_is_built(decode):
    net, (src, lens) = random_net(), sources()
    net.train()
    net.encoder.eval()
    before = [module.training for module in net.modules()]
    seen = []
    net.decoder.dense.register_forward_hook(lambda module, args, output: seen.append(output))

    def run(max_len):
        if decode == "greedy":
            return decoding.greedy_decode(net, src, lens, BOS, -1, max_len)
        return decoding.beam_decode(net, src, lens, BOS, -1, max_len, beam_size=2)

    run(3)
    assert seen and not any(output.requires_grad for output in seen)
    assert [module.training for module in net.modules()] == before
    with pytest.raises(ValueError, match="max_len"):
        run(1001)  # one position more than the encoding has
    assert [module.training for module in net.modules()] == before


# Beam search over any scorer


def markov_step(seed, vocab_size=5, sharp=2.0):
    """Log-probabilities that depend on the last two ids, never of bos; refuses to extend a finished hypothesis."""
    generator = torch.Generator().manual_seed(seed)
    table = sharp * torch.randn(vocab_size, vocab_size, vocab_size, generator=generator)
    table[..., BOS] = -math.inf
    table = table.log_softmax(-1)

    def step(prefixes):
        assert len({len(prefix) for prefix in prefixes}) == 1
        for prefix in prefixes:
            assert prefix[0] == BOS and EOS not in prefix[1:]
        return torch.stack([table[([0, *prefix])[-2], prefix[-1]] for prefix in prefixes])

    return step


def all_hypotheses(step, vocab_size, max_len):
    """Every sentence that ends within max_len ids, or is cut there: (generated ids, total log-probability)."""
    others = [i for i in range(vocab_size) if i not in (BOS, EOS)]
    for n in range(1, max_len + 1):
        for ids in itertools.product(others, repeat=n - 1):
            for last in [EOS] if n < max_len else [EOS, *others]:
                generated = [*ids, last]
                total = sum(step([[BOS, *generated[:i]]])[0, generated[i]].item() for i in range(n))
                yield generated, total


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), alpha=st.sampled_from([0.0, 0.6, 1.5]))
def test_a_wide_enough_beam_finds_the_best_of_all(seed, alpha):
    step, vocab_size, max_len = markov_step(seed, vocab_size=4), 4, 3
    everything = list(all_hypotheses(step, vocab_size, max_len))
    scored = sorted(((total / ((5 + len(ids)) / 6) ** alpha, ids) for ids, total in everything), reverse=True)
    result = decoding.beam_search(step, BOS, EOS, len(everything), max_len, alpha)
    assert len(result) == len(everything)
    assert [score for _, score in result] == pytest.approx([score for score, _ in scored], abs=1e-5)
    assert result[0][0] == [i for i in scored[0][1] if i not in (BOS, EOS)]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), max_len=st.integers(0, 8))
def test_beam_one_without_penalty_is_greedy(seed, max_len):
    step, ids, total = markov_step(seed), [BOS], 0.0
    while len(ids) <= max_len and (len(ids) == 1 or ids[-1] != EOS):
        log_probs = step([ids])[0]
        ids.append(int(log_probs.argmax()))
        total += log_probs.max().item()
    [(best, score)] = decoding.beam_search(step, BOS, EOS, 1, max_len, 0.0)
    assert best == [i for i in ids if i not in (BOS, EOS)]
    assert score == pytest.approx(total, abs=1e-5)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), beam_size=st.integers(1, 5), max_len=st.integers(1, 7), alpha=st.floats(0, 2))
def test_scores_are_what_the_ids_are_worth(seed, beam_size, max_len, alpha):
    """Also: a finished hypothesis is never extended (`markov_step` refuses) and keeps its place in the beam."""
    step, widths = markov_step(seed, vocab_size=6), []

    def counting_step(prefixes):
        widths.append(len(prefixes))
        return step(prefixes)

    result = decoding.beam_search(counting_step, BOS, EOS, beam_size, max_len, alpha)
    assert len(result) <= beam_size and widths[0] == 1
    assert all(later <= beam_size for later in widths)
    assert widths[1:] == sorted(widths[1:], reverse=True)  # places taken by finished ones aren't given again
    scores = [score for _, score in result]
    assert scores == sorted(scores, reverse=True)
    for ids, score in result:
        worths = []
        for generated in [[*ids, EOS], ids]:  # ended, or cut at max_len
            if len(generated) == max_len or (len(generated) < max_len and generated[-1:] == [EOS]):
                total = sum(step([[BOS, *generated[:i]]])[0, generated[i]].item() for i in range(len(generated)))
                worths.append(total / ((5 + len(generated)) / 6) ** alpha)
        assert any(score == pytest.approx(worth, abs=1e-4) for worth in worths)


def table_step(rows, vocab_size=6):
    """Probabilities of the next id by prefix; what isn't given is impossible."""

    def step(prefixes):
        log_probs = torch.full((len(prefixes), vocab_size), -math.inf)
        for row, prefix in enumerate(prefixes):
            for i, probability in rows[tuple(prefix[1:])].items():
                log_probs[row, i] = math.log(probability)
        return log_probs

    return step


def test_length_penalty_turns_the_ranking():
    step = table_step({(): {3: 0.5, EOS: 0.5}, (3,): {4: 1.0}, (3, 4): {5: 1.0}, (3, 4, 5): {EOS: 0.9, 5: 0.1}})
    short_first = decoding.beam_search(step, BOS, EOS, 2, 4, 0.0)
    assert [ids for ids, _ in short_first] == [[], [3, 4, 5]]
    long_first = decoding.beam_search(step, BOS, EOS, 2, 4, 1.0)
    assert [ids for ids, _ in long_first] == [[3, 4, 5], []]
    assert long_first[0][1] == pytest.approx(math.log(0.45) / ((5 + 4) / 6))
    assert long_first[1][1] == pytest.approx(math.log(0.5) / ((5 + 1) / 6))


def test_a_beam_sees_past_the_greedy_choice():
    step = table_step({(): {3: 0.6, 4: 0.4}, (3,): {3: 0.5, EOS: 0.5}, (3, 3): {EOS: 1.0}, (4,): {EOS: 1.0}})
    assert decoding.beam_search(step, BOS, EOS, 1, 5, 0.0)[0][1] == pytest.approx(math.log(0.3))
    assert decoding.beam_search(step, BOS, EOS, 2, 5, 0.0)[0] == ([4], pytest.approx(math.log(0.4)))


def test_a_finished_hypothesis_takes_a_place_of_the_beam():
    """With one place left after eos, only the better of the two live continuations may stay."""
    step = table_step({(): {EOS: 0.6, 3: 0.25, 4: 0.15}, (3,): {3: 0.5, 5: 0.5 - 1e-3, EOS: 1e-3}, (3, 3): {EOS: 1.0}})
    result = decoding.beam_search(step, BOS, EOS, 2, 3, 0.0)
    assert [ids for ids, _ in result] == [[], [3, 3]]


def test_beam_search_refuses_an_empty_beam():
    with pytest.raises(ValueError, match="beam_size is 0"):
        decoding.beam_search(markov_step(0), BOS, EOS, 0, 3, 0.0)


# Beam search with a net


def net_step(net, src, lens, i):
    def step(prefixes):
        rows = torch.full((len(prefixes),), i)
        with torch.no_grad():
            logits, _ = net(src[rows], torch.tensor(prefixes), lens[rows])
        return logits[:, -1].log_softmax(-1)

    return step


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), beam_size=st.integers(1, 4), alpha=st.sampled_from([0.0, 0.6]))
def test_batched_beams_equal_beam_search_sentence_by_sentence(seed, beam_size, alpha):
    net = random_net(seed).double()
    src, lens = sources(3, seed=seed)
    net.eval()
    expected = [
        decoding.beam_search(net_step(net, src, lens, i), BOS, EOS, beam_size, 6, alpha) for i in range(len(src))
    ]
    net.train()
    for variant in (net, without_select(net)):
        got = decoding.beam_decode(variant, src, lens, BOS, EOS, 6, beam_size, alpha)
        assert [[ids for ids, _ in beam] for beam in got] == [[ids for ids, _ in beam] for beam in expected]
        for beam, wanted in zip(got, expected):
            assert [score for _, score in beam] == pytest.approx([score for _, score in wanted], abs=1e-9)
    assert net.training


@pytest.mark.parametrize("seed", range(3))
def test_batched_beam_of_one_is_greedy(seed):
    net, (src, lens) = random_net(seed), sources(5, seed=seed)
    beams = decoding.beam_decode(net, src, lens, BOS, EOS, 8, beam_size=1, alpha=0.0)
    assert [beam[0][0] for beam in beams] == decoding.greedy_decode(net, src, lens, BOS, EOS, 8)


def test_beams_wider_than_the_vocabulary_and_sources_without_lengths():
    net, (src, _) = random_net(vocab_size=VOCAB), sources(2)
    [first, second] = decoding.beam_decode(net, src, None, BOS, EOS, 2, beam_size=20, alpha=0.0)
    assert len(first) == len(second) == 20
    everything = torch.full((2,), src.shape[1])
    again = decoding.beam_decode(net, src, everything, BOS, EOS, 2, beam_size=20, alpha=0.0)
    assert [ids for ids, _ in again[0]] == [ids for ids, _ in first]


def test_exact_match_counts_whole_sentences():
    lens = torch.tensor([3, 1, 2])
    batch = (torch.tensor([[0], [1], [0]]), torch.ones(3), torch.tensor([[5, 6, EOS], [EOS, 0, 0], [5, EOS, 0]]), lens)
    assert decoding.exact_match(ScriptedNet(SCRIPT), [batch], BOS, EOS) == pytest.approx(2 / 3)


# The book's prediction


@pytest.fixture(scope="module")
def translator():
    """A net trained to translate three sentences, with its vocabularies."""
    pairs = [("go .", "va !"), ("i lost .", "j'ai perdu ."), ("i'm home .", "je suis chez moi .")]
    reserved = ["<pad>", "<bos>", "<eos>"]
    src_lines, tgt_lines = ([pair[side].split() for pair in pairs] for side in (0, 1))
    src_vocab, tgt_vocab = (Vocab(lines, 0, reserved) for lines in (src_lines, tgt_lines))
    arrays = [*build_array_nmt(src_lines, src_vocab, 7), *build_array_nmt(tgt_lines, tgt_vocab, 7)]
    torch.manual_seed(0)
    sizes = (16, 16, 16, 16, [16], 16, 32, 4, 2, 0.1)
    net = EncoderDecoder(TransformerEncoder(len(src_vocab), *sizes), TransformerDecoder(len(tgt_vocab), *sizes))
    training.train_seq2seq(net, [arrays], 0.01, 60, tgt_vocab, "cpu")
    return net, src_vocab, tgt_vocab


def test_prediction_translates_what_it_learned_in_any_spelling(translator):
    net, src_vocab, tgt_vocab = translator
    assert net.training
    for sentence, translation in [
        ("Go.", "va !"),
        ("i lost .", "j'ai perdu ."),
        ("I'm\u202fhome.", "je suis chez moi ."),
    ]:
        assert decoding.predict_seq2seq(net, sentence, src_vocab, tgt_vocab, 7, "cpu", False) == (translation, [])
    assert net.training


def test_prediction_reads_the_sentence_as_the_training_text_was_read(translator):
    net, src_vocab, tgt_vocab = translator
    seen = []
    hook = net.encoder.register_forward_pre_hook(lambda module, args: seen.append([part.tolist() for part in args]))
    decoding.predict_seq2seq(net, "Go.", src_vocab, tgt_vocab, 5)
    decoding.predict_seq2seq(net, "go " * 40, src_vocab, tgt_vocab, 5)
    hook.remove()
    go, stop, eos, pad = src_vocab[["go", ".", "<eos>", "<pad>"]]
    assert seen == [[[[go, stop, eos, pad, pad]], [3]], [[[go] * 4 + [eos]], [5]]]


class OneBuffer(nn.Module):
    """A decoder that writes its weights into the same memory at every step."""

    def __init__(self, decoder):
        super().__init__()
        self.decoder, self.init_state, self.buffer = decoder, decoder.init_state, torch.zeros(4, 1, 7)

    def forward(self, X, state):
        return self.decoder(X, state)

    @property
    def attention_weights(self):
        self.buffer.copy_(self.decoder.attention_weights[1][0])
        return [[self.buffer], [self.buffer]]


def test_saved_weights_are_not_rewritten_by_later_steps(translator):
    net, src_vocab, tgt_vocab = translator
    _, expected = decoding.predict_seq2seq(net, "i lost .", src_vocab, tgt_vocab, 7, None, True)
    reusing = EncoderDecoder(net.encoder, OneBuffer(net.decoder))
    _, saved = decoding.predict_seq2seq(reusing, "i lost .", src_vocab, tgt_vocab, 7, None, True)
    for step, wanted in zip(saved, expected, strict=True):
        torch.testing.assert_close(step[1][0], wanted[1][0])


def test_prediction_saves_fresh_weights_for_every_step(translator):
    net, src_vocab, tgt_vocab = translator
    translation, saved = decoding.predict_seq2seq(net, "i lost .", src_vocab, tgt_vocab, 7, "cpu", True)
    assert len(saved) == len(translation.split()) + 1  # that of eos too
    for step, (self_weights, cross_weights) in enumerate(saved):
        assert [layer.shape for layer in self_weights] == [(4, 1, step + 1)] * 2
        assert [layer.shape for layer in cross_weights] == [(4, 1, 7)] * 2
        for layer in [*self_weights, *cross_weights]:
            torch.testing.assert_close(layer.sum(-1), torch.ones(4, 1))
            assert not layer.requires_grad
        assert all((layer[..., 4:] == 0).all() for layer in cross_weights)  # 3 words and eos
    encoder = torch.cat(net.encoder.attention_weights, 0).reshape(2, 4, -1, 7)
    torch.testing.assert_close(encoder.sum(-1), torch.ones(2, 4, 7))


def test_prediction_survives_long_unknown_and_empty_sentences(translator):
    net, src_vocab, tgt_vocab = translator
    for sentence in ["go " * 40, "zebras yodel", ""]:
        translation, saved = decoding.predict_seq2seq(net, sentence, src_vocab, tgt_vocab, 7)
        assert len(translation.split()) <= 7 and saved == []


# Averages


def test_average_is_element_wise_and_keeps_types():
    def state(value, count):
        return {
            "weight": torch.full((2, 2), value),
            "half": torch.full((3,), value, dtype=torch.bfloat16),
            "steps": torch.tensor(count),
            "mask": torch.tensor([count > 1]),
        }

    states = [state(1.0, 1), state(2.0, 2), state(6.0, 4)]
    averaged = decoding.average_checkpoints(states)
    assert list(averaged) == list(states[0])
    torch.testing.assert_close(averaged["weight"], torch.full((2, 2), 3.0))
    assert averaged["half"].dtype == torch.bfloat16 and averaged["half"].tolist() == [3.0] * 3
    assert averaged["steps"] == 4 and averaged["steps"].dtype == torch.int64 and averaged["mask"].item()
    averaged["steps"] += 1
    averaged["weight"] += 1
    assert states[0]["weight"][0, 0] == 1.0 and states[2]["steps"] == 4 and states[2]["weight"][0, 0] == 6.0


def test_average_of_one_and_of_half_precision_loses_nothing():
    one = {"weight": torch.randn(4)}
    assert torch.equal(decoding.average_checkpoints([one])["weight"], one["weight"])
    many = [{"weight": torch.tensor([1.0], dtype=torch.bfloat16)} for _ in range(600)]  # bfloat16 can't count to 600
    assert decoding.average_checkpoints(iter(many))["weight"].item() == 1.0


def test_average_loads_into_the_net():
    nets = [random_net(seed) for seed in range(3)]
    averaged = decoding.average_checkpoints(net.state_dict() for net in nets)
    target = random_net(9)
    target.load_state_dict(averaged)
    expected = sum(net.decoder.dense.weight.detach() for net in nets) / 3
    torch.testing.assert_close(target.decoder.dense.weight.detach(), expected)


def test_average_names_what_does_not_fit():
    with pytest.raises(ValueError, match="at least one"):
        decoding.average_checkpoints([])
    with pytest.raises(ValueError, match="state dict 2 .* b"):
        decoding.average_checkpoints([{"a": torch.zeros(1)}, {"a": torch.zeros(1), "b": torch.zeros(1)}])
    with pytest.raises(ValueError, match="state dict 3 .* a"):
        decoding.average_checkpoints([{"a": torch.zeros(2)}, {"a": torch.zeros(2)}, {"a": torch.zeros(3)}])
