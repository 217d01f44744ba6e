"""The lines that a parser runs, with the values that changed on each."""

import dis
import sys

# Of one reading: the first lines are kept whole, all of them are counted.
MOST_STEPS = 10_000
# No parser needs so many for a reply: it does not end.
MOST_LINES = 1_500_000
# A file that is imported defines things, which takes few.
MOST_TO_IMPORT = 300_000
# Of a collection that is shown with what is in it.
MOST_ITEMS = 8

# What an instruction is called that may change a value. Lines without one are most of the lines of a stream.
_CHANGING = ("STORE", "DELETE", "CALL", "BINARY_OP", "FOR_ITER", "IMPORT", "LIST_", "MAP_", "SET_", "DICT_")

_PLAIN = (int, float, bool, type(None))


_NOTHING = {}


def _changing_lines(code):
    return {
        one.line_number
        for one in dis.get_instructions(code)
        if one.opname.startswith(_CHANGING)
    }


class Endless(BaseException):
    """Not an Exception, so that a parser which catches everything does not catch this."""


class Lines:
    def __init__(self, names, values=True, most=MOST_LINES):
        # Code of the dropped files is compiled with the place of its file in their list as its name.
        self._names = names
        self._values = values
        self._most = most
        self.steps = []
        # How often each line ran, by file.
        self.hits = {}
        self._unkept = 0
        self._frame = None
        # Errors that the parser caught or let pass: (file, line, sentence, error, step).
        self.raised = []
        # Where the outermost function of the parser returned last: (file, line, step).
        self.returned = None
        self._depth = 0
        self._changing = {}
        self._objects = {}

    def __enter__(self):
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_error):
        sys.settrace(self._before)
        return False

    def lines_run(self):
        """(file, line, how often) of all lines that ran."""
        return [(file, line, count) for file, lines in self.hits.items() for line, count in lines.items()]

    def last(self):
        """Where the last line ran: (file, line); None where none did."""
        frame = self._frame
        return None if frame is None else (self._names[frame.f_code.co_filename], frame.f_lineno)

    def _call(self, frame, _event, _argument):
        file = self._names.get(frame.f_code.co_filename)
        # Annotations are evaluated when somebody asks for them, which the server does not.
        if file is None or frame.f_code.co_name == "__annotate__":
            return None
        self._depth += 1
        depth = self._depth
        code = frame.f_code
        changing = self._changing.get(code)
        if changing is None:
            changing = self._changing[code] = _changing_lines(code)
        hits = self.hits.setdefault(file, {})
        steps, seen, objects = self.steps, {}, self._objects
        keeps_values = self._values
        # The line whose changes are not known yet: the first is where the function begins, with what it was given.
        holder = None
        if keeps_values and len(steps) < MOST_STEPS:
            steps.append([file, frame.f_lineno, depth, _changes(frame.f_locals, seen, objects)])

        def trace(frame, event, argument):
            nonlocal holder
            if event == "line":
                line = frame.f_lineno
                hits[line] = hits.get(line, 0) + 1
                self._frame = frame
                if len(steps) < MOST_STEPS:
                    if keeps_values and holder is not None and holder[1] in changing:
                        holder[3] = _changes(frame.f_locals, seen, objects)
                    holder = [file, line, depth, _NOTHING]
                    steps.append(holder)
                else:
                    self._unkept += 1
                    if self._unkept > self._most:
                        raise Endless()
            elif event == "return":
                if keeps_values and holder is not None and holder[1] in changing:
                    holder[3] = _changes(frame.f_locals, seen, objects)
                holder = None
                self._depth = depth - 1
                if depth == 1:
                    self.returned = (file, frame.f_lineno, len(steps) - 1)
            elif event == "exception":
                kind, error, _trace = argument
                if not issubclass(kind, StopIteration | GeneratorExit | Endless) and len(self.raised) < 1000:
                    if not self.raised or self.raised[-1][3] is not error:
                        self.raised.append((file, frame.f_lineno, sentence_of(error), error, len(steps) - 1))
            return trace

        return trace


def sentence_of(error):
    text = str(error).strip().replace("\n", " ")
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__


def _changes(values, seen, objects):
    """
    The values that changed since they were seen last, as Python writes them. Those of `self` count as values, and are known from
    one call to the next: `objects` keeps them by the identity of their owner.
    """
    changed = {}
    for name, value in values.items():
        if name == "self":
            fields = getattr(value, "__dict__", None)
            if fields:
                known = objects.setdefault(id(value), {})
                for field, inside in fields.items():
                    if _is_new(field, inside, known):
                        changed["self." + field] = known[field][1]
        elif _is_new(name, value, seen):
            changed[name] = seen[name][1]
    return changed


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
