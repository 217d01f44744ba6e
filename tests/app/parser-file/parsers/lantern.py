"""A made-up vLLM tool parser that streams with indices. Its bug: an opener that is cut by a chunk border is content (line 42)."""

import json
from collections.abc import Sequence

from vllm.entrypoints.openai.protocol import (
    ChatCompletionRequest,
    DeltaFunctionCall,
    DeltaMessage,
    DeltaToolCall,
    ExtractedToolCallInformation,
    FunctionCall,
    ToolCall,
)
from vllm.tool_parsers.abstract_tool_parser import ToolParser

OPENER, CLOSER = "[LAMP]", "[/LAMP]"


class LanternToolParser(ToolParser):
    def extract_tool_calls(self, model_output: str, request: ChatCompletionRequest) -> ExtractedToolCallInformation:
        before, *blocks = model_output.split(OPENER)
        calls = []
        for block in blocks:
            call = json.loads(block.split(CLOSER)[0])
            calls.append(ToolCall(function=FunctionCall(name=call["name"], arguments=json.dumps(call["arguments"]))))
        return ExtractedToolCallInformation(tools_called=bool(calls), tool_calls=calls, content=before or None)

    def extract_tool_calls_streaming(
        self,
        previous_text: str,
        current_text: str,
        delta_text: str,
        previous_token_ids: Sequence[int],
        current_token_ids: Sequence[int],
        delta_token_ids: Sequence[int],
        request: ChatCompletionRequest,
    ) -> DeltaMessage | None:
        at = current_text.find(OPENER)
        if at < 0:
            # The bug: the beginning of an opener is sent.
            return DeltaMessage(content=delta_text)
        blocks = current_text[at:].split(OPENER)[1:]
        sent = []
        for index, block in enumerate(blocks):
            if index <= self.current_tool_id or CLOSER not in block:
                continue
            call = json.loads(block.split(CLOSER)[0])
            self.current_tool_id = index
            arguments = json.dumps(call["arguments"])
            self.prev_tool_call_arr.append(call)
            self.streamed_args_for_tool.append(arguments)
            function = DeltaFunctionCall(name=call["name"], arguments=arguments)
            sent.append(DeltaToolCall(index=index, type="function", id=str(index), function=function))
        before = current_text[len(previous_text) : at]
        return DeltaMessage(content=before or None, tool_calls=sent) if sent or before else None
