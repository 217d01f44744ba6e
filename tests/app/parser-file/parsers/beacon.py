"""A made-up vLLM tool parser of the regex kind. Its bug: a reply with two blocks, one of them broken, loses both (line 34)."""

import json
from collections.abc import Sequence

import regex as re

from vllm.entrypoints.chat_utils import make_tool_call_id
from vllm.entrypoints.openai.protocol import (
    ChatCompletionRequest,
    ExtractedToolCallInformation,
    FunctionCall,
    ToolCall,
)
from vllm.logger import init_logger
from vllm.tool_parsers.abstract_tool_parser import ToolParser, ToolParserManager

logger = init_logger(__name__)


@ToolParserManager.register_module("beacon")
class BeaconToolParser(ToolParser):
    def __init__(self, tokenizer, tools=None):
        super().__init__(tokenizer, tools)
        self.opener = "<beacon>"
        self.block = re.compile(r"<beacon>(.*?)</beacon>", re.DOTALL)
        if self.opener not in self.vocab:
            raise RuntimeError("no beacon in the vocabulary")

    def extract_tool_calls(self, model_output: str, request: ChatCompletionRequest) -> ExtractedToolCallInformation:
        if self.opener not in model_output:
            return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
        try:
            raw = [json.loads(found) for found in self.block.findall(model_output)]
            calls = [
                ToolCall(
                    id=make_tool_call_id(),
                    function=FunctionCall(name=one["name"], arguments=json.dumps(one["arguments"], ensure_ascii=False)),
                )
                for one in raw
            ]
            content = model_output[: model_output.find(self.opener)]
            return ExtractedToolCallInformation(tools_called=True, tool_calls=calls, content=content or None)
        except Exception:
            logger.exception("Error in extracting tool call from response.")
            return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)
