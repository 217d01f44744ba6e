import { nativeWords } from '../kit/native-words.ts';

/** What ExAthena's own codes mean, in words: of gates, tiers, steps and errors. */
export const exathenaWords = {
  ...nativeWords,
  tagged: 'Text-tagged fence',
  'tool-call-tag': '<tool_call> tag',
  raw: 'Raw JSON',

  'self-contained': {
    question: 'Does the provider run its own tools (`self_contained_tools: true`)?',
    yes: 'Nothing is extracted, whatever the reply holds.',
    no: 'The tiers are asked one after another.',
    asksProvider: true,
  },
  'native-denied': {
    question: 'Does the provider say `native_tool_calls: false`?',
    yes: 'The tagged tier runs without looking for its marker first, and later tiers still run when it finds nothing.',
    no: 'Each tier is asked by its marker, and the first marker found claims the whole text.',
    asksProvider: true,
  },
  'contains-fence': {
    question: 'Does the text contain `~~~tool_call`?',
    yes: 'The tagged tier claims the text: no later tier runs, even if no block can be read.',
    no: 'The next tier is asked.',
  },
  'contains-tag': {
    question: 'Does the text contain `<tool_call>`?',
    yes: 'The tag tier claims the text: bare JSON is not tried.',
    no: 'The next tier is asked.',
  },
  'contains-keys': {
    question: 'Does the text contain both `"name"` and `"arguments"`, with their quotes?',
    yes: 'The raw tier looks at every `{`.',
    no: 'The raw tier does not run.',
  },
  'begins-with-json': {
    question: 'Is the whole message JSON: does it begin with `{` or `[`, and hold `"name"` and `"arguments"`?',
    yes: 'The raw tier looks at every `{`.',
    no: 'The raw tier does not run: prose that quotes a call must not execute.',
    lacks: 'does not hold both keys',
  },
  'is-code-fence': {
    question: 'Is the whole text one Markdown code fence?',
    yes: 'Only the inside of the fence is read.',
    no: 'The whole text is read.',
  },

  'not-asked': 'Not asked: the provider runs its own tools.',

  'unclosed-block': 'The fence is opened, but no line that begins with `~~~` follows',
  'no-line-break-after-marker': 'The marker is not followed by a line break, so it opens nothing',
  'tag-body-not-json': 'No `{` follows the tag, so it opens nothing',
  'tag-unclosed': 'No `}` with `</tool_call>` behind it follows',

  'opener-mid-line': 'The fence opens in the middle of a line. The rules forbid it, the runtime takes it.',
  'text-after-closer': 'Text follows the closing fence on its line. The rules forbid it, the runtime takes it.',
  'closer-indented':
    'The closing fence is indented, so it does not close. Only `~~~` right at the start of a line does.',
  'opener-taken-as-closer': 'The next opener is taken for the closer of this block, because it begins with `~~~`.',
  'hidden-by-native': 'Here stands another call, but a native call hides everything in the text.',
  'fence-mention-claims-text':
    'The mere mention of the fence marker claimed the text: no block was found, and the later tiers never ran.',
} as const;

export type ExathenaCode = keyof typeof exathenaWords;
