import { stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Exception } from '../kit/index.ts';
import type { Body, BodyStream, Sent } from './body.ts';
import { objectText, type Pair, PairWriter } from './pairs.ts';
import { propertiesOf, typedValue, unquoted } from './typing.ts';

const FUNCTION = '<function=';
const FUNCTION_END = '</function>';
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';

/** The first `<function=…>` and all closed parameters of the block. `</function>` is not needed. */
export const xmlBody: Body = {
  words: { 'no-name': 'There is no `<function=…>` with a name' },
  read(body, tools) {
    const name = nameIn(body);
    if (name === null || name.text === '') return { why: 'no-name' };
    const properties = propertiesOf(tools, name.text);
    const parameters = new Parameters();
    const pairs = parameters
      .next(body)
      .map(({ key, text }): Pair => ({ key, value: typedValue(text, properties, key) }));
    const call = { name: name.text, argumentsText: objectText(pairs), nameSpan: { from: name.from, to: name.to } };
    return { calls: [call] };
  },
  stream: (tools) => new XmlStream(tools),
  /** One function with its end, and nothing but parameters in it, the last of which may hold what looks like more. */
  isSound(body) {
    const text = stripPython(body);
    const name = nameIn(text);
    if (!text.startsWith(FUNCTION) || name === null || name.text === '' || !text.endsWith(FUNCTION_END)) return false;
    const inner = stripPython(text.slice(name.to + 1, text.length - FUNCTION_END.length));
    if (inner === '') return true;
    const keyTo = inner.indexOf('>');
    return inner.startsWith(PARAMETER) && keyTo > PARAMETER.length && inner.endsWith(PARAMETER_END);
  },
};

function nameIn(body: string): { readonly text: string; readonly from: number; readonly to: number } | null {
  const from = body.indexOf(FUNCTION);
  const to = from < 0 ? -1 : body.indexOf('>', from);
  if (to < 0) return null;
  return { text: stripPython(body.slice(from + FUNCTION.length, to)), from: from + FUNCTION.length, to };
}

/** Finds the closed parameters of a block from left to right. */
class Parameters {
  #at = 0;

  next(body: string): { readonly key: string; readonly text: string }[] {
    const found: { key: string; text: string }[] = [];
    for (;;) {
      const open = body.indexOf(PARAMETER, this.#at);
      if (open < 0) return found;
      const keyTo = body.indexOf('>', open);
      const end = keyTo < 0 ? -1 : body.indexOf(PARAMETER_END, keyTo);
      if (end < 0) return found;
      const key = stripPython(body.slice(open + PARAMETER.length, keyTo));
      found.push({ key, text: unquoted(stripPython(body.slice(keyTo + 1, end))) });
      this.#at = end + PARAMETER_END.length;
    }
  }
}

class XmlStream implements BodyStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #parameters = new Parameters();
  readonly #writer = new PairWriter();
  #name: string | null = null;
  #isClosed = false;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  piece(body: string): readonly Sent[] | Exception {
    const sent: Sent[] = [];
    const name = this.#name === null ? nameIn(body) : null;
    if (name !== null && name.text !== '') {
      this.#name = name.text;
      sent.push({ name: name.text });
    }
    const properties = propertiesOf(this.#tools, this.#name);
    for (const { key, text } of this.#parameters.next(body))
      sent.push(...this.#writer.pair({ key, value: typedValue(text, properties, key) }));
    if (!this.#isClosed && body.includes(FUNCTION_END)) {
      this.#isClosed = true;
      sent.push(...this.#writer.close());
    }
    return sent;
  }

  close(body: string): readonly Sent[] | Exception {
    return this.piece(body);
  }
}
