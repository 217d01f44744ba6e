import type { FormatCode, FormatQuirkCode, FormatRejectCode } from '../../formats/kit/codes.ts';
import type { Words } from '../../trace/words.ts';
import { nativeWords, type NativeErrorCode } from '../kit/native-words.ts';

const rejections = {
  'opener-without-body': 'Nothing that begins a call follows this marker',
  'stray-closer': 'This marker closes nothing',
  quoted: 'This is quoted, not called',
  'inside-result': 'This stands inside the answer of a tool, which the model made up',
  'inside-reasoning': 'This stands inside closed reasoning, so it is considered, not called',
  'undeclared-bare-name': 'No declared tool has this name, and without markers nothing else tells a call from data',
  'not-call-shaped': 'This JSON has not the keys of a call',
  'inside-a-line': 'Other text stands on its line, so it is part of a sentence',
  'cut-off': 'The text ends inside the call, so it must not be run',
  'broken-off': 'A value is missing or breaks off in the call, so it must not be run',
  'no-call-name': 'This name means that no tool is called',
  'not-a-name': 'No tool is called like this: the name has brackets, quotes or other signs in it',
  placeholder: 'An ellipsis stands for the arguments, so this shows how a call looks',
  'not-a-call-expression': 'This is not a call with keyword arguments of literal values',
  'written-by-runtime': 'From here on the runtime writes, and nothing is a call',
  'markup-not-followed': 'The markup of the format is not followed here',
} as const satisfies Record<FormatRejectCode, string>;

const quirks = {
  'undeclared-name': 'No declared tool has this name. The markers say that it is a call.',
  'reasoning-began-in-prompt':
    'Reasoning is closed here that was never opened: it began in the prompt, and everything before is part of it.',
  'call-ends-reasoning': 'The reasoning is never closed. The opening marker of a call ends it.',
  'closer-missing': 'The closing marker is missing. The call is whole all the same.',
  'positional-arguments': 'The arguments have no names. They get those of the declared parameters, in their order.',
  'value-never-closed': 'The quote of this value is never closed. The value goes on to the end of the tag.',
} as const satisfies Record<FormatQuirkCode, string>;

const ownGates = {
  marked: 'Formats with markers',
  bare: 'Bare JSON and call expressions',
  'contains-marker': {
    question: 'Does the text contain the opening marker of a format?',
    yes: 'What follows the marker decides which format it is.',
    no: 'The next tier is asked.',
  },
  'contains-bare-call': {
    question: 'Is there JSON or a call expression without markers that may be a call?',
    yes: 'Without markers only the name tells a call from other data, so a declared name is asked for.',
    no: 'This tier does not run.',
  },
  'line-ends': 'Lines end with CRLF here. They are read as if they ended with LF.',
} as const;

export type OwnCode = FormatCode | NativeErrorCode | keyof typeof ownGates;

/** What the codes of our own runtimes mean, in words. */
export const ownWords: Readonly<Record<OwnCode, Words>> = { ...nativeWords, ...rejections, ...quirks, ...ownGates };
