"""A parser to start from: calls as <call>{"name": …, "arguments": {…}}</call>. Change the markers and what is between them."""

import json

from vllm.entrypoints.openai.protocol import (
    DeltaFunctionCall,
    DeltaMessage,
    DeltaToolCall,
    ExtractedToolCallInformation,
    FunctionCall,
    ToolCall,
)
from vllm.tool_parsers.abstract_tool_parser import ToolParser, ToolParserManager

OPEN, CLOSE = "<call>", "</call>"


@ToolParserManager.register_module("mine")
class MyToolParser(ToolParser):
    def __init__(self, tokenizer, tools=None):
        super().__init__(tokenizer, tools)
        # How much of the reply the stream is done with.
        self.done = 0

    def extract_tool_calls(self, model_output, request):
        calls, content, at = [], "", 0
        while True:
            begin = model_output.find(OPEN, at)
            end = model_output.find(CLOSE, begin)
            if begin < 0 or end < 0:
                break
            content += model_output[at:begin]
            call = self.read_call(model_output[begin + len(OPEN) : end])
            if call is None:
                content += model_output[begin : end + len(CLOSE)]
            else:
                calls.append(ToolCall(function=FunctionCall(name=call[0], arguments=call[1])))
            at = end + len(CLOSE)
        content += model_output[at:]
        return ExtractedToolCallInformation(tools_called=bool(calls), tool_calls=calls, content=content or None)

    def extract_tool_calls_streaming(
        self,
        previous_text,
        current_text,
        delta_text,
        previous_token_ids,
        current_token_ids,
        delta_token_ids,
        request,
    ):
        content, calls = "", []
        while True:
            begin = current_text.find(OPEN, self.done)
            if begin < 0:
                # The end may be the beginning of a marker: it waits. With the last delta, which is empty, nothing waits.
                kept = self.may_open(current_text) if delta_text else 0
                end = len(current_text) - kept
                content += current_text[self.done : end]
                self.done = end
                break
            content += current_text[self.done : begin]
            self.done = begin
            end = current_text.find(CLOSE, begin)
            if end < 0:
                if not delta_text:
                    content += current_text[begin:]
                    self.done = len(current_text)
                break
            call = self.read_call(current_text[begin + len(OPEN) : end])
            if call is None:
                content += current_text[begin : end + len(CLOSE)]
            else:
                self.current_tool_id += 1
                self.prev_tool_call_arr.append({"name": call[0], "arguments": call[1]})
                self.streamed_args_for_tool.append(call[1])
                function = DeltaFunctionCall(name=call[0], arguments=call[1])
                calls.append(DeltaToolCall(index=self.current_tool_id, type="function", function=function))
            self.done = end + len(CLOSE)
        if not content and not calls:
            return None
        return DeltaMessage(content=content or None, tool_calls=calls)

    def read_call(self, text):
        """The name and the arguments of a call, or None where this is no call."""
        try:
            call = json.loads(text)
            return call["name"], json.dumps(call["arguments"], ensure_ascii=False)
        except (ValueError, KeyError, TypeError):
            return None

    def may_open(self, text):
        """How many characters at the end of the text may be the beginning of a marker."""
        for length in range(len(OPEN) - 1, 0, -1):
            if text.endswith(OPEN[:length]):
                return length
        return 0
