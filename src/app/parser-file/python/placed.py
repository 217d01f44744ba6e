"""
Strings that know where in the reply their characters came from. What a method cannot carry is a plain string without a place;
nothing is ever searched for.
"""


class Placed(str):
    """A stretch of the reply. `start`: where its first character is, in code points."""

    __slots__ = ("start",)

    def __getitem__(self, key):
        part = str.__getitem__(self, key)
        if isinstance(key, slice):
            start, _stop, step = key.indices(len(self))
            return at(part, self.start + start) if step == 1 else part
        place = key.__index__()
        return at(part, self.start + (place if place >= 0 else place + len(self)))

    def __iter__(self):
        return map(at, str.__iter__(self), range(self.start, self.start + len(self)))

    def __add__(self, other):
        if type(other) is Placed:
            if not self or not other:
                return other or self
            if self.start + len(self) == other.start:
                return at(str.__add__(self, other), self.start)
        return str.__add__(self, other) if other else self

    def __radd__(self, other):
        # What `"" + text` and `text += piece` begin with.
        return str.__add__(other, self) if other else self

    def strip(self, *chars):
        return self.lstrip(*chars).rstrip(*chars)

    def lstrip(self, *chars):
        part = str.lstrip(self, *chars)
        return at(part, self.start + len(self) - len(part))

    def rstrip(self, *chars):
        return at(str.rstrip(self, *chars), self.start)

    def removeprefix(self, prefix):
        part = str.removeprefix(self, prefix)
        return at(part, self.start + len(self) - len(part))

    def removesuffix(self, suffix):
        return at(str.removesuffix(self, suffix), self.start)

    def replace(self, *args, **options):
        return _same(str.replace(self, *args, **options), self)

    def partition(self, separator):
        return self._parted(str.partition(self, separator))

    def rpartition(self, separator):
        return self._parted(str.rpartition(self, separator))

    def _parted(self, parts):
        """Parts that together are all of it."""
        start, placed = self.start, []
        for part in parts:
            placed.append(at(part, start))
            start += len(part)
        return tuple(placed)

    def split(self, sep=None, maxsplit=-1):
        parts = str.split(self, sep, maxsplit)
        return self._words(parts) if sep is None else self._between(parts, len(sep))

    def rsplit(self, sep=None, maxsplit=-1):
        parts = str.rsplit(self, sep, maxsplit)
        if sep is not None:
            return self._between(parts, len(sep))
        # From the end, white space at the beginning may be kept: then the words alone do not tell where they are.
        return self._words(parts) if maxsplit < 0 else parts

    def splitlines(self, keepends=False):
        lines, start = [], self.start
        for line, whole in zip(str.splitlines(self, keepends), str.splitlines(self, True)):
            lines.append(at(line, start))
            start += len(whole)
        return lines

    def _between(self, parts, gap):
        start, placed = self.start, []
        for part in parts:
            placed.append(at(part, start))
            start += len(part) + gap
        return placed

    def _words(self, parts):
        """Words with white space between them: each begins after the white space that follows the one before."""
        rest, placed = self, []
        for part in parts:
            rest = rest.lstrip()
            placed.append(at(part, rest.start))
            rest = rest[len(part) :]
        return placed

    def __copy__(self):
        return self

    def __deepcopy__(self, _seen):
        return self

    def __reduce_ex__(self, _protocol):
        return str, (str(self),)


def at(text, start):
    """A text that begins at this place of the reply."""
    one = str.__new__(Placed, text)
    one.start = start
    return one


def _same(made, text):
    """What was made of a text is that text where nothing changed, else plain."""
    return text if made == text else made


def plain(text):
    """The same string without its place."""
    return str.__str__(text) if type(text) is Placed else text
