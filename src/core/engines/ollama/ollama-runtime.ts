import { parsedJson } from '../../text/json/index.ts';
import type { Span } from '../../text/document/index.ts';
import { callIds, type Recorder, type WordTable } from '../../trace/index.ts';
import {
  divide,
  type EngineOutcome,
  engineRuntime,
  type EngineStream,
  nothing,
  type Raised,
  streamWords,
} from '../kit/index.ts';
import type { Delta, Runtime } from '../runtime.ts';
import { afterGoSpace } from './kit/tape.ts';
import { Added, type Failure, type FoundCall, type Reader, type Request, type Steps } from './reader.ts';

/** The state of Ollama's main branch that the golden data ran. */
const source = { version: 'main of 2026-08-21', commit: 'fb307609' };

/** A reader and what is known of it without running it. */
export interface OllamaParser {
  /** `PARSER` of the Modelfile, or `generic:` and the tag of a template. */
  readonly name: string;
  /** The end of the runtime's id, where the name has signs that ids do not have. */
  readonly id?: string;
  /** What people set to get it, where that is no PARSER. */
  readonly flag?: string;
  readonly label?: string;
  /** The id of the name for which Ollama has the same reader, where that one was run. */
  readonly sameAs?: string;
  /** Where it was not run: what is known of it, and from where. */
  readonly documented?: string;
  /** The file of the reader in Ollama's repository. */
  readonly file: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  /** Whether its answer depends on `think`. */
  readonly asksThinking?: boolean;
  /** Ollama runs it only for requests that declare tools. */
  readonly needsTools?: true;
  /** What it looks for before it reads a call; absent where it has a gate of its own, or no calls. */
  readonly opener?: string;
  /** What it looks for while it takes the text for thinking. */
  readonly thinkingEnd?: string;
  /** Tags around its blocks: alone between two parts they are markup. */
  readonly tags: readonly string[];
  readonly words?: WordTable;
  open(request: Request, steps: Steps): Reader;
}

export interface OllamaRuntime extends Runtime {
  readonly parser: OllamaParser;
}

/** Codes of steps and errors that several readers have. */
const ollamaWords = {
  ...streamWords,
  'json-error': '`encoding/json` rejects this',
  'decode-error': 'This is JSON, but not what Ollama decodes it into',
  'key-ignored': 'No field of the call has this key: Ollama ignores it.',
  'nameless-call': 'There is no name: Ollama makes a call with an empty name.',
  'missing-name': 'Ollama finds no name of a call here',
  'call-ends-thinking': 'The tag of a call ends the thinking.',
  'thinking-dropped': 'The request does not turn thinking on: Ollama drops this.',
  'unclosed-at-end': 'No closing tag follows: Ollama reads the block when the reply ends.',
  'not-declared': 'No declared tool has this name',
  'not-json': 'JSON has no such number: the server cannot write this call, and the response breaks off.',
  'unread-at-end': 'The reply ends before this is complete: Ollama drops it.',
  'raises-json': 'Ollama returns an error: this is not valid JSON.',
  'raises-decode': 'Ollama returns an error: the JSON is not a call with an object of arguments.',
  'raises-xml': "Ollama returns an error: Go's XML decoder rejects the call.",
  'raises-missing-name': 'Ollama returns an error: the call has no name.',
  'raises-not-declared': 'Ollama returns an error: no declared tool has this name.',
  'raises-panic': 'The parser panics. Ollama does not recover: the whole server stops.',
} as const;

/** Words of the gates that `searchGates` names. */
function searchWords({ opener, thinkingEnd }: OllamaParser): WordTable {
  const answers = { yes: 'Ollama continues from there.', no: 'Ollama finds no call in it.' };
  return {
    ...(opener === undefined
      ? {}
      : {
          'contains-opener': { question: `Does the text contain \`${opener}\`?`, ...answers },
          'rest-contains-opener': { question: `Does the rest of the text contain \`${opener}\`?`, ...answers },
        }),
    ...(thinkingEnd === undefined
      ? {}
      : {
          'ends-thinking': {
            question: `Does \`${thinkingEnd}\` end the thinking?`,
            yes: 'Ollama takes the text before it for thinking.',
            no: 'Ollama takes the text for thinking.',
          },
        }),
  };
}

/** The code of the gate for each marker that a reader looks for. */
function searchGates(
  { opener, thinkingEnd }: OllamaParser,
  reply: string,
): ReadonlyMap<string, (area: Span) => string> {
  const start = afterGoSpace(reply, 0);
  const gates = new Map<string, (area: Span) => string>();
  if (opener !== undefined)
    gates.set(opener, ({ from }) => (from <= start ? 'contains-opener' : 'rest-contains-opener'));
  if (thinkingEnd !== undefined) gates.set(thinkingEnd, () => 'ends-thinking');
  return gates;
}

export function ollamaRuntime(parser: OllamaParser): OllamaRuntime {
  const { name, id = name, flag = `PARSER ${name}`, label = `Ollama ${name}` } = parser;
  const { file, formats, reads, asksThinking = false, needsTools, sameAs, documented, words } = parser;
  const format = formats[0] ?? id;
  const runtime = engineRuntime({
    id: `ollama:${id}`,
    project: 'ollama',
    flag,
    label,
    emulates: reads,
    source: { ...source, file },
    ids: callIds.ollama,
    formats,
    tier: id,
    asks: asksThinking ? ['thinking'] : [],
    ...(needsTools === undefined ? {} : { needsTools }),
    ...(sameAs === undefined ? {} : { sameAs }),
    ...(documented === undefined ? {} : { documented }),
    telling: {
      first: ['text-before-bracket'],
      vague: ['missing-name', 'not-declared'],
      then: ['unread-at-end', 'last-piece-unread', 'channel-unknown'],
    },
    words: { [id]: label.replace('Ollama', "Ollama's"), ...ollamaWords, ...searchWords(parser), ...words },
    read: (reply, tools, { thinking }, steps) => readWhole(parser, reply, { tools, thinking }, format, steps),
    stream: (tools, { thinking }) => openStream(parser, { tools, thinking }),
  });
  return { ...runtime, parser };
}

/** The same reader under another name. */
export function sameReader({ id, parser }: OllamaRuntime, name: string): OllamaRuntime {
  return ollamaRuntime({ ...parser, name, sameAs: id, reads: `The same reader as ${parser.name}.` });
}

/** The reply as one piece, and then the empty one that ends it. */
function readWhole(
  parser: OllamaParser,
  reply: string,
  request: Request,
  format: string,
  steps: Recorder<string>,
): EngineOutcome {
  const reader = parser.open(request, steps);
  reader.recordSearches(searchGates(parser, reply));
  const all = new Added();
  for (const [piece, isLast] of [
    [reply, false],
    ['', true],
  ] as const) {
    const added = reader.add(piece, isLast);
    all.append(added);
    if (added.failure !== null) return fail(added.failure, all.calls, reply, parser, format, steps);
  }
  const { calls, content, thinking: reasoning } = all;
  const { markup, unread } = gapsIn(reply, [...calls.map(({ span }) => span), ...content, ...reasoning], parser.tags);
  const last = unread.at(-1);
  if (reader.isWaiting && last?.to === reply.length && !steps.hasRefusal) steps.quirk('unread-at-end', last);
  for (const { argumentsText, span } of calls)
    if (/NaN|Infinity/.test(argumentsText) && parsedJson(argumentsText) === undefined) steps.quirk('not-json', span);
  divide(steps, parser.id ?? parser.name, format, { calls: calls.map(withNamePlace), content, reasoning, markup });
  return { content: content.map(({ from, to }) => reply.slice(from, to)).join('') };
}

/** Where the text gives a call no name, the beginning of the call stands for it. */
function withNamePlace(call: FoundCall): FoundCall {
  const { nameSpan, span } = call;
  return nameSpan.from < nameSpan.to ? call : { ...call, nameSpan: { from: span.from, to: span.from } };
}

/** An error ends the whole request: what was read before it reaches the client only where the reply is streamed. */
function fail(
  { code, span, at, isPanic }: Failure,
  calls: readonly FoundCall[],
  reply: string,
  parser: OllamaParser,
  format: string,
  steps: Recorder<string>,
): EngineOutcome {
  divide(steps, parser.id ?? parser.name, format, { calls: calls.map(withNamePlace), content: [] }, true);
  const place = { from: Math.min(span.from, reply.length), to: Math.min(span.to, reply.length) };
  const served = isPanic ? 'crash' : 'http-error';
  steps.fail({ code: `raises-${code}`, served, span: place, at: Math.min(at, reply.length) });
  return { content: null, ending: 'malformed' };
}

/** What lies between parts: white space and tags are markup, all else is unread. */
function gapsIn(
  text: string,
  parts: readonly Span[],
  tags: readonly string[],
): { readonly markup: readonly Span[]; readonly unread: readonly Span[] } {
  const markup: Span[] = [];
  const unread: Span[] = [];
  let at = 0;
  for (const part of [...parts, { from: text.length, to: text.length }].sort((one, other) => one.from - other.from)) {
    if (part.from > at) {
      const gap = { from: at, to: part.from };
      (isMarkup(text, gap, tags) ? markup : unread).push(gap);
    }
    at = Math.max(at, part.to);
  }
  return { markup, unread };
}

function isMarkup(text: string, { from, to }: Span, tags: readonly string[]): boolean {
  let at = afterGoSpace(text, from, to);
  for (;;) {
    const tag = tags.find((one) => text.startsWith(one, at));
    if (tag === undefined || at + tag.length > to) return at >= to;
    at = afterGoSpace(text, at + tag.length, to);
  }
}

/** Each piece as it comes, and at the end an empty one. */
function openStream(parser: OllamaParser, request: Request): EngineStream {
  const reader = parser.open(request, null);
  let count = 0;
  const sent = (added: Added): readonly Delta[] | Raised => {
    if (added.failure !== null) return { raises: added.failure.code };
    const { content, thinking, calls } = added;
    const [only] = content;
    // Mostly there is one text.
    if (only !== undefined && content.length === 1 && thinking.length + calls.length === 0)
      return [{ kind: 'content', text: reader.text.slice(only.from, only.to), from: only.from }];
    if (content.length + thinking.length + calls.length === 0) return nothing;
    const texts = [
      ...content.map((span) => ({ kind: 'content' as const, span })),
      ...thinking.map((span) => ({ kind: 'reasoning' as const, span })),
    ].sort((one, other) => one.span.from - other.span.from);
    const deltas: Delta[] = texts.map(({ kind, span: { from, to } }) => ({
      kind,
      text: reader.text.slice(from, to),
      from,
    }));
    for (const { name, argumentsText } of calls) {
      deltas.push({ kind: 'call', index: count, name }, { kind: 'arguments', index: count, text: argumentsText });
      count += 1;
    }
    return deltas;
  };
  return {
    push: (delta, current) => sent(reader.add(delta, false, current)),
    end: () => sent(reader.add('', true)),
  };
}
