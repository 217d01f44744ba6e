import { streamWords } from '../../../kit/index.ts';

/** Codes that every format has. */
export const kitWords = {
  ...streamWords,
  'finds-call': {
    question: 'Does the rest of the reply contain the opening marker of a call?',
    yes: 'The text before it becomes content.',
    no: 'The rest becomes content.',
  },
  'begins-call': {
    question: 'Does the text begin with a call?',
    yes: 'llama.cpp reads its arguments.',
    no: 'The rest becomes content.',
  },
  'declares-tools': {
    question: 'Does the request declare tools?',
    yes: 'llama.cpp looks for calls.',
    no: 'llama.cpp looks for no call.',
  },
  'format-has-calls': {
    question: 'Does this chat format have calls?',
    yes: 'llama.cpp looks for calls.',
    no: 'Everything outside the reasoning becomes content.',
  },
  'no-part': 'A reply has to begin with `<|think|>`, `<|content|>` or the call of a declared tool',
  'json-syntax': 'nlohmann::json rejects this',
  'closer-missing': 'The end of the call was expected here',
  'no-name': 'The call has no name',
  'not-a-list': 'This is not a list of calls',
  'not-one-key': 'A call is an object with one key, which is its name',
  'no-generic-key': 'The object has none of the keys `tool_call`, `tool_calls` and `response`',
  'arguments-as-string': 'The arguments are a JSON string: llama.cpp returns its text.',
  'no-arguments': 'The object has no arguments: llama.cpp returns an empty text.',
  'tail-dropped': 'The reply ends like the beginning of a marker: llama.cpp drops these characters.',
  'think-tag-missing': 'The reasoning has no closing tag: everything is reasoning.',
  'between-tags': 'Only white space is allowed between these tags',
  'call-in-thinking': 'A call inside of reasoning is part of the reasoning.',
  'think-tag-deleted':
    'llama.cpp deletes a closing tag of reasoning without an opening one, with the white space around it.',
  'no-builtin-call': 'After the tag there has to be NAME.call(',
  'object-as-content': 'The object has no name and arguments: llama.cpp writes it again, as content.',
  'no-declared-call': 'The grammar allows no such call to a declared tool: llama.cpp drops everything from here on',
  'not-loose-json': 'The arguments are not JSON',
  'unclosed-reasoning': 'The reasoning is not closed: llama.cpp reads it as content',
  'rest-unread': 'llama.cpp stops here and drops the rest.',
  'header-unfinished': 'No `<|message|>` follows this header',
  'unknown-header':
    'llama.cpp does not know this channel or recipient: it drops the message up to the next `<|start|>`',
  'between-messages-dropped': 'llama.cpp drops the text between two messages, and after the last one.',
  'no-tools': 'The request declares no tools: llama.cpp drops the call.',
  'unclosed-thought':
    'The template has opened the reasoning and nothing closes it: llama.cpp reads the reply as content.',
  'all-recipient': 'The recipient `all`: what follows is content.',
  'parsed-as-content':
    'llama.cpp discards the calls and reads the reply again, as text: the client receives the whole reply as content.',
  'content-twice': 'This text became content before llama.cpp gave up: the client receives it twice.',
  'raises-runtime_error': 'Text is left after the calls, or a value has the wrong type: llama.cpp returns an error.',
  'raises-parse_error': 'llama.cpp completes unfinished JSON, but the result is not JSON: it returns an error.',
  'raises-type_error': 'A name, an id or an arguments value has the wrong type: nlohmann::json raises an exception.',
  'raises-mismatch': 'The reply does not match the grammar: llama.cpp returns an error.',
  'raises-template':
    'The chat template cannot render the schema of a tool. The server refuses the request before the model runs.',
  'raises-abort': 'llama.cpp aborts: one of its own checks fails.',
  'raises-invalid-diff': 'The parser takes back text that it has already sent: the stream ends with an error.',
} as const;

export type KitCode = keyof typeof kitWords;
