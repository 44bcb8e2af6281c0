"""A grammar of everyday English and French: `draw_pairs` draws sentence pairs from a seed.

What the pairs keep to, here and in the hand-written part of the corpus:

- English "you" is *tu*, unless the English marks respect or several people: "sir" or "madam", a request with "could
  you" or "would you", or children called together ("Children, …"). Then it is *vous*.
- "Please" follows: *s'il vous plaît* there and in an order that says no "you" ("A coffee, please."), else
  *s'il te plaît*.
- "I", "you" and "we" are masculine where French must choose; "they" is *ils*.
- "-ing" and the simple present are the French present; the simple past and the perfect are the passé composé; states
  in the past ("was", "used to") are the imparfait; "going to" is the futur proche, "will" the futur simple.
- French typography: a plain space before ! and ?, a plain apostrophe, accents and œ; British spelling in English.
"""

from .draw import draw_pairs

__all__ = ["draw_pairs"]
