import type { ToolFormat } from '../formats/index.ts';
import type { Edit } from '../text/document/index.ts';
import type { Diagnosis, Extraction, RuntimeInfo, ToolCall } from '../trace/index.ts';
import { flagsOf } from './engine-flags.ts';
import { formatOf } from './literals.ts';
import { rewritten } from './meant/rewriting.ts';
import { diagnosis, edit, quoted } from './rule.ts';
import type { Subject } from './subject.ts';

/** With more calls than this, the parser is the right one for the reply. */
const MOST_CALLS = 20;
/** Most flags that a sentence names. */
const MOST_FLAGS = 4;

/** The engine's parser was not written for the format of the calls. Names the flags of the same engine that return them. */
export function foreignToEngine(subject: Subject): Diagnosis[] {
  const { engine, extraction, runtime } = subject;
  // This comes first because `everyFormat` reads the text again.
  if (engine === null || extraction.calls.length >= MOST_CALLS) return [];
  const calls = subject.everyFormat?.calls ?? [];
  const first = calls.find(({ format }) => !runtime.formats.includes(format));
  const format = formatOf(first?.format);
  if (first === undefined || format === undefined) return [];
  if (calls.length > MOST_CALLS || extraction.calls.length >= calls.length) return [];
  const foreign = calls.filter((call) => call.format === format.id);
  const readers = readersOf(subject, format, calls);
  const names = [...new Set(foreign.map(({ name }) => `\`${quoted(name)}\``))].slice(0, 4).join(', ');
  const what = foreign.length === 1 ? 'This is a call to' : `These are ${String(foreign.length)} calls to`;
  return [
    diagnosis(
      'D01',
      `${what} ${names} in the format \`${format.id}\` (${format.lineage}). ${runtime.label} does not support that format.`,
      first.span,
      readers[0] === undefined ? inOwnFormat(subject, foreign) : readWith(readers[0]),
      remedy(engine, format, readers),
    ),
  ];
}

/** The other parsers of the engine that return all calls. Parsers that were written for the format come first. */
function readersOf(subject: Subject, format: ToolFormat, calls: readonly ToolCall[]): RuntimeInfo[] {
  const meant = calls.map(({ name }) => name).join('\n');
  const readers: RuntimeInfo[] = [];
  for (const peer of subject.peers()) if (namesIn(peer) === meant) readers.push(peer.runtime);
  const rank = ({ formats }: RuntimeInfo): number => (formats.includes(format.id) ? 0 : 1);
  const flags = format.readers[subject.engine?.id as keyof typeof format.readers] ?? [];
  const place = ({ flag }: RuntimeInfo): number => {
    const at = flags.indexOf(flagName(flag));
    return at < 0 ? flags.length : at;
  };
  return readers.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
}

function namesIn({ calls }: Extraction): string {
  return calls.map(({ name }) => name).join('\n');
}

function flagName(flag: string): string {
  return flag.replace('--tool-call-parser ', '');
}

function readWith({ id, label }: RuntimeInfo): Edit {
  return { ...edit(`Read with ${label}`), runtime: id };
}

/** The edit that writes the calls in the parser's first format; null if the parser does not return them then either. */
function inOwnFormat(subject: Subject, calls: readonly ToolCall[]): Edit | null {
  const [own] = subject.runtime.formats;
  return own === undefined ? null : rewritten(subject, calls, `Convert to ${own}`, own);
}

function remedy(engine: { id: string; label: string }, format: ToolFormat, readers: readonly RuntimeInfo[]): string {
  const [first, ...more] = [...new Set(readers.map(({ flag }) => flag))].slice(0, MOST_FLAGS);
  const also = more.map((flag) => `\`${flagName(flag)}\``).join(', ');
  if (first !== undefined)
    return `Start ${engine.label} with \`${first}\`.${also === '' ? '' : ` These parsers also return it: ${also}.`}`;
  const others = flagsOf(format, engine.id);
  const none = `No parser of ${engine.label} supports this format as it is written.`;
  return others === ''
    ? `${none} Ask in the prompt for a format that your engine parses.`
    : `${none} Other engines have parsers for this format. ${others}.`;
}
