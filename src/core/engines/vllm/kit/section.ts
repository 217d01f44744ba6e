import { slice } from '../../../text/document/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { droppedPieces, type EngineCall } from '../../kit/index.ts';
import { commonWords } from './common-words.ts';
import { contentOnly, givenUp } from './json-calls.ts';
import { places } from './markers.ts';
import type { Parsed, VllmCode } from '../parser.ts';

// A section of calls, whose opener is asked for and whose calls are found anywhere: DeepSeek's, and Kimi's of 2026-05.

/** The markers of a section and of a call in it. */
export interface Section {
  readonly open: string;
  readonly close: string;
  readonly begin: string;
  readonly end: string;
}

export const sectionWords = ({ open, begin, end }: Section) =>
  ({
    'contains-section': {
      question: `Does the text contain \`${open}\`?`,
      yes: `The parser searches the whole text for calls between \`${begin}\` and \`${end}\`.`,
      no: 'The parser returns the whole reply as content.',
    },
    'arguments-unparsed': commonWords['arguments-unparsed'],
    'text-dropped': `This text after \`${open}\` is in no call: the parser drops it, and the client never receives it.`,
  }) as const;

export type SectionSteps = Recorder<keyof ReturnType<typeof sectionWords> | VllmCode>;

/** Content up to the section, and the calls; null for these where the server's own classes raise. */
export function parseSection(
  text: string,
  { open, close }: Section,
  steps: SectionSteps,
  findCalls: () => EngineCall[] | null,
): Parsed {
  const from = text.indexOf(open);
  const found = from < 0 ? null : { from, to: from + open.length };
  if (!steps.gate('contains-section', found !== null, { from: 0, to: text.length }, found)) return contentOnly(text);
  const calls = findCalls();
  if (calls === null) return givenUp(text, steps);
  const content = { from: 0, to: from };
  const markup = [...places(text, open), ...places(text, close)];
  const kept = [...calls.map(({ span }) => span), ...markup];
  for (const piece of droppedPieces(text, from, kept)) steps.quirk('text-dropped', piece);
  return { called: true, calls, content: [content], text: from === 0 ? null : slice(text, content), markup };
}
