import type { Recorder } from '../../../trace/index.ts';
import type { VllmCode } from '../parser.ts';
import { commonWords } from './common-words.ts';

// The tags of `qwen3_xml` (2026-05) and `step3p5`, and what the two parsers say.

export const OPEN = '<tool_call>';
export const CLOSE = '</tool_call>';
export const FUNCTION = '<function=';
export const FUNCTION_END = '</function>';
export const PARAMETER = '<parameter=';
export const PARAMETER_END = '</parameter>';

/** The tags that begin a call or a part of one. */
export const xmlOpeners = [OPEN, FUNCTION, PARAMETER];

export const xmlWords = {
  'contains-tag': {
    question: `Does the text contain \`${OPEN}\`, \`${FUNCTION}\` or \`${PARAMETER}\`?`,
    yes: 'From there on, the parser reads the text as XML, tag by tag.',
    no: 'The parser returns the whole reply as content.',
  },
  'expat-refuses': 'The XML parser rejects this. It reads nothing more until the next call, so the arguments end here',
  'expat-is-dead':
    'The XML parser stopped at an earlier error: the parser drops this, although it looks like part of a call',
  'value-raises':
    'The number is infinite: Python raises OverflowError inside the XML parser, which reads nothing more.',
  'text-unquoted': 'The text does not fit the declared type. The parser writes it into the arguments without quotes.',
  'null-empty':
    'The parser writes nothing for the text `null`. Unless a string is declared, the arguments are not JSON then.',
  'not-true': commonWords['not-true'],
  'raw-json': 'The type is object: the parser writes the text into the arguments as it is.',
  'literal-value': 'Declared as a list or a dict, and a Python literal, so the parser converts it',
  'no-literal': 'Declared as a list or a dict, but not a Python literal, so it becomes a string',
  'closed-again':
    'This call already has a function. The parser closes it again, so its arguments get two closing braces.',
  'tags-in-value': 'Directly after the opening tag of a parameter, everything is text, even this tag.',
  'call-cut-off': 'The call does not end. The parser returns what it has, so the arguments may not be JSON.',
  'call-without-name': 'This call has no function: the parser drops it.',
  'no-call-open': 'No call is open: this parameter belongs to none.',
  'text-lost': 'The parser drops this text.',
  'tag-repaired': 'The parser repairs this tag: a `>` or `=` is missing.',
  'call-in-tag': 'The next call begins inside of this tag, which never closed. The parser reads it for both calls.',
  'tag-unfinished': 'The text ends inside a tag: the parser waits for the rest and drops this.',
} as const;

export type XmlCode = keyof typeof xmlWords;
export type XmlSteps = Recorder<XmlCode | VllmCode>;
