"""The lines that a parser runs, with the values that changed on each."""

import dis
import sys
import types

from .values import Values

# Of one reading: the first lines are kept whole, all of them are counted.
MOST_STEPS = 10_000
# No parser needs so many for a reply: it does not end.
MOST_LINES = 1_500_000
# A file that is imported defines things, which takes few.
MOST_TO_IMPORT = 300_000

# What an instruction is called that may change a value. Lines without one are most of the lines of a stream.
_CHANGING = ("STORE", "DELETE", "CALL", "BINARY_OP", "FOR_ITER", "IMPORT", "LIST_", "MAP_", "SET_", "DICT_")
# And what one is called that gives a name a value.
_STORING = ("STORE_FAST", "STORE_DEREF")

_NOTHING = {}

_watch = sys.monitoring
_TOOL = _watch.DEBUGGER_ID
_events = _watch.events
# Of the dropped files alone: what they call runs at full speed.
_OWN = _events.PY_START | _events.PY_RESUME | _events.PY_RETURN | _events.PY_YIELD | _events.LINE | _events.JUMP
# Python has these for all code or none.
_OF_ALL = _events.RAISE | _events.PY_UNWIND | _events.PY_THROW


class Endless(BaseException):
    """Not an Exception, so that a parser which catches everything does not catch this."""


class Code:
    """The code of a function, a class, a comprehension or a module of the dropped files."""

    def __init__(self, code, file):
        self._code = code
        self.file = file
        self._stores = None
        self._line_at = {}

    @property
    def stores(self):
        """The lines that may change a value, with the names that each stores."""
        if self._stores is None:
            self._stores = {}
            for one in dis.get_instructions(self._code):
                if one.opname.startswith(_CHANGING):
                    names = self._stores.setdefault(one.line_number, {})
                    if one.opname.startswith(_STORING):
                        # One instruction may store two.
                        names.update(dict.fromkeys(one.argval if isinstance(one.argval, tuple) else [one.argval]))
        return self._stores

    def line_at(self, offset):
        if offset not in self._line_at:
            lines = (line for begin, end, line in self._code.co_lines() if begin <= offset < end)
            self._line_at[offset] = next(lines, None)
        return self._line_at[offset]


class Watched:
    """All code of the dropped files."""

    def __init__(self):
        self.codes = []
        # By identity: code is slow to hash.
        self._known = {}

    def add(self, code, file):
        # Annotations are evaluated when somebody asks for them, which the server does not.
        if code.co_name == "__annotate__":
            return
        self.codes.append(code)
        self._known[id(code)] = Code(code, file)
        for inside in code.co_consts:
            if isinstance(inside, types.CodeType):
                self.add(inside, file)

    def of(self, code):
        """None where it is that of others."""
        return self._known.get(id(code))


class _Running:
    """A function of the files that runs: one for each time that it is called or goes on."""

    __slots__ = ("frame", "file", "stores", "hits", "values", "holder", "depth")

    def __init__(self, frame, code, hits, depth, values):
        self.frame = frame
        self.file = code.file
        self.stores = code.stores
        self.hits = hits
        self.values = values
        # The step whose changes are not known yet.
        self.holder = None
        self.depth = depth


class Lines:
    def __init__(self, watched, values=True, most=MOST_LINES):
        self._watched = watched
        self._values = values
        self._most = most
        self.steps = []
        # How often each line ran, by file.
        self.hits = {}
        self._unkept = 0
        # Where the last line ran: (file, line); None where none did.
        self.last = None
        # Errors that the parser caught or let pass: (file, line, sentence, error, step).
        self.raised = []
        # Where the outermost function of the parser returned last: (file, line, step).
        self.returned = None
        self._running = []
        self._objects = {}

    def __enter__(self):
        _watch.use_tool_id(_TOOL, "lines")
        begins, ends = self._begins, self._ends
        for event, callback in (
            (_events.PY_START, begins),
            (_events.PY_RESUME, begins),
            (_events.PY_THROW, begins),
            (_events.PY_RETURN, ends),
            (_events.PY_YIELD, ends),
            (_events.PY_UNWIND, ends),
            (_events.LINE, self._line),
            (_events.JUMP, self._jump),
            (_events.RAISE, self._raises),
        ):
            _watch.register_callback(_TOOL, event, callback)
        for code in self._watched.codes:
            _watch.set_local_events(_TOOL, code, _OWN)
        _watch.set_events(_TOOL, _OF_ALL)
        return self

    def __exit__(self, *_error):
        _watch.set_events(_TOOL, 0)
        _watch.clear_tool_id(_TOOL)
        _watch.free_tool_id(_TOOL)
        self._running.clear()
        return False

    def lines_run(self):
        """(file, line, how often) of all lines that ran."""
        return [(file, line, count) for file, lines in self.hits.items() for line, count in lines.items()]

    def _begins(self, code, _offset, _error=None):
        known = self._watched.of(code)
        if known is None:
            return
        running, frame = self._running, sys._getframe(1)
        keeps = self._values and len(self.steps) < MOST_STEPS
        values = Values(frame, self._objects) if keeps else None
        one = _Running(frame, known, self.hits.setdefault(known.file, {}), len(running) + 1, values)
        running.append(one)
        # The first step is where the function begins, with what it was given.
        if values is not None:
            self.steps.append([one.file, frame.f_lineno, one.depth, *values.all()])

    def _line(self, _code, line):
        one = self._running[-1]
        hits = one.hits
        hits[line] = hits.get(line, 0) + 1
        self.last = (one.file, line)
        steps = self.steps
        if len(steps) < MOST_STEPS:
            before = one.holder
            if before is not None and one.values is not None and before[1] in one.stores:
                before[3:] = one.values.after(one.stores[before[1]])
            one.holder = holder = [one.file, line, one.depth, _NOTHING, _NOTHING]
            steps.append(holder)
        else:
            if one.holder is not None:
                self._settle(one)
                one.holder = None
            self._unkept += 1
            if self._unkept > self._most:
                raise Endless()

    def _jump(self, code, _from, to):
        """A loop on one line runs it anew with each turn."""
        if to > _from:
            return _watch.DISABLE
        frame = sys._getframe(1)
        if self._watched.of(code).line_at(to) != frame.f_lineno:
            return _watch.DISABLE
        self._line(code, frame.f_lineno)

    def _settle(self, one):
        """What the line before changed is known when the next one begins."""
        holder = one.holder
        if holder is None or one.values is None:
            return
        stored = one.stores.get(holder[1])
        if stored is not None:
            holder[3:] = one.values.after(stored)

    def _ends(self, _code, _offset, _value):
        running = self._running
        # Code of others, or a function that could not begin.
        if not running or running[-1].frame is not sys._getframe(1):
            return
        one = running.pop()
        self._settle(one)
        if one.depth == 1:
            self.returned = (one.file, one.frame.f_lineno, len(self.steps) - 1)

    def _raises(self, _code, _offset, error):
        running = self._running
        if not running or running[-1].frame is not sys._getframe(1):
            return
        if isinstance(error, StopIteration | GeneratorExit | Endless) or len(self.raised) >= 1000:
            return
        if not self.raised or self.raised[-1][3] is not error:
            one = running[-1]
            line = one.frame.f_lineno
            self.raised.append((one.file, line, sentence_of(error), error, len(self.steps) - 1))


def sentence_of(error):
    text = str(error).strip().replace("\n", " ")
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__
