import { decodedOffsets, type JsonError, type JsonValue, valueToText } from '../../text/json/index.ts';
import { lastMember, partsOf, readJavascriptJson } from '../../text/languages/index.ts';
import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Outcome, Recorder, RuntimeInfo, Words } from '../../trace/index.ts';
import type { Runtime } from '../runtime.ts';
import { contentDelta, nothing } from './deltas.ts';
import { endingOf, payloadOf } from './engine-calls.ts';
import { placeOfPath, type ZodIssue } from './zod.ts';

/** An entry of `tool_calls` as JavaScript sees it: its parts have any type, and are undefined if they are missing. */
export interface RawToolCall {
  /** The whole entry. */
  readonly value: JsonValue;
  /** Its `function`. */
  readonly fun: unknown;
  readonly id: unknown;
  readonly name: unknown;
  /** The arguments: usually JSON text. */
  readonly given: unknown;
  /** The place of the entry in the document. Below: the places of its parts, null for missing ones. */
  readonly span: Span;
  readonly idSpan: Span | null;
  readonly nameSpan: Span | null;
  /** Includes the quotes of a JSON string. */
  readonly argumentsSpan: Span | null;
}

/** What an app layer makes of one entry. The values are those that the app gets: of any type, undefined if there is none. */
export type LayerItem<Code extends string = string> =
  | CallItem<Code>
  | InvalidItem<Code>
  | { readonly kind: 'skipped'; readonly code: Code }
  | { readonly kind: 'raises'; readonly raises: string; readonly refusal: Refusal<Code> };

export interface CallItem<Code extends string = string> {
  readonly kind: 'call';
  readonly name: unknown;
  readonly id: unknown;
  /** The arguments; undefined if the layer does not parse them. */
  readonly value: JsonValue | undefined;
  /** The arguments as text. */
  readonly text: string;
  /** The codes of its quirks. */
  readonly notes: readonly Code[];
}

/** An entry that the app gets apart from the calls, marked as invalid. */
interface InvalidItem<Code extends string> {
  readonly kind: 'invalid';
  readonly name: unknown;
  readonly id: unknown;
  /** The arguments as the app gets them. */
  readonly given: unknown;
  readonly refusal: Refusal<Code>;
}

/** Why the layer refuses an entry. */
export interface Refusal<Code extends string = string> {
  readonly code: Code | 'json-syntax';
  /** The refused part of the entry; its arguments if absent. */
  readonly of?: 'name' | 'entry';
  /** The place where the arguments are invalid JSON, and the message of the exception. */
  readonly json?: { readonly error: JsonError; readonly message: string };
  /** The issues that zod has with the arguments. */
  readonly issues?: readonly ZodIssue[];
}

export interface AppLayer<Code extends string>
  extends
    Partial<Pick<RuntimeInfo, 'project'>>,
    Pick<RuntimeInfo, 'id' | 'flag' | 'label' | 'emulates' | 'source' | 'needsTools'> {
  readonly words: Readonly<Record<Code, Words>>;
  /** Reads the entries up to the first one that raises. */
  read(entries: readonly RawToolCall[], tools: readonly ToolDefinition[]): readonly LayerItem<Code>[];
  /** The code for a layer that catches its own exception and then returns no calls. */
  readonly gaveUp?: Code;
  /** Whether text reaches the app while it arrives. */
  readonly streams?: true;
}

/** A runtime that reads the native calls of a response and does not touch its text. */
export interface LayerRuntime extends Runtime {
  readonly layer: Pick<AppLayer<string>, 'read' | 'gaveUp'>;
}

/** The codes of every app layer. */
const layerWords = {
  native: 'Native calls',
  'has-tool-calls': {
    question: 'Does the response have `tool_calls`?',
    yes: 'The app layer parses each entry.',
    no: 'The app gets only the text: nothing looks for calls in it.',
  },
  'json-syntax': '`JSON.parse` rejects the arguments',
  'raises-SyntaxError': '`JSON.parse` raises SyntaxError for the arguments of a call',
  'raises-TypeError': 'JavaScript raises TypeError: an entry, or its `function`, is not an object',
} as const;

/** Reads the entries one by one until one raises. */
export function untilRaised<Code extends string>(
  entries: readonly RawToolCall[],
  read: (entry: RawToolCall) => LayerItem<Code>,
): readonly LayerItem<Code>[] {
  const items: LayerItem<Code>[] = [];
  for (const entry of entries) {
    const item = read(entry);
    items.push(item);
    if (item.kind === 'raises') break;
  }
  return items;
}

/** Makes an item of a call whose arguments are JSON text. */
export function parsedCall<Code extends string>(
  { name, id, given }: Pick<RawToolCall, 'name' | 'id' | 'given'>,
  value: JsonValue,
  notes: readonly Code[] = [],
): CallItem<Code> {
  return { kind: 'call', name, id, value, text: String(given), notes };
}

export function appLayerRuntime<Code extends string>(layer: AppLayer<Code>): LayerRuntime {
  const { id, project = 'langchain', flag, label, emulates, source, words, streams, needsTools } = layer;
  const opened = layer as unknown as AppLayer<string>;
  return {
    layer: opened,
    id,
    project,
    flag,
    label,
    emulates,
    source,
    formats: [],
    lenient: false,
    isAppLayer: true,
    tiers: ['native'],
    asks: [],
    words: { ...layerWords, ...words },
    ...(needsTools === undefined ? {} : { needsTools }),
    whole: (_opened, tools, _options, steps) => readResponse(id, opened, tools, steps),
    ...(streams === true
      ? {
          stream: (tools, _options, steps) => {
            let came = 0;
            return {
              push(text) {
                came += text.length;
                return contentDelta(text, came - text.length);
              },
              withheld: () => null,
              hidden: () => [],
              end: () => ({ deltas: nothing, ...readResponse(id, opened, tools, steps) }),
            };
          },
        }
      : {}),
  };
}

/**
 * Reads the entries of a list of `tool_calls`.
 *
 * @param parts their places in the document
 * @internal Golden lines consist of such entries.
 */
export function rawToolCalls(document: string, parts: readonly Span[]): readonly RawToolCall[] {
  return parts.map(({ from, to }): RawToolCall => {
    // The document is valid JSON, so its parts are too.
    const reading = readJavascriptJson(document.slice(from, to));
    const value = reading.ok ? reading.value : null;
    const fun = memberOf(value, 'function');
    const members = partsOf(document, from);
    const funSpan = lastMember(members, 'function');
    const inner = funSpan === null ? [] : partsOf(document, funSpan.from);
    return {
      value,
      fun,
      id: memberOf(value, 'id'),
      name: memberOf(fun, 'name'),
      given: memberOf(fun, 'arguments'),
      span: { from, to },
      idSpan: lastMember(members, 'id'),
      nameSpan: lastMember(inner, 'name'),
      argumentsSpan: lastMember(inner, 'arguments'),
    };
  });
}

/** What JavaScript finds under a key of a JSON value; undefined if the value has no keys. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function readResponse(
  id: string,
  layer: Pick<AppLayer<string>, 'read' | 'gaveUp'>,
  tools: readonly ToolDefinition[],
  steps: Recorder<string>,
): Outcome {
  const { document, text, native, nativeNode, nativeError } = steps.opened;
  const whole = { from: 0, to: document.length };
  const area = native ?? { from: whole.to, to: whole.to };
  steps.enter('cascade', id, whole);
  steps.enter('tier', 'native', area);
  if (nativeError !== null) steps.reject('native-not-json', area, nativeError.at, nativeError);
  else if (nativeNode !== null && nativeNode.kind !== 'array') steps.reject('native-not-a-list', area);
  const parts = nativeNode?.kind === 'array' ? nativeNode.items : [];
  let raises = false;
  if (steps.gate('has-tool-calls', parts.length > 0, area)) {
    const entries = rawToolCalls(document, parts);
    const items = layer.read(entries, tools);
    const last = items.at(-1);
    raises = last?.kind === 'raises' && layer.gaveUp === undefined;
    if (raises && text !== null) steps.mark('lost', text.from, text.to);
    for (const { from, to } of parts) steps.mark('call', from, to);
    if (last?.kind === 'raises' && layer.gaveUp !== undefined) {
      for (const { span } of entries) steps.suppress(span, 'discarded-with-error', null);
      steps.quirk(layer.gaveUp, (entries[items.length - 1] as RawToolCall).span);
    } else {
      const unread = entries.slice(items.length).map(({ span }) => span);
      items.forEach((item, index) => {
        recordItem(steps, entries[index] as RawToolCall, item, unread);
      });
    }
  }
  const ending = endingOf(steps);
  steps.leave(area, ending);
  steps.leave(whole, ending);
  return { content: raises || text === null ? null : document.slice(text.from, text.to) };
}

/** @param unread the entries after one that raises */
function recordItem(steps: Recorder<string>, entry: RawToolCall, item: LayerItem, unread: readonly Span[]): void {
  const { span, argumentsSpan } = entry;
  steps.enter('block', 'native', span);
  if (item.kind === 'call') {
    if (entry.nameSpan !== null) steps.read('name', entry.nameSpan);
    if (argumentsSpan !== null)
      steps.read(typeof entry.given === 'string' ? 'decoded-arguments' : 'arguments', argumentsSpan);
    for (const note of item.notes) steps.quirk(note, argumentsSpan ?? span);
    steps.call(payload(entry, item), { format: 'native', tier: 'native', span });
    steps.leave(span, 'matched');
    return;
  }
  if (item.kind === 'skipped') {
    steps.skip(item.code, span);
    steps.leave(span, 'skipped');
    steps.remark('markup', span);
    return;
  }
  const at = refuse(steps, entry, item.refusal);
  steps.leave(span, 'malformed');
  if (item.kind === 'invalid') {
    const reason = item.refusal.of === 'name' ? 'undeclared' : 'malformed';
    steps.suppress(span, reason, nameText(item.name) || null);
  }
  steps.remark('malformed', span);
  if (item.kind === 'raises') steps.fail({ code: `raises-${item.raises}`, served: 'crash', span, at }, unread);
}

/** Records why an entry is refused. Returns the place. */
function refuse(steps: Recorder<string>, entry: RawToolCall, { code, of, json, issues }: Refusal): number {
  const { span, given, nameSpan, argumentsSpan } = entry;
  const place = (of === 'entry' ? null : of === 'name' ? nameSpan : argumentsSpan) ?? span;
  const offset = json?.error.at ?? (issues === undefined ? null : placeOfPath(String(given), issues[0]?.path ?? []));
  // Only a string has a text to point into.
  const isText = argumentsSpan !== null && typeof given === 'string';
  const at = offset !== null && isText ? decodedOffsets(steps.document, argumentsSpan)(offset) : place.from;
  steps.reject(code, place, at, json?.error ?? null);
  return at;
}

function payload(entry: RawToolCall, { name, id, text }: CallItem): ReturnType<typeof payloadOf> {
  const { span, nameSpan, idSpan, argumentsSpan } = entry;
  return payloadOf({
    span,
    name: nameText(name),
    nameSpan: nameSpan ?? span,
    argumentsText: text,
    argumentsSpan,
    ...(id === undefined || id === null ? {} : { id: nameText(id), ...(idSpan === null ? {} : { idSpan }) }),
  });
}

/** A name as text; '' if it is no string. */
function nameText(name: unknown): string {
  return typeof name === 'string' ? name : name === undefined || name === null ? '' : valueToText(name);
}
