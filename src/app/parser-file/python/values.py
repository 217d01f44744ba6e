"""The values that change from line to line, as Python writes them."""

import inspect

# Of a collection that is shown with what is in it.
MOST_ITEMS = 8

_PLAIN = (int, float, bool, type(None))
_GONE = object()


class Values:
    """
    What was seen of the values of one function that runs. Those of `self` count as values, and are known from one call to the
    next: `objects` keeps them by the identity of their owner.
    """

    __slots__ = ("_values", "_seen", "_collections", "_objects", "_owner", "_known", "_is_body", "_always")

    def __init__(self, frame, objects):
        code = frame.f_code
        # A live view of what the function holds.
        self._values = frame.f_locals
        # By name: (value, its text, what is in it).
        self._seen = {}
        # Names of what may change without a new value: an ordered set.
        self._collections = {}
        self._objects = objects
        self._owner = None
        self._known = None
        # The body of a class or a module names its values as it likes.
        self._is_body = not code.co_flags & inspect.CO_OPTIMIZED
        # What functions inside it may set.
        self._always = code.co_cellvars + code.co_freevars

    def all(self):
        """What is new of all values."""
        return self._new([*self._values])

    def after(self, stored):
        """What is new after a line that stores these names. Any line may change what is in a collection, and what is in `self`."""
        return self._new([*self._values] if self._is_body else (*stored, *self._always))

    def _new(self, names):
        changed = {}
        values = self._values
        if self._owner is None or "self" in names:
            self._take_owner(values.get("self"))
        if self._known is not None:
            known = self._known
            for name, value in self._owner.__dict__.items():
                before = known.get(name)
                if before is not None and before[0] is value and before[2] is None:
                    continue
                if _is_new(name, value, known):
                    changed["self." + name] = known[name][1]
        seen, collections = self._seen, self._collections
        for name in (*names, *collections) if collections else names:
            if name == "self" or name in changed:
                continue
            value = values.get(name, _GONE)
            before = seen.get(name)
            if value is _GONE or (before is not None and before[0] is value and before[2] is None):
                continue
            if _is_new(name, value, seen):
                changed[name] = seen[name][1]
            if seen[name][2] is not None:
                collections[name] = None
            else:
                collections.pop(name, None)
        return changed

    def _take_owner(self, owner):
        self._owner = owner
        fields = getattr(owner, "__dict__", None)
        # It is kept with its values, so that no other object can get its identity.
        self._known = None if fields is None else self._objects.setdefault(id(owner), (owner, {}))[1]


def _is_new(name, value, seen):
    """Whether a value differs from what was seen under its name, which it replaces: (value, its text, what is in it)."""
    before = seen.get(name)
    inside = _inside(value)
    # What is in a list of lists may change unseen; its own items may not.
    if before is not None and before[0] is value and before[2] == inside:
        return False
    text = shown(value)
    seen[name] = (value, text, inside)
    return before is None or before[1] != text


def _inside(value):
    """What tells whether a value changed that is the same object: of a large one, only its size is shown."""
    kind = type(value)
    if kind is list:
        return [*map(id, value)] if len(value) <= MOST_ITEMS else len(value)
    if kind is dict:
        return [*map(id, value), *map(id, value.values())] if len(value) <= MOST_ITEMS else len(value)
    return len(value) if kind is set else None


def shown(value, depth=0):
    """A value in at most about a hundred characters."""
    kind = type(value)
    if kind is str:
        return repr(value) if len(value) <= 100 else f"{value[:80]!r}… ({len(value)} characters)"
    if kind in _PLAIN:
        text = repr(value)
        return text if len(text) <= 60 else text[:60] + "…"
    if kind in (list, tuple, set):
        if depth > 1 or len(value) > MOST_ITEMS:
            return f"{kind.__name__} of {len(value)}"
        return f"{'[' if kind is list else '('}{', '.join(shown(one, depth + 1) for one in value)}{']' if kind is list else ')'}"
    if isinstance(value, dict):
        if depth > 1 or len(value) > MOST_ITEMS:
            return f"dict of {len(value)}"
        return "{" + ", ".join(f"{shown(key, 2)}: {shown(one, depth + 1)}" for key, one in value.items()) + "}"
    if kind.__name__ == "Match":
        return f"match {value.span()} {value.group()[:60]!r}"
    return f"<{kind.__name__}>"
