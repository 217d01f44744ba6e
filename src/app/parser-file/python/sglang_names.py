"""The names that detectors of SGLang import, wherever a release keeps them."""

import json
import logging
from dataclasses import dataclass

from .models import BaseModel
from .partial_json import Allow, MalformedJSON
from .vllm_names import find_common_prefix as _find_common_prefix
from .vllm_names import partial_json_loads as _partial_json_loads

logger = logging.getLogger("sglang")


def _refuse(word):
    raise ValueError(f"{word} is no JSON")


def _is_complete_json(text):
    """As orjson says it, which knows no NaN."""
    try:
        json.loads(text, parse_constant=_refuse)
    except ValueError:
        return False
    return True


class Function(BaseModel):
    name: str
    description: str | None = None
    parameters: object = None
    strict: bool = False


class Tool(BaseModel):
    type: str = "function"
    function: Function


class ToolCallItem(BaseModel):
    tool_index: int
    name: str | None = None
    parameters: str


class StreamingParseResult:
    def __init__(self, normal_text="", calls=None, reasoning_text=""):
        # A reasoning detector gives its reasoning as `reasoning_text`.
        self.normal_text = normal_text
        self.calls = calls or []
        self.reasoning_text = reasoning_text

    def __repr__(self):
        return f"StreamingParseResult({self.normal_text!r}, {self.calls!r})"


@dataclass
class StructureInfo:
    begin: str = ""
    end: str = ""
    trigger: str = ""


_GetInfoFunc = object


class BaseFormatDetector:
    def __init__(self):
        self._buffer = ""
        self.prev_tool_call_arr = []
        self.current_tool_id = -1
        self.current_tool_name_sent = False
        self.streamed_args_for_tool = []
        self.bot_token = ""
        self.eot_token = ""
        self.tool_call_separator = ", "

    def _get_tool_indices(self, tools):
        return {tool.function.name: place for place, tool in enumerate(tools) if tool.function.name}

    def parse_base_json(self, action, tools):
        indices = self._get_tool_indices(tools)
        calls = []
        for act in action if isinstance(action, list) else [action]:
            name = act.get("name")
            if name not in indices:
                logger.warning("Model attempted to call undefined function: %s", name)
                continue
            arguments = act.get("parameters") or act.get("arguments", {})
            dumped = json.dumps(arguments, ensure_ascii=False)
            calls.append(ToolCallItem(tool_index=indices[name], name=name, parameters=dumped))
        return calls

    def has_tool_call(self, text):
        return self.bot_token in text

    def supports_structural_tag(self):
        return True

    def _ends_with_partial_token(self, buffer, token):
        for length in range(1, min(len(buffer) + 1, len(token))):
            if token.startswith(buffer[-length:]):
                return length
        return 0

    def detect_and_parse(self, text, tools):
        raise NotImplementedError("detect_and_parse")

    def parse_streaming_increment(self, new_text, tools):
        """Objects of JSON with a name and arguments: what SGLang's detectors of JSON share."""
        self._buffer += new_text
        buffer = self._buffer
        separator = self.tool_call_separator
        follows = self.current_tool_id > 0 and buffer.startswith(separator)
        if not self.has_tool_call(buffer) and not follows:
            if self._ends_with_partial_token(buffer, self.bot_token):
                return StreamingParseResult()
            self._buffer = ""
            return StreamingParseResult(buffer.replace(self.eot_token, "") if self.eot_token else buffer)
        indices = self._get_tool_indices(tools)
        opened = max(buffer.find(self.bot_token), 0) + len(self.bot_token)
        # After a separator there is the next object, or the next marker.
        starts = [len(separator), *([opened] if self.bot_token in buffer else [])] if follows else [opened]
        allow = Allow.ALL if self.current_tool_name_sent else Allow.ALL & ~Allow.STR
        value = None
        for start in starts:
            if start >= len(buffer):
                return StreamingParseResult()
            try:
                value, taken = _partial_json_loads(buffer[start:], allow)
                break
            except (MalformedJSON, ValueError):
                continue
        if not isinstance(value, dict):
            return StreamingParseResult()
        return self._advance(buffer, start, value, taken, indices)

    def _advance(self, buffer, start, value, taken, indices):
        name = value.get("name")
        if name is not None and name not in indices:
            self._buffer, self.current_tool_id, self.current_tool_name_sent = "", -1, False
            return StreamingParseResult()
        if "parameters" in value and "arguments" in value:
            return StreamingParseResult()
        arguments = value.get("parameters", value.get("arguments"))
        if not self.current_tool_name_sent:
            if not name:
                return StreamingParseResult()
            self.current_tool_id = max(self.current_tool_id, 0)
            while len(self.streamed_args_for_tool) <= self.current_tool_id:
                self.streamed_args_for_tool.append("")
                self.prev_tool_call_arr.append({})
            self.current_tool_name_sent = True
            return self._result(name, "")
        if arguments is None:
            return StreamingParseResult()
        index = self.current_tool_id
        sent = self.streamed_args_for_tool[index]
        dumped = json.dumps(arguments, ensure_ascii=False)
        before = self.prev_tool_call_arr[index].get("arguments")
        self.prev_tool_call_arr[index] = {"name": name, "arguments": arguments}
        if _is_complete_json(buffer[start : start + taken]):
            result = self._result(None, dumped[len(sent) :])
            self._buffer = buffer[start + taken :]
            self.current_tool_id += 1
            self.current_tool_name_sent = False
            return result
        # Only what two readings in a row agree on is sent, and only once the second differs.
        if not before or (dumped_before := json.dumps(before, ensure_ascii=False)) == dumped:
            return StreamingParseResult()
        same = _find_common_prefix(dumped_before, dumped)
        return self._result(None, same[len(sent) :])

    def _result(self, name, text):
        index = self.current_tool_id
        if name is None and not text:
            return StreamingParseResult()
        self.streamed_args_for_tool[index] += text
        return StreamingParseResult("", [ToolCallItem(tool_index=index, name=name, parameters=text)])

