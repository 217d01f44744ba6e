import { pythonDumps, stripPython } from '../../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../../tools/index.ts';
import { Excerpt, type Message, type MessageCall, partialOverlap, type Raised } from '../../../kit/index.ts';
import {
  CLOSE,
  deserialized,
  isDeclaredString,
  KEY,
  KEY_END,
  OPEN,
  pairsIn,
  VALUE,
  VALUE_END,
} from '../../../vllm/kit/arg-tags.ts';
import { lengthOf, withoutFirst } from '../../../vllm/kit/code-points.ts';
import type { ParserStream } from '../../../vllm/parser.ts';

interface Region {
  readonly inside: string;
  readonly isComplete: boolean;
  readonly to: number;
}

/** The stream of `glm45` and `glm47` of 2026-05: every delta makes the arguments again and sends what is longer than before. */
export class GlmStream implements ParserStream {
  readonly previous = [];
  readonly streamed: string[] = [];
  readonly #tools: readonly ToolDefinition[];
  readonly #named: boolean[] = [];
  #contentTo = 0;
  /** Blocks that are closed and sent, and where the last of them ends. */
  #sentBlocks = 0;
  #sentTo = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string, current: string): Message | Raised | null {
    if (this.#tools.length === 0) return delta === '' ? null : { content: Excerpt.end(current, delta) };
    const content = this.#content(current);
    const calls: MessageCall[] = [];
    let index = this.#sentBlocks - 1;
    for (const { inside, isComplete, to } of regionsOf(current, this.#sentTo)) {
      index += 1;
      const name = nameOf(inside);
      if (name === '') break;
      if (this.#named[index] !== true) {
        this.#named[index] = true;
        calls.push({ index, name, argumentsText: '' });
      }
      const soFar = this.#argumentsSoFar(name, inside, isComplete);
      if (typeof soFar !== 'string') return soFar;
      const sent = lengthOf(this.streamed[index] ?? '');
      if (lengthOf(soFar) > sent) {
        this.streamed[index] = soFar;
        calls.push({ index, argumentsText: withoutFirst(soFar, sent) });
      }
      if (!isComplete) continue;
      this.#sentBlocks = index + 1;
      this.#sentTo = to;
    }
    return content.text === '' && calls.length === 0 ? null : { content, calls };
  }

  /** All that is outside of blocks, also between and after them. */
  #content(current: string): Excerpt {
    const content: Excerpt[] = [];
    let at = this.#contentTo;
    while (at < current.length) {
      const open = current.indexOf(OPEN, at);
      if (open < 0) {
        const to = current.length - partialOverlap(current.slice(at), OPEN);
        content.push(Excerpt.part(current, at, to));
        at = to;
        break;
      }
      content.push(Excerpt.part(current, at, open));
      const close = current.indexOf(CLOSE, open);
      at = close < 0 ? open : close + CLOSE.length;
      if (close < 0) break;
    }
    this.#contentTo = Math.max(at, this.#contentTo);
    return Excerpt.join(content);
  }

  #argumentsSoFar(name: string, inside: string, isComplete: boolean): string | Raised {
    const parts: string[] = [];
    for (const { key, value } of pairsIn(inside, { from: 0, to: inside.length })) {
      const part = this.#part(name, stripPython(inside.slice(key.from, key.to)), inside.slice(value.from, value.to));
      if (typeof part !== 'string') return part;
      parts.push(part);
    }
    const part = this.#openPart(name, inside, isComplete);
    if (part !== null && typeof part !== 'string') return part;
    if (part !== null) parts.push(part);
    if (parts.length === 0) return isComplete ? '{}' : '';
    return `{${parts.join(', ')}${isComplete ? '}' : ''}`;
  }

  #part(name: string, key: string, raw: string): string | Raised {
    const isString = isDeclaredString(this.#tools, name, key);
    if (isString === null) return { raises: 'AttributeError' };
    const typed = isString ? { value: raw } : deserialized(stripPython(raw));
    if ('raises' in typed) return typed;
    const value = pythonDumps(typed.value);
    return value === null ? { raises: 'TypeError' } : `${pythonDumps(key) ?? ''}: ${value}`;
  }

  /** A value whose closer is missing: a string without its last quote, anything else as it is. */
  #openPart(name: string, inside: string, isComplete: boolean): string | Raised | null {
    const open = inside.lastIndexOf(VALUE);
    if (open < 0 || inside.lastIndexOf(VALUE_END) > open) return null;
    const key = lastKey(inside.slice(0, open));
    if (key === null) return null;
    const raw = inside.slice(open + VALUE.length);
    const content = raw.slice(0, raw.length - partialOverlap(raw, VALUE_END));
    if (isComplete) return this.#part(name, key, content);
    const isString = isDeclaredString(this.#tools, name, key);
    if (isString === null) return { raises: 'AttributeError' };
    const keyText = pythonDumps(key) ?? '';
    return isString ? `${keyText}: ${(pythonDumps(content) ?? '').slice(0, -1)}` : `${keyText}: ${content}`;
  }
}

/** The last match of `<arg_key>(.*?)</arg_key>`. */
function lastKey(text: string): string | null {
  let key: string | null = null;
  for (let at = text.indexOf(KEY); at >= 0;) {
    const end = text.indexOf(KEY_END, at + KEY.length);
    if (end < 0) break;
    key = text.slice(at + KEY.length, end);
    at = text.indexOf(KEY, end + KEY_END.length);
  }
  return key === null ? null : stripPython(key);
}

function regionsOf(text: string, start: number): Region[] {
  const regions: Region[] = [];
  for (let at = text.indexOf(OPEN, start); at >= 0;) {
    const from = at + OPEN.length;
    const close = text.indexOf(CLOSE, from);
    if (close < 0) {
      const raw = text.slice(from);
      regions.push({
        inside: raw.slice(0, raw.length - partialOverlap(raw, CLOSE)),
        isComplete: false,
        to: text.length,
      });
      break;
    }
    regions.push({ inside: text.slice(from, close), isComplete: true, to: close + CLOSE.length });
    at = text.indexOf(OPEN, close + CLOSE.length);
  }
  return regions;
}

/** Everything before the first newline or `<arg_key>`; empty where there is neither. */
function nameOf(inside: string): string {
  const ends = [inside.indexOf('\n'), inside.indexOf(KEY)].filter((at) => at >= 0);
  return ends.length === 0 ? '' : stripPython(inside.slice(0, Math.min(...ends)));
}
