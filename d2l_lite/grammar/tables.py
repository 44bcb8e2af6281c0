"""Reading the compact tables that the words are written in. Blanks and line ends count as one space."""


def listed(text: str) -> tuple[str, ...]:
    """Words separated by blanks."""
    return tuple(text.split())


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Read "english = french; ..." into pairs."""
    split = (entry.split("=") for entry in " ".join(text.split()).split(";") if entry.strip())
    return tuple((left.strip(), right.strip()) for left, right in split)


def sections(text: str) -> dict[str, list[str]]:
    """Read "[name] entry; entry" blocks into lists of entries."""
    found: dict[str, list[str]] = {}
    for block in text.split("[")[1:]:
        name, _, body = block.partition("]")
        found[name] = [entry.strip() for entry in " ".join(body.split()).split(";") if entry.strip()]
    return found
