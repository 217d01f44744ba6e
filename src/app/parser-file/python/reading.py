"""Which parsers the files hold, and what one of them makes of a reply, whole or in pieces."""

import inspect
import json

from . import sglang_names, vllm_names

# For each kind of parser: the method that tells it, what people call it.
KINDS = [
    ("vllm-tool", "extract_tool_calls", "vLLM tool parser"),
    ("vllm-reasoning", "extract_reasoning", "vLLM reasoning parser"),
    ("vllm-reasoning", "extract_reasoning_content", "vLLM reasoning parser"),
    ("sglang", "detect_and_parse", "SGLang detector"),
    ("class", "parse", "class with parse(text, tools)"),
]


def parsers_of(modules):
    """All parsers of the modules, in their order: {id, name, kind, label, file, line}."""
    found, bases = [], set()
    for own, module in modules:
        for name, value in list(module.__dict__.items()):
            if getattr(value, "__module__", None) != module.__name__ or name != getattr(value, "__name__", None):
                continue
            one = _class_of(value) if isinstance(value, type) else _function_of(value, module)
            if one is None:
                continue
            kind, label = one
            code = _code_of(value)
            line = code.co_firstlineno if code is not None else getattr(value, "__firstlineno__", 1)
            if isinstance(value, type):
                line = getattr(value, "__firstlineno__", line)
                bases.update(value.__mro__[1:])
            found.append((value, {"id": f"{own}:{name}", "name": name, "kind": kind, "label": label, "line": line, "file": own}))
    # A base class is no parser where the files hold one that is made of it.
    kept = [(value, info) for value, info in found if value not in bases and not inspect.isabstract(value)]
    classes = [(value, info) for value, info in kept if isinstance(value, type)]
    # Functions beside a class help it.
    return classes or kept


def _code_of(value):
    return getattr(value, "__code__", None)


def _class_of(value):
    for kind, method, label in KINDS:
        own = getattr(value, method, None)
        if inspect.isfunction(own):
            # That of the substitute for the base class reads nothing.
            if own in (vllm_names.ToolParser.extract_tool_calls, sglang_names.BaseFormatDetector.detect_and_parse):
                continue
            if kind == "vllm-tool" and any("lmdeploy" in base.__module__ for base in value.__mro__):
                return kind, "LMDeploy tool parser"
            return kind, label
    return None


def _function_of(value, module):
    if not inspect.isfunction(value):
        return None
    if value.__name__ == "parse_tool_call":
        return "mlx", "mlx-lm tool parser"
    if value.__name__ == "parse":
        return "function", "function parse(text, tools)"
    return None


def _vllm_tools(tools):
    return [vllm_names.ChatCompletionToolsParam(function=vllm_names.FunctionDefinition(**tool)) for tool in tools]


def _sglang_tools(tools):
    return [sglang_names.Tool(function=sglang_names.Function(**tool)) for tool in tools]


def _openai_tools(tools):
    return [{"type": "function", "function": dict(tool)} for tool in tools]


def _given(function, **values):
    """Of the values, those that a function takes, by name; all where it takes any."""
    takes = inspect.signature(function).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in takes):
        return values
    names = {one.name for one in takes}
    return {name: value for name, value in values.items() if name in names}


def _text_of(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Answer:
    """What the client would get: calls by index, content and reasoning, and each delta as it came."""

    def __init__(self):
        self.calls = {}
        self.content = None
        self.reasoning = None
        self.deltas = []

    def call(self, index, name, text):
        one = self.calls.setdefault(index, {"name": "", "argumentsText": ""})
        one["name"] += name or ""
        one["argumentsText"] += text or ""

    def say(self, content):
        if content is not None:
            self.content = (self.content or "") + content

    def think(self, reasoning):
        if reasoning is not None:
            self.reasoning = (self.reasoning or "") + reasoning

    def plain(self):
        return {
            "calls": [self.calls[index] for index in sorted(self.calls)],
            "content": self.content,
            "reasoning": self.reasoning,
            "deltas": self.deltas,
        }

    def places(self, reply):
        """Where in the reply each part came from, as [from, to]; None for what has no place."""
        return {
            "calls": [
                [reply.span(one["name"]), reply.span(one["argumentsText"])]
                for _index, one in sorted(self.calls.items())
            ],
            "content": reply.span(self.content),
            "reasoning": reply.span(self.reasoning),
            "deltas": [[reply.span(content), reply.span(reasoning)] for _place, content, reasoning, _calls in self.deltas],
        }


def make(value, kind, tools, tokenizer):
    """A fresh parser, as its server makes one for a request."""
    if kind in ("function", "mlx"):
        return value
    if kind in ("vllm-tool", "vllm-reasoning"):
        known = _given(value.__init__, tokenizer=tokenizer, tools=_vllm_tools(tools))
        # Whatever it calls it, the first it takes is the tokenizer.
        if "tokenizer" not in known and len(inspect.signature(value.__init__).parameters) > 1:
            return value(tokenizer, **known)
        return value(**known)
    return value()


def read_whole(parser, kind, text, tools, module, served=True):
    """`served`: what the client gets of the server; else the parser's own answer, as golden data have it."""
    answer = Answer()
    if kind == "vllm-tool":
        request = vllm_names.ChatCompletionRequest(tools=_vllm_tools(tools) or None)
        if hasattr(parser, "adjust_request"):
            request = parser.adjust_request(request) or request
        found = parser.extract_tool_calls(text, request)
        for index, call in enumerate(found.tool_calls if found.tools_called else []):
            answer.call(index, call.function.name, call.function.arguments)
        answer.say(found.content if found.tools_called or not served else text)
    elif kind == "vllm-reasoning":
        request = vllm_names.ChatCompletionRequest(tools=_vllm_tools(tools) or None)
        method = getattr(parser, "extract_reasoning", None) or parser.extract_reasoning_content
        reasoning, content = method(text, request)
        answer.think(reasoning)
        answer.say(content)
    elif kind == "sglang":
        asked = _sglang_tools(tools)
        gate = getattr(parser, "has_tool_call", None)
        if served and gate is not None and not gate(text):
            answer.say(text)
            return answer
        found = parser.detect_and_parse(*([text, asked] if _takes_tools(parser.detect_and_parse) else [text]))
        for index, call in enumerate(getattr(found, "calls", None) or []):
            answer.call(index, call.name, call.parameters)
        answer.say(getattr(found, "normal_text", None))
        answer.think(getattr(found, "reasoning_text", None) or None)
    elif kind == "mlx":
        _read_mlx(parser, text, tools, module, answer)
    else:
        method = parser if kind == "function" else parser.parse
        asked = _openai_tools(tools)
        _take_plain(method(text, asked) if _takes_tools(method) else method(text), text, answer)
    return answer


def _takes_tools(method):
    return len(inspect.signature(method).parameters) > 1


def _read_mlx(parse, text, tools, module, answer):
    """mlx-lm finds the text between the two markers of the module, and gives it to the function."""
    opener, closer = module.__dict__.get("tool_call_start"), module.__dict__.get("tool_call_end")
    if not isinstance(opener, str) or opener == "":
        raise TypeError("the module has no `tool_call_start`")
    at, index, content = 0, 0, ""
    while True:
        begin = text.find(opener, at)
        if begin < 0:
            break
        content += text[at:begin]
        begin += len(opener)
        end = text.find(closer, begin) if closer else len(text)
        inside = text[begin : end if end >= 0 else len(text)]
        at = end + len(closer or "") if end >= 0 else len(text)
        found = parse(inside, _openai_tools(tools)) if _takes_tools(parse) else parse(inside)
        for call in found if isinstance(found, list) else [found]:
            answer.call(index, call["name"], _text_of(call["arguments"]))
            index += 1
    answer.say(content + text[at:])


def _take_plain(found, text, answer):
    """What a function may answer: calls, or an object with `calls` (or `tool_calls`), `content` and `reasoning`."""
    if found is None:
        answer.say(text)
        return
    if isinstance(found, dict) and "name" not in found:
        calls = found.get("calls", found.get("tool_calls")) or []
        answer.say(found.get("content"))
        answer.think(found.get("reasoning"))
    elif isinstance(found, tuple) and len(found) == 2 and (found[0] is None or isinstance(found[0], str)):
        answer.say(found[0])
        calls = found[1] or []
    else:
        calls = found if isinstance(found, list) else [found]
    for index, call in enumerate(calls):
        inside = call.get("function", call) if isinstance(call, dict) else call
        if not isinstance(inside, dict) or "name" not in inside:
            raise TypeError(f"expected a call with `name` and `arguments`, found {type(inside).__name__}")
        answer.call(index, inside["name"], _text_of(inside.get("arguments", inside.get("parameters", {}))))


def can_stream(parser, kind):
    if kind == "vllm-tool":
        own = getattr(type(parser), "extract_tool_calls_streaming", None)
        return own is not None and own is not vllm_names.ToolParser.extract_tool_calls_streaming
    if kind == "vllm-reasoning":
        return hasattr(parser, "extract_reasoning_streaming") or hasattr(parser, "extract_reasoning_content_streaming")
    return kind == "sglang" and hasattr(parser, "parse_streaming_increment")


def read_stream(parser, kind, chunks, tools, tokenizer, answer):
    """Reads a reply in pieces into `answer`. What is not sent by the end is never sent."""
    if kind == "sglang":
        method = parser.parse_streaming_increment
        asked = [_sglang_tools(tools)] if _takes_tools(method) else []
        for place, chunk in enumerate(chunks):
            _take_sglang(answer, place, method(chunk, *asked))
        return answer
    _stream_vllm(parser, kind, chunks, tools, tokenizer, answer)
    return answer


def _take_sglang(answer, place, found):
    content, reasoning = getattr(found, "normal_text", ""), getattr(found, "reasoning_text", "")
    calls = getattr(found, "calls", None) or []
    if content:
        answer.say(content)
    if reasoning:
        answer.think(reasoning)
    for call in calls:
        answer.call(call.tool_index, call.name, call.parameters)
    _note_delta(answer, place, content, reasoning, [(one.tool_index, one.name, one.parameters) for one in calls])


def _note_delta(answer, place, content, reasoning, calls):
    if content or reasoning or calls:
        answer.deltas.append([place, content or "", reasoning or "", calls])


def _stream_vllm(parser, kind, chunks, tools, tokenizer, answer):
    request = vllm_names.ChatCompletionRequest(tools=_vllm_tools(tools) or None, stream=True)
    if kind == "vllm-tool":
        if hasattr(parser, "adjust_request"):
            request = parser.adjust_request(request) or request
        method = parser.extract_tool_calls_streaming
    else:
        method = getattr(parser, "extract_reasoning_streaming", None) or parser.extract_reasoning_content_streaming
    takes = len(inspect.signature(method).parameters)
    text, ids = "", []
    # vLLM asks once more when the model has ended, with an empty delta.
    for place, chunk in enumerate([*chunks, ""] if kind == "vllm-tool" else chunks):
        new = tokenizer.ids_of(chunk)
        now, now_ids = text + chunk, ids + new
        given = (text, now, chunk, ids, now_ids, new, request)
        found = method(*given[:takes])
        text, ids = now, now_ids
        is_last = kind == "vllm-tool" and place == len(chunks)
        if found is None:
            continue
        calls = found.tool_calls or []
        if is_last and calls:
            _repair(parser, calls)
        answer.say(found.content)
        thought = getattr(found, "reasoning", None) or getattr(found, "reasoning_content", None)
        answer.think(thought)
        heard = []
        for call in calls:
            function = call.function
            name = getattr(function, "name", None) if function is not None else None
            said = getattr(function, "arguments", None) if function is not None else None
            answer.call(call.index, name, said)
            heard.append((call.index, name, said))
        _note_delta(answer, place, found.content, thought, heard)


def _repair(parser, calls):
    """The server's last word: what is missing of the last call's arguments, by what the parser says it has read and sent."""
    read, sent = getattr(parser, "prev_tool_call_arr", None), getattr(parser, "streamed_args_for_tool", None)
    function = calls[-1].function
    if not read or not sent or function is None or function.arguments is None:
        return
    arguments = read[-1].get("arguments", {})
    wanted = _text_of(arguments)
    already = sent[-1][: len(sent[-1]) - len(function.arguments)] if function.arguments else sent[-1]
    function.arguments = wanted.replace(already, "", 1)
