"""A made-up vLLM tool parser that streams partial JSON, with the names that such parsers use."""

import partial_json_parser
from partial_json_parser.core.options import Allow

from vllm.entrypoints.openai.protocol import DeltaFunctionCall, DeltaMessage, DeltaToolCall, ExtractedToolCallInformation
from vllm.tool_parsers.abstract_tool_parser import ToolParser
from vllm.transformers_utils.tokenizer import AnyTokenizer, MistralTokenizer


class KiteToolParser(ToolParser):
    def __init__(self, tokenizer: AnyTokenizer):
        super().__init__(tokenizer)
        if isinstance(self.model_tokenizer, MistralTokenizer):
            raise ValueError("not this one")
        self.start_ids = tokenizer.encode("<kite>", add_special_tokens=False)

    def extract_tool_calls(self, model_output, request):
        return ExtractedToolCallInformation(tools_called=False, tool_calls=[], content=model_output)

    def extract_tool_calls_streaming(
        self, previous_text, current_text, delta_text, previous_token_ids, current_token_ids, delta_token_ids, request
    ):
        if self.start_ids[0] not in current_token_ids:
            return DeltaMessage(content=delta_text)
        flags = Allow.ALL if self.current_tool_name_sent else Allow.ALL & ~Allow.STR
        try:
            call = partial_json_parser.loads(current_text.split("<kite>")[-1] or "{}", flags)
        except partial_json_parser.core.exceptions.MalformedJSON:
            return None
        if not self.current_tool_name_sent:
            if "name" not in call:
                return None
            self.current_tool_name_sent = True
            self.current_tool_id = 0
            function = DeltaFunctionCall(name=call["name"]).model_dump(exclude_none=True)
            return DeltaMessage(tool_calls=[DeltaToolCall(index=0, type="function", id="1", function=function)])
        if not current_text.endswith("}}"):
            return None
        function = DeltaFunctionCall(arguments=delta_text[:-1]).model_dump(exclude_none=True)
        return DeltaMessage(tool_calls=[DeltaToolCall(index=0, function=function)])
