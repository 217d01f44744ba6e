"""A made-up vLLM reasoning parser. Its bug: without a closing tag it takes the whole reply for content (line 19)."""

from vllm.entrypoints.openai.protocol import DeltaMessage
from vllm.reasoning import ReasoningParser, ReasoningParserManager


@ReasoningParserManager.register_module("harbour")
class HarbourReasoningParser(ReasoningParser):
    def __init__(self, tokenizer, *args, **kwargs):
        super().__init__(tokenizer, *args, **kwargs)
        self.start, self.end = "<think>", "</think>"
        self.end_token_id = self.vocab.get(self.end)

    def is_reasoning_end(self, input_ids):
        return self.end_token_id in input_ids

    def extract_reasoning(self, model_output, request):
        if self.end not in model_output:
            return None, model_output
        before, _, after = model_output.partition(self.end)
        return before.replace(self.start, "", 1), after or None

    def extract_reasoning_streaming(self, previous_text, current_text, delta_text, previous_token_ids, current_token_ids, delta_token_ids):
        if self.end_token_id in previous_token_ids:
            return DeltaMessage(content=delta_text)
        if self.end_token_id in delta_token_ids:
            before, _, after = delta_text.partition(self.end)
            return DeltaMessage(reasoning=before.replace(self.start, "", 1), content=after or None)
        return DeltaMessage(reasoning=delta_text.replace(self.start, "", 1))
