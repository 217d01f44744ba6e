"""A made-up parser of the table-driven kind, as vLLM's declarative ones: a table of states and what each looks for."""

from dataclasses import dataclass
from enum import Enum, auto

from vllm.entrypoints.openai.protocol import ExtractedToolCallInformation, FunctionCall, ToolCall
from vllm.tool_parsers.abstract_tool_parser import ToolParser


class State(Enum):
    TEXT = auto()
    NAME = auto()
    ARGUMENTS = auto()


@dataclass(frozen=True)
class Row:
    ends_at: str
    then: State


TABLE = {
    State.TEXT: Row("<ferry:", State.NAME),
    State.NAME: Row(">", State.ARGUMENTS),
    # The bug: arguments that hold `<` end too early.
    State.ARGUMENTS: Row("<", State.TEXT),
}


class FerryToolParser(ToolParser):
    def extract_tool_calls(self, model_output, request):
        state, at, parts, calls = State.TEXT, 0, {}, []
        while at < len(model_output):
            row = TABLE[state]
            end = model_output.find(row.ends_at, at)
            if end < 0:
                parts[state] = parts.get(state, "") + model_output[at:]
                break
            piece = model_output[at:end]
            parts[state] = parts.get(state, "") + piece if state is State.TEXT else piece
            if state is State.ARGUMENTS:
                calls.append(ToolCall(function=FunctionCall(name=parts[State.NAME], arguments=piece)))
                at = model_output.find(">", end) + 1
            else:
                at = end + len(row.ends_at)
            state = row.then
        return ExtractedToolCallInformation(tools_called=bool(calls), tool_calls=calls, content=parts.get(State.TEXT))
