import { partitionPoint } from '../../../text/document/index.ts';
import { closersOf } from './closers.ts';
import { unescapeXml } from './entities.ts';
import type { QwenRules } from './release.ts';

// Tags as the protocol qwen3coder reads them: white space is allowed nearly everywhere, and names count in any case.

/** How the tags of blocks and calls begin. */
export const CALL_BEGINNINGS = ['<tool_call', '<function', '<call', '<tool', '<invoke'];

const SPACE: ReadonlySet<string> = new Set(' \n\r\t\f');

/** Past the white space of tags. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (SPACE.has(text.charAt(at))) at += 1;
  return at;
}

/** Whether a name may end before this character, which is empty at the end of the text. */
export function endsName(character: string): boolean {
  return character === '' || character === '>' || character === '/' || SPACE.has(character);
}

/** The `>` of a tag, outside of quotes; -1 where there is none. */
export function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at;
    }
  }
  return -1;
}

/** The name of an opening tag, from its `<`; empty for a closing tag. Of a name that is longer than `most` only the beginning. */
export function nameAt(lower: string, open: number, most = Infinity): string {
  const from = afterSpace(lower, open + 1);
  const end = Math.min(lower.length, from + most + 1);
  let to = from;
  for (; to < end; to += 1) if (endsName(lower.charAt(to)) || lower.charAt(to) === '=') break;
  return lower.slice(from, to);
}

/** The `>` of tags, outside of quotes. Text that tags without an end look through again and again is gone through once. */
export class TagEnds {
  readonly #text: string;
  #looked = 0;
  /** From each place on, outside of quotes, in single and in double ones. */
  #ends: readonly [Int32Array, Int32Array, Int32Array] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** -1 where there is none. */
  find(from: number): number {
    const { length } = this.#text;
    if (this.#ends === null && this.#looked <= 4 * length) {
      const end = tagEnd(this.#text, from);
      this.#looked += (end < 0 ? length : end) - from;
      return end;
    }
    this.#ends ??= tagEndsOf(this.#text);
    return this.#ends[0][from] ?? -1;
  }
}

function tagEndsOf(text: string): [Int32Array, Int32Array, Int32Array] {
  const make = (): Int32Array => new Int32Array(text.length + 1).fill(-1);
  const [plain, single, double] = [make(), make(), make()];
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    const [outside = -1, inSingle = -1, inDouble = -1] = [plain[at + 1], single[at + 1], double[at + 1]];
    plain[at] = character === '>' ? at : character === '"' ? inDouble : character === "'" ? inSingle : outside;
    single[at] = character === "'" ? outside : inSingle;
    double[at] = character === '"' ? outside : inDouble;
  }
  return [plain, single, double];
}

/** The first attribute `name`; null where there is none. */
export function nameAttribute(tag: string, rules: QwenRules): string | null {
  const match = rules.nameAttribute.exec(tag);
  return match && rules.nameOf(unescapeXml(match[2] ?? ''));
}

/** The name in `<function=name>`; null where there is none, and where it is empty. */
export function shorthandName(tag: string, rules: QwenRules): string | null {
  const match = /^<\s*(?:call|function|tool|invoke)\b\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>/<]+))/i.exec(tag);
  const name = rules.nameOf(unescapeXml(match === null ? '' : (match[1] ?? match[2] ?? match[3] ?? '')));
  return name === '' ? null : name;
}

/** Without white space around it, without one CDATA section around that, and with the five entities decoded. */
export function valueOf(raw: string, rules: QwenRules): string {
  const text = raw.trim();
  const isSection = text.startsWith('<![CDATA[') && text.endsWith(']]>');
  const value = isSection ? text.slice('<![CDATA['.length, -']]>'.length).trim() : text;
  return unescapeXml(rules.unwrapped(value));
}

/** A value without an element `value` around it. */
export function withoutValueTags(text: string): string {
  const [opener] = /^<value\s*>/i.exec(text) ?? [];
  const closer = text.toLowerCase().lastIndexOf('</value');
  const isWrapped = opener !== undefined && closer >= opener.length && /^<\/value\s*>$/i.test(text.slice(closer));
  return isWrapped ? text.slice(opener.length, closer).trim() : text;
}

interface Token {
  readonly from: number;
  readonly to: number;
  /** 1 for an opening tag, -1 for a closing one, 0 for what is passed over. */
  readonly step: 1 | 0 | -1;
}

interface Tokens {
  readonly list: readonly Token[];
  /** By token: the closing tag of an element whose content begins there; undefined where it has none. */
  readonly closers: readonly (Token | undefined)[];
}

/** The closing tags of elements, with those of the same name in them counted. Each name goes through the text once. */
export class ClosingTags {
  readonly #lower: string;
  readonly #tokens = new Map<string, Tokens>();

  constructor(lower: string) {
    this.#lower = lower;
  }

  /** @param from where the content begins */
  find(from: number, name: string): Token | undefined {
    let tokens = this.#tokens.get(name);
    if (tokens === undefined) {
      const list = tokensOf(this.#lower, 0, name);
      tokens = { list, closers: closersOf(list) };
      this.#tokens.set(name, tokens);
    }
    const { list, closers } = tokens;
    const next = partitionPoint(list, (token) => token.from < from);
    const before = list[next - 1];
    if (before === undefined || before.to <= from) return closers[next];
    // The content begins within a token: it is read from there.
    return closersOf(tokensOf(this.#lower, from, name))[0];
  }
}

/** Tags of the name, and CDATA sections. A section or a tag without an end is the last token, up to the end of the text. */
function tokensOf(lower: string, from: number, name: string): Token[] {
  const list: Token[] = [];
  let at = lower.indexOf('<', from);
  while (at >= 0) {
    let to = at + 1;
    if (lower.startsWith('<![cdata[', at)) {
      const end = lower.indexOf(']]>', at + '<![cdata['.length);
      to = end < 0 ? lower.length + 1 : end + 3;
      list.push({ from: at, to, step: 0 });
    } else {
      let start = afterSpace(lower, at + 1);
      const isClosing = lower.charAt(start) === '/';
      if (isClosing) start = afterSpace(lower, start + 1);
      const next = lower.charAt(start + name.length);
      if (lower.startsWith(name, start) && (endsName(next) || (!isClosing && next === '='))) {
        const end = lower.indexOf('>', start + name.length);
        to = end < 0 ? lower.length + 1 : end + 1;
        const isSelfClosing = !isClosing && lower.charAt(end - 1) === '/';
        list.push({ from: at, to, step: end < 0 || isSelfClosing ? 0 : isClosing ? -1 : 1 });
      }
    }
    at = lower.indexOf('<', to);
  }
  return list;
}
