import { PYTHON_SPACE, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Exception } from '../kit/index.ts';
import type { Body, BodyStream, Sent } from './body.ts';
import { type Found, objectText, PairWriter, typedPairs } from './pairs.ts';
import { propertiesOf, type Typed, typedValue } from './typing.ts';

const KEY = '<arg_key>';
const KEY_END = '</arg_key>';
const VALUE = '<arg_value>';
const VALUE_END = '</arg_value>';

const SOUND = new RegExp(
  `^[^${PYTHON_SPACE}<]+(?:$|[${PYTHON_SPACE}]*${KEY}[^<]+${KEY_END}[${PYTHON_SPACE}]*${VALUE})`,
);

/** A name and pairs of a key and a value, with anything between the two. */
export const glmBody: Body = {
  words: { 'no-name': 'The block has no name before its first key' },
  read(body, tools) {
    const name = nameIn(body);
    if (name === '') return { why: 'no-name' };
    const pairs = typedPairs(new Pairs().next(body), valuesFor(tools, name));
    if ('raises' in pairs) return pairs;
    return { calls: [{ name, argumentsText: objectText(pairs) }] };
  },
  stream: (tools) => new GlmStream(tools),
  /** A name of one word, and then nothing but pairs, the last of which may hold what looks like more. */
  isSound: (body) => SOUND.test(body) && (body.endsWith(VALUE_END) || !body.includes('<')),
};

function valuesFor(tools: readonly ToolDefinition[], name: string | null): (text: string, key: string) => Typed {
  const properties = propertiesOf(tools, name);
  return (text, key) => typedValue(text, properties, key);
}

function nameIn(body: string): string {
  const to = body.indexOf(KEY);
  return stripPython(to < 0 ? body : body.slice(0, to));
}

/** Finds the closed pairs of a block from left to right. */
class Pairs {
  #at = 0;
  #isStuck = false;

  next(body: string): readonly Found[] {
    const found: Found[] = [];
    while (!this.#isStuck) {
      const open = body.indexOf(KEY, this.#at);
      const keyTo = open < 0 ? -1 : body.indexOf(KEY_END, open);
      const value = keyTo < 0 ? -1 : body.indexOf(VALUE, keyTo);
      if (value < 0) return found;
      const key = stripPython(body.slice(open + KEY.length, keyTo));
      const end = body.indexOf(VALUE_END, value);
      if (end < 0) {
        // A value without a key that is still open is never taken for closed, nor is anything after it.
        this.#isStuck = key === '';
        return found;
      }
      if (key !== '') found.push({ key, text: body.slice(value + VALUE.length, end) });
      this.#at = end + VALUE_END.length;
    }
    return [];
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

  piece(body: string): readonly Sent[] | Exception {
    const sent = [...(this.#name === null && body.includes(KEY) ? this.#named(body) : [])];
    const pairs = typedPairs(this.#pairs.next(body), valuesFor(this.#tools, this.#name));
    if ('raises' in pairs) return pairs;
    for (const pair of pairs) sent.push(...this.#writer.pair(pair));
    return sent;
  }

  close(body: string): readonly Sent[] | Exception {
    const sent = this.#name === null ? this.#named(body) : [];
    const rest = this.piece(body);
    return 'raises' in rest ? rest : [...sent, ...rest, ...this.#writer.close()];
  }

  #named(body: string): readonly Sent[] {
    this.#name = nameIn(body);
    return this.#name === '' ? [] : [{ name: this.#name }];
  }
}
