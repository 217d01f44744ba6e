"""A made-up plug-in in two files: it imports the helper beside it, and a package that nobody has."""

import numpy as np
from vllm.tool_parsers.abstract_tool_parser import ToolParser
from vllm.entrypoints.openai.protocol import ExtractedToolCallInformation, FunctionCall, ToolCall

from .plug_in_helper import call_of


class PlugInToolParser(ToolParser):
    def extract_tool_calls(self, model_output, request):
        call = call_of(model_output)
        if call is None:
            return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
        self.model_tokenizer.encode(model_output)
        call = ToolCall(function=FunctionCall(name=call[0], arguments=call[1]))
        return ExtractedToolCallInformation(tools_called=True, tool_calls=[call], content=None)
