"""Places in the reply, as the page counts them."""

from itertools import accumulate

from .placed import Placed, at


class Reply:
    """A reply whose characters know where they are. Python counts code points, the page UTF-16 units."""

    def __init__(self, text):
        self.text = at(text, 0)
        lengths = [1 + (one > "\uffff") for one in text] if text and max(text) > "\uffff" else None
        # Where each code point begins; None where both count alike.
        self._begins = None if lengths is None else [0, *accumulate(lengths)]

    def pieces(self, chunks):
        start, placed = 0, []
        for chunk in chunks:
            placed.append(at(chunk, start))
            start += len(chunk)
        return placed

    def span(self, text):
        """[from, to] of a text that came from the reply; None of any other, and of an empty one."""
        if type(text) is not Placed or not text:
            return None
        return self.units([text.start, text.start + len(text)])

    def units(self, span):
        return span if self._begins is None else [self._begins[one] for one in span]
