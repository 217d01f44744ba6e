"""Reads the calls that SGLang's qwen25 detector reads; how a stream is read is left to the base class."""

import json

from sglang.srt.function_call.base_format_detector import BaseFormatDetector
from sglang.srt.function_call.core_types import StreamingParseResult


class QwenLikeDetector(BaseFormatDetector):
    def __init__(self):
        super().__init__()
        self.bot_token, self.eot_token, self.tool_call_separator = "<tool_call>\n", "\n</tool_call>", "\n"

    def detect_and_parse(self, text, tools):
        before, *_ = text.split(self.bot_token)
        calls, at = [], 0
        while (begin := text.find(self.bot_token, at)) >= 0:
            begin += len(self.bot_token)
            end = text.find(self.eot_token, begin)
            if end < 0:
                break
            at = end + len(self.eot_token)
            try:
                found = json.loads(text[begin:end].strip())
            except json.JSONDecodeError:
                continue
            calls.extend(self.parse_base_json(found, tools))
        return StreamingParseResult(normal_text=before.strip() if self.bot_token in text else text, calls=calls)
