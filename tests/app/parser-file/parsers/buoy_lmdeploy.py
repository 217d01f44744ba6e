"""A made-up LMDeploy tool parser. Its bug: a second call in one reply is left in the text (line 33)."""

import json
from typing import Sequence, Union

import shortuuid
from lmdeploy.serve.openai.protocol import (
    ChatCompletionRequest,
    DeltaFunctionCall,
    DeltaMessage,
    DeltaToolCall,
    ExtractedToolCallInformation,
    FunctionCall,
    ToolCall,
)
from lmdeploy.utils import get_logger

from .tool_parser import ToolParser, ToolParserManager

logger = get_logger("lmdeploy")


@ToolParserManager.register_module(["buoy"])
class BuoyToolParser(ToolParser):
    def __init__(self, tokenizer: object):
        super().__init__(tokenizer)
        self.opener, self.closer = "<buoy>", "</buoy>"

    def extract_tool_calls(self, model_output: str, request: ChatCompletionRequest) -> ExtractedToolCallInformation:
        if self.opener not in model_output:
            return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
        # The bug: the rest after the first call is text.
        before, _, rest = model_output.partition(self.opener)
        action, _, after = rest.partition(self.closer)
        call = json.loads(action)
        if request.tools and call["name"] not in [tool.function.name for tool in request.tools]:
            logger.error("There is no tool %s.", call["name"])
            return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
        arguments = json.dumps(call["arguments"], ensure_ascii=False)
        calls = [ToolCall(function=FunctionCall(name=call["name"], arguments=arguments))]
        return ExtractedToolCallInformation(tools_called=True, tool_calls=calls, content=before + after or None)

    def extract_tool_calls_streaming(
        self,
        previous_text: str,
        current_text: str,
        delta_text: str,
        previous_token_ids: Sequence[int],
        current_token_ids: Sequence[int],
        delta_token_ids: Sequence[int],
        request: ChatCompletionRequest,
    ) -> Union[DeltaMessage, None]:
        if self.opener not in current_text:
            return DeltaMessage(content=delta_text)
        if self.closer not in current_text or self.closer in previous_text:
            return None
        call = json.loads(current_text.partition(self.opener)[2].partition(self.closer)[0])
        arguments = json.dumps(call["arguments"], ensure_ascii=False)
        function = DeltaFunctionCall(name=call["name"], arguments=arguments).model_dump(exclude_none=True)
        return DeltaMessage(tool_calls=[DeltaToolCall(index=0, id=f"chatcmpl-tool-{shortuuid.random()}", function=function)])
