"""The values that change from line to line, as Python writes them."""

import inspect

from .patterns import Match, Pattern
from .placed import Placed

# Of a collection that is shown with what is in it.
MOST_ITEMS = 8

_PLAIN = (int, float, bool, type(None))
_GONE = object()


class _Known:
    """What was seen of an object: its fields by name as of values, their identities, and which hold collections."""

    __slots__ = ("owner", "seen", "fields", "collections")

    def __init__(self, owner):
        # So that no other object can get its identity.
        self.owner = owner
        self.seen = {}
        self.fields = None
        self.collections = []


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
        """What is new of all values: {name: text}, and the places of those that came from the reply: {name: [[from, to]]}."""
        return self._new([*self._values])

    def after(self, stored):
        """What is new after a line that stores these names. Any line may change what is in a collection, and what is in `self`."""
        return self._new([*self._values] if self._is_body else (*stored, *self._always))

    def _new(self, names):
        changed, places = {}, {}
        values = self._values
        if self._owner is None or "self" in names:
            self._take_owner(values.get("self"))
        if self._known is not None:
            known = self._known
            fields = self._owner.__dict__
            # Mostly none was set: then only what changes inside is looked at.
            now = [*map(id, fields.values())]
            if now != known.fields:
                known.fields = now
                names_of_owner = [*fields]
            else:
                names_of_owner = known.collections
            for name in names_of_owner:
                value = fields[name]
                if _is_new(name, value, known.seen):
                    changed["self." + name] = known.seen[name][1]
                    if spans := places_of(value):
                        places["self." + name] = spans
            if names_of_owner is not known.collections:
                known.collections = [name for name in fields if known.seen[name][2] is not None]
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
                if spans := places_of(value):
                    places[name] = spans
            if seen[name][2] is not None:
                collections[name] = None
            else:
                collections.pop(name, None)
        return changed, places

    def _take_owner(self, owner):
        self._owner = owner
        fields = getattr(owner, "__dict__", None)
        self._known = None if fields is None else self._objects.setdefault(id(owner), _Known(owner))


def _is_new(name, value, seen):
    """Whether a value differs from what was seen under its name, which it replaces: (value, its text, what is in it)."""
    before = seen.get(name)
    if before is not None and before[0] is value and before[2] is None:
        return False
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
    if kind is str or kind is Placed:
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
    return "<Pattern>" if issubclass(kind, Pattern) else f"<{kind.__name__}>"


def places_of(value, depth=0):
    """Where in the reply a value and what is shown in it came from: [[from, to]] in code points, empty where that is not known."""
    kind = type(value)
    if kind is Placed:
        return [[value.start, value.start + len(value)]] if value else []
    if kind in (list, tuple) or kind is dict:
        if depth > 1 or len(value) > MOST_ITEMS:
            return []
        inside = value if kind is not dict else [*value.keys(), *value.values()]
        return [span for one in inside for span in places_of(one, depth + 1)]
    if kind is Match:
        return places_of(value.group())
    return []
