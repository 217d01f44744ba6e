import { explain, gateMissText, gateWordsFor, jsonErrorText, originLabel } from './explain.ts';
import { codesWhere } from './diagnosis-traits.ts';
import type { Diagnosis, Extraction, ExtractionError, RuntimeWithWords, Telling } from './extraction.ts';
import { stepAt } from './locate.ts';
import { lostCharacters } from './lost.ts';
import { capital, firstSentence, isolated, withPlace, counted, numberText } from '../text/document/index.ts';
import { readJson } from '../text/json/index.ts';
import { returnsJson, type ToolCall } from './call.ts';
import { areReturned } from './returned.ts';
import type { RejectEvent, TraceEvent } from './trace.ts';
import { saidInstead } from './said-instead.ts';
import { wordFor } from './words.ts';

/**
 * How good an answer is for the person. `good`: the client gets the calls as the model wrote them. `flawed`: it gets calls, and
 * something is wrong with them. `open`: our own readers find calls, and no server was asked. `none`: no call, and nothing that
 * looks like one. `bad`: an error, or a call that the client does not get.
 */
export type Tone = 'good' | 'flawed' | 'open' | 'none' | 'bad';

/** The whole answer in a few sentences, and the step that proves it. */
export interface Verdict {
  readonly tone: Tone;
  readonly headline: string;
  /** Who read the reply, and what its client gets: the beginning of `reason`, as a sentence. Empty without a reply. */
  readonly gets: string;
  readonly reason: string;
  /** The rest of `reason`, for where it was said already what the client gets. */
  readonly why: string;
  /** Index of the deciding step, or null when there is nothing to read. */
  readonly step: number | null;
}

/** As much of an extraction as its verdict needs. */
export type Judged = Pick<
  Extraction,
  'runtime' | 'document' | 'parts' | 'outcome' | 'content' | 'error' | 'suppressed' | 'lost' | 'trace'
> & {
  readonly calls: readonly (Pick<ToolCall, 'name' | 'tier' | 'format' | 'argumentsText'> &
    Partial<Pick<ToolCall, 'returnedText'>>)[];
  /** Absent where nobody asked why. */
  readonly diagnoses?: readonly Diagnosis[];
};

/** Says what happened to a response and why, and how much of it is lost. */
export function verdictOf(extraction: Judged): Verdict {
  if (extraction.document.trim() === '') {
    return {
      tone: 'none',
      headline: 'Nothing to read yet.',
      gets: '',
      reason: 'Paste a reply of a model, or open an example.',
      why: '',
      step: null,
    };
  }
  const { headline, gets, why, step } = verdictOfCalls(extraction);
  const lost = lostCharacters(extraction);
  const note =
    lost === 0
      ? ''
      : `${counted(lost, 'character')} ${lost === 1 ? 'is' : 'are'} lost: the client never receives ${lost === 1 ? 'it' : 'them'}.`;
  const reason = joined([because(gets, why), note]);
  return { tone: toneOf(extraction), headline, gets, reason, why: joined([...why, note]), step };
}

const healthy = codesWhere(({ isHealthy }) => isHealthy === true);

/** The worst that is wrong with the calls that the client gets; undefined for nothing. Rules have the likeliest first. */
function worstOf({ diagnoses = [] }: Judged): Diagnosis | undefined {
  return diagnoses.find(({ code }) => !healthy.has(code));
}

function toneOf(extraction: Judged): Tone {
  const { calls, outcome, runtime, diagnoses = [] } = extraction;
  if (outcome === 'error') return 'bad';
  if (outcome === 'none') return diagnoses.length > 0 ? 'bad' : 'none';
  if (worstOf(extraction) !== undefined || !calls.every((call) => returnsJson(call))) return 'flawed';
  return runtime.lenient && !areReturned(extraction) ? 'open' : 'good';
}

interface Answer extends Pick<Verdict, 'headline' | 'gets' | 'step'> {
  /** Sentences. */
  readonly why: readonly string[];
}

/** "It returns the text. The JSON is invalid." as one sentence, "It returns the text: the JSON is invalid." */
function because(gets: string, [first = '', ...others]: readonly string[]): string {
  const isReason =
    /^(?:[a-z]|(?:A|An|It|No|None|Only|The|There|This)\b)/u.test(first) &&
    !first.replace(/`[^`]*`/g, '').includes(': ');
  const reason =
    isReason && gets !== '' ? `${gets.replace(/\.$/, '')}: ${first.charAt(0).toLowerCase()}${first.slice(1)}` : null;
  return joined(reason === null ? [gets, first, ...others] : [reason, ...others]);
}

function verdictOfCalls(extraction: Judged): Answer {
  const { error, outcome } = extraction;
  if (outcome === 'calls') return foundCalls(extraction);
  if (outcome === 'error' && error !== undefined) return foundError(extraction, error);
  const { runtime, trace } = extraction;
  const step = decidingStep(trace, runtime.telling ?? {});
  const why = whyNone(extraction, step === null ? undefined : trace[step]);
  return {
    headline: 'No call.',
    gets: textGets(extraction),
    why: [...(why === '' ? [] : [why]), ...inPlaceOfCall(extraction, why)],
    // What it looked at last proves that it looked.
    step: step ?? lastStep(trace),
  };
}

/** What the text says in place of a call, and what to do, where nothing in it looks like one. */
function inPlaceOfCall({ document, parts, runtime, diagnoses = [] }: Judged, why: string): readonly string[] {
  const { from, to } = parts.text ?? { from: 0, to: 0 };
  const isProse = parts.native === null && diagnoses.length === 0;
  const said = isProse ? saidInstead(document.slice(from, to)) : null;
  if (said === null) return [];
  const object = said.json === 'arguments' ? readJson(document, from, to) : null;
  const broken = object?.ok === false ? [`${capital(jsonErrorText(document, object.error.at, object.error))}.`] : [];
  const isSaid = why !== '' && (runtime.lenient || said.json !== undefined);
  // Who says already what keeps JSON and markup from being a call says enough.
  if (isSaid) return runtime.lenient && said.json !== undefined ? [...broken, said.help] : [];
  return [`${withPlace(said.fact, document, from + said.at)}.`, said.help];
}

function whyNone({ document, runtime }: Judged, event: TraceEvent | undefined): string {
  if (event?.kind === 'gate' && !event.answer) {
    // A reader of ours has no precondition that says more than that it found nothing.
    return runtime.lenient ? '' : `${capital(gateMissText(event, document, runtime.words))}.`;
  }
  if (event?.kind === 'gate') return gateWordsFor(event.gate, runtime.words).yes;
  if (event !== undefined) return explain(event, document, runtime.words).title;
  if (runtime.lenient) return '';
  return isOfOneTier(runtime) ? 'Its parser finds no call.' : 'None of its parsers finds a call.';
}

function lastStep(trace: readonly TraceEvent[]): number | null {
  const last = trace.findLastIndex(({ kind }) => kind === 'gate' || kind === 'marker' || kind === 'read');
  return last < 0 ? null : last;
}

function foundCalls(extraction: Judged): Answer {
  const { calls, content, document, runtime, trace } = extraction;
  const names = listed(calls.map(({ name }) => (name === '' ? '(no name)' : isolated(name))));
  const origins = [...new Set(calls.map((call) => originLabel(call, runtime)))].join(', ');
  const warnings = trace.filter(({ kind }) => kind === 'quirk').length;
  const broken = calls.filter((call) => !returnsJson(call)).length;
  const text = content === null || content.trim() === '' ? '' : ` and ${beside(extraction, content)}`;
  // A runtime of one tier refuses nothing on the way to a call but what should have been another call.
  const refused = isOfOneTier(runtime) ? trace.find(({ kind }) => kind === 'reject') : undefined;
  const worst = worstOf(extraction);
  const wrong =
    worst === undefined
      ? broken === 0
        ? ''
        : `The arguments of ${counted(broken, 'call')} are not valid JSON.`
      : `${firstSentence(worst.fact ?? worst.message)}.`;
  const them = callsWord(calls.length, worst?.changed ?? 0, wrong !== '');
  const counts = calls.length === 1 ? `a call to ${names}` : `${counted(calls.length, 'call')}: ${names}`;
  if (areReturned(extraction))
    return {
      headline: joined([`The server returned ${counts}.`, wrong]),
      gets: `The client received ${them} as native \`tool_calls\`${text}.`,
      why: [],
      step: trace.findIndex(({ kind }) => kind === 'call'),
    };
  return {
    headline: joined([`${counted(calls.length, 'call')}: ${names}.`, wrong]),
    gets: runtime.lenient ? 'No server chosen yet.' : `${runtime.label} returns ${them}${text}.`,
    why: [
      isOfOneTier(runtime) ? '' : `${runtime.lenient ? 'Format' : 'Parser'}: ${origins}.`,
      refused === undefined || worst !== undefined ? '' : explain(refused, document, runtime.words).title,
      calls.length > 1 ? (runtime.telling?.runsFirst ?? '') : '',
      warnings === 0 || worst !== undefined ? '' : `${counted(warnings, 'warning')}.`,
    ].filter((sentence) => sentence !== ''),
    step: trace.findIndex(({ kind }) => kind === 'call'),
  };
}

/** The text that comes with calls. Some runtimes leave them in it: then a number would count them as text. */
function beside({ calls, document, parts: { text } }: Judged, content: string): string {
  const isRead = text !== null && calls.some(({ tier }) => tier !== 'native');
  const isWhole = isRead && content.trim().length >= document.slice(text.from, text.to).trim().length;
  return isWhole ? 'the whole reply as text' : `${counted(content.length, 'character')} of text`;
}

/** The calls as the object of a sentence. After a sentence about something else they are named again. */
function callsWord(count: number, changed: number, isNamed: boolean): string {
  if (!isNamed) return count === 1 ? 'it' : 'them';
  const named = count === 1 ? 'the call' : 'the calls';
  if (changed === 0) return named;
  return changed >= count ? `${named} with other arguments` : `${named}, ${numberText(changed)} with other arguments`;
}

/** What comes in place of an answer. */
const servedText = {
  error: { headline: 'Error, no call', gets: 'returns an error.' },
  crash: { headline: 'Error, no call', gets: 'ends with an exception.' },
  'http-error': { headline: 'HTTP error, no call', gets: 'answers the request with an HTTP error.' },
  'broken-stream': { headline: 'Broken stream', gets: 'breaks the stream off.' },
} as const satisfies Record<ExtractionError['served'], unknown>;

function foundError({ document, runtime, suppressed, trace }: Judged, error: ExtractionError): Answer {
  const step = trace.findIndex((event) => event.kind === 'reject' && event.from <= error.at && error.at <= event.to);
  const event = trace[step];
  const isOfServer = error.served === 'http-error' || error.served === 'broken-stream';
  const isRefused = event?.kind === 'reject' && (event.json !== null || isOfServer);
  const lost = suppressed.filter(({ reason }) => reason === 'discarded-with-error').length;
  const { headline, gets } = servedText[error.served];
  const sentence = `${runtime.label} ${gets}`;
  return {
    headline: `${headline}: ${wordFor(error.code, runtime.words).replace(/\.$/, '')}.`,
    gets: isRefused ? sentence : `${withPlace(sentence.slice(0, -1), document, error.at)}.`,
    why: [
      ...(isRefused ? [refusalText(event, document, runtime, isOfServer)] : []),
      ...(lost === 0 ? [] : [`${counted(lost, 'other call')} ${lost === 1 ? 'is' : 'are'} lost with it.`]),
    ],
    step: step < 0 ? stepAt(trace, error.at) : step,
  };
}

function refusalText(event: RejectEvent, document: string, { words }: RuntimeWithWords, isOfServer: boolean): string {
  // Where the headline says already that the JSON is invalid, what is wrong in it is enough.
  return isOfServer || event.json === null
    ? explain(event, document, words).title
    : `${jsonErrorText(document, event.at, event.json)}.`;
}

/** Who found nothing, and what its client gets instead. */
function textGets({ content, document, parts, runtime }: Judged): string {
  if (runtime.lenient) {
    const [format] = runtime.formats;
    return `Callscope finds no call${runtime.formats.length === 1 ? ` in the format \`${format ?? ''}\`` : ''}.`;
  }
  const text = parts.text === null ? '' : document.slice(parts.text.from, parts.text.to);
  const shown = content ?? '';
  if (text.trim() === '') return `${runtime.label} finds no call.`;
  if (shown.trim() === '') return `${runtime.label} returns neither a call nor text.`;
  if (shown.trim().length >= text.trim().length) return `${runtime.label} returns the whole reply as text.`;
  return `${runtime.label} returns ${counted(shown.length, 'character')} of ${numberText(text.length)} as text.`;
}

function isOfOneTier({ lenient, tiers }: Judged['runtime']): boolean {
  return !lenient && tiers.length === 1;
}

/** The step that best says why there is no call: what the runtime names first, a refusal, else the last gate that said no. */
function decidingStep(trace: readonly TraceEvent[], { first = [], vague = [], then = [] }: Telling): number | null {
  const tells =
    (code: string) =>
    (event: TraceEvent): boolean =>
      (event.kind === 'gate' && event.gate === code && event.answer) || (event.kind === 'quirk' && event.code === code);
  const saysLittle = new Set(['native-not-a-list', ...vague]);
  const wanted: ((event: TraceEvent) => boolean)[] = [
    ...first.map(tells),
    (event) => event.kind === 'reject' && !saysLittle.has(event.code),
    ...then.map(tells),
    (event) => event.kind === 'reject',
  ];
  for (const test of wanted) {
    const step = trace.findIndex(test);
    if (step >= 0) return step;
  }
  const last = trace.findLastIndex((event) => event.kind === 'gate' && !event.answer);
  if (last >= 0) return last;
  const surprise = trace.findLastIndex((event) => event.kind === 'quirk' && !saysLittle.has(event.code));
  const step = surprise < 0 ? trace.findLastIndex(({ kind }) => kind === 'quirk') : surprise;
  return step < 0 ? null : step;
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ');
  return names.length > 4 ? `${shown} and ${numberText(names.length - 4)} more` : shown;
}
