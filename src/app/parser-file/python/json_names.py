"""`json` for the dropped files: as Python's own, and strings that are read from the reply have their place."""

import json
import types

from . import partial_json
from .placed import Placed


def _with_places(value, text):
    """The same value with places, where the text is from the reply and one reading more gives the same."""
    if type(text) is not Placed:
        return value
    try:
        placed = partial_json.loads(text, 0)
    except (ValueError, RecursionError):
        return value
    return placed if placed == value else value


def loads(text, *args, **options):
    value = json.loads(text, *args, **options)
    # Whoever makes values of his own gets them.
    return value if args or options else _with_places(value, text)


class JSONDecoder(json.JSONDecoder):
    def __init__(self, **options):
        super().__init__(**options)
        self._is_plain = not options

    def decode(self, text, *args):
        value = super().decode(text, *args)
        return _with_places(value, text) if self._is_plain and not args else value

    def raw_decode(self, text, idx=0):
        value, end = super().raw_decode(text, idx)
        return (_with_places(value, text[idx:end]) if self._is_plain else value), end


module = types.ModuleType("json")
module.__dict__.update({key: value for key, value in json.__dict__.items() if key == "__all__" or not key.startswith("__")})
module.loads, module.JSONDecoder = loads, JSONDecoder
