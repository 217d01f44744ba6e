import { PYTHON_SPACE, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Exception } from '../kit/index.ts';
import type { Body, BodyStream, Sent } from './body.ts';
import { type Found, objectText, PairWriter, typedPairs } from './pairs.ts';
import { propertiesOf, type Typed, typedValue, unquoted } from './typing.ts';

const FUNCTION = '<function=';
const FUNCTION_END = '</function>';
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';

const WORD = new RegExp(`^[^${PYTHON_SPACE}]+>$`);

/** The first `<function=…>` and all closed parameters of the block. `</function>` is not needed. */
export const xmlBody: Body = {
  words: { 'no-name': 'There is no `<function=…>` with a name' },
  read(body, tools) {
    const name = nameIn(body);
    // The values are read before the name is looked at.
    const pairs = typedPairs(new Parameters().next(body), valuesFor(tools, name?.text ?? null));
    if ('raises' in pairs) return pairs;
    if (name === null || name.text === '') return { why: 'no-name' };
    const call = { name: name.text, argumentsText: objectText(pairs), nameSpan: { from: name.from, to: name.to } };
    return { calls: [call] };
  },
  stream: (tools) => new XmlStream(tools),
  /** One function with its end, and nothing but parameters in it, the last of which may hold what looks like more. */
  isSound(body) {
    const inner = partAfter(FUNCTION, body, FUNCTION_END);
    return inner === '' || (inner !== null && partAfter(PARAMETER, inner, PARAMETER_END) !== null);
  },
};

/** What is between `opener`, a name of one word and `>`, and the closer at the end; null where they are not there. */
function partAfter(opener: string, text: string, closer: string): string | null {
  const from = text.startsWith(opener) ? text.indexOf('>') + 1 : 0;
  const to = text.length - closer.length;
  const isThere = WORD.test(text.slice(opener.length, from)) && from <= to && text.endsWith(closer);
  return isThere ? stripPython(text.slice(from, to)) : null;
}

/** A value is unquoted where it is a JSON string, and then typed. */
function valuesFor(tools: readonly ToolDefinition[], name: string | null): (text: string, key: string) => Typed {
  const properties = propertiesOf(tools, name);
  return (text, key) => {
    const plain = unquoted(text);
    return 'raises' in plain || typeof plain.value !== 'string' ? plain : typedValue(plain.value, properties, key);
  };
}

function nameIn(body: string): { readonly text: string; readonly from: number; readonly to: number } | null {
  const from = body.indexOf(FUNCTION);
  const to = from < 0 ? -1 : body.indexOf('>', from);
  if (to < 0) return null;
  return { text: stripPython(body.slice(from + FUNCTION.length, to)), from: from + FUNCTION.length, to };
}

/** Finds the closed parameters of a block from left to right. */
class Parameters {
  #at = 0;
  #isStuck = false;

  next(body: string): readonly Found[] {
    const found: Found[] = [];
    while (!this.#isStuck) {
      const open = body.indexOf(PARAMETER, this.#at);
      if (open < 0) return found;
      const keyTo = body.indexOf('>', open);
      if (keyTo < 0) return found;
      const key = stripPython(body.slice(open + PARAMETER.length, keyTo));
      const end = body.indexOf(PARAMETER_END, keyTo);
      if (end < 0) {
        // A value without a key that is still open is never taken for closed, nor is anything after it.
        this.#isStuck = key === '';
        return found;
      }
      found.push({ key, text: stripPython(body.slice(keyTo + 1, end)) });
      this.#at = end + PARAMETER_END.length;
    }
    return [];
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
    const pairs = typedPairs(this.#parameters.next(body), valuesFor(this.#tools, this.#name));
    if ('raises' in pairs) return pairs;
    for (const pair of pairs) sent.push(...this.#writer.pair(pair));
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
