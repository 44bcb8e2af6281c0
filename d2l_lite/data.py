"""Chapter 08: from a text of sentence pairs to padded batches of token ids.

The functions keep the names and the results of d2l's "Machine Translation and the Dataset" chapter, except where the
original loses data: `num_examples` is exact, lines with Tatoeba's third column (the attribution) are read, an over-long
sentence keeps its `<eos>`, and a text without any pair is an error instead of an empty data set.
"""

import collections
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch.utils.data import DataLoader, TensorDataset

RESERVED_TOKENS = ("<pad>", "<bos>", "<eos>")


def preprocess_nmt(text: str) -> str:
    """Lower-case `text`, turn no-break spaces into spaces, and put a space before each of `, . ! ?`.

    A mark at the very start, or after a space, gets none. Numbers are split as well: "3.5" becomes "3 .5".

    >>> preprocess_nmt("Go! It's 3.5, isn't it ?")
    "go ! it's 3 .5 , isn't it ?"
    """
    text = text.replace("\u202f", " ").replace("\xa0", " ").lower()
    return re.sub(r"(?<=[^ ])(?=[,.!?])", " ", text)


def tokenize_nmt(text: str, num_examples: int | None = None) -> tuple[list[list[str]], list[list[str]]]:
    """Split preprocessed text, one `English TAB French` pair a line, into two lists of word lists.

    Columns after the second are ignored (Tatoeba's newer files carry an attribution there), and so are lines without a
    tab. Exactly the first `num_examples` pairs are read, or all.
    Raises ValueError when not one line holds a pair, and for `num_examples` below 1.
    """
    if num_examples is not None and num_examples < 1:
        raise ValueError(f"num_examples is {num_examples}; pass a number above 0, or None for all pairs.")
    source: list[list[str]] = []
    target: list[list[str]] = []
    for line in text.split("\n"):
        columns = line.split("\t")
        if len(columns) < 2:
            continue
        source.append([word for word in columns[0].split(" ") if word])
        target.append([word for word in columns[1].rstrip("\r").split(" ") if word])
        if len(source) == num_examples:
            break
    if not source:
        first_line = text.split("\n", 1)[0][:60]
        raise ValueError(
            "No sentence pair found: each line needs an English sentence, a tab and a French one. "
            f"The text has {len(text)} characters and begins with {first_line!r}."
        )
    return source, target


def count_corpus(tokens: Sequence) -> collections.Counter:
    """Count the tokens of a list, or of a list of lists."""
    if len(tokens) > 0 and isinstance(tokens[0], (list, tuple)):
        return collections.Counter(token for line in tokens for token in line)
    return collections.Counter(tokens)


class Vocab:
    """Numbers for words: `<unk>` is 0, then the reserved tokens, then words by falling frequency.

    Words seen fewer than `min_freq` times are left out; equally frequent ones keep the order in which they appeared.
    `tokens` is a list of tokens or a list of such lists.

    >>> vocab = Vocab([["a", "b"], ["b"]], reserved_tokens=["<pad>"])
    >>> vocab[["b", "a", "never seen"]], vocab.to_tokens([1, 2])
    ([2, 3, 0], ['<pad>', 'b'])
    """

    def __init__(
        self, tokens: Sequence | None = None, min_freq: int = 0, reserved_tokens: Sequence[str] | None = None
    ) -> None:
        counter = count_corpus(tokens if tokens is not None else [])
        self._token_freqs = sorted(counter.items(), key=lambda item: item[1], reverse=True)  # a stable sort
        frequent = (token for token, frequency in self._token_freqs if frequency >= min_freq)
        self.idx_to_token = list(dict.fromkeys(["<unk>", *(reserved_tokens or []), *frequent]))
        self.token_to_idx = {token: index for index, token in enumerate(self.idx_to_token)}

    def __len__(self) -> int:
        return len(self.idx_to_token)

    def __getitem__(self, tokens: str | Sequence) -> int | list:
        """The id of one token, or the ids of a list (of lists) of them."""
        if isinstance(tokens, (list, tuple)):
            return [self[token] for token in tokens]
        return self.token_to_idx.get(tokens, self.unk)

    def to_tokens(self, indices: int | Sequence | torch.Tensor) -> str | list:
        """The token of one id, or the tokens of a list or tensor of ids."""
        if isinstance(indices, torch.Tensor):
            indices = indices.tolist()
        if isinstance(indices, (list, tuple)):
            return [self.to_tokens(index) for index in indices]
        return self.idx_to_token[indices]

    @property
    def unk(self) -> int:
        """The id of unknown words."""
        return 0

    @property
    def token_freqs(self) -> list[tuple[str, int]]:
        """All tokens with their counts, the most frequent first; also those below `min_freq`."""
        return self._token_freqs


def truncate_pad(line: Sequence, num_steps: int, padding_token) -> list:
    """Exactly `num_steps` items: the first ones of `line`, or all of them and then padding."""
    return list(line[:num_steps]) + [padding_token] * (num_steps - len(line))


def build_array_nmt(lines: Sequence[Sequence[str]], vocab: Vocab, num_steps: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Word lists to ids (b, num_steps) and valid lengths (b,).

    Each row is the sentence, `<eos>` (counted in the length), then `<pad>`. A sentence of more than `num_steps - 1`
    words is cut so that `<eos>` is still its last id: a model trained on rows without it would never learn to stop.
    """
    if num_steps < 1:
        raise ValueError(f"num_steps is {num_steps}; a row needs at least one step, for <eos>.")
    sentences = [vocab[list(line[: num_steps - 1])] + [vocab["<eos>"]] for line in lines]
    rows = [truncate_pad(sentence, num_steps, vocab["<pad>"]) for sentence in sentences]
    array = torch.tensor(rows, dtype=torch.long).reshape(len(rows), num_steps)
    # Lengths come from the sentences, not from comparing with <pad>: the text itself may hold that word.
    valid_len = torch.tensor([len(sentence) for sentence in sentences], dtype=torch.long)
    return array, valid_len


def bucket_batches(lengths: Iterable[int], max_tokens: int, shuffle_seed: int | None) -> list[list[int]]:
    """Batches of indices whose padded size, number of sentences times the longest, is at most `max_tokens`.

    Sentences are taken in ascending order of length, so that a batch holds nearly equal ones and little padding; which
    equally long ones meet, and the order of the batches, is drawn from `shuffle_seed` (None: ascending, not shuffled).
    Every index occurs once. A sentence longer than `max_tokens` forms a batch of its own.
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens is {max_tokens}; a batch needs room for at least one token.")
    lengths = [int(length) for length in lengths]
    order = list(range(len(lengths)))
    generator = random.Random(shuffle_seed)
    if shuffle_seed is not None:
        generator.shuffle(order)
    order.sort(key=lengths.__getitem__)  # stable: equal lengths keep the shuffled order

    batches: list[list[int]] = []
    for index in order:
        # In ascending order the newest sentence is the longest of its batch.
        if batches and (len(batches[-1]) + 1) * lengths[index] <= max_tokens:
            batches[-1].append(index)
        else:
            batches.append([index])

    if shuffle_seed is not None:
        for batch in batches:
            generator.shuffle(batch)
        generator.shuffle(batches)
    return batches


def load_array(arrays: Sequence[torch.Tensor], batch_size: int, is_train: bool = True) -> DataLoader:
    """An iterator over batches of `arrays` (all of the same length), shuffled when training."""
    return DataLoader(TensorDataset(*arrays), batch_size, shuffle=is_train)


def read_data_nmt(data_dir: str | Path | None = None) -> str:
    """The text of the English–French Tatoeba file that d2l calls `fra-eng`, one pair a line.

    It is looked for, and downloaded, as `corpora.load_corpus` describes.
    """
    from d2l_lite.corpora import read_fra_eng  # a later module: needed only once real data is asked for

    return read_fra_eng(data_dir)


def load_data_nmt(batch_size: int, num_steps: int, num_examples: int | None = 600) -> tuple[DataLoader, Vocab, Vocab]:
    """The book's data: an iterator over (X, X_valid_len, Y, Y_valid_len), the English and the French vocabulary.

    X and Y are (batch_size, num_steps), the lengths (batch_size,). Words seen once are `<unk>`. `num_examples`
    takes the first pairs of the file, the shortest ones; None takes all.
    """
    source, target = tokenize_nmt(preprocess_nmt(read_data_nmt()), num_examples)
    src_vocab = Vocab(source, min_freq=2, reserved_tokens=RESERVED_TOKENS)
    tgt_vocab = Vocab(target, min_freq=2, reserved_tokens=RESERVED_TOKENS)
    arrays = (*build_array_nmt(source, src_vocab, num_steps), *build_array_nmt(target, tgt_vocab, num_steps))
    return load_array(arrays, batch_size), src_vocab, tgt_vocab
