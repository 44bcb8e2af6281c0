"""Training speed at width 256 on Multi30k: d2l_lite and torch.nn.Transformer; and how much of the machine a step uses.

    python benchmarks/train_m30k.py [--data DIR]

1. 3 + 3 layers, width 256, 4 heads, feed-forward 1024, a joint vocabulary of 4,000 subwords with one table for source,
   target and output, dropout 0.1 (on attention weights too), label smoothing 0.1, batches of 2,048 tokens grouped by
   length, gradients clipped at 1, fused Adam: the step of `course train` beside the same model around
   `nn.Transformer`, on the same batches; both placements of the norm. The two have equally many parameters.
2. `base` (6 + 6 layers, width 512, feed-forward 2048, 8 heads): the floating-point operations of the model in a second,
   beside those of one large float32 matrix product. Counted are 2mnk for each matrix product of the forward pass,
   attention included, padding included, times 3 for forward and backward:
       3 · [ S·L·(8w² + 4wf) + 4w·L·B·n²                       encoder: S = B·n source cells, L layers
           + T·L·(12w² + 4wf) + S·L·4w² + 4w·L·B·(m² + mn)     decoder: T = B·m target cells
           + 2wV·t ]                                           output layer: t valid target tokens
"""

import itertools

import torch
from harness import Candidate, Comparison, corpus_or_everyday, finish, measure, parse_arguments, ready_run, report
from peers import PeerSizes, TorchTrainer, grid_labels

from d2l_lite.batches import TrainingBatch, epoch_batches, make_batch
from d2l_lite.config import RunConfig, named_config
from d2l_lite.corpora import Corpus
from d2l_lite.ffn import count_parameters
from d2l_lite.tokenization import train_tokenizers
from d2l_lite.train import Run

MATRIX = 2048  # rows of the square matrices whose product gives the machine's rate


def some_batches(run: Run, count: int) -> list[TrainingBatch]:
    order = epoch_batches(run.pairs, run.config.max_tokens, 1, 0)
    return [make_batch(run.pairs, indices) for indices in order[:count]]


def our_step(name: str, run: Run, batches: list[TrainingBatch], counts: list[float], steps: int = 1) -> Candidate:
    turn = itertools.count()

    def work(part: int) -> float:
        done = 0.0
        for _ in range(steps):
            number = next(turn) % len(batches)
            run._step([batches[number]])
            done += counts[number]
        return done

    return Candidate(name, work)


def torch_step(name: str, run: Run, batches: list[TrainingBatch], steps: int) -> Candidate:
    config, net = run.config, run.net.config
    sizes = PeerSizes(
        net.src_vocab_size,
        net.tgt_vocab_size,
        config.num_hiddens,
        config.ffn_num_hiddens,
        config.num_heads,
        config.num_encoder_layers,
        config.dropout,
        config.norm,
        config.share_embeddings,
    )
    trainer = TorchTrainer(sizes, True, config.smoothing, lr=1e-4, betas=(0.9, config.beta2), eps=1e-9)
    if (theirs := count_parameters(trainer.net)) != (ours := count_parameters(run.net)):
        raise AssertionError(f"the models differ: {ours} parameters and {theirs}")
    labels, turn = [grid_labels(batch) for batch in batches], itertools.count()

    def work(part: int) -> float:
        tokens = 0
        for _ in range(steps):
            number = next(turn) % len(batches)
            batch = batches[number]
            trainer.step(batch.src, batch.src_len, batch.dec_in, labels[number])
            tokens += batch.num_tokens
        return tokens

    return Candidate(name, work)


def step_flops(batch: TrainingBatch, config: RunConfig, classes: int) -> float:
    """The formula at the head of this file."""
    (B, n), m = batch.src.shape, batch.dec_in.shape[1]
    w, f, S, T = config.num_hiddens, config.ffn_num_hiddens, B * n, B * m
    encoder = S * (8 * w * w + 4 * w * f) + 4 * w * B * n * n
    decoder = T * (12 * w * w + 4 * w * f) + S * 4 * w * w + 4 * w * B * (m * m + m * n)
    layers = encoder * config.num_encoder_layers + decoder * config.num_decoder_layers
    return 3.0 * (layers + 2 * w * classes * batch.num_tokens)


def matrix_product(rows: int) -> Candidate:
    A, B, C = torch.randn(rows, rows), torch.randn(rows, rows), torch.empty(rows, rows)

    def work(part: int) -> float:
        torch.mm(A, B, out=C)
        return 2.0 * rows**3

    return Candidate("matrix product", work)


def compare_training(options, corpus: Corpus, note: str) -> dict:
    width, ffn, vocab, max_tokens, steps, slices = 256, 1024, 4000, 2048, 1, 3
    if options.smoke:
        width, ffn, vocab, max_tokens, steps, slices = 32, 64, 300, 256, 1, 1
    shape = {
        "num_hiddens": width,
        "ffn_num_hiddens": ffn,
        "vocab_size": vocab,
        "max_tokens": max_tokens,
        "use_bias": True,
        "dropout": 0.1,
        "device": "cpu",
    }
    tokenizers, candidates, comparisons = None, [], []
    for norm in ("pre", "post"):
        config = named_config("small", norm=norm, **shape)
        tokenizers = tokenizers or train_tokenizers("subwords", corpus.train, vocab, config.min_freq, True)
        run = ready_run(corpus, config, tokenizers)
        batches = some_batches(run, 15)
        names = f"d2l_lite, {norm}-norm", f"torch.nn.Transformer, {norm}-norm"
        candidates += [
            our_step(names[0], run, batches, [batch.num_tokens for batch in batches], steps),
            torch_step(names[1], run, batches, steps),
        ]
        comparisons.append(Comparison(*names, 1.1))
    notes = [note, f"parameters: {count_parameters(run.net):,}"]
    rates = measure(candidates, slices)
    return report("Training, width 256, 3 + 3 layers", "tokens/s", rates, comparisons, options, notes)


def use_of_the_machine(options, corpus: Corpus, note: str) -> dict:
    changes = {"max_tokens": 2048, "device": "cpu"}
    if options.smoke:
        changes = {
            "max_tokens": 128,
            "num_hiddens": 32,
            "ffn_num_hiddens": 64,
            "num_encoder_layers": 1,
            "num_decoder_layers": 1,
            "vocab_size": 300,
            "device": "cpu",
        }
    config = named_config("base", **changes)
    tokenizers = train_tokenizers("subwords", corpus.train, config.vocab_size, config.min_freq, True)
    run = ready_run(corpus, config, tokenizers)
    batches = some_batches(run, 6)
    flops = [step_flops(batch, config, len(run.target)) for batch in batches]
    candidates = [our_step("step at base", run, batches, flops), matrix_product(128 if options.smoke else MATRIX)]
    valid = sum(batch.num_tokens + int(batch.src_len.sum()) for batch in batches)
    notes = [
        note,
        f"vocabulary: {len(run.target):,}, batches of {config.max_tokens} tokens, "
        f"{valid / sum(batch.src.numel() + batch.dec_in.numel() for batch in batches):.0%} of the cells hold a token",
    ]
    rates = measure(candidates, 1)
    comparisons = [Comparison("step at base", "matrix product", 0.6)]
    return report("Share of the float32 matrix rate, base", "GFLOP/s", rates, comparisons, options, notes, 1e9)


def main(argv: list[str] | None = None) -> None:
    options = parse_arguments(__doc__.splitlines()[0], argv)
    corpus, note = corpus_or_everyday("multi30k", options.data, options.smoke)
    sections = [compare_training(options, corpus, note), use_of_the_machine(options, corpus, note)]
    finish(options, sections)


if __name__ == "__main__":
    main()
