import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  lstrip,
  PythonDict,
  pythonDumps,
  type PythonNode,
  type PythonReading,
  rawDecode,
  readPythonJson,
  strippedSpan,
} from '../../text/languages/index.ts';
import { callIds, type Recorder } from '../../trace/index.ts';
import { type EngineCall, Excerpt, type Message, type MessageCall, pythonJsonWords, raisedBy } from '../kit/index.ts';
import { commonWords } from './kit/common-words.ts';
import { Ijson, type IjsonEvent } from './kit/ijson.ts';
import { listMarkup } from './kit/list-of-calls.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from './parser.ts';
import { raised } from './parsed.ts';
import { SeenMarker } from './kit/seen-marker.ts';

const MARKER = '[TOOL_CALLS]';

const words = {
  ...pythonJsonWords,
  'contains-marker': {
    question: `Does the text contain \`${MARKER}\`?`,
    yes: 'The parser reads what follows it as a JSON list of calls.',
    no: 'The parser returns the whole reply as content.',
  },
  'second-marker': `The text contains a second \`${MARKER}\`: the parser raises ValueError`,
  'text-after-list': 'The parser stops at the end of the first JSON value. The client never receives this text.',
  'list-searched': 'The parser searches for `[{` and takes everything up to the last `}]` as the list.',
  'no-list-found': 'No `[{` has a `}]` after it',
  'only-text-after': `The parser returns the text after \`${MARKER}\` as content and drops the text before it.`,
  'not-iterable': 'This value is not a list: iterating it raises TypeError',
  'bare-object':
    'The JSON is an object or a string, not a list. The parser iterates over its keys or characters, and asking one for `name` raises TypeError',
  'entry-no-object': 'This entry is not an object: asking it for `name` raises TypeError',
  'no-name-key': 'This entry has no key `name`: Python raises KeyError',
  'arguments-no-object': commonWords['arguments-no-object'],
  'name-not-str': commonWords['name-not-str'],
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const mistralPreV11 = vllmRuntime({
  flag: 'mistral',
  ids: callIds.mistral,
  variant: 'pre_v11',
  file: 'vllm/tool_parsers/mistral_tool_parser.py',
  formats: ['mistral'],
  reads: 'A JSON list of calls after [TOOL_CALLS], where the vocabulary has no [ARGS] token.',
  words,
  parse,
  stream: () => new ListStream(),
});

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const from = text.indexOf(MARKER);
  const marker = { from, to: from + MARKER.length };
  if (!steps.gate('contains-marker', from >= 0, whole, from < 0 ? null : marker)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const second = text.indexOf(MARKER, marker.to);
  if (second >= 0) {
    steps.reject('second-marker', { from: second, to: second + MARKER.length });
    return raised('ValueError', second);
  }
  const block = { from, to: text.length };
  steps.enter('block', MARKER, block);
  steps.marker(MARKER, 'open', marker.from, marker.to);
  const body = strippedSpan(text, marker.to);
  const list = readList(text, body, steps);
  const parsed = list.ok ? readCalls(text, marker, list.node, steps) : (list.raises ?? null);
  const isRaised = parsed !== null && parsed.raises !== undefined;
  steps.leave(block, parsed === null || isRaised ? 'malformed' : parsed.calls.length > 0 ? 'matched' : 'empty');
  if (parsed !== null) return parsed;
  steps.quirk('only-text-after', body);
  return { called: false, calls: [], content: [body], text: text.slice(body.from, body.to) };
}

type List = { readonly ok: true; readonly node: PythonNode } | { readonly ok: false; readonly raises?: Parsed };

/** The first value after the marker; where it is not JSON, what a search for the brackets of a list finds. */
function readList(text: string, body: Span, steps: Steps): List {
  const first = take(rawDecode(text, body.from, body.to), body, steps);
  if (first.ok) {
    const rest = strippedSpan(text, first.node.to, body.to);
    if (rest.from < rest.to) steps.quirk('text-after-list', rest);
    return first;
  }
  if (first.raises !== undefined) return first;
  const from = text.indexOf('[{', body.from);
  const last = text.lastIndexOf('}]');
  if (from < 0 || last < from + 2) {
    steps.reject('no-list-found', body);
    return first;
  }
  const found = { from, to: last + 2 };
  steps.quirk('list-searched', found);
  return take(readPythonJson(text, found.from, found.to), found, steps);
}

function take(reading: PythonReading, area: Span, steps: Steps): List {
  if (reading.ok) return reading;
  const { error } = reading;
  steps.reject('json-syntax', area, error.at, error);
  const raises = raisedBy(error);
  return raises === 'JSONDecodeError' ? { ok: false } : { ok: false, raises: raised(raises, error.at) };
}

function readCalls(text: string, marker: Span, list: PythonNode, steps: Steps): Parsed {
  const { value } = list;
  const isEmptyText = value === '' || (value instanceof PythonDict && value.size === 0);
  if (!isList(value) && !isEmptyText) {
    const isIterable = isDict(value) || typeof value === 'string';
    steps.reject(isIterable ? 'bare-object' : 'not-iterable', list);
    return raised('TypeError', list.from);
  }
  const calls: EngineCall[] = [];
  let notStr: PythonNode | null = null;
  for (const entry of list.items ?? []) {
    const name = entry.members?.get('name')?.node;
    if (name === undefined) {
      const isObject = isDict(entry.value);
      steps.reject(isObject ? 'no-name-key' : 'entry-no-object', entry);
      return raised(isObject ? 'KeyError' : 'TypeError', entry.from);
    }
    if (typeof name.value !== 'string') {
      notStr ??= name;
      continue;
    }
    const given = entry.members?.get('arguments')?.node;
    steps.read('name', name);
    if (given === undefined) steps.read('no-arguments', entry);
    else if (isDict(given.value)) steps.read('arguments', given);
    else steps.quirk('arguments-no-object', given);
    calls.push({
      span: { from: entry.from, to: entry.to },
      name: name.value,
      nameSpan: { from: name.from, to: name.to },
      argumentsText: given === undefined ? '{}' : (pythonDumps(given.value) ?? ''),
      argumentsSpan: given === undefined ? null : { from: given.from, to: given.to },
    });
  }
  if (notStr !== null) {
    steps.reject('name-not-str', notStr);
    return raised('ValidationError', notStr.from);
  }
  const content = { from: 0, to: marker.from };
  const before = text.slice(0, marker.from);
  return {
    called: true,
    calls,
    content: [content],
    text: before === '' ? null : before,
    markup: [marker, ...listMarkup(list)],
  };
}

type State =
  | 'waiting-for-tool'
  | 'waiting-for-key'
  | 'name'
  | 'name-completed'
  | 'waiting-for-arguments'
  | 'arguments'
  | 'arguments-completed'
  | 'tool-complete'
  | 'all-complete';

/** Where a piece is cut, so that the events of ijson tell which part of the text they came from: after the first of these. */
const cuts: Readonly<Record<Exclude<State, 'all-complete'>, string>> = {
  'waiting-for-tool': '{',
  'waiting-for-key': ':{',
  name: ',]',
  'name-completed': '}]',
  'waiting-for-arguments': '{',
  arguments: '}',
  'arguments-completed': '}]',
  'tool-complete': '{]',
};

/** Sends the arguments as they come. Once ijson has refused the text, nothing more is sent. */
class ListStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly isLinear = true;
  readonly #marker = new SeenMarker(MARKER);
  readonly #json = new Ijson((prefix, event, value) => {
    this.#on(prefix, event, value);
  });
  #state: State = 'waiting-for-tool';
  #name: string | null = null;
  #index = -1;

  push(delta: string, current: string): Message | null {
    const came = Excerpt.end(current, delta);
    return this.#marker.after(delta) ? this.#called(came) : { content: came };
  }

  #called(came: Excerpt): Message | null {
    let content = Excerpt.empty;
    let unread = came;
    const marker = came.text.indexOf(MARKER);
    if (marker >= 0) {
      content = came.slice(0, marker);
      unread = came.slice(marker).without(MARKER);
    }
    let rest = unread.text;
    const calls: MessageCall[] = [];
    let call: { name?: string; argumentsText?: string } | null = null;
    const index = (): number => this.#index;
    const finish = (at: number): void => {
      if (call !== null) calls.push({ index: at, ...call });
      call = null;
    };
    while (rest !== '') {
      if (this.#state === 'all-complete') {
        content = unread.slice(unread.length - rest.length);
        break;
      }
      const before = this.#state;
      const to = cutAt(rest, cuts[before]);
      const piece = rest.slice(0, to);
      rest = rest.slice(to);
      if (!this.#json.send(piece)) return null;
      // Set by the events.
      const state: State = this.#stateNow();
      if (before !== state && isBetween(before) && !isBetween(state) && state !== 'all-complete') {
        finish(index());
        this.#index += 1;
      }
      if (this.#name !== null) {
        // Where no call has begun there is no place for its name: IndexError, which is caught.
        if (this.#index < 0) return null;
        call = { ...(call ?? {}), name: this.#name };
        this.#name = null;
      }
      if (state === 'name-completed') this.#state = 'waiting-for-key';
      if (state !== 'arguments' && state !== 'arguments-completed') continue;
      if (state === 'arguments-completed') this.#state = 'waiting-for-key';
      const text: string = (call?.argumentsText ?? '') + piece;
      call = { ...(call ?? {}), argumentsText: before === 'arguments' ? text : lstrip(text) };
    }
    finish(index());
    return content.text === '' && calls.length === 0 ? null : { content, calls };
  }

  #stateNow(): State {
    return this.#state;
  }

  #on(prefix: string | null, event: IjsonEvent, value: string): void {
    if (prefix === 'item') {
      if (event === 'start_map') this.#state = 'waiting-for-key';
      else if (event === 'map_key' && value === 'name') this.#state = 'name';
      else if (event === 'map_key' && value === 'arguments') this.#state = 'waiting-for-arguments';
      else if (event === 'end_map') this.#state = 'tool-complete';
    } else if (prefix === 'item.name' && event === 'string') {
      this.#name = value;
      this.#state = 'name-completed';
    } else if (prefix === 'item.arguments' && event === 'start_map') {
      this.#state = 'arguments';
    } else if (prefix === 'item.arguments' && event === 'end_map') {
      this.#state = 'arguments-completed';
    } else if (prefix === '' && event === 'end_array') {
      this.#state = 'all-complete';
    }
  }
}

/** A call begins when one of these states ends. */
function isBetween(state: State): boolean {
  return state === 'waiting-for-tool' || state === 'tool-complete';
}

/** After the first of some characters, or the end. */
function cutAt(text: string, characters: string): number {
  for (let at = 0; at < text.length; at += 1) if (characters.includes(text.charAt(at))) return at + 1;
  return text.length;
}
