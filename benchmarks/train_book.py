"""Training speed in the book's configuration: d2l_lite, d2l 0.17.6 and torch.nn.Transformer, in target tokens a second.

    python benchmarks/train_book.py [--data DIR]

2 layers, width 32, 4 heads, feed-forward 64, words, 10 steps, batches of 64, the first 600 pairs of fra-eng, dropout
0.1, Adam, gradients clipped at 1. The candidates:

- "d2l_lite, book API": `TransformerEncoder`, `TransformerDecoder` and `train_seq2seq` on the book's batches;
- "d2l_lite, Run": the step of `course train --config book`, on its batches of 640 tokens, grouped by length;
- "d2l 0.17.6": its encoder and `train_seq2seq`, with a decoder of the book's shape (the package has none), no plot;
- "torch.nn.Transformer": on the book's batches and on Run's. "plain" is Adam as it comes, "fused" the one of d2l_lite.
"""

import contextlib
import importlib.util
import io
import itertools
import math
import sys

import torch
from harness import ROOT, Candidate, Comparison, corpus_or_everyday, finish, measure, parse_arguments, ready_run, report
from peers import PAD as TORCH_PAD
from peers import PeerSizes, TorchTrainer, grid_labels

import d2l_lite
from d2l_lite.batches import epoch_batches, make_batch
from d2l_lite.config import named_config
from d2l_lite.corpora import read_fra_eng
from d2l_lite.data import RESERVED_TOKENS, Vocab, build_array_nmt, load_array, preprocess_nmt, tokenize_nmt
from d2l_lite.tokenization import train_tokenizers

WIDTH, FFN, HEADS, LAYERS, STEPS, BATCH, DROPOUT, RATE = 32, 64, 4, 2, 10, 64, 0.1, 0.005
SIZES = (WIDTH, WIDTH, WIDTH, WIDTH, [WIDTH], WIDTH, FFN, HEADS, LAYERS, DROPOUT)


class BookData:
    """The first pairs of the corpus as the book prepares them."""

    def __init__(self, text: str, num_examples: int) -> None:
        source, target = tokenize_nmt(preprocess_nmt(text), num_examples)
        self.src_vocab = Vocab(source, min_freq=2, reserved_tokens=RESERVED_TOKENS)
        self.tgt_vocab = Vocab(target, min_freq=2, reserved_tokens=RESERVED_TOKENS)
        self.arrays = (
            *build_array_nmt(source, self.src_vocab, STEPS),
            *build_array_nmt(target, self.tgt_vocab, STEPS),
        )
        self.tokens = int(self.arrays[3].sum())

    def loader(self):
        return load_array(self.arrays, BATCH)


def ours_by_the_book(data: BookData, epochs: int) -> Candidate:
    encoder = d2l_lite.TransformerEncoder(len(data.src_vocab), *SIZES)
    decoder = d2l_lite.TransformerDecoder(len(data.tgt_vocab), *SIZES)
    net, loader = d2l_lite.EncoderDecoder(encoder, decoder), data.loader()

    def work(part: int) -> float:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            d2l_lite.train_seq2seq(net, loader, RATE, epochs, data.tgt_vocab, "cpu")
        return epochs * data.tokens

    return Candidate("d2l_lite, book API", work)


def theirs_by_the_book(data: BookData, epochs: int) -> Candidate:
    sys.path.insert(0, str(ROOT / "tests"))
    from oracles import book_decoder, load_d2l

    d2l = load_d2l()

    class Decoder(book_decoder(d2l)[1]):
        def forward(self, X, state):
            hidden = self.pos_encoding(self.embedding(X) * math.sqrt(self.width))
            for block in self.blks:
                hidden, state = block(hidden, state)
            return self.dense(hidden), state

    class NoPlot:
        def __init__(self, **kwargs) -> None: ...

        def add(self, x, y) -> None: ...

    d2l.Animator = NoPlot
    net = d2l.EncoderDecoder(d2l.TransformerEncoder(len(data.src_vocab), *SIZES), Decoder(len(data.tgt_vocab), *SIZES))
    loader = d2l.load_array(data.arrays, BATCH)

    def work(part: int) -> float:
        with contextlib.redirect_stdout(io.StringIO()):
            d2l.train_seq2seq(net, loader, RATE, epochs, data.tgt_vocab, torch.device("cpu"))
        return epochs * data.tokens

    return Candidate("d2l 0.17.6", work)


def torch_by_the_book(data: BookData, epochs: int, fused: bool) -> Candidate:
    sizes = PeerSizes(len(data.src_vocab), len(data.tgt_vocab), WIDTH, FFN, HEADS, LAYERS, DROPOUT)
    trainer = TorchTrainer(sizes, fused, lr=RATE)
    loader, bos, pad = data.loader(), data.tgt_vocab["<bos>"], data.tgt_vocab["<pad>"]

    def work(part: int) -> float:
        total = 0.0
        for _ in range(epochs):
            for src, src_len, tgt, _tgt_len in loader:
                dec_in = torch.cat([tgt.new_full((len(tgt), 1), bos), tgt[:, :-1]], dim=1)
                labels = tgt.where(tgt != pad, TORCH_PAD)  # <unk> is d2l's id 0: it is left out of this loss
                total += trainer.step(src, src_len, dec_in, labels)
        return epochs * data.tokens

    return Candidate(f"torch.nn.Transformer, {'fused' if fused else 'plain'}", work)


def run_candidates(corpus, num_examples: int, epochs: int) -> list[Candidate]:
    config = named_config("book", device="cpu", num_examples=num_examples)
    pairs = corpus.train[:num_examples]
    run = ready_run(corpus, config, train_tokenizers(config.tokenizer, pairs, None, config.min_freq, config.joint))
    sizes = PeerSizes(len(run.source), len(run.target), WIDTH, FFN, HEADS, LAYERS, DROPOUT)
    trainer = TorchTrainer(sizes, True, lr=RATE)
    counters = itertools.count(), itertools.count()

    def batches(counter):
        for _ in range(epochs):
            for indices in epoch_batches(run.pairs, run.config.max_tokens, 1, next(counter)):
                yield make_batch(run.pairs, indices)

    def ours(part: int) -> float:
        return sum(run._step([batch])[2] for batch in batches(counters[0]))

    def theirs(part: int) -> float:
        tokens, total = 0, 0.0
        for batch in batches(counters[1]):
            total += trainer.step(batch.src, batch.src_len, batch.dec_in, grid_labels(batch))
            tokens += batch.num_tokens
        return tokens

    return [Candidate("d2l_lite, Run", ours), Candidate("torch.nn.Transformer, fused, Run's batches", theirs)]


def main(argv: list[str] | None = None) -> None:
    options = parse_arguments(__doc__.splitlines()[0], argv)
    num_examples, epochs, slices = (64, 1, 1) if options.smoke else (600, 2, 4)
    corpus, note = corpus_or_everyday("fra-eng", options.data, options.smoke)
    if corpus.name == "fra-eng":
        text = read_fra_eng(options.data)
    else:
        text = "\n".join("\t".join(pair) for pair in corpus.train[:num_examples])
    data = BookData(text, num_examples)
    candidates = [
        ours_by_the_book(data, epochs),
        *run_candidates(corpus, num_examples, epochs),
        torch_by_the_book(data, epochs, fused=True),
        torch_by_the_book(data, epochs, fused=False),
    ]
    notes = [note, f"pairs: {num_examples}, target tokens: {data.tokens}"]
    comparisons = [
        Comparison("d2l_lite, book API", "torch.nn.Transformer, fused", 1.2),
        Comparison("d2l_lite, book API", "torch.nn.Transformer, plain"),
        Comparison("d2l_lite, Run", "torch.nn.Transformer, fused, Run's batches", 1.2),
    ]
    if importlib.util.find_spec("d2l"):
        candidates.append(theirs_by_the_book(data, epochs))
        comparisons = [
            Comparison("d2l_lite, book API", "d2l 0.17.6", 1.5),
            Comparison("d2l_lite, Run", "d2l 0.17.6", 1.5),
            *comparisons,
        ]
    else:
        notes.append("d2l is not installed, so it is left out; `make bench` and `make parity` install it")
    rates = measure(candidates, slices)
    finish(options, [report("Training, book configuration", "tokens/s", rates, comparisons, options, notes)])


if __name__ == "__main__":
    main()
