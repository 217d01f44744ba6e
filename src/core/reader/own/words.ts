import type { FormatCode, FormatQuirkCode, FormatRejectCode } from '../../formats/index.ts';
import type { Words } from '../../trace/index.ts';
import { type NativeErrorCode, nativeWords } from '../../engines/kit/index.ts';

const rejections = {
  'opener-without-body': 'No call follows this marker',
  'stray-closer': 'This marker closes nothing',
  quoted: 'This is quoted, not called',
  'inside-result': 'This is inside a tool result that the model made up',
  'inside-answer': 'This is inside the answer to the user, so it is not a call',
  'inside-reasoning': 'This is inside closed reasoning, where Callscope takes no call',
  'undeclared-bare-name': 'No declared tool has this name. Without markers, only the name tells a call from data',
  'not-call-shaped': 'This JSON does not have the keys and values of a call',
  'inside-a-line': 'Other text is on the same line, so this is part of a sentence',
  'cut-off': 'The text ends inside the call, so the call must not run',
  'broken-off': 'A value of the call is missing or incomplete, so the call must not run',
  'no-call-name': 'This name means that the model calls no tool',
  'not-a-name': 'This is not the name of a tool: it contains brackets, quotes or other signs',
  placeholder: 'An ellipsis takes the place of the arguments, so this is only a sample of a call',
  'not-a-call-expression': 'This is not a call with keyword arguments of literal values',
  'written-by-runtime': 'From here on, a program writes the text, so nothing is a call',
  'unclear-pairs': 'Keys and values cannot be told apart, because their markers are exchanged',
  'name-with-key': 'The name and the first key run together, because the marker between them is missing',
  'markup-not-followed': 'This does not follow the markup of the format',
} as const satisfies Record<FormatRejectCode, string>;

const quirks = {
  'undeclared-name': 'No declared tool has this name, but the markers show that this is a call.',
  'reasoning-began-in-prompt':
    'This closes reasoning that the reply never opened. The reasoning began in the prompt and ends here.',
  'call-ends-reasoning': 'The reasoning is never closed. The opening marker of a call ends it.',
  'unread-members':
    'The object has no arguments, and its other members are no parameters of the tool. The call gets `{}`.',
  'unknown-header': 'The format does not know this header, and it names no tool. What follows is content.',
  'closer-missing': 'The closing marker is missing, but the call is complete.',
  'positional-arguments': 'The arguments have no names. They get the names of the declared parameters, in order.',
  'value-never-closed': 'The quote of this value is never closed. The value ends at the end of the tag.',
  'unmatched-quote': 'The quotes of this value do not match, so they are a part of it.',
} as const satisfies Record<FormatQuirkCode, string>;

const reads = { answer: 'The answer to the user' } as const;

const ownGates = {
  marked: 'Formats with markers',
  bare: 'Bare JSON and call expressions',
  'contains-marker': {
    question: 'Does the text contain the opening marker of a format?',
    yes: 'The text after the marker decides which format it is.',
    no: 'Continue with the next parser.',
  },
  'contains-bare-call': {
    question: 'Is there JSON or a call expression without markers that may be a call?',
    yes: 'Without markers, only the name tells a call from data. Where tools are declared, the name must be one of them.',
    no: 'Callscope looks for nothing else.',
    missing: 'there is no bare JSON or call expression that may be a call',
  },
  'line-ends': 'The lines end with CRLF. Callscope reads them as if they ended with LF.',
} as const;

export type OwnCode = FormatCode | NativeErrorCode | keyof typeof ownGates;

/** What the codes of our own runtimes mean, in words. */
export const ownWords: Readonly<Record<OwnCode, Words>> = {
  ...nativeWords,
  ...rejections,
  ...quirks,
  ...reads,
  ...ownGates,
};
