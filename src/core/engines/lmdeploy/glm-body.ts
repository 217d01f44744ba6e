import { stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Body, BodyStream, Sent } from './body.ts';
import { objectText, type Pair, PairWriter } from './pairs.ts';
import { propertiesOf, typedValue } from './typing.ts';

const KEY = '<arg_key>';
const KEY_END = '</arg_key>';
const VALUE = '<arg_value>';
const VALUE_END = '</arg_value>';

/** A name and pairs of a key and a value, with anything between the two. */
export const glmBody: Body = {
  words: { 'no-name': 'The block has no name before its first key' },
  read(body, tools) {
    const name = nameIn(body);
    if (name === '') return { why: 'no-name' };
    const properties = propertiesOf(tools, name);
    const pairs = new Pairs()
      .next(body)
      .map(({ key, text }): Pair => ({ key, value: typedValue(text, properties, key) }));
    return { calls: [{ name, argumentsText: objectText(pairs) }] };
  },
  stream: (tools) => new GlmStream(tools),
  /** A name of one word, and then nothing but pairs, the last of which may hold what looks like more. */
  isSound(body) {
    const text = stripPython(body);
    const keyFrom = text.indexOf(KEY);
    const name = stripPython(keyFrom < 0 ? text : text.slice(0, keyFrom));
    if (!/^[^\s<>{}]+$/.test(name)) return false;
    if (keyFrom < 0) return true;
    return /^<arg_key>[^<]+<\/arg_key>\s*<arg_value>/.test(text.slice(keyFrom)) && text.endsWith(VALUE_END);
  },
};

function nameIn(body: string): string {
  const to = body.indexOf(KEY);
  return stripPython(to < 0 ? body : body.slice(0, to));
}

/** Finds the closed pairs of a block from left to right. */
class Pairs {
  #at = 0;

  next(body: string): { readonly key: string; readonly text: string }[] {
    const found: { key: string; text: string }[] = [];
    for (;;) {
      const open = body.indexOf(KEY, this.#at);
      const keyTo = open < 0 ? -1 : body.indexOf(KEY_END, open);
      const value = keyTo < 0 ? -1 : body.indexOf(VALUE, keyTo);
      const end = value < 0 ? -1 : body.indexOf(VALUE_END, value);
      if (end < 0) return found;
      const key = stripPython(body.slice(open + KEY.length, keyTo));
      if (key !== '') found.push({ key, text: body.slice(value + VALUE.length, end) });
      this.#at = end + VALUE_END.length;
    }
  }
}

class GlmStream implements BodyStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #pairs = new Pairs();
  readonly #writer = new PairWriter();
  #name: string | null = null;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  piece(body: string): readonly Sent[] {
    const sent = this.#name === null && body.includes(KEY) ? this.#named(body) : [];
    const properties = propertiesOf(this.#tools, this.#name);
    const pairs = this.#pairs.next(body);
    return [
      ...sent,
      ...pairs.flatMap(({ key, text }) => this.#writer.pair({ key, value: typedValue(text, properties, key) })),
    ];
  }

  close(body: string): readonly Sent[] {
    const sent = this.#name === null ? this.#named(body) : [];
    return [...sent, ...this.piece(body), ...this.#writer.close()];
  }

  #named(body: string): readonly Sent[] {
    this.#name = nameIn(body);
    return this.#name === '' ? [] : [{ name: this.#name }];
  }
}
