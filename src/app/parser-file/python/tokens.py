"""A substitute for a tokenizer: the markers that the files name are one token each, every other character is one too."""

import ast
import re

from . import invented

_FIRST_MARKER, _FIRST_CHARACTER = 100_000, 1_000_000


def markers_in(trees):
    """String constants that look like special tokens: `<tool_call>`, `[TOOL_CALLS]`, `<|python_tag|>`."""
    found = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _looks_special(node.value):
                found.setdefault(node.value, None)
    return list(found)


def _looks_special(text):
    return 2 < len(text) <= 64 and re.fullmatch(r"</?[^\s<>]+>|\[/?[A-Z_]+\]", text) is not None


class Tokenizer:
    def __init__(self, markers):
        self._ids = {marker: _FIRST_MARKER + place for place, marker in enumerate(markers)}
        self._markers = {token: marker for marker, token in self._ids.items()}
        # The longest first: one may begin like another.
        ordered = sorted(map(re.escape, markers), key=len, reverse=True)
        self._split = re.compile("|".join(ordered) or r"(?!)")
        self.all_special_tokens = list(markers)
        self.all_special_ids = list(self._markers)
        self.eos_token, self.eos_token_id, self.bos_token_id = "</s>", 2, 1

    def get_vocab(self):
        return self._ids

    def get_added_vocab(self):
        return self._ids

    def __len__(self):
        return _FIRST_CHARACTER + 0x110000

    def ids_of(self, text):
        ids, at = [], 0
        for marker in self._split.finditer(text):
            ids.extend(_FIRST_CHARACTER + ord(one) for one in text[at : marker.start()])
            ids.append(self._ids[marker.group()])
            at = marker.end()
        ids.extend(_FIRST_CHARACTER + ord(one) for one in text[at:])
        return ids

    def encode(self, text, *_args, **_options):
        invented.note("tokenizer.encode")
        return self.ids_of(text)

    def __call__(self, text, *_args, **_options):
        return {"input_ids": self.encode(text)}

    def tokenize(self, text, *_args, **_options):
        invented.note("tokenizer.tokenize")
        return [self._text_of(token) for token in self.ids_of(text)]

    def _text_of(self, token):
        return self._markers[token] if token in self._markers else chr(token - _FIRST_CHARACTER)

    def decode(self, ids, skip_special_tokens=False, **_options):
        invented.note("tokenizer.decode")
        ids = [ids] if isinstance(ids, int) else ids
        return "".join(self._text_of(one) for one in ids if not (skip_special_tokens and one in self._markers))

    def convert_tokens_to_ids(self, tokens):
        if isinstance(tokens, str):
            return self._ids.get(tokens)
        return [self._ids.get(token) for token in tokens]

    def convert_ids_to_tokens(self, ids, **_options):
        return self._text_of(ids) if isinstance(ids, int) else [self._text_of(one) for one in ids]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return invented.made(f"tokenizer.{name}", used=True)()
