import { betweenLines } from './between-lines.ts';
import { errorBodyOf, WROTE } from '../bodies/error-body.ts';
import { quotedErrors, repliesInFields } from './log-fields.ts';
import { rawTexts, type RawText } from './raw-text.ts';
import type { RecognisedReply } from '../recognised.ts';
import { responseOf, responseWithin } from '../bodies/response.ts';
import { itemsOf, plainSpan, type Source } from '../sources.ts';
import { embeddedValues, type EmbeddedValue } from '../values.ts';
import type { Span } from '../../text/document/index.ts';

/** What a log, a traceback or the body of an error says of a reply. */
export interface Reported {
  /** Empty where the text of the model is not in it. */
  readonly replies: readonly RecognisedReply[];
  /** The first error in it. */
  readonly error: string | null;
}

/** Reads a text that holds values among other things. What a model wrote may hold values as well: those are its own. */
export function reportedIn(text: string): Reported {
  const errors = quotedErrors(text);
  const values = errors.length === 0 ? embeddedValues(text) : joined(errors, embeddedValues(text));
  const found = rawTexts(text, { within: values.map(({ span }) => span) });
  const replies = new Replies();
  let error: string | null = null;
  let raw = 0;
  let read = 0;
  for (const { source, span } of values) {
    for (let next = found[raw]; next !== undefined && next.at <= span.from; next = found[raw]) {
      raw += 1;
      // What is said to be the reply may be the whole answer of the server.
      if (next.span?.from === span.from && responseOf(source) !== null) continue;
      replies.add([next]);
      read = Math.max(read, next.end);
    }
    if (span.from < read) continue;
    const body = errorBodyOf(source);
    error ??= body?.message ?? null;
    const response = body === null ? (responseOf(source) ?? responseWithin(source)) : null;
    // llama-server tells what it parsed below the text that it parsed.
    if (response !== null && replies.list.length > 0 && text.endsWith('Parsed message: ', span.from)) continue;
    if (response === null) replies.add(inValue(source, 0));
    else for (const reply of response.replies) replies.list.push(reply);
  }
  replies.add(found.slice(raw));
  const isTold = replies.list.length > 0;
  if (isTold) return { replies: replies.list, error };
  const inFields = repliesInFields(
    text,
    values.map(({ source }) => source),
  );
  const between = inFields.length > 0 || error !== null ? null : runOf(text, values);
  // The last value is that of its call.
  const last = values.at(-1)?.span ?? between;
  const printed =
    between !== null && last !== null && between.from <= last.from && last.to <= between.to ? between : null;
  if (printed !== null) replies.add([{ text: text.slice(printed.from, printed.to), span: printed }]);
  return { replies: printed === null ? inFields : replies.list, error };
}

/** What is printed between the lines of a log: what the log calls a response, else what holds all values that are there. */
function runOf(text: string, values: readonly EmbeddedValue[]): Span | null {
  const called = betweenLines(text, true);
  if (called !== null) return called;
  const run = betweenLines(text);
  return run !== null && values.every(({ span }) => run.from <= span.from && span.to <= run.to) ? run : null;
}

/** In order; what is inside of an error in quotes is read with it. */
function joined(errors: readonly EmbeddedValue[], others: readonly EmbeddedValue[]): EmbeddedValue[] {
  const all = [...errors, ...others].toSorted((a, b) => a.span.from - b.span.from);
  let read = 0;
  return all.filter(({ span }) => {
    const isOwn = span.from >= read;
    read = Math.max(read, span.to);
    return isOwn;
  });
}

/** Reads the body of an error. */
export function reportedBy(source: Source): readonly RecognisedReply[] {
  const replies = new Replies();
  replies.add(inValue(source, 0));
  return replies.list.length > 0 ? replies.list : repliesInFields('', [source]);
}

type Wrote = Pick<RawText, 'text' | 'span' | 'part' | 'isNamed' | 'recording'>;

/** A message that is told again, by the next layer of errors, is one. */
class Replies {
  readonly list: RecognisedReply[] = [];
  readonly #texts = new Set<string>();

  add(found: readonly Wrote[]): void {
    for (const { text, span, part, isNamed, recording } of found) {
      if (isNamed !== true && this.#texts.has(text)) continue;
      this.#texts.add(text);
      const more = { ...(part === undefined ? {} : { part }), ...(recording === undefined ? {} : { recording }) };
      this.list.push({ text, native: null, span, ...more });
    }
  }
}

/** How deep an error is quoted in another: a proxy reports what an engine reported. */
const MOST_QUOTES = 3;

/** What the strings of a value report, at any depth. */
function inValue(value: Source, level: number): Wrote[] {
  const found: Wrote[] = [];
  const waiting: { readonly source: Source; readonly key: string }[] = [{ source: value, key: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { source, key } = next;
    if (source.node.kind === 'string')
      for (const raw of inString(source, source.node.value, key, level)) found.push(raw);
    else if (source.node.kind === 'object')
      for (const member of source.node.members.toReversed())
        waiting.push({ source: { ...source, node: member.value }, key: member.key.value });
    else for (const item of itemsOf(source).toReversed()) waiting.push({ source: item, key });
  }
  return found;
}

function inString(source: Source, text: string, key: string, level: number): Wrote[] {
  if (WROTE.includes(key)) return text === '' ? [] : [{ text, span: plainSpan(source) }];
  const values = text.includes('{') && level < MOST_QUOTES ? embeddedValues(text) : [];
  const found = rawTexts(text, { isMessage: true, within: values.map(({ span }) => span) });
  if (found.length > 0) return found.map((raw) => ({ ...raw, span: null }));
  // The JSON of another error inside of the message.
  return values.flatMap((one) => inValue(one.source, level + 1));
}
