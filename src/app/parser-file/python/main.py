"""What is asked of the dropped files, as JSON, and what is answered."""

import ast
import contextlib
import io
import json
import traceback

from . import imports, invented, lines, reading, tokens
from .places import Reply

MOST_OUTPUT = 20_000


class Dropped:
    """The files, their parsers, and the substitute for their tokenizer."""

    def __init__(self):
        self.names = {}
        self.watched = lines.Watched()
        self.parsers = {}
        self.tokenizer = tokens.Tokenizer([])


dropped = Dropped()


def handle(asked: str) -> str:
    request = json.loads(asked)
    answer = {"load": load, "read": read, "cuts": cuts, "replies": replies}[request.pop("ask")](**request)
    return json.dumps(answer)


def _dotted(path):
    return path.removesuffix(".py").strip("/").replace("/", ".").replace("-", "_").removesuffix(".__init__")


def load(files, markers=()):
    imports.forget()
    dropped.__init__()
    trees = []
    for place, file in enumerate(files):
        name = f"<dropped {place}>"
        dropped.names[name] = place
        try:
            tree = ast.parse(file["text"], name)
            code = imports.files[_dotted(file["path"])] = compile(tree, name, "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            return _unloaded(_syntax_problem(error, place, file["path"]))
        trees.append(tree)
        dropped.watched.add(code, place)
    dropped.tokenizer = tokens.Tokenizer(dict.fromkeys([*markers, *tokens.markers_in(trees)]))
    modules = []
    try:
        with lines.Lines(dropped.watched, False, lines.MOST_TO_IMPORT) as run, _captured(io.StringIO()):
            for own in list(imports.files):
                modules.append((own, imports.load(own)))
    except BaseException as error:
        return _unloaded(_problem(error, run, "imported"))
    places = {own: place for place, own in enumerate(imports.files)}
    listed = []
    for value, info in reading.parsers_of(modules):
        module = dict(modules)[info["file"]]
        info = {**info, "file": places[info["file"]]}
        dropped.parsers[info["id"]] = (value, info["kind"], module)
        listed.append(info)
    problem = None
    if not listed:
        sentence = "The file holds no parser: no class with extract_tool_calls, extract_reasoning or detect_and_parse, and no function parse(text, tools)."
        problem = {"sentence": sentence, "remedy": "Add one, or start from the template.", "file": None, "line": None}
    return {
        "parsers": listed,
        "markers": dropped.tokenizer.all_special_tokens,
        "problem": problem,
        "invented": _invented(),
    }


def _unloaded(problem):
    return {"parsers": [], "markers": [], "problem": problem, "invented": _invented()}


@contextlib.contextmanager
def _captured(output):
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        yield


def _invented():
    return [{"name": name.removeprefix("dropped."), "used": used} for name, used in invented.uses.items()]


def _syntax_problem(error, place, path):
    if isinstance(error, SyntaxError):
        sentence = f"{path} is not valid Python 3.14: {error.msg} (line {error.lineno or 1})."
        remedy = "Correct the line."
        if "print" in (error.msg or ""):
            remedy = "Write it for Python 3: print is a function there."
        return {"sentence": sentence, "remedy": remedy, "file": place, "line": error.lineno or 1}
    sentence = f"{path} cannot be read as Python: {lines.sentence_of(error)}."
    return {"sentence": sentence, "remedy": "Drop a smaller file of plain Python.", "file": place, "line": None}


def _problem(error, run, when):
    """One sentence with its line, and what to do. Null where nothing failed."""
    if error is None:
        return None
    place, line = _where(error, run)
    at = "" if line is None else f" (line {line})"
    if isinstance(error, lines.Endless):
        place, line, count = max(run.lines_run(), key=lambda one: one[2])
        sentence = f"The parser does not end: line {line} ran {count:,} times."
        remedy = "Make sure that every turn of the loop moves on."
    elif isinstance(error, imports.Refused):
        sentence = f"The file imports `{error.name}`, which leads out of this worker{at}."
        remedy = "Remove the import: a parser needs neither the page nor the network."
    elif isinstance(error, PermissionError):
        sentence, remedy = f"{error}{at}.", "Remove the call."
    elif isinstance(error, RecursionError):
        sentence, remedy = f"The parser calls itself without an end{at}.", "Add the case in which it stops."
    elif isinstance(error, SystemExit | KeyboardInterrupt):
        sentence, remedy = f"The parser ends Python with {type(error).__name__}{at}.", "Remove the call."
    else:
        failed = {"imported": "The file fails when it is imported", "made": "The parser cannot be made"}
        sentence = f"{failed.get(when, 'The parser raises')}: {lines.sentence_of(error)}{at}."
        remedy = _remedy(error, when)
    return {"sentence": sentence, "remedy": remedy, "file": place, "line": line}


def _remedy(error, when):
    if when == "made" and isinstance(error, TypeError):
        return "Give the other parameters of its constructor a default."
    if when == "imported" and isinstance(error, ImportError):
        return "Drop the file that it imports as well."
    if any(one["used"] for one in _invented()):
        return "Check what was made up for it below, and drop those files as well."
    return "Look at the line and the values before it."


def _where(error, run):
    """The innermost line of the dropped files that the error passed."""
    # A call that did not begin any more has no line of its own.
    last = None if run is None else run.last
    if isinstance(error, RecursionError) and last is not None:
        return last
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in dropped.names:
            return dropped.names[frame.filename], frame.lineno
    return last or (None, None)


def _chosen(parser):
    return dropped.parsers[parser]


def read(parser, text, tools, chunks=None, served=True, values=True, traced=True, placed=True):
    """
    What a parser makes of a reply: whole where `chunks` is None, else in those pieces. With its lines where `traced`, and with
    places where `placed`: then it reads once more without them, and where that gives anything else, without them it is.
    """
    given = (parser, tools, served)
    if not placed:
        return _read(*given, text, chunks, values, traced)[0]
    reply = Reply(text if chunks is None else "".join(chunks))
    found, answer = _read(*given, reply.text, None if chunks is None else reply.pieces(chunks), values, traced)
    raised = found["problem"] is not None
    again, _answer = _read(*given, text, chunks, False, traced and raised)
    if any(found[key] != again[key] for key in ("answer", "broken", "problem")):
        return _read(*given, text, chunks, values, traced)[0] if values or traced != raised else again
    for step in found["steps"]:
        step[4] = {name: [reply.units(span) for span in spans] for name, spans in step[4].items()}
    found["places"] = answer.places(reply)
    return found


def _read(parser, tools, served, text, chunks, values, traced):
    """A reading as it goes to the page, and its answer before that: what came of a stream where it raised."""
    value, kind, module = _chosen(parser)
    output = io.StringIO()
    making = lines.Lines(dropped.watched, values=False)
    run = lines.Lines(dropped.watched, values)
    answer, error, when = None, None, "made"
    streams, heard = True, reading.Answer()
    try:
        with _captured(output):
            with making if traced else contextlib.nullcontext():
                one = reading.make(value, kind, tools, dropped.tokenizer)
            when = "read"
            streams = reading.can_stream(one, kind)
            with run if traced else contextlib.nullcontext():
                if chunks is None:
                    answer = reading.read_whole(one, kind, text, tools, module, served)
                elif streams:
                    answer = reading.read_stream(one, kind, chunks, tools, dropped.tokenizer, heard)
    except BaseException as failure:
        error = failure
    problem = _problem(error, run if when == "read" else making, when)
    answered = None if answer is None else answer.plain()
    found = {
        "answer": answered,
        "streams": streams,
        "broken": heard.plain() if problem is not None and chunks is not None else None,
        "problem": problem,
        "decided": _decided(run, answered, problem),
        "steps": run.steps,
        "hits": run.lines_run(),
        "count": sum(count for _file, _line, count in run.lines_run()),
        "places": None,
        "invented": _invented(),
        "output": output.getvalue()[:MOST_OUTPUT],
    }
    return found, answer or heard


def _decided(run, answer, problem):
    """The line that decided: where it raised; without calls, the error it caught last; else where it returned."""
    if problem is not None:
        step = run.raised[-1][4] if run.raised else len(run.steps) - 1
        return {
            "file": problem["file"],
            "line": problem["line"],
            "why": "raised",
            "sentence": problem["sentence"],
            "step": step,
        }
    if answer is not None and not answer["calls"] and run.raised:
        file, line, sentence, _error, step = run.raised[-1]
        return {"file": file, "line": line, "why": "caught", "sentence": sentence, "step": step}
    if run.returned is not None:
        file, line, step = run.returned
        return {"file": file, "line": line, "why": "returned", "sentence": "", "step": step}
    return None


def cuts(parser, tools, pieces):
    """What the parser sends for each way to cut a reply, without lines: one {answer, problem} for each."""
    value, kind, _module = _chosen(parser)
    found = []
    for chunks in pieces:
        try:
            with _captured(io.StringIO()):
                one = reading.make(value, kind, tools, dropped.tokenizer)
                if not reading.can_stream(one, kind):
                    return {"cuts": None}
                answer = reading.read_stream(one, kind, chunks, tools, dropped.tokenizer, reading.Answer()).plain()
            del answer["deltas"]
            found.append({"answer": answer, "problem": None})
        except BaseException as error:
            found.append({"answer": None, "problem": _problem(error, None, "read")})
    return {"cuts": found}


def replies(parser, replies, placed=False):
    """
    What a parser makes of many whole replies: one {answer, problem, decided, places} for each. Which line decided is asked where
    there is no call.
    """
    found = []
    for one in replies:
        asked = {**one, "placed": placed}
        read_one = read(parser, **asked, traced=False)
        if read_one["answer"] is None or not read_one["answer"]["calls"]:
            read_one = read(parser, **asked, values=False)
        else:
            read_one["decided"] = None
        if read_one["answer"] is not None:
            del read_one["answer"]["deltas"]
        found.append({key: read_one[key] for key in ("answer", "problem", "decided", "places")})
    return {"answers": found}


imports.install()
