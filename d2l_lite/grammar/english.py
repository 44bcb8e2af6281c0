"""English forms (British spelling): plurals, articles, verb forms."""

import re

from .tables import listed

IRREGULAR_VERBS = {
    line.split()[0]: (line.split()[1], line.split()[-1])
    for line in """
be was been
become became become
begin began begun
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came come
cost cost
cut cut
do did done
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feel felt
feed fed
find found
forget forgot forgotten
get got
give gave given
go went gone
grow grew grown
have had
hear heard
hide hid hidden
hurt hurt
keep kept
know knew known
learn learnt
leave left
lend lent
let let
lose lost
make made
meet met
pay paid
put put
read read
ride rode ridden
ring rang rung
run ran run
say said
see saw seen
sell sold
set set
sweep swept
send sent
show showed shown
sing sang sung
sit sat
sleep slept
speak spoke spoken
spend spent
steal stole stolen
swim swam swum
take took taken
teach taught
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won
write wrote written
""".strip().splitlines()
}
DOUBLED = listed(
    """set nod stop shop plan run swim sit get put cut begin forget win let hug chat travel cancel jog prefer"""
)


_COMPLEMENT = re.compile(r" (of|for|to)\b")


def _head(verb: str) -> tuple[str, str]:
    """Split "get up" into the part that changes and the rest."""
    first, _, rest = verb.partition(" ")
    return first, (" " + rest if rest else "")


def third(verb: str) -> str:
    """The third person singular: goes, watches, tries, gets up."""
    first, rest = _head(verb)
    special = {"be": "is", "have": "has"}
    if first in special:
        return special[first] + rest
    if first.endswith(("s", "x", "ch", "sh", "o", "z")):
        return first + "es" + rest
    if first.endswith("y") and first[-2] not in "aeiou":
        return first[:-1] + "ies" + rest
    return first + "s" + rest


def ing(verb: str) -> str:
    """The form in -ing: making, running, lying, getting up."""
    first, rest = _head(verb)
    if first in DOUBLED:
        return first + first[-1] + "ing" + rest
    if first.endswith("ie"):
        return first[:-2] + "ying" + rest
    if first.endswith("e") and not first.endswith("ee") and first != "be":
        return first[:-1] + "ing" + rest
    return first + "ing" + rest


def _regular_past(verb: str) -> str:
    if verb in DOUBLED:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + "ed"


def past(verb: str) -> str:
    """The simple past (third person for be: was)."""
    first, rest = _head(verb)
    return (IRREGULAR_VERBS[first][0] if first in IRREGULAR_VERBS else _regular_past(first)) + rest


def past_participle(verb: str) -> str:
    """The past participle."""
    first, rest = _head(verb)
    return (IRREGULAR_VERBS[first][1] if first in IRREGULAR_VERBS else _regular_past(first)) + rest


def plural(noun: str) -> str:
    """The regular plural of a noun; of a compound the head changes (bottles of water)."""
    if match := _COMPLEMENT.search(noun):
        return plural(noun[: match.start()]) + noun[match.start() :]
    if noun.endswith("'s"):
        return noun
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def article(following: str) -> str:
    """a or an, by the sound that follows."""
    silent_h = following.startswith(("hour", "honest"))
    consonant = following.startswith(("uni", "use", "Europ", "one", "eu"))
    return "an" if silent_h or (following[0].lower() in "aeiou" and not consonant) else "a"


BE_PRESENT = ("am", "are", "is", "are", "are", "are")
BE_PAST = ("was", "were", "was", "were", "were", "were")
