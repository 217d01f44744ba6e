"""JSON that may stop anywhere: the calls of the package partial_json_parser that parsers make."""

import json
import math
import re
import sys
from json.decoder import scanstring

from .placed import Placed, plain


class MalformedJSON(ValueError):
    pass


class PartialJSON(MalformedJSON):
    pass


class Allow(int):
    """A set of the kinds of values that may be incomplete, as bits."""

    STR: "Allow"
    ALL: "Allow"

    def __or__(self, other):
        return Allow(int(self) | int(other))

    def __and__(self, other):
        return Allow(int(self) & int(other))

    def __invert__(self):
        return Allow(int(Allow.ALL) & ~int(self))


_kinds = ["STR", "NUM", "ARR", "OBJ", "NULL", "BOOL", "NAN", "INFINITY", "_INFINITY"]
for _place, _kind in enumerate(_kinds):
    setattr(Allow, _kind, Allow(1 << _place))
Allow.INF = Allow.INFINITY | Allow._INFINITY
Allow.SPECIAL = Allow.NULL | Allow.BOOL | Allow.INF | Allow.NAN
Allow.ATOM = Allow.STR | Allow.NUM | Allow.SPECIAL
Allow.COLLECTION = Allow.ARR | Allow.OBJ
Allow.ALL = Allow.ATOM | Allow.COLLECTION

_BLANK = " \t\n\r"
_BLANKS = re.compile(r"[ \t\n\r]*")
# The body of a string, up to its quote or the end. A backslash takes whatever follows.
_BODY = re.compile(r'(?:[^"\\]+|\\.)*', re.DOTALL)
_NUMBER = re.compile(r"[-+.0-9eE]*")
_WORDS = [
    ("null", None, Allow.NULL),
    ("true", True, Allow.BOOL),
    ("false", False, Allow.BOOL),
    ("NaN", math.nan, Allow.NAN),
    ("Infinity", math.inf, Allow.INFINITY),
    ("-Infinity", -math.inf, Allow._INFINITY),
]


def loads(text, allow=Allow.ALL, *_rest):
    """The value of a JSON text that may be cut. Raises PartialJSON where a cut is not allowed, else MalformedJSON."""
    reader = _Reader(text, Allow(allow))
    value, end = reader.value(reader.skip(0), reader.allow)
    if reader.skip(end) < len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return value


parse_json = decode = loads


def ensure_json(text, allow=Allow.ALL, *_rest):
    return json.dumps(loads(text, allow))


class _Reader:
    """Every method reads from a place on, and gives what it read and where that ends."""

    def __init__(self, text, allow):
        # Python reads a plain string fastest; what came from the reply gets its place from the other.
        self.text = plain(text)
        self.origin = text
        self.allow = allow

    def skip(self, at):
        text = self.text
        return _BLANKS.match(text, at).end() if text[at : at + 1] in _BLANK else at

    def value(self, at, allow):
        text = self.text
        if at >= len(text):
            raise PartialJSON(f"the text ends where a value is expected, at {at}")
        first = text[at]
        if first == '"':
            return self.string(at, allow)
        if first == "{":
            return self.object(at, allow)
        if first == "[":
            return self.array(at, allow)
        for word, value, kind in _WORDS:
            if text.startswith(word, at):
                return value, at + len(word)
            rest = text[at : at + len(word)]
            if word.startswith(rest) and rest != "-":
                if kind & allow:
                    return value, len(text)
                raise PartialJSON(f"`{rest}` is cut")
        return self.number(at, allow)

    def string(self, at, allow):
        text = self.text
        end = _BODY.match(text, at + 1).end()
        if text[end : end + 1] == '"':
            try:
                return self._placed(scanstring(text, at + 1)[0], at + 1), end + 1
            except ValueError:
                # Its error counts from where the string begins.
                return json.loads(text[at : end + 1]), end + 1
        if not Allow.STR & allow:
            raise PartialJSON(f"the string at {at} is cut")
        body = text[at:]
        # An escape that is cut is no character yet.
        for cut in range(0, 7):
            try:
                return self._placed(json.loads(body[: len(body) - cut] + '"'), at + 1), len(text)
            except ValueError:
                continue
        raise MalformedJSON(f"the string at {at} is invalid")

    def _placed(self, value, at):
        """A string that is written as it is has its place; one with escapes has none."""
        if type(self.origin) is not Placed or not self.text.startswith(value, at):
            return value
        return self.origin[at : at + len(value)]

    def number(self, at, allow):
        text = self.text
        end = _NUMBER.match(text, at).end()
        if end == at:
            raise MalformedJSON(f"unexpected `{text[at]}` at {at}")
        word = text[at:end]
        if end == len(text) and not Allow.NUM & allow:
            raise PartialJSON(f"the number at {at} may go on")
        while word:
            try:
                return json.loads(word), end
            except ValueError:
                if end < len(text):
                    raise MalformedJSON(f"`{word}` is no number") from None
                word = word[:-1]
        raise PartialJSON(f"the number at {at} is cut")

    def array(self, at, allow):
        text, values = self.text, []
        at = self.skip(at + 1)
        try:
            while True:
                if text[at : at + 1] == "]":
                    return values, at + 1
                value, at = self.value(at, allow)
                values.append(value)
                at = self.after_item(at, "]", "the array is cut")
        except PartialJSON:
            if Allow.ARR & allow:
                return values, len(text)
            raise

    def after_item(self, at, close, cut):
        """Where the next item is, or what closes them all."""
        at = self.skip(at)
        found = self.text[at : at + 1]
        if found == ",":
            return self.skip(at + 1)
        if found == close:
            return at
        raise MalformedJSON(f"expected `,` or `{close}` at {at}") if found else PartialJSON(cut)

    def object(self, at, allow):
        text, values = self.text, {}
        # Half a key is none.
        of_keys = allow & ~Allow.STR
        at = self.skip(at + 1)
        try:
            while True:
                if text[at : at + 1] == "}":
                    return values, at + 1
                if at >= len(text):
                    raise PartialJSON("the object is cut")
                if text[at] != '"':
                    raise MalformedJSON(f"expected a key in double quotes at {at}")
                key, at = self.string(at, of_keys)
                at = self.skip(at)
                if text[at : at + 1] != ":":
                    if at < len(text):
                        raise MalformedJSON(f"expected `:` at {at}")
                    raise PartialJSON("the object is cut")
                values[key], at = self.value(self.skip(at + 1), allow)
                at = self.after_item(at, "}", "the object is cut")
        except PartialJSON:
            if Allow.OBJ & allow:
                return values, len(text)
            raise


# Parsers reach the same names as `partial_json_parser.core.exceptions.MalformedJSON`.
core = exceptions = options = sys.modules[__name__]
