import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  PythonDict,
  pythonStr,
  type PythonValue,
  truthy,
  typeName,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { callIds, type Recorder, type Words } from '../../trace/index.ts';
import {
  concludeReading,
  type Engine,
  type EngineCall,
  engineRuntime,
  type EngineStream,
  type Exception,
  Excerpt,
  outside,
  pythonJsonWords,
  raisedWords,
  type Reading,
  streamWords,
  textDeltas,
} from '../kit/index.ts';
import type { Delta, Runtime } from '../runtime.ts';
import { dumps } from './dumps.ts';
import { type CallText, type Markers, TextMachine, type Thinking, withoutThinking } from './machine.ts';

/** What a reader makes of the text between two markers. */
export type Found =
  /** An object, or a list of them: what `function` will hold, with an `id` taken out. */
  | { readonly value: PythonValue; readonly places?: readonly (Places | null)[] }
  /** A ValueError: the server logs it, and the call is gone. */
  | { readonly lost: string }
  | Exception;

/** Where parts of a call are, in the text that the reader got. */
export interface Places {
  readonly span?: Span;
  readonly name?: Span;
  readonly arguments?: Span;
}

export interface MlxReader extends Markers {
  /** `tool_parser_type`. */
  readonly flag: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  /** Its own reasons to lose a call. */
  readonly words: Readonly<Record<string, Words>>;
  /** Models whose tokenizer knows `<think>` are among those that it is chosen for. */
  readonly thinks?: true;
  read(text: string, tools: readonly ToolDefinition[]): Found;
}

/** A call as the server writes it. */
export interface MlxCall extends EngineCall {
  /** Undefined where the object has none. */
  readonly givenName: PythonValue | undefined;
  readonly givenId: PythonValue | undefined;
  /** Further keys, which stay inside of `function`. */
  readonly more: PythonDict;
}

export interface MlxReading extends Reading {
  readonly calls: readonly MlxCall[];
  /** Whether a call was opened: then the finish reason is `tool_calls`. */
  readonly called: boolean;
}

const serverWords = {
  ...streamWords,
  ...raisedWords,
  ...pythonJsonWords,
  'contains-opener': {
    question: 'Does the text contain the opener of a call?',
    yes: 'Everything from it to the closer is one call text, in thinking as well.',
    no: 'Everything is content.',
  },
  'no-closer': 'The reply ends inside of this call: the server reads the rest as if it were closed.',
  'call-lost': 'The server logs an error and drops the call: the client gets neither the call nor its text.',
  phantom: 'The finish reason is `tool_calls`, and the client gets no call.',
  'held-thrown-away': 'The server holds this back as the beginning of a marker, and throws it away at the end.',
  'arguments-are-text': 'The arguments are a string, which the server encodes as JSON once more.',
  'keys-kept': 'The object has further keys, which stay beside the name and the arguments.',
} as const;

export interface MlxRuntime extends Runtime {
  readonly reader: MlxReader;
}

/** A reader with what mlx-lm's server does around it. */
export function mlxRuntime(reader: MlxReader): MlxRuntime {
  const { flag, formats, reads, words, thinks } = reader;
  const engine: Engine = {
    id: `mlx:${flag}`,
    project: 'mlx',
    flag: `tool_parser_type: ${flag}`,
    label: `mlx-lm ${flag}`,
    emulates: reads,
    source: { version: '0.32.0', commit: 'd78bf58e', file: `mlx_lm/tool_parsers/${flag}.py` },
    ids: callIds.mlx,
    formats,
    tier: flag,
    ...(thinks ? { asks: ['thinking'] } : {}),
    telling: { first: ['call-lost'], vague: ['phantom'] },
    words: { [flag]: `mlx-lm's ${flag}`, ...serverWords, ...words },
    read(reply, tools, { thinking }, steps) {
      const reading = readMlx(reader, reply, tools, thinkingOf(reader, thinking), steps);
      return concludeReading(steps, engine, reading);
    },
    stream: (tools, { thinking }) => streamMlx(reader, tools, thinkingOf(reader, thinking)),
  };
  return { ...engineRuntime(engine), reader };
}

/** A request that turns thinking on is made to a model that has the tags; its prompt ends before the thought. */
function thinkingOf({ thinks }: MlxReader, isOn: boolean | null): Thinking {
  return thinks && isOn === true ? { hasTags: true, isOpen: false } : withoutThinking;
}

/**
 * What the server answers to a whole reply.
 *
 * @internal The golden data ask it with a prompt that opens a thought.
 */
export function readMlx(
  reader: MlxReader,
  reply: string,
  tools: readonly ToolDefinition[],
  thinking: Thinking,
  steps: Recorder<string>,
): MlxReading {
  const machine = new TextMachine(reader, thinking);
  const sent: Record<'normal' | 'reasoning' | 'tool', Excerpt[]> = { normal: [], reasoning: [], tool: [] };
  const calls: MlxCall[] = [];
  const texts: CallText[] = [];
  for (const { state, text, call } of machine.push(reply)) {
    sent[state].push(text);
    if (call !== null) texts.push(call);
  }
  const opener = machine.marks.find(({ text }) => text === reader.opener) ?? null;
  steps.gate('contains-opener', opener !== null, { from: 0, to: reply.length }, opener, [reader.opener]);
  const last = machine.openCall(reply.length);
  if (last !== null) texts.push(last);
  const lost: Span[] = [];
  for (const text of texts) {
    if (text === last && reader.closer !== null) steps.quirk('no-closer', text.span);
    const made = callsOf(reader, text, tools, steps);
    if ('raises' in made) {
      const raises = { ...made, at: text.span.from };
      return { calls: [], content: [], text: null, called: true, raises };
    }
    calls.push(...made.calls);
    if (made.calls.length === 0) lost.push(text.span);
  }
  const held = { from: machine.heldFrom, to: reply.length };
  if (held.from < held.to) steps.quirk('held-thrown-away', held);
  const called = texts.length > 0;
  if (called && calls.length === 0) steps.quirk('phantom', { from: 0, to: reply.length });
  const content = Excerpt.join(sent.normal);
  return {
    calls,
    content: content.spans,
    reasoning: Excerpt.join(sent.reasoning).spans,
    markup: outside(machine.marks, lost),
    text: content.text === '' ? null : content.text,
    called,
  };
}

/** The calls of one call text, as the server writes them. */
function callsOf(
  reader: MlxReader,
  { text: excerpt, span }: CallText,
  tools: readonly ToolDefinition[],
  steps: Recorder<string> | null,
): { readonly calls: readonly MlxCall[] } | Exception {
  const found = reader.read(excerpt.text, tools);
  if ('raises' in found) return found;
  if ('lost' in found) {
    steps?.reject(found.lost, span);
    steps?.quirk('call-lost', span);
    return { calls: [] };
  }
  const { value, places = [] } = found;
  const [from] = excerpt.spans;
  // Where the text is not in one piece, its parts have the place of the whole.
  const base = excerpt.spans.length === 1 && from !== undefined ? from.from : null;
  const placed = (part: Span | undefined, whole: Span): Span =>
    base === null || part === undefined ? whole : { from: base + part.from, to: base + part.to };
  const calls: MlxCall[] = [];
  for (const [index, item] of (isList(value) ? value : [value]).entries()) {
    const written = callOf(item);
    if ('raises' in written) return written;
    const place = places[index] ?? {};
    const whole = isList(value) ? placed(place.span, span) : span;
    const [nameSpan, argumentsSpan] = [placed(place.name, whole), placed(place.arguments, whole)];
    const call = { ...written, span: whole, nameSpan, argumentsSpan };
    if (place.name !== undefined) steps?.read('name', call.nameSpan);
    if (place.arguments !== undefined) steps?.read('arguments', call.argumentsSpan);
    if (written.more.size > 0) steps?.quirk('keys-kept', whole);
    if (written.isText) steps?.quirk('arguments-are-text', call.argumentsSpan);
    calls.push(call);
  }
  return { calls };
}

type Written = Pick<MlxCall, 'name' | 'argumentsText' | 'givenName' | 'givenId' | 'more' | 'id'> & {
  readonly isText: boolean;
};

/** `format_tool_call`: takes the id out and dumps the arguments. */
function callOf(item: PythonValue): Written | Exception {
  if (!isDict(item)) {
    if (isList(item)) return { raises: 'TypeError', message: 'pop expected at most 1 argument, got 2' };
    return { raises: 'AttributeError', message: `'${typeName(item)}' object has no attribute 'pop'` };
  }
  const given = item.get('arguments');
  if (given === undefined) return { raises: 'KeyError', message: "'arguments'" };
  const argumentsText = dumps(given);
  if (typeof argumentsText !== 'string') return argumentsText;
  const more = new PythonDict([...item.entries()].filter(([key]) => !own.has(key)));
  const id = item.get('id');
  const name = item.get('name');
  return {
    name: name === undefined ? '' : pythonStr(name),
    givenName: name,
    argumentsText,
    more,
    givenId: id === undefined || !truthy(id) ? undefined : id,
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    isText: typeof given === 'string',
  };
}

const own: ReadonlySet<PythonValue> = new Set(['id', 'name', 'arguments']);

/**
 * What the server sends: text with each piece, a call when its closer has come.
 *
 * @internal The golden data ask it.
 */
export function streamMlx(reader: MlxReader, tools: readonly ToolDefinition[], thinking: Thinking): EngineStream {
  const machine = new TextMachine(reader, thinking);
  let count = 0;
  /** An exception after text of the same chunk, which the client has by then. */
  let pending: Exception | null = null;
  const callDeltas = (call: CallText): readonly Delta[] | Exception => {
    const made = callsOf(reader, call, tools, null);
    if ('raises' in made) return made;
    return made.calls.flatMap(({ name, argumentsText }): Delta[] => {
      const index = count++;
      return [
        { kind: 'call', index, name },
        { kind: 'arguments', index, text: argumentsText },
      ];
    });
  };
  return {
    isLinear: true,
    push(delta) {
      if (pending !== null) return pending;
      const deltas: Delta[] = [];
      for (const { state, text, call } of machine.push(delta)) {
        const made = call === null ? [] : callDeltas(call);
        if ('raises' in made) {
          pending = made;
          return deltas.length === 0 ? made : deltas;
        }
        if (state !== 'tool') deltas.push(...textDeltas(state === 'normal' ? 'content' : 'reasoning', text));
        deltas.push(...made);
      }
      return deltas;
    },
    end(current) {
      const call = machine.openCall(current.length);
      return pending ?? (call === null ? [] : callDeltas(call));
    },
  };
}
