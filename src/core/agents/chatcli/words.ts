import type { RepairAttempt, Words } from '../../trace/index.ts';
import type { AttemptCode } from './normalize.ts';

const rejections = {
  'tag-other-name': 'This begins the name of another tag',
  'tag-never-ends': 'The tag has no `>` outside of quotes, so it never ends',
  'tag-without-name':
    'The tag has no `name` attribute with a value. ChatCLI skips it and everything before its closing tag',
  'offset-beyond-text':
    'A character changes its length in lower case. ChatCLI counts past the end of the text and crashes',
  'arguments-need-repair': 'The arguments are not valid JSON, so ChatCLI tries its repairs one after another',
  'object-not-json': 'This is not JSON, and no repair turns it into a call',
  'repair-limit':
    'Callscope stops repairing here, because it has done too much already. ChatCLI would go on for very long',
  'no-call-keys': 'The object has none of the keys of a call: `tool_call`, `name`, `tool`, `cmd`',
  'name-without-at': 'The name does not begin with `@`, so ChatCLI takes the object for data',
  'looks-like-data':
    'The object has `url`, `title` with `snippet`, or `type` with `error`: ChatCLI takes it for a result',
  'search-with-query': 'A `search` with `query` belongs to another tool than @coder',
  'copy-of-earlier':
    'An earlier call of the same tool holds these arguments or this text. ChatCLI drops this as a copy',
  'code-block-unclosed': 'No line break with three more backticks follows: ChatCLI parses no block from here on',
  'bracket-is-prose': 'No colon with a name follows, so this bracket is prose',
} as const;

const quirks = {
  'native-not-read': 'ChatCLI takes native calls as they are. It parses the text only when there are none.',
  'offset-slip':
    'A character before this changes its length in lower case. ChatCLI searches the lower-cased text and reads at the wrong place.',
  'attribute-in-value': 'This attribute is inside the value of another one. ChatCLI does not notice that and uses it.',
  'value-never-closed': 'The quote of this value is never closed. ChatCLI reads to the end of the tag.',
  'body-ignored': 'ChatCLI does not read the text between the opening and the closing tag.',
  'call-in-call':
    'This object is inside a tag that is already a call. ChatCLI makes a call of each, so one call becomes two.',
  'runs-after-tags': 'This call is before a tag in the text but runs after it: ChatCLI runs all tags first.',
  'scan-jumps': 'The repaired text is longer than the original. ChatCLI continues by its length and never reads this.',
  'scan-returns':
    'The repaired text is shorter than the original. ChatCLI continues by its length and reads this again.',
  'copies-not-searched':
    'Callscope does not check whether an earlier call holds this one, because it has searched too much already. ChatCLI would go on for very long.',
  'implicit-coder':
    'The object names no tool. Because it has a known `cmd`, ChatCLI calls @coder with the object as its arguments.',
  'coder-without-at': 'The name lacks its `@`. ChatCLI accepts that for `coder` and for no other tool.',
  'number-rounded': 'ChatCLI writes the arguments again with 64-bit numbers: a long number loses digits.',
  'cut-key-by-key':
    'The last repair cuts at commas and colons. A nested invalid value becomes text, and a piece without a colon is lost.',
  'comma-lost-in-text':
    'The repair removes every comma before a closing bracket, even inside this text. The value has changed.',
  'at-sign-added': 'The name lacks its `@`. The shorthand adds it.',
  'bracket-unclosed': 'The closing bracket is missing. ChatCLI makes the call anyway.',
  'named-by-cmd': 'No tool has the name of this call. ChatCLI calls the tool that the `cmd` in its arguments names.',
  'name-matches-no-tool': 'No declared tool has this name. The call keeps it.',
} as const;

const attempts = {
  'single-quotes': 'change single quotes to double quotes',
  'bare-keys': 'put quotes around bare keys',
  'quotes-and-keys': 'change single quotes to double quotes and put quotes around bare keys',
  'trailing-commas': 'remove trailing commas',
  'plain-text': 'put the text into the usual field of the tool',
  'key-by-key': 'cut the object at its commas and colons and write it again',
} as const satisfies Record<AttemptCode, string>;

const outcomes = {
  taken: 'This is JSON: ChatCLI uses it.',
  refused: 'This is not JSON either: ChatCLI tries the next repair.',
  unchanged: 'This repair changes nothing: ChatCLI tries the next one.',
} as const satisfies Record<RepairAttempt['outcome'], string>;

const tiersAndGates = {
  'attribute-tag': 'Tag with attributes',
  'json-object': 'JSON object',
  'code-block': 'Markdown code block',
  bracket: '[tool: …] shorthand',
  'contains-tool-tag': {
    question: 'Does the text contain `<tool`, in any letter case?',
    yes: 'ChatCLI parses every `<tool …>` and `<tool_call …>`.',
    no: 'There is no tag to parse.',
    missing: 'the text has no `<tool` tag',
  },
  'contains-brace': {
    question: 'Does the text contain `{`?',
    yes: 'ChatCLI tries every `{`, even inside tags that are already calls.',
    no: 'There is no JSON object to parse.',
    missing: 'the text has no `{`',
  },
  'contains-code-block': {
    question: 'Does the text contain three backticks?',
    yes: 'ChatCLI parses the text between the backticks once more.',
    no: 'There is no code block to parse.',
    missing: 'the text has no code block',
  },
  'contains-bracket': {
    question: 'Does the text contain `[tool`, in any letter case?',
    yes: 'ChatCLI parses every `[tool` with a colon and a name.',
    no: 'There is no shorthand to parse.',
    missing: 'the text has no tag, JSON object, code block or `[tool: …]`',
  },
  'plain-arguments': 'The arguments, a text that is not JSON',
  runtime_panic: 'ChatCLI crashes on an offset',
} as const;

export type ChatcliRejectCode = keyof typeof rejections;
export type ChatcliCode =
  | ChatcliRejectCode
  | keyof typeof quirks
  | keyof typeof attempts
  | keyof typeof outcomes
  | keyof typeof tiersAndGates;

/** What ChatCLI's own codes mean, in words. */
export const chatcliWords: Readonly<Record<ChatcliCode, Words>> = {
  ...rejections,
  ...quirks,
  ...attempts,
  ...outcomes,
  ...tiersAndGates,
};
