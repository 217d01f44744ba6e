"""A made-up reader of mlx-lm: two markers and a function."""

import json
from typing import Any

tool_call_start = "<buoy>"
tool_call_end = "</buoy>"


def parse_tool_call(text: str, tools: Any | None = None):
    name, _, arguments = text.partition(" ")
    return dict(name=name, arguments=json.loads(arguments))
