"""`re` and `regex` for the dropped files: as Python's own, and what they find in the reply has its place."""

import re
import types

from .placed import Placed, at


class _AlsoReal(type):
    """What stands for a class of Python's own: its objects count as well."""

    def __instancecheck__(cls, one):
        return type.__instancecheck__(cls, one) or isinstance(one, cls.real)


class Match(metaclass=_AlsoReal):
    """A match in the reply. Whatever else is asked of it, Python's own answers."""

    real = re.Match
    __slots__ = ("_match", "re", "string")

    def __init__(self, match, pattern, string):
        self._match = match
        self.re = pattern
        self.string = string

    def _one(self, group):
        found = self._match[group]
        return found if found is None else at(found, self.string.start + self._match.start(group))

    def group(self, *groups):
        if len(groups) > 1:
            return tuple(map(self._one, groups))
        return self._one(groups[0] if groups else 0)

    def __getitem__(self, group):
        return self._one(group)

    def groups(self, default=None):
        found = (self._one(group) for group in range(1, self.re.groups + 1))
        return tuple(default if one is None else one for one in found)

    def groupdict(self, default=None):
        found = {name: self._one(group) for name, group in self.re.groupindex.items()}
        return {name: default if one is None else one for name, one in found.items()}

    def __getattr__(self, name):
        return getattr(self._match, name)

    def __class_getitem__(cls, _kind):
        return cls

    def __repr__(self):
        return repr(self._match)


class Pattern(metaclass=_AlsoReal):
    real = re.Pattern
    # Options that are taken and do nothing here.
    ignored = ()
    __slots__ = ("_pattern",)

    def __init__(self, pattern):
        self._pattern = pattern

    def _asked(self, options):
        return {name: value for name, value in options.items() if name not in self.ignored} if options else options

    def _found(self, match, string):
        return match if match is None or type(string) is not Placed else Match(match, self, string)

    def match(self, string, *args, **options):
        return self._found(self._pattern.match(string, *args, **self._asked(options)), string)

    def fullmatch(self, string, *args, **options):
        return self._found(self._pattern.fullmatch(string, *args, **self._asked(options)), string)

    def search(self, string, *args, **options):
        return self._found(self._pattern.search(string, *args, **self._asked(options)), string)

    def finditer(self, string, *args, **options):
        found = self._pattern.finditer(string, *args, **self._asked(options))
        return found if type(string) is not Placed else (Match(match, self, string) for match in found)

    def findall(self, string, *args, **options):
        found = self._pattern.findall(string, *args, **self._asked(options))
        if type(string) is not Placed:
            return found
        matches = list(self.finditer(string, *args, **options))
        count = self._pattern.groups
        if count < 2:
            placed = [at("", string.start + one.start(count)) if one[count] is None else one[count] for one in matches]
        else:
            placed = [one.groups("") for one in matches]
        return placed if placed == found else found

    def split(self, string, maxsplit=0, **options):
        found = self._pattern.split(string, maxsplit, **self._asked(options))
        if type(string) is not Placed:
            return found
        placed, end = [], 0
        for match in self.finditer(string):
            if maxsplit and len(placed) >= maxsplit * (1 + self._pattern.groups):
                break
            placed += [string[end : match.start()], *match.groups()]
            end = match.end()
        placed.append(string[end:])
        return placed if placed == found else found

    def sub(self, repl, string, *args, **options):
        return self.subn(repl, string, *args, **options)[0]

    def subn(self, repl, string, *args, **options):
        if type(string) is Placed and callable(repl):
            asked = repl
            repl = lambda match: asked(Match(match, self, string))  # noqa: E731
        made, count = self._pattern.subn(repl, string, *args, **self._asked(options))
        return (string, 0) if count == 0 else (made, count)

    def __getattr__(self, name):
        return getattr(self._pattern, name)

    def __eq__(self, other):
        return isinstance(other, Pattern) and self._pattern == getattr(other, "_pattern", other)

    def __hash__(self):
        return hash(self._pattern)

    def __class_getitem__(cls, _kind):
        return cls

    def __repr__(self):
        return repr(self._pattern)

    def __reduce__(self):
        return type(self), (self._pattern,)


class RegexPattern(Pattern):
    """A pattern of the package regex, which can be told when to give up: here the worker has a deadline."""

    ignored = ("timeout", "concurrent")
    __slots__ = ()


def library(name, kind):
    """A module with what `re` has, whose patterns are of this kind."""
    module = types.ModuleType(name)
    module.__dict__.update({key: value for key, value in re.__dict__.items() if not key.startswith("__")})

    def compile(pattern, flags=0):
        if isinstance(pattern, Pattern) and hasattr(pattern, "_pattern"):
            if flags:
                raise ValueError("cannot process flags argument with a compiled pattern")
            return pattern
        return kind(re.compile(pattern, flags))

    def asking(method):
        def ask(pattern, string, *args, flags=0, **options):
            # `flags` comes last where it has no name.
            if len(args) > _BEFORE_FLAGS.get(method, 0):
                *args, flags = args
            return getattr(compile(pattern, flags), method)(string, *args, **options)

        return ask

    def replacing(method):
        def replace(pattern, repl, string, count=0, flags=0, **options):
            return getattr(compile(pattern, flags), method)(repl, string, count, **options)

        return replace

    for method in ("match", "fullmatch", "search", "finditer", "findall", "split"):
        setattr(module, method, asking(method))
    for method in ("sub", "subn"):
        setattr(module, method, replacing(method))
    module.compile, module.Pattern, module.Match = compile, kind, Match
    return module


_BEFORE_FLAGS = {"split": 1}
