"""Reads what vLLM's hermes parser reads, whole. One difference is planted: `parameters` counts as well as `arguments` (line 31)."""

import json

import regex as re

from vllm.entrypoints.openai.protocol import ExtractedToolCallInformation, FunctionCall, ToolCall
from vllm.tool_parsers.abstract_tool_parser import ToolParser


class HermesLikeToolParser(ToolParser):
    start = "<tool_call>"
    block = re.compile(r"<tool_call>(.*?)</tool_call>|<tool_call>(.*)", re.DOTALL)

    def extract_tool_calls(self, model_output, request):
        nothing = ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
        if self.start not in model_output:
            return nothing
        try:
            calls = [self.call_of(json.loads(closed or cut)) for closed, cut in self.block.findall(model_output)]
        except Exception:
            return nothing
        before = model_output[: model_output.find(self.start)]
        return ExtractedToolCallInformation(tools_called=True, tool_calls=calls, content=before or None)

    def call_of(self, call):
        if "arguments" in call:
            arguments = call["arguments"]
        else:
            arguments = call["parameters"]
        return ToolCall(
            type="function",
            function=FunctionCall(name=call["name"], arguments=json.dumps(arguments, ensure_ascii=False)),
        )
