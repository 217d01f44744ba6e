import { familyOf } from '../../../catalogue/index.ts';
import type { Around, Reason } from '../findings/reason.ts';
import { shortened } from '../words/pieces.ts';

/** What the reader of JSON in Python says of the text that it could not read, and what that means for a call. */
const errors: readonly (readonly [pattern: RegExp, cause: Reason['cause'], says: string])[] = [
  // At the first character there is no JSON at all.
  [
    /JSONDecodeError: Expecting value: line [12] column 1 \(char [01]\)/,
    'other-format',
    'The block does not begin with JSON, so the model wrote another format.',
  ],
  [
    /JSONDecodeError: Extra data: /,
    'damaged',
    'Text follows the end of the JSON: a bracket too many, or two objects in one block.',
  ],
  [
    /JSONDecodeError: Expecting ['",: \w]{1,20}delimiter/,
    'damaged',
    'The JSON lacks a comma or a colon, or a bracket.',
  ],
  [
    /JSONDecodeError: Expecting property name/,
    'damaged',
    'The JSON has a comma too many, or keys without double quotes.',
  ],
  [/JSONDecodeError: Unterminated string/, 'damaged', 'A string of the JSON has no end.'],
  [/JSONDecodeError: Invalid control character/, 'damaged', 'A string of the JSON holds a real line break or tab.'],
  [
    /JSONDecodeError: Invalid \\+(?:escape|u)/,
    'damaged',
    'A string of the JSON holds an escape that JSON does not know.',
  ],
  [/JSONDecodeError: Expecting value/, 'damaged', 'A value is missing in the JSON.'],
  // mlx_lm tool_parsers/qwen3_coder.py, mlx-lm#1374
  [
    /ValueError: No function provided/,
    'cut',
    'The block of the call holds no whole function: the reply ended there, or the model left its format.',
  ],
  [/KeyError: '(?:arguments|name)'/, 'damaged', 'The JSON of the call lacks its name or its arguments.'],
];

/** Functions of Python that render the chat template, in transformers and in the servers that use it. */
const RENDERS =
  /\bin (?:apply_(?:hf_)?chat_template|_apply_jinja_template|render_jinja_template)\b|<template>", line \d/;

/** Why the prompt could not be made, where a traceback ends in the chat template; null for others. */
export function templateReason(text: string): Reason | null {
  const says = 'The chat template failed on a message or a tool of the request.';
  return RENDERS.test(text) && CRASHED.test(text) ? { cause: 'template', says } : null;
}

/** Files and functions of Python that read calls: those of vLLM, SGLang and mlx_lm. */
const READS_CALLS =
  /\btool_parsers?[/\\.]|\bfunction_call[/\\]|\bin (?:parse_tool_calls?|extract_tool_calls|detect_and_parse)\b/;

/** Why a reader of calls failed, where a traceback leads into it; null for others. */
export function parserReason(text: string, around: Around): Reason | null {
  return READS_CALLS.test(text)
    ? (pythonReason(text, around) ?? (CRASHED.test(text) || REFUSED.test(text) ? crash : null))
    : null;
}

/** What Python raises where a reader took for granted what the text does not have. */
const CRASHED =
  /^[^\n]{0,160}(?<![\w.])(?:TypeError|AttributeError|IndexError|KeyError|AssertionError|UnboundLocalError): /m;
/** What a function that reads a call raises itself. What is around it may raise the same of a setting. */
const REFUSED =
  /\bin (?:parse_tool_calls?|extract_tool_calls(?:_streaming)?|detect_and_parse)\n[^]{0,400}?\n(?:\w{1,60}\.){0,6}ValueError: /;
const crash: Reason = {
  cause: 'damaged',
  says: 'The reader of calls failed on what the model wrote.',
  fix: 'Update the server, and send the request again. With `stream: false` another part of the reader is used.',
};

/** Files of servers that are written in Python. */
const OF_SERVER =
  /\bFile "(?:[^"\n]{0,200}[/\\])?((?:koboldcpp\.py)|(?:vllm|sglang|lmdeploy|mlx_lm|mlx_vlm|mlx_omni_server|text_generation_server|tabbyAPI|aphrodite)[/\\][^"\n]{1,160})", line (\d{1,6})/g;

/** Where a server crashed, if its own code is the last that a traceback goes through; null for others. */
export function serverCrash(text: string): Reason | null {
  const crashed = CRASHED.exec(text);
  if (crashed === null) return null;
  const places = text.slice(0, crashed.index + crashed[0].length);
  const last = [...places.matchAll(OF_SERVER)].at(-1);
  if (last === undefined || places.slice(last.index + last[0].length).includes('File "')) return null;
  const [, file = '', line = ''] = last;
  return {
    cause: 'lost',
    says: `The server crashed in its own code: \`${file}\`, line ${line}.`,
    fix: 'Update the server, or go back to the release that worked.',
  };
}

/** What Python says of a program that is wrong. No server words a refusal so. */
const OF_PYTHON =
  /^(?:\w{1,40}Error: )?(?:pop from (?:an )?empty \w{3,12}|(?:list|string|tuple|range|list assignment|pop) index out of range|\w{1,40}\(\) (?:got an unexpected keyword argument|missing \d{1,2} required|takes \d)|'\w{1,40}' object (?:has no attribute '|is not (?:iterable|subscriptable|callable))|object of type '\w{1,40}' has no len\(\)|unsupported operand type|(?:local variable|cannot access local variable) '|name '\w{1,60}' is not defined|(?:not enough|too many) values to unpack|dictionary changed size during iteration|can only concatenate str)/;

/** A server that reports what its own code raised; null for other errors. */
export function ownCrash(text: string, isStream: boolean): Reason | null {
  if (!OF_PYTHON.test(text.trim())) return null;
  return {
    cause: 'lost',
    says: `The code of the server itself failed${isStream ? ' inside of the stream' : ''}: \`${shortened(text)}\` is an error of Python.`,
    fix: `Read the traceback in the log of the server. ${isStream ? 'Send the request with `stream: false`, or update the server.' : 'Update the server, or go back to the release that worked.'}`,
  };
}

/** Why a parser of Python failed, where the log does not hold the reply; null where it does not say. */
export function pythonReason(log: string, around: Around): Reason | null {
  const found = errors.find(([pattern]) => pattern.test(log));
  if (found === undefined) return null;
  return found[1] === 'other-format' && isOfNewMistral(around) ? OLD_FORM : { cause: found[1], says: found[2] };
}

/**
 * vLLM's parser `mistral` reads the form with the name before the JSON only where the vocabulary has `[ARGS]`, which the tokenizer of
 * transformers did not give it. Source: vllm tool_parsers/mistral_tool_parser.py; docs/features/tool_calling.md
 */
const OLD_FORM: Reason = {
  cause: 'other-format',
  says: 'The parser read the old form of Mistral, and this model writes the name before the JSON.',
  fix: 'Start vLLM with `--tokenizer-mode mistral`, or update it.',
};

function isOfNewMistral({ parser, model }: Around): boolean {
  return parser === 'mistral' && model !== null && familyOf(model)?.formats[0] === 'mistral-v11';
}

/** Pydantic quotes the beginning of what is no JSON: where a call in tags begins there, the model wrote another format. */
export function quotedUnread(text: string): Reason | null {
  const quoted = /\bInvalid JSON\b[^]{0,200}\binput_value=(['"])([^]{2,400}?)\1, input_type/.exec(text)?.[2] ?? '';
  return /<[a-z|｜]/.test(quoted)
    ? { cause: 'other-format', says: 'The server reads JSON there, and the model wrote a call in tags.' }
    : null;
}
