import { nativeWords } from '../../engines/kit/index.ts';

/** What ExAthena's own codes mean, in words: of gates, tiers, steps and errors. */
export const exathenaWords = {
  ...nativeWords,
  tagged: 'Text-tagged fence',
  'tool-call-tag': '<tool_call> tag',
  raw: 'Raw JSON',

  'self-contained': {
    question: 'Does the provider run its own tools (`self_contained_tools: true`)?',
    yes: 'ExAthena extracts nothing: the provider runs its own tools.',
    no: 'ExAthena tries its parsers one after another.',
    missing: 'the provider does not run its own tools',
    asksProvider: true,
  },
  'native-denied': {
    question: 'Does the provider say `native_tool_calls: false`?',
    yes: 'ExAthena runs the fence parser without looking for its marker first. If it finds nothing, later parsers run.',
    no: 'Each parser runs only after its marker. The first marker that ExAthena finds claims the whole text.',
    asksProvider: true,
  },
  'contains-fence': {
    question: 'Does the text contain `~~~tool_call`?',
    yes: 'The fence parser claims the text. No later parser runs, even if every block is invalid.',
    no: 'Continue with the next parser.',
    missing: 'the text has no `~~~tool_call`',
  },
  'contains-tag': {
    question: 'Does the text contain `<tool_call>`?',
    yes: 'The tag parser claims the text: ExAthena does not try bare JSON.',
    no: 'Continue with the next parser.',
    missing: 'the text has no `<tool_call>`',
  },
  'contains-keys': {
    question: 'Does the text contain both `"name"` and `"arguments"`, with their quotes?',
    yes: 'The raw JSON parser tries every `{`.',
    no: 'The raw JSON parser does not run.',
    missing: 'the text has no `"name"` and `"arguments"` keys',
  },
  'begins-with-json': {
    question: 'Is the whole message JSON: does it begin with `{` or `[`, and hold `"name"` and `"arguments"`?',
    yes: 'The raw JSON parser tries every `{`.',
    no: 'The raw JSON parser does not run: a call that prose quotes must not run.',
    missing: 'the message is not JSON with `"name"` and `"arguments"`',
    lacks: 'lacks one of the two keys',
  },
  'is-code-fence': {
    question: 'Is the whole text one Markdown code fence?',
    yes: 'ExAthena parses only the inside of the fence.',
    no: 'ExAthena parses the whole text.',
    missing: 'the text is not one Markdown code fence',
  },

  'not-asked': 'Skipped: the provider runs its own tools.',

  'unclosed-block': 'The fence has no closing line that begins with `~~~`',
  'no-line-break-after-marker': 'No line break follows the marker, so it opens nothing',
  'tag-body-not-json': 'No `{` follows the tag, so it opens nothing',
  'tag-unclosed': 'No `}` with `</tool_call>` after it follows',

  'opener-mid-line': 'The fence opens in the middle of a line. The rules forbid this, but the server accepts it.',
  'text-after-closer': 'Text follows the closing fence on its line. The rules forbid this, but the server accepts it.',
  'closer-indented': 'The closing fence is indented, so it closes nothing. `~~~` must be at the start of a line.',
  'opener-taken-as-closer':
    'The next opening fence begins with `~~~`, so the server takes it for the end of this block.',
  'hidden-by-native': 'This is another call, but a native call hides everything in the text.',
  'fence-mention-claims-text':
    'The text only mentions the fence marker, and the fence parser claims it. It finds no block, and no later parser runs.',
} as const;

export type ExathenaCode = keyof typeof exathenaWords;
