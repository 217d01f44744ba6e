import type { RepairAttempt } from '../../trace/trace.ts';
import type { Words } from '../../trace/words.ts';
import type { AttemptCode } from './normalize.ts';

const rejections = {
  'tag-other-name': 'This begins the name of another tag',
  'tag-never-ends': 'No `>` outside of quotes follows, so this tag never ends',
  'tag-without-name':
    'The tag has no attribute `name` with a value; it is passed over, with all that stands before its closing tag',
  'offset-beyond-text':
    'A character changes its length in lower case, and the runtime counts beyond the end of the text: it crashes here',
  'arguments-need-repair': 'The arguments are not JSON as they stand, so the repairs are tried in turn',
  'object-not-json': 'This is not JSON, and no repair makes a call of it',
  'repair-limit':
    'The repairs are not tried here: too much was given to them already. The runtime would go on, and take very long',
  'no-call-keys': 'The object has none of the keys of a call: `tool_call`, `name`, `tool`, `cmd`',
  'name-without-at': 'The name does not begin with `@`, so this is data and no call',
  'looks-like-data':
    'The object has `url`, `title` with `snippet`, or `type` with `error`: it is taken for a result and not for a call',
  'search-with-query': 'A `search` with `query` belongs to another tool than @coder',
  'copy-of-earlier':
    'An earlier call of the same tool holds these arguments or this text, so it is taken for a copy and dropped',
  'code-block-unclosed': 'No line break with three more backticks follows: no block is read from here on',
  'bracket-is-prose': 'No colon with a name follows, so this bracket is prose',
} as const;

const quirks = {
  'native-not-read':
    'Native calls never come to this parser: ChatCLI takes them as they are, and gives it the text when there are none.',
  'offset-slip':
    'Before this stands a character that changes its length in lower case. The runtime searches the lower-cased text and reads at the wrong place.',
  'attribute-in-value':
    'This attribute stands inside the value of another one. The runtime does not see that, and takes it.',
  'value-never-closed': 'The quote of this value is never closed. It is read to the end of the tag.',
  'body-ignored': 'What stands between the opening and the closing tag is not read.',
  'call-in-call':
    'This object stands inside a tag that is a call already. It becomes a call of its own: one call is two.',
  'runs-after-tags': 'This call stands before a tag and comes after it: all tags come first.',
  'scan-jumps':
    'The repaired text is longer than what stands here. The runtime goes on by its length, so what stands here is never read.',
  'scan-returns':
    'The repaired text is shorter than what stands here. The runtime goes on by its length, so this is read once more.',
  'copies-not-searched':
    'Whether an earlier call holds this one is not searched: too much was searched already. The runtime would go on, and take very long.',
  'implicit-coder': 'No tool is named. A known `cmd` is taken for a call of @coder, with the object as its arguments.',
  'coder-without-at': 'The name lacks its `@`. For `coder`, and for no other tool, that is forgiven.',
  'number-rounded': 'The arguments are written anew with numbers of 64 bits: a long one loses digits.',
  'cut-key-by-key':
    'The last resort cuts at commas and colons: a nested value that is not JSON becomes text, and a piece without a colon is lost.',
  'comma-lost-in-text':
    'The repair takes out every comma before a closing bracket, inside this text too: a value has changed.',
  'at-sign-added': 'The name lacks its `@`. The shorthand adds it.',
  'bracket-unclosed': 'The closing bracket is missing. The call is made all the same.',
  'named-by-cmd': 'No tool has the name of this call. The `cmd` in its arguments names one, and that is called.',
  'name-matches-no-tool': 'No declared tool has this name. The call keeps it.',
} as const;

const attempts = {
  'single-quotes': 'single quotes made double',
  'bare-keys': 'quotes put around bare keys',
  'quotes-and-keys': 'single quotes made double and quotes put around bare keys',
  'trailing-commas': 'trailing commas taken out',
  'plain-text': 'the text put into the field that the tool is known for',
  'key-by-key': 'the object cut at its commas and colons and written anew',
} as const satisfies Record<AttemptCode, string>;

const outcomes = {
  taken: 'That is JSON: it is taken.',
  refused: 'That is no JSON either: the next repair is tried.',
  unchanged: 'That does not apply here: the next repair is tried.',
} as const satisfies Record<RepairAttempt['outcome'], string>;

const tiersAndGates = {
  'attribute-tag': 'Tag with attributes',
  'json-object': 'JSON object',
  'code-block': 'Markdown code block',
  bracket: '[tool: …] shorthand',
  'contains-tool-tag': {
    question: 'Does the text contain `<tool`, in any letter case?',
    yes: 'Every `<tool …>` and `<tool_call …>` is read.',
    no: 'There is no tag to read.',
  },
  'contains-brace': {
    question: 'Does the text contain `{`?',
    yes: 'Every `{` is tried, in tags that are calls already as well.',
    no: 'There is no JSON object to read.',
  },
  'contains-code-block': {
    question: 'Does the text contain three backticks?',
    yes: 'What stands between the backticks is read once more.',
    no: 'There is no code block to read.',
  },
  'contains-bracket': {
    question: 'Does the text contain `[tool`, in any letter case?',
    yes: 'Every `[tool` with a colon and a name is read.',
    no: 'There is no shorthand to read.',
  },
  'plain-arguments': 'The arguments, a text that is not JSON',
  runtime_panic: 'the runtime crashes on an offset',
} as const;

export type ChatcliRejectCode = keyof typeof rejections;
export type ChatcliCode =
  ChatcliRejectCode | keyof typeof quirks | keyof typeof attempts | keyof typeof outcomes | keyof typeof tiersAndGates;

/** What ChatCLI's own codes mean, in words. */
export const chatcliWords: Readonly<Record<ChatcliCode, Words>> = {
  ...rejections,
  ...quirks,
  ...attempts,
  ...outcomes,
  ...tiersAndGates,
};
