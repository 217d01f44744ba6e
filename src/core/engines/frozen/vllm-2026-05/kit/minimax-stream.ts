import type { Span } from '../../../../text/document/index.ts';
import { countOf, readPythonJson, REGEX_SPACE, rstrip, stripPython } from '../../../../text/languages/index.ts';
import { Excerpt, extractIntermediateDiff, type Message, type MessageCall, raisedBy } from '../../../kit/index.ts';
import type { ParserStream } from '../../../vllm/parser.ts';
import { callsInThoughts, CLOSE, OPEN, Remainder } from './minimax-text.ts';
import { THINK, THINK_END, thoughtsIn } from '../../../vllm/kit/thoughts.ts';

const NAMES = new RegExp(`"name":${REGEX_SPACE}*"[^"]+"`, 'g');
const NAME = new RegExp(`"name":${REGEX_SPACE}*"([^"]+)"`);
const ARGUMENTS = new RegExp(`"arguments":${REGEX_SPACE}*`);

/** Reads everything again with each delta, and sends one thing: a name, or what has come of the arguments. */
export class MinimaxStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  /** Text that may be a tag, or is one. */
  #held = Excerpt.empty;
  #index = -1;
  #tools: { hasName: boolean; sent: string }[] = [];

  push(delta: string, current: string): Message | null {
    const opened = countOf(current, THINK);
    const closed = countOf(current, THINK_END);
    const isThinking = opened > closed || (opened === closed && current.endsWith(THINK_END));
    const came = Excerpt.end(current, delta);
    if (isThinking) return { content: came };
    if (this.#held.text !== '' || delta.includes(OPEN) || delta.includes(CLOSE) || delta.startsWith('<')) {
      return { content: this.#released(came) };
    }
    const thoughts = thoughtsIn(current);
    if (outside(current, CLOSE, thoughts) >= 0) return { content: came };
    const angle = delta.lastIndexOf('<');
    if (angle >= 0 && isBeginningOfTag(delta.slice(angle))) {
      this.#held = came.slice(angle);
      return { content: came.slice(0, angle) };
    }
    if (!new Remainder(current, callsInThoughts(current)).text.includes(OPEN)) {
      if (stripPython(delta) === '' && current.includes(OPEN)) return null;
      if (this.#index !== -1 && current.includes(CLOSE)) this.#reset();
      return { content: came };
    }
    const open = outside(current, OPEN, thoughts);
    if (open < 0) return null;
    const deltaFrom = current.length - delta.length;
    if (deltaFrom < open) return { content: came.slice(0, open - deltaFrom) };
    const close = current.indexOf(CLOSE, open + OPEN.length);
    return this.#called(current.slice(open + OPEN.length, close < 0 ? current.length : close));
  }

  /** What of the held text is not a tag. Tags themselves vanish. */
  #released(came: Excerpt): Excerpt {
    const held = this.#held.plus(came);
    const { text } = held;
    const shown: Span[] = [];
    let from = 0;
    let open = text.indexOf(OPEN);
    let close = text.indexOf(CLOSE);
    while (from < text.length) {
      if (open >= 0 && open < from) open = text.indexOf(OPEN, from);
      if (close >= 0 && close < from) close = text.indexOf(CLOSE, from);
      const isOpen = open >= 0 && (close < 0 || open < close);
      const tag = isOpen ? OPEN : CLOSE;
      const at = isOpen ? open : close;
      if (at >= 0) {
        shown.push({ from, to: at });
        from = at + tag.length;
        continue;
      }
      const angle = text.lastIndexOf('<');
      if (angle >= from && isBeginningOfTag(text.slice(angle))) break;
      shown.push({ from, to: text.length });
      from = text.length;
    }
    this.#held = held.slice(from);
    return held.parts(shown);
  }

  #reset(): void {
    this.#index = -1;
    this.#tools = [];
  }

  #called(body: string): Message | null {
    const names = body.match(NAMES)?.length ?? 0;
    if (names === 0) return null;
    if (this.#index === -1) this.#reset();
    while (this.#tools.length < names) this.#tools.push({ hasName: false, sent: '' });
    const call = this.#nextName(body, names) ?? this.#nextArguments(body, names);
    return call === null ? null : { calls: [call] };
  }

  #nextName(body: string, names: number): MessageCall | null {
    const index = this.#tools.slice(0, names).findIndex(({ hasName }) => !hasName);
    const tool = this.#tools[index];
    const name = tool === undefined ? null : nameAndArguments(body, index).name;
    if (tool === undefined || name === null) return null;
    this.#index = index;
    tool.hasName = true;
    return { index, name };
  }

  #nextArguments(body: string, names: number): MessageCall | null {
    const index = this.#index;
    const tool = this.#tools[index];
    if (tool === undefined || index >= names || !tool.hasName) return null;
    const { name, given } = nameAndArguments(body, index);
    if (name === null || given === null) return null;
    const whole = withoutSpareBraces(given);
    const { sent } = tool;
    if (whole === null || whole === sent || !whole.startsWith(sent)) return null;
    const added = sent === '' ? whole : extractIntermediateDiff(whole, sent);
    if (added === '') return null;
    tool.sent = whole;
    if (whole.endsWith('}')) this.#index += 1;
    return { index, argumentsText: oneBrace(added) };
  }
}

/** Where a tag is that is in none of the spans; -1 where there is none. */
function outside(text: string, tag: string, spans: readonly Span[]): number {
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1)) {
    const place = at;
    if (!spans.some(({ from, to }) => place >= from && place < to)) return at;
  }
  return -1;
}

function isBeginningOfTag(text: string): boolean {
  return (OPEN.startsWith(text) && text !== OPEN) || (CLOSE.startsWith(text) && text !== CLOSE);
}

/** Of one of the objects in a block, by patterns that know no strings. */
function nameAndArguments(
  body: string,
  index: number,
): { readonly name: string | null; readonly given: string | null } {
  const object = objectsIn(body)[index];
  if (object === undefined) return { name: null, given: null };
  const name = NAME.exec(object)?.[1] ?? null;
  const key = ARGUMENTS.exec(object);
  if (key === null) return { name, given: null };
  const rest = object.slice(key.index + key[0].length);
  const isObject = stripPython(rest).startsWith('{');
  const to = isObject ? objectEnd(rest, 0) : rest.indexOf('}');
  if (isObject && to >= 0) return { name, given: rest.slice(0, to) };
  if (!isObject && to > 0) return { name, given: stripPython(rest.slice(0, to)) };
  return { name, given: stripPython(rstrip(rest, '}')) };
}

/** Objects with both keys, and at the end one that is not closed and has a name. */
function objectsIn(body: string): string[] {
  const objects: string[] = [];
  for (let from = body.indexOf('{'); from >= 0;) {
    const to = objectEnd(body, from);
    const object = body.slice(from, to < 0 ? body.length : to);
    if (object.includes('"name"') && (to < 0 || object.includes('"arguments"'))) objects.push(object);
    from = to < 0 ? -1 : body.indexOf('{', to);
  }
  return objects;
}

/** After the brace that closes the first one from `from` on; -1 where there is none. Braces in strings count. */
function objectEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** As long as it is not JSON and ends with two braces, one of them is taken off. Null where Python raises something else. */
function withoutSpareBraces(given: string): string | null {
  let text = stripPython(given);
  for (;;) {
    const reading = readPythonJson(text);
    if (reading.ok || text === '') return text;
    if (raisedBy(reading.error) !== 'JSONDecodeError') return null;
    if (!text.endsWith('}}')) return text;
    text = text.slice(0, -1);
  }
}

/** Several closing braces alone are sent as one. */
function oneBrace(added: string): string {
  const stripped = stripPython(added);
  if (!/^[}\n\r\t ]+$/.test(stripped) || countOf(stripped, '}') < 2) return added;
  return added.endsWith('\n') ? '}\n' : '}';
}
