"""The names that parsers of vLLM and LMDeploy import, wherever a release keeps them."""

import itertools
import logging

from . import partial_json
from .models import BaseModel, Field

_ids = itertools.count()


def random_uuid() -> str:
    return f"{next(_ids):032x}"


def make_tool_call_id(*_args, **_options) -> str:
    return f"chatcmpl-tool-{random_uuid()}"


def random_tool_call_id() -> str:
    return make_tool_call_id()


class FunctionCall(BaseModel):
    id: str | None = None
    name: str
    arguments: str


class ToolCall(BaseModel):
    id: str = Field(default_factory=make_tool_call_id)
    type: str = "function"
    function: FunctionCall


class DeltaFunctionCall(BaseModel):
    name: str | None = None
    arguments: str | None = None


class DeltaToolCall(BaseModel):
    id: str | None = None
    type: str | None = None
    index: int
    function: DeltaFunctionCall | None = None


class DeltaMessage(BaseModel):
    role: str | None = None
    content: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None
    tool_calls: list = Field(default_factory=list)


class ExtractedToolCallInformation(BaseModel):
    tools_called: bool
    tool_calls: list
    content: str | None = None


class FunctionDefinition(BaseModel):
    name: str
    description: str | None = None
    parameters: dict | None = None


class ChatCompletionToolsParam(BaseModel):
    type: str = "function"
    function: FunctionDefinition


Tool = ChatCompletionToolsParam


class ChatCompletionRequest(BaseModel):
    messages: list = Field(default_factory=list)
    model: str = "model"
    tools: list | None = None
    tool_choice: object = "auto"
    skip_special_tokens: bool = True
    stream: bool = False
    include_reasoning: bool = True
    chat_template_kwargs: dict | None = None
    structured_outputs: object = None
    response_format: object = None


ResponsesRequest = ChatCompletionRequest


class ToolParser:
    def __init__(self, tokenizer=None, tools=None):
        self.prev_tool_call_arr = []
        self.current_tool_id = -1
        self.current_tool_name_sent = False
        self.streamed_args_for_tool = []
        self.model_tokenizer = tokenizer
        self.tools = tools or []

    @property
    def vocab(self):
        return self.model_tokenizer.get_vocab()

    def adjust_request(self, request):
        return request

    def extract_tool_calls(self, model_output, request):
        raise NotImplementedError("extract_tool_calls")

    def extract_tool_calls_streaming(self, *_args, **_options):
        raise NotImplementedError("extract_tool_calls_streaming")


class _Manager:
    @classmethod
    def register_module(cls, name=None, force=True, module=None):
        return module if module is not None else lambda parser: parser

    register_lazy_module = register_module

    @classmethod
    def get_tool_parser(cls, name):
        raise KeyError(name)


class ToolParserManager(_Manager):
    pass


class ReasoningParserManager(_Manager):
    pass


class ReasoningParser:
    def __init__(self, tokenizer=None, *_args, **_options):
        self.model_tokenizer = tokenizer

    @property
    def vocab(self):
        return self.model_tokenizer.get_vocab()

    def is_reasoning_end(self, input_ids):
        raise NotImplementedError("is_reasoning_end")

    def extract_content_ids(self, input_ids):
        raise NotImplementedError("extract_content_ids")


class BaseThinkingReasoningParser(ReasoningParser):
    """Reasoning between two tokens, which a parser names as `start_token` and `end_token`."""

    start_token = end_token = ""

    def __init__(self, tokenizer=None, *args, **options):
        super().__init__(tokenizer, *args, **options)
        self.start_token_id = self.vocab.get(self.start_token)
        self.end_token_id = self.vocab.get(self.end_token)
        if self.start_token_id is None or self.end_token_id is None:
            raise RuntimeError(f"the vocabulary has no {self.start_token} or {self.end_token}")

    def is_reasoning_end(self, input_ids):
        for token in reversed(input_ids):
            if token in (self.start_token_id, self.end_token_id):
                return token == self.end_token_id
        return False

    def extract_content_ids(self, input_ids):
        if self.end_token_id not in input_ids[:-1]:
            return []
        return input_ids[input_ids.index(self.end_token_id) + 1 :]

    def extract_reasoning(self, model_output, request):
        before, opener, after = model_output.partition(self.start_token)
        reasoning, closer, content = (after if opener else before).partition(self.end_token)
        return (reasoning, content or None) if closer else (reasoning, None)

    def extract_reasoning_streaming(
        self, previous_text, current_text, delta_text, previous_token_ids, current_token_ids, delta_token_ids
    ):
        start, end = self.start_token_id, self.end_token_id
        if len(delta_token_ids) == 1 and delta_token_ids[0] in (start, end):
            return None
        if start not in previous_token_ids and start not in delta_token_ids:
            return DeltaMessage(content=delta_text)
        if end in previous_token_ids:
            return DeltaMessage(content=delta_text)
        if start in delta_token_ids:
            delta_text = delta_text.partition(self.start_token)[2]
        if end not in delta_token_ids:
            return DeltaMessage(reasoning=delta_text)
        reasoning, _, content = delta_text.partition(self.end_token)
        return DeltaMessage(reasoning=reasoning, content=content or None)


def init_logger(name):
    return logging.getLogger(name)


get_logger = init_logger


def find_common_prefix(one, other):
    # Halving, because texts of a whole reply are compared with each delta.
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one.startswith(other[:middle]):
            least = middle
        else:
            most = middle - 1
    return one[:least]


def find_common_suffix(one, other):
    """Only marks count: it ends at the first letter or digit."""
    same = ""
    for left, right in zip(reversed(one), reversed(other)):
        if left != right or left.isalnum():
            break
        same = left + same
    return same


def extract_intermediate_diff(curr, old):
    suffix = find_common_suffix(curr, old)
    old = old[: len(old) - len(suffix)] if suffix else old
    prefix = find_common_prefix(curr, old)
    diff = curr[: len(curr) - len(suffix)] if suffix and curr.endswith(suffix) else curr
    return diff.replace(prefix, "", 1) if prefix else diff


def find_all_indices(string, substring):
    found, at = [], string.find(substring)
    while at >= 0:
        found.append(at)
        at = string.find(substring, at + 1)
    return found


def is_complete_json(text):
    import json

    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def partial_json_loads(text, flags):
    """A value, and how many characters of the text it took."""
    import json

    try:
        return partial_json.loads(text, flags), len(text)
    except json.JSONDecodeError as error:
        if "Extra data" not in error.msg:
            raise
        return json.JSONDecoder().raw_decode(text)


def consume_space(at, text):
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def partial_tag_overlap(text, tag):
    """How many characters at the end of the text may be the beginning of the tag."""
    for length in range(min(len(tag) - 1, len(text)), 0, -1):
        if text.endswith(tag[:length]):
            return length
    return 0
