import type { LessonCase } from '../../data/lessons/lesson.ts';
import { diagnose } from '../diagnose/index.ts';
import { chunksOf, unpackRecording } from '../log/index.ts';
import { type ExtractOptions, extract, readBothWays, runtimesFor, tokenRecording, withTools } from '../reader/index.ts';
import { characterText, excerpt, placeText, type Span, counted, numberText } from '../text/document/index.ts';
import { declaredTools } from '../tools/index.ts';
import { type Diagnosis, type Extraction, stepAt, stepText, type ToolCall, verdictOf } from '../trace/index.ts';

/** How an engine reads a case. */
export interface Reading {
  readonly text: string;
  readonly options: ExtractOptions;
  readonly whole: Extraction;
  /** The same reply in the chunks of its recording, or in tokens. */
  readonly streamed: Extraction;
}

/** Longer replies are no exercise. In UTF-16 units. */
export const LONGEST = 20_000;

/** Reads a case with its server, or with another runtime. A string says why it cannot. */
export async function readCase(given: LessonCase, runtime = given.profile ?? 'auto'): Promise<Reading | string> {
  const { text = '', native = '', thinking = 'absent', nativeToolCalls = 'absent', selfContained = false } = given;
  if (text.length > LONGEST) return `The reply is longer than ${numberText(LONGEST)} characters.`;
  const runtimes = await runtimesFor(runtime);
  if (!runtimes.some(({ id }) => id === runtime)) return `There is no server with the id \`${runtime}\`.`;
  const isOn = thinking === 'on';
  const options = withTools(
    {
      runtime,
      runtimes,
      tools: declaredTools(given.tools ?? ''),
      reasoning: given.reasoningParser ?? '',
      capabilities: {
        ...(nativeToolCalls === 'absent' ? {} : { native_tool_calls: nativeToolCalls === 'true' }),
        ...(selfContained ? { self_contained_tools: true } : {}),
        ...(thinking === 'absent' ? {} : { thinking: isOn }),
      },
      request: thinking === 'absent' ? {} : { templateOptions: { enable_thinking: isOn, thinking: isOn } },
    },
    { text, tool_calls_text: native },
  );
  if (native !== '') {
    const whole = extract({ text, tool_calls_text: native }, options);
    return { text, options, whole, streamed: whole };
  }
  const recording = given.recording === undefined ? null : unpackRecording(given.recording, text.length);
  const pieces = chunksOf(text, recording ?? tokenRecording(text)).map((chunk) => chunk.text);
  return { text, options, ...readBothWays(pieces, options) };
}

export function diagnosesOf({ whole, options }: Reading): Diagnosis[] {
  return diagnose(whole, options);
}

/** What an engine did with a reply. */
export interface Deed {
  /** Why the client gets what it gets: one sentence or none. */
  readonly why: readonly string[];
  /** The same with the place. */
  readonly says: readonly string[];
  readonly span: Span | null;
}

/** What the engine did with the reply, with the place that says why (or that of the call, where it asks why it is there). */
export function deed(reading: Reading, toName: 'cause' | 'call' = 'cause'): Deed {
  const { text } = reading;
  const why = whyOf(reading);
  const decided = decidingPlace(reading, toName);
  if (decided === null) return { why, says: why, span: null };
  const span = spanAt(text, decided.at);
  if (/\bline \d+/.test(why.join(' '))) return { why, says: why, span };
  if (!decided.what.endsWith('.'))
    return { why, says: [...why, `${decided.what} at ${quoted(text, decided.at)}.`], span };
  const isPlaced = decided.what.includes(`(${placeText(text, decided.at)})`);
  return { why, says: [...why, decided.what, ...(isPlaced ? [] : [`Look at ${quoted(text, decided.at)}.`])], span };
}

/** The reason of the verdict; nothing where it is only that calls and text are returned, which was said. */
function whyOf(reading: Reading): readonly string[] {
  const { outcome } = reading.whole;
  const { reason, gets } = verdictOf({ ...reading.whole, diagnoses: diagnosesOf(reading) });
  return reason === gets && outcome === 'calls' ? [] : [reason];
}

interface Decided {
  readonly at: number;
  /** What is there: a sentence, or the beginning of one. */
  readonly what: string;
}

/** Where the engine stopped, what is damaged, or else where it found its first call or began. */
function decidingPlace(reading: Reading, toName: 'cause' | 'call'): Decided | null {
  const { whole, text } = reading;
  if (text === '') return null;
  if (whole.error !== undefined) return { at: whole.error.at, what: 'It stops' };
  const refused = whole.trace.find((event) => event.kind === 'reject');
  if (refused?.kind === 'reject') return { at: refused.at, what: 'It stops' };
  const [worst] = diagnosesOf(reading);
  const [call] = whole.calls;
  if (worst !== undefined && (call === undefined || toName === 'cause'))
    return { at: worst.span.from, what: worst.message };
  if (call !== undefined) return { at: call.span.from, what: 'The call begins' };
  return { at: 0, what: 'It looked for a call from the first character on,' };
}

/** What an engine took a place of the reply for. */
export function takenFor({ whole }: Reading, at: number): string {
  const step = stepAt(whole.trace, at);
  const event = step === null ? undefined : whole.trace[step];
  if (event !== undefined && event.kind !== 'enter' && event.kind !== 'gate')
    return stepText(event, whole.document, whole.runtime.words).replace(/\.?$/, '.');
  const part = whole.ledger.find(({ from, to }) => from <= at && at < to);
  return `${whole.runtime.label} ${became[part?.kind ?? 'content']}`;
}

const became = {
  content: 'returns this as text.',
  reasoning: 'returns this as reasoning.',
  markup: 'takes this for markup of a call.',
  call: 'takes this for part of a call.',
  suppressed: 'does not take this for a call.',
  malformed: 'cannot read this.',
  lost: 'drops this: the client never gets it.',
} as const;

/** "`{"a":1}` (line 2, column 1)" */
export function quoted(text: string, from: number, to = Math.min(text.length, from + 1)): string {
  const place = placeText(text, from);
  if (from >= text.length) return place;
  const what = to - from <= 1 ? characterText(text, from) : `\`${excerpt(text, from, to).replaceAll('`', "'")}\``;
  return `${what} (${place})`;
}

export function spanAt(text: string, at: number): Span {
  const from = Math.max(0, Math.min(at, text.length));
  return { from, to: Math.min(text.length, from + 1) };
}

/** A sentence of these words; a quoted one may have its own end. */
export function ended(words: string): string {
  return /[.!?]["”]?`$/.test(words) ? words : `${words}.`;
}

/** "2 calls: read_gauge, open_valve" */
export function callsText(calls: readonly ShownCall[]): string {
  if (calls.length === 0) return 'no call';
  return `${counted(calls.length, 'call')}: ${calls.map(callText).join(', ')}`;
}

/** The same of calls that should be there: one is not counted. */
export function wantedText(calls: readonly ShownCall[]): string {
  const [call] = calls;
  return calls.length === 1 && call !== undefined ? callText(call) : callsText(calls);
}

type ShownCall = Pick<ToolCall, 'name' | 'argumentsText'>;

function callText({ name, argumentsText }: ShownCall): string {
  return `\`${name} ${argumentsText.replaceAll('`', "'")}\``;
}
