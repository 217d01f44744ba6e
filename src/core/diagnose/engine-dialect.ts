import {
  canForceCall,
  elsewhere,
  familyOf,
  isOfOtherFamily,
  isTrained,
  parserFor,
  strayRemedy,
} from '../catalogue/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import type { EngineId, ToolFormat } from '../formats/index.ts';
import { correctForm, isMadeFor } from '../reader/index.ts';
import { counted, type Edit, withPlace } from '../text/document/index.ts';
import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { member } from '../text/json/index.ts';
import { flagOf, flagsOf, flagsText } from './engine-flags.ts';
import { insertAt, remove } from './changes.ts';
import { objectAt } from './keys.ts';
import { areBorrowedTags, formatOf, writtenAs } from './literals.ts';
import { areAlike } from './meant/departures.ts';
import { rewritten } from './meant/rewriting.ts';
import { diagnosis, edit, quoted } from './rule.ts';
import { blockOf, blocksOf, type Subject } from './subject.ts';

/** With more calls than this, the parser is the right one for the reply. */
const MOST_CALLS = 20;
/** Longer text before a call is not looked at. */
const LONGEST_PROSE = 400;
/** So many parsers are tried on correct calls. */
const MOST_TRIED = 6;

/** The engine's parser was not written for the format of the calls. The fix is a parser only where that loses no correct call. */
export function foreignToEngine(subject: Subject): Diagnosis[] {
  const { engine, extraction, runtime } = subject;
  // This comes first because `everyFormat` reads the text again.
  if (engine === null || extraction.calls.length >= MOST_CALLS) return [];
  const calls = subject.everyFormat?.calls ?? [];
  const first = calls.find(({ format }) => !runtime.formats.includes(format));
  const format = formatOf(first?.format);
  if (first === undefined || format === undefined) return [];
  if (calls.length > MOST_CALLS || extraction.calls.length >= calls.length) return [];
  // Bare JSON, alone or in a list, is the format of nobody.
  const before = subject.document.slice(0, first.span.from).replace(/\s*\[?\s*$/, '');
  const readsBare = runtime.formats.some((id) => formatOf(id)?.tier === 'bare');
  if (format.tier === 'bare' && (readsBare || ownOpeners(subject).some((opener) => before.endsWith(opener)))) return [];
  const foreign = calls.filter((call) => call.format === format.id);
  const bare = withoutMarkers(subject, calls);
  if (bare !== null) return [bare];
  const alone = withoutList(subject, foreign) ?? proseBeforeJson(subject, foreign);
  if (alone !== null) return [alone];
  if (isOwnMarkup(subject, foreign)) return [];
  const trained = subject.trainedOn(areBorrowedTags(format, first.span, subject.document) ? null : format.id);
  const readers = readersOf(subject, format, calls).slice(0, MOST_TRIED);
  const tried = readers.map((reader): Tried => ({ reader, breaks: subject.safetyOf(reader, trained).breaks }));
  // The parser is that of the model already: then it is the reply that is unlike the model's own.
  const isOwn = trained !== null && trained !== format.id && isMadeFor(runtime, trained);
  const safe = isOwn
    ? []
    : tried.filter(({ breaks, reader }) => breaks === null && !isOfOthers(subject, reader)).map(({ reader }) => reader);
  const names = [...new Set(foreign.map(({ name }) => `\`${quoted(name)}\``))].slice(0, 4).join(', ');
  const what = foreign.length === 1 ? 'This is a call to' : `These are ${counted(foreign.length, 'call')} to`;
  return [
    diagnosis(
      'D01',
      `${what} ${names} ${writtenAs(format, first, subject.document)}. ${runtime.label} does not support that format.`,
      first.span,
      safe[0] === undefined ? inOwnFormat(subject, foreign) : readWith(safe[0]),
      safe[0] === undefined ? remedy(subject, engine, format, trained, tried) : switchText(engine, safe),
    ),
  ];
}

/** The calls in the format of the parser, without its markers; null where they are in another format. */
function withoutMarkers(subject: Subject, calls: readonly ToolCall[]): Diagnosis | null {
  const [own] = subject.runtime.formats;
  const { text } = subject.parts;
  if (text === null || formatOf(own)?.dialects?.includes('stripped') !== true) return null;
  const reply = subject.document.slice(text.from, text.to);
  const form = own === undefined ? null : correctForm(own, calls, reply);
  const inkOf = (one: string): string => one.replace(/\s/g, '');
  const [before = '', after, ...more] = form === null ? [] : inkOf(form.text).split(inkOf(reply));
  if (after === undefined || before + after === '' || more.length > 0) return null;
  const markers = [before, after].filter((one) => one !== '').map((one) => `\`${one}\``);
  const change = edit('Restore the markers', insertAt(text.from, before), insertAt(text.to, after));
  return diagnosis(
    'D06',
    `The call has no ${markers.join(' and ')} around it. ${subject.runtime.label} looks for ${markers.length === 1 ? 'it' : 'them'}.`,
    text,
    subject.bringsMeant(change) ? change : null,
    'Have the server keep special tokens in the text (`skip_special_tokens: false`).',
  );
}

/** Prose is between the marker of the parser and the call: what is wrong is only that. */
function proseBeforeJson(subject: Subject, calls: readonly ToolCall[]): Diagnosis | null {
  const { document, runtime } = subject;
  const [call] = calls;
  if (call === undefined || formatOf(call.format)?.tier !== 'bare') return null;
  const [at, opener] = ownOpeners(subject)
    .map((one) => [document.lastIndexOf(one, call.span.from - one.length), one] as const)
    .reduce((best, one) => (one[0] > best[0] ? one : best), [-1, '']);
  const from = at + opener.length;
  const prose = document.slice(from, call.span.from);
  if (at < 0 || prose.length > LONGEST_PROSE || !/^\s*[^\s<>{}[\]|]+[^<>{}[\]|]*$/.test(prose)) return null;
  const begins = from + prose.length - prose.trimStart().length;
  const change = edit('Remove the text', remove(begins, call.span.from));
  return diagnosis(
    'D10',
    `${withPlace(`Text is between \`${quoted(opener.trim())}\` and the JSON of the call`, document, begins)}. ${runtime.label} expects the JSON there.`,
    { from: begins, to: call.span.from },
    subject.bringsMeant(change) ? change : inOwnFormat(subject, calls),
    'Ask in the prompt for nothing but the call between the markers.',
  );
}

/** Whether calls with other keys or a list are between the markers of the parser: their body is wrong then. */
function isOwnMarkup(subject: Subject, calls: readonly ToolCall[]): boolean {
  const { document, everyFormat } = subject;
  const blocks = everyFormat === null ? [] : blocksOf(everyFormat);
  const openers = ownOpeners(subject);
  return calls.every((call) => {
    const from = blockOf(call, blocks)?.from ?? call.span.from;
    const at = document.indexOf('{', call.span.from);
    const body = at < 0 || at >= call.span.to ? null : objectAt(document, at, call.span.to);
    const isOther = body !== null && !['name', 'arguments'].every((key) => member(body, key) !== undefined);
    return openers.some(
      (opener) =>
        document.startsWith(opener, from) &&
        (isOther || /^\s*\[/.test(document.slice(from + opener.length, call.span.from + 1))),
    );
  });
}

function ownOpeners({ runtime }: Subject): readonly string[] {
  return runtime.formats.flatMap((id) => {
    const own = formatOf(id)?.openers;
    return own === undefined || typeof own === 'function' ? [] : own.map(({ text }) => text);
  });
}

/** An object after the marker of a parser that reads a list there: that is no other format. */
function withoutList(subject: Subject, calls: readonly ToolCall[]): Diagnosis | null {
  const { document, runtime, everyFormat } = subject;
  const [call] = calls;
  if (call === undefined || everyFormat === null) return null;
  const from = blockOf(call, blocksOf(everyFormat))?.from ?? call.span.from;
  const opener = ownOpeners(subject).find((one) => document.startsWith(one, from));
  const example = formatOf(runtime.formats[0])?.example ?? '';
  const at = from + (opener ?? '').length;
  if (opener === undefined || !example.startsWith(`${opener}[`) || !/^\s*\{/.test(document.slice(at, at + 20)))
    return null;
  return diagnosis(
    'D06',
    `${withPlace(`\`[\` is missing after \`${quoted(opener)}\``, document, at)}. ${runtime.label} reads a list of calls there.`,
    { from: at, to: at },
    inOwnFormat(subject, calls),
  );
}

/** A parser that returns all calls of the reply, and what it breaks. */
interface Tried {
  readonly reader: Runtime;
  readonly breaks: string | null;
}

/** The other parsers of the engine that return all calls. Parsers that were written for the format come first. */
function readersOf(subject: Subject, format: ToolFormat, calls: readonly ToolCall[]): Runtime[] {
  const readers: Runtime[] = [];
  for (const { peer, calls: read } of subject.peers()) if (areAlike(calls, read)) readers.push(peer);
  const rank = ({ formats }: Runtime): number => (formats.includes(format.id) ? 0 : 1);
  const flags = format.readers[subject.engine?.id as keyof typeof format.readers] ?? [];
  // The one that the evidence names as well: of several, a model has its own.
  const family = subject.model === null ? null : familyOf(subject.model);
  const own = parserFor(subject.engine?.id as Parameters<typeof parserFor>[0], format.id, family);
  const place = ({ flag }: Runtime): number => {
    if (flagName(flag) === own) return -1;
    const at = flags.indexOf(flagName(flag));
    return at < 0 ? flags.length : at;
  };
  return readers.sort((one, other) => rank(one) - rank(other) || place(one) - place(other));
}

/** The flag of the engine that is this model's own; null where it has none. */
function flagOfModel({ model, engine }: Subject): string | null {
  return (model === null ? null : familyOf(model))?.flags?.[engine?.id as EngineId] ?? null;
}

/** Whether a parser is that of other models, where this one has its own: nobody ran them together. */
function isOfOthers(subject: Subject, { flag }: Runtime): boolean {
  const own = flagOfModel(subject);
  return own !== null && flagName(flag) !== own && isOfOtherFamily(subject.engine?.id as EngineId, flagName(flag));
}

function flagName(flag: string): string {
  return flag.replace('--tool-call-parser ', '');
}

function readWith({ id, label }: Runtime): Edit {
  return { ...edit(`Read with ${label}`), runtime: id };
}

/** The edit that writes the calls in the parser's first format; null if the parser does not return them then either. */
function inOwnFormat(subject: Subject, calls: readonly ToolCall[]): Edit | null {
  const [own] = subject.runtime.formats;
  return own === undefined ? null : rewritten(subject, calls, `Convert to ${own}`, [own]);
}

function switchText(engine: { label: string }, readers: readonly Runtime[]): string {
  const [first, ...more] = [...new Set(readers.map(({ flag }) => flag))];
  const also = more.map((flag) => `\`${flagName(flag)}\``).join(', ');
  return `Start ${engine.label} with \`${first ?? ''}\`.${also === '' ? '' : ` These parsers also return it: ${also}.`}`;
}

/** What helps where no parser of the engine is safe: the model, another engine, and last a parser that breaks something. */
function remedy(
  subject: Subject,
  { id, label, reads }: NonNullable<Subject['engine']>,
  format: ToolFormat,
  trained: string | null,
  tried: readonly Tried[],
): string {
  const [last] = tried;
  const [own] = subject.runtime.formats;
  const resort = last === undefined ? '' : ` Last resort: \`${last.reader.flag}\`. ${last.breaks ?? ''}`;
  if (reads === 'text' && own !== undefined)
    return `${label} reads the text itself. Ask in the prompt for the format \`${own}\`, or choose a model that keeps to it.${resort}`;
  if (reads === 'calls') return flagsText(format);
  const stray = strayRemedy(subject.model, format.id, id);
  if (stray !== null) return stray;
  if (trained !== format.id) return `${aboutModel(id, trained)}${resort}`;
  const mine = flagOfModel(subject);
  const setting = `--tool-call-parser ${mine ?? ''}`;
  const flags = [subject.runtime, ...tried.map(({ reader }) => reader)].map(({ flag }) => flag);
  if (mine !== null && flags.every((flag) => flag !== setting && flag.startsWith('--tool-call-parser ')))
    return `Start ${label} with \`${setting}\`, the parser of this model. It does not read this reply: the model usually writes another spelling.`;
  // Where many replies are read, nobody asks the other parsers about each: what they were written for is known.
  const other = subject.hasPeers ? '' : flagOf(format, id, flagName(subject.runtime.flag));
  if (other !== '') return `Another parser of ${label} was written for this format. ${other}.`;
  const unrun = unrunFlag(format, id);
  if (unrun !== null)
    return `Start ${label} with \`--tool-call-parser ${unrun}\`, its parser for this format. That one is documented, and was not run here.`;
  const none =
    last === undefined
      ? `No parser of ${label} supports this format as it is written.`
      : `No parser of ${label} supports this format without a loss.`;
  const others = flagsOf(format, id);
  return others === '' || !isTrained(format.id)
    ? `${none} Ask in the prompt for a format that your server parses.${resort}`
    : `${none} Other servers have parsers for this format. ${others}.${resort}`;
}

/** The flag of the engine's parser for a format that is only documented; null for none. */
function unrunFlag({ readers }: ToolFormat, engine: string): string | null {
  const names = elsewhere.filter(({ project }) => project === engine).map(({ name }) => name);
  const flags = readers[engine as keyof typeof readers] ?? [];
  return flags.find((flag) => names.some((name) => name.includes(flag))) ?? null;
}

/** A model that left its format is mended, and not its parser: that would lose the calls which it writes correctly. */
function aboutModel(engine: string, trained: string | null): string {
  const own = trained === null ? 'the format that your parser reads' : `its own format, \`${trained}\`,`;
  return `The model left its format. Ask for ${own} in the prompt${orForceCall(engine)}. A lower temperature or a less quantised model helps as well.`;
}

/** How advice for the prompt goes on where the server can be made to call: '' where it cannot. */
export function orForceCall(engine: string | null): string {
  return canForceCall(engine) ? ', or have the server force a call (`tool_choice: required`, guided decoding)' : '';
}
