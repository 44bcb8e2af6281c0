"""Decoding (chapter 10): from a trained net to sentences, greedily or with a beam."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from d2l_lite.data import Vocab, build_array_nmt, preprocess_nmt
from d2l_lite.training import Batch
from d2l_lite.utils import evaluating

Scored = tuple[list[int], float]  # ids without bos and eos, score


def _strip(ids: Iterable[int], bos: int, eos: int) -> list[int]:
    """The ids up to the first eos, without bos."""
    kept = []
    for i in ids:
        if i == eos:
            break
        if i != bos:
            kept.append(i)
    return kept


def greedy_decode(
    net: nn.Module, src: Tensor, src_valid_len: Tensor | None, bos: int, eos: int, max_len: int
) -> list[list[int]]:
    """The likeliest next id, again and again, for each sentence until its eos or max_len ids.

    net: `EncoderDecoder` in any mode, which it keeps; src (b, n), src_valid_len (b,) or None. Returns b lists
    of ids without bos and eos. Sentences that have ended leave the batch if the decoder has `select_state`.
    """
    with evaluating(net):
        state = net.decoder.init_state(net.encoder(src, src_valid_len), src_valid_len)
        select = getattr(net.decoder, "select_state", None)
        generated = torch.full((src.shape[0], max_len), eos, device=src.device)  # unfilled: eos
        rows = torch.arange(src.shape[0], device=src.device)  # the sentences in the batch that is decoded
        X = src.new_full((src.shape[0], 1), bos)
        ended = torch.zeros_like(rows, dtype=torch.bool)
        for step in range(max_len if len(rows) else 0):
            logits, state = net.decoder(X, state)
            X = logits[:, -1:].argmax(dim=-1)  # (rows, 1)
            generated[rows, step] = X[:, 0]  # also what comes after an eos: it is cut off at the end
            ended = ended | (X[:, 0] == eos)
            going_on = (~ended).nonzero()[:, 0]  # the one time a step waits for the device
            if len(going_on) == 0:
                break
            if select is not None and len(going_on) < len(rows):
                state, X, rows, ended = select(state, going_on), X[going_on], rows[going_on], ended[going_on]
    return [_strip(ids, bos, eos) for ids in generated.tolist()]


class _Hypothesis(NamedTuple):
    ids: list[int]  # from bos on
    log_prob: float
    row: int  # its row in the batch that the last step scored

    def score(self, alpha: float) -> float:
        """Wu et al. 2016, equation 14, without the coverage penalty."""
        return self.log_prob / ((5 + len(self.ids) - 1) / 6) ** alpha


class _Beam:
    """The search for one sentence: hypotheses that live, and those that have ended."""

    def __init__(self, bos: int, eos: int, beam_size: int, row: int = 0) -> None:
        if beam_size < 1:
            raise ValueError(f"beam_size is {beam_size}, but at least one hypothesis is needed")
        self.bos, self.eos, self.beam_size = bos, eos, beam_size
        self.live = [_Hypothesis([bos], 0.0, row)]
        self.finished: list[_Hypothesis] = []

    def advance(self, log_probs: Sequence[Sequence[float]], ids: Sequence[Sequence[int]]) -> None:
        """Keep the best continuations. Row r of both belongs to hypothesis `row` r: candidates, the best first."""
        candidates = [
            (old.log_prob + log_prob, old, i)
            for old in self.live
            for log_prob, i in zip(log_probs[old.row], ids[old.row], strict=True)
            if log_prob > float("-inf")
        ]
        # A finished hypothesis holds its place in the beam, so the search ends when all places are taken.
        candidates.sort(key=lambda candidate: -candidate[0])
        best = candidates[: self.beam_size - len(self.finished)]
        self.live = []
        for log_prob, old, i in best:
            kept = self.finished if i == self.eos else self.live
            kept.append(_Hypothesis([*old.ids, i], log_prob, old.row))

    def result(self, alpha: float) -> list[Scored]:
        ranked = sorted(self.finished + self.live, key=lambda hypothesis: -hypothesis.score(alpha))
        return [(_strip(each.ids, self.bos, self.eos), each.score(alpha)) for each in ranked]


def _best_continuations(log_probs: Tensor, beam_size: int) -> tuple[list[list[float]], list[list[int]]]:
    """Of each row (rows, V) the beam_size best: values and ids. No beam can use more of one hypothesis."""
    best = log_probs.detach().cpu().double().sort(dim=-1, descending=True, stable=True)
    return best.values[:, :beam_size].tolist(), best.indices[:, :beam_size].tolist()


def beam_search(
    step: Callable[[list[list[int]]], Tensor], bos: int, eos: int, beam_size: int, max_len: int, alpha: float
) -> list[Scored]:
    """Beam search over any scorer; returns at most beam_size pairs (ids without bos and eos, score), best first.

    step: takes a list of equally long id lists, each from bos on, and gives (len(prefixes), V) log-probabilities of
    the next id. Each step keeps the best beam_size - (number finished) continuations by total log-probability; one that
    ends in eos is finished; after max_len steps all are. score = total log-probability / ((5 + len) / 6)^alpha, where
    len counts the generated ids with eos (Wu et al. 2016, equation 14). Beam 1 with alpha 0 is greedy decoding.
    """
    beam = _Beam(bos, eos, beam_size)
    for _ in range(max_len):
        if not beam.live:
            break
        beam.live = [hypothesis._replace(row=row) for row, hypothesis in enumerate(beam.live)]
        beam.advance(*_best_continuations(torch.as_tensor(step([list(each.ids) for each in beam.live])), beam_size))
    return beam.result(alpha)


def beam_decode(
    net: nn.Module,
    src: Tensor,
    src_valid_len: Tensor | None,
    bos: int,
    eos: int,
    max_len: int,
    beam_size: int = 4,
    alpha: float = 0.6,
) -> list[list[Scored]]:
    """`beam_search` with a net, all sentences of a batch at once; for each, the pairs (ids, score), best first.

    Arguments as in `greedy_decode` and `beam_search`. The batch of each step holds the live hypotheses of all
    sentences; a decoder with `select_state` goes on from its cache, any other gets the whole prefixes again.
    """
    with evaluating(net):
        enc_outputs = net.encoder(src, src_valid_len)
        beams = [_Beam(bos, eos, beam_size, row) for row in range(src.shape[0])]
        scorer = _NetScorer(net.decoder, enc_outputs, src_valid_len)
        for _ in range(max_len):
            live = [hypothesis for beam in beams for hypothesis in beam.live]
            if not live:
                break
            log_probs = scorer(live)
            best = log_probs.topk(min(beam_size, log_probs.shape[-1]), dim=-1)
            # Ids as float64 are exact, and one transfer to the host serves both.
            values, ids = torch.stack([best.values.double(), best.indices.double()]).tolist()
            ids = [[int(i) for i in row] for row in ids]
            row = 0
            for beam in beams:
                beam.live = [each._replace(row=row + k) for k, each in enumerate(beam.live)]
                row += len(beam.live)
                beam.advance(values, ids)
    return [beam.result(alpha) for beam in beams]


class _NetScorer:
    """Log-probabilities of the next id after each hypothesis, from a decoder with or without `select_state`."""

    def __init__(self, decoder: nn.Module, enc_outputs: Tensor, valid_lens: Tensor | None) -> None:
        self.decoder, self.enc_outputs, self.valid_lens = decoder, enc_outputs, valid_lens
        self.sources = torch.arange(enc_outputs.shape[0], device=enc_outputs.device)  # the sentence of each row
        self.state = decoder.init_state(enc_outputs, valid_lens)

    def __call__(self, hypotheses: list[_Hypothesis]) -> Tensor:
        rows = [hypothesis.row for hypothesis in hypotheses]
        moved = rows != list(range(self.sources.shape[0]))
        chosen = torch.tensor(rows, device=self.sources.device)
        if hasattr(self.decoder, "select_state"):
            if moved:
                self.sources, self.state = self.sources[chosen], self.decoder.select_state(self.state, chosen)
            prefixes = [hypothesis.ids[-1:] for hypothesis in hypotheses]
        else:
            self.sources = self.sources[chosen]
            lens = None if self.valid_lens is None else self.valid_lens[self.sources]
            self.state = self.decoder.init_state(self.enc_outputs[self.sources], lens)
            prefixes = [hypothesis.ids for hypothesis in hypotheses]
        logits, self.state = self.decoder(torch.tensor(prefixes, device=self.sources.device), self.state)
        logits = logits[:, -1]
        return (logits if logits.dtype == torch.float64 else logits.float()).log_softmax(dim=-1)  # (rows, V)


def exact_match(net: nn.Module, batches: Iterable[Batch], bos: int, eos: int) -> float:
    """Share of the sentences that greedy decoding gets right to the last id. Batches as for `train_step`."""
    right = total = 0
    for src, src_len, tgt, tgt_len in batches:
        outputs = greedy_decode(net, src, src_len, bos, eos, max_len=tgt.shape[1])
        wanted = [_strip(ids[:length], bos, eos) for ids, length in zip(tgt.tolist(), tgt_len.tolist(), strict=True)]
        right += sum(output == target for output, target in zip(outputs, wanted, strict=True))
        total += len(wanted)
    return right / max(total, 1)


def predict_seq2seq(
    net: nn.Module,
    sentence: str,
    src_vocab: Vocab,
    tgt_vocab: Vocab,
    num_steps: int,
    device: torch.device | str | None = None,
    save_attention_weights: bool = False,
) -> tuple[str, list]:
    """The book's: translate one sentence, greedily, in at most num_steps words; returns (translation, saved weights).

    The sentence is preprocessed as the training text was. Saved are, for each decoding step (that of eos too), [self,
    cross], each a list with one (heads, 1, keys) tensor a layer; an empty list without `save_attention_weights`.
    """
    device = next(net.parameters()).device if device is None else device
    src, src_len = build_array_nmt([preprocess_nmt(sentence).split()], src_vocab, num_steps)
    src, src_len = src.to(device), src_len.to(device)
    eos, ids, saved = tgt_vocab["<eos>"], [], []
    with evaluating(net):
        state = net.decoder.init_state(net.encoder(src, src_len), src_len)
        X = torch.tensor([[tgt_vocab["<bos>"]]], device=device)
        for _ in range(num_steps):
            logits, state = net.decoder(X, state)
            X = logits.argmax(dim=-1)
            if save_attention_weights:
                # Copies: a cache that grows in place must not rewrite what was saved.
                saved.append([[layer.detach().clone() for layer in kind] for kind in net.decoder.attention_weights])
            if (i := int(X)) == eos:
                break
            ids.append(i)
    return " ".join(tgt_vocab.to_tokens(ids)), saved


def average_checkpoints(state_dicts: Iterable[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Element-wise mean of the floating-point entries, each in its own dtype; other entries come from the last.

    For the last checkpoints of one run (Vaswani et al. 2017, section 6.1).
    Raises ValueError when there is nothing to average, or when the names or shapes differ.
    """
    state_dicts = list(state_dicts)
    if not state_dicts:
        raise ValueError("there is no state dict to average; give at least one")
    first, last = state_dicts[0], state_dicts[-1]
    for number, other in enumerate(state_dicts[1:], start=2):
        odd = sorted(first.keys() ^ other.keys()) or [key for key in first if first[key].shape != other[key].shape]
        if odd:
            raise ValueError(f"state dict {number} doesn't fit the first at {', '.join(odd)}; average one model's only")
    averaged = {}
    for key, value in last.items():
        if not value.is_floating_point():
            averaged[key] = value.clone()
            continue
        # Half precision would lose digits in the sum; MPS has no float64.
        wide = torch.float32 if value.device.type == "mps" else torch.float64
        total = sum(state_dict[key].to(value.device, wide) for state_dict in state_dicts)
        averaged[key] = (total / len(state_dicts)).to(value.dtype)
    return averaged
