"""Greedy decoding at base size: d2l_lite's cache, no cache, and MarianMTModel.generate of HF transformers.

    python benchmarks/decode.py

6 + 6 layers, width 512, feed-forward 2048, 8 heads, a vocabulary of 16,000, random weights, 32 source sentences of 20
to 30 tokens, 60 target tokens each: the end of a sentence is never chosen. Without a cache every step runs the decoder
over the whole prefix again, but the output layer over the last position only.
"""

import importlib.util

import torch
from harness import Candidate, Comparison, finish, measure, parse_arguments, report
from torch import Tensor

from d2l_lite import Transformer, TransformerConfig, greedy_decode

BOS, NEVER = 1, -1  # no id is -1: sentences end at max_len only


def decode_again(net: Transformer, src: Tensor, src_len: Tensor, max_len: int) -> Tensor:
    """Greedy decoding as in "The Annotated Transformer": the whole prefix at each step."""
    memory = net.encode(src, src_len)
    prefix = src.new_full((len(src), 1), BOS)
    for _ in range(max_len):
        hidden, _ = net.decoder.features(prefix, net.decoder.init_state(memory, src_len))
        best = net.decoder.dense(hidden[:, -1]).argmax(dim=-1, keepdim=True)
        prefix = torch.cat([prefix, best], dim=1)
    return prefix[:, 1:]


def marian(config: TransformerConfig, src: Tensor, src_len: Tensor, max_len: int) -> Candidate:
    from transformers import MarianConfig, MarianMTModel
    from transformers.utils import logging

    logging.set_verbosity_error()
    sizes = MarianConfig(
        vocab_size=config.tgt_vocab_size,
        d_model=config.num_hiddens,
        encoder_layers=config.num_encoder_layers,
        decoder_layers=config.num_decoder_layers,
        encoder_attention_heads=config.num_heads,
        decoder_attention_heads=config.num_heads,
        encoder_ffn_dim=config.ffn_num_hiddens,
        decoder_ffn_dim=config.ffn_num_hiddens,
        activation_function="relu",
        pad_token_id=0,
        eos_token_id=2,
        forced_eos_token_id=None,
        decoder_start_token_id=0,
    )
    net = MarianMTModel(sizes).eval()
    mask = (torch.arange(src.shape[1]) < src_len[:, None]).long()

    def work(part: int) -> float:
        with torch.inference_mode():
            out = net.generate(
                input_ids=src,
                attention_mask=mask,
                num_beams=1,
                do_sample=False,
                min_new_tokens=max_len,
                max_new_tokens=max_len,
            )
        return len(src) * _exactly(out.shape[1] - 1, max_len)

    return Candidate("MarianMTModel.generate", work)


def _exactly(found: int, wanted: int) -> int:
    if found != wanted:
        raise AssertionError(f"{found} tokens came where {wanted} were to be generated")
    return found


def main(argv: list[str] | None = None) -> None:
    options = parse_arguments(__doc__.splitlines()[0], argv)
    config, sentences, max_len = TransformerConfig(16000, 16000, share_embeddings=True, tie_output=True), 32, 60
    if options.smoke:
        config, sentences, max_len = TransformerConfig(50, 50, 16, 32, 2, 1, 1), 3, 4
    torch.manual_seed(1)
    net = Transformer(config).eval()
    src_len = torch.randint(20, 31, (sentences,))
    src = torch.randint(3, config.src_vocab_size, (sentences, int(src_len.max())))

    def cached(part: int) -> float:
        greedy_decode(net, src, src_len, BOS, NEVER, max_len)
        return sentences * max_len

    @torch.no_grad()
    def again(part: int) -> float:
        return decode_again(net, src, src_len, max_len).numel()

    candidates = [Candidate("greedy_decode", cached), Candidate("without a cache", again)]
    comparisons, notes = [Comparison("greedy_decode", "without a cache", 10)], []
    if importlib.util.find_spec("transformers"):
        import transformers

        candidates.append(marian(config, src, src_len, max_len))
        comparisons.append(Comparison("greedy_decode", "MarianMTModel.generate", 1.2))
        notes.append(f"transformers {transformers.__version__}")
    else:
        notes.append("transformers is not installed, so it is left out; `make bench` installs it")
    rates = measure(candidates, 1)
    finish(options, [report("Greedy decoding, base size, 32 x 60", "tokens/s", rates, comparisons, options, notes)])


if __name__ == "__main__":
    main()
