"""A made-up SGLang detector. Its bug: it reads the first block alone (line 22)."""

import json
import re
from typing import List

from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.base_format_detector import BaseFormatDetector
from sglang.srt.function_call.core_types import StreamingParseResult


class SignalDetector(BaseFormatDetector):
    def __init__(self):
        super().__init__()
        self.bot_token, self.eot_token = "<signal>", "</signal>"

    def has_tool_call(self, text: str) -> bool:
        return self.bot_token in text

    def detect_and_parse(self, text: str, tools: List[Tool]) -> StreamingParseResult:
        found = re.search(r"<signal>(.*?)</signal>", text, re.DOTALL)
        if found is None:
            return StreamingParseResult(normal_text=text, calls=[])
        calls = self.parse_base_json(json.loads(found.group(1)), tools)
        return StreamingParseResult(normal_text=text[: found.start()], calls=calls)
