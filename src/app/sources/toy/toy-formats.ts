import type { JsonObject, JsonValue } from '../../../core/index.ts';

/** The formats that the toy can write. */
export type ToyFormat = 'hermes' | 'exathena-fence' | 'mistral' | 'qwen3-coder-xml' | 'pythonic' | 'raw-json';

/** How it recognises in a prompt what is asked for; the first that fits. */
const signs: readonly (readonly [ToyFormat, RegExp])[] = [
  ['exathena-fence', /~~~tool_call/],
  ['qwen3-coder-xml', /<function=/],
  ['hermes', /<tool_call>/],
  ['mistral', /\[TOOL_CALLS\]/],
  ['pythonic', /\[\w+\(\w+=/],
];

/** The format that a prompt asks for; bare JSON where it asks for none that the toy knows. */
export function toyFormatIn(system: string): ToyFormat {
  return signs.find(([, sign]) => sign.test(system))?.[0] ?? 'raw-json';
}

interface ToyCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Writes a call, with a comma too many in its JSON where it is damaged. */
export function writeToyCall(format: ToyFormat, call: ToyCall, isDamaged: boolean): string {
  const json = `{"name": ${JSON.stringify(call.name)}, "arguments": ${jsonOf(call.arguments)}${isDamaged ? ',' : ''}}`;
  switch (format) {
    case 'hermes':
      return `<tool_call>\n${json}\n</tool_call>`;
    case 'exathena-fence':
      return `~~~tool_call\n${json}\n~~~`;
    case 'mistral':
      return `[TOOL_CALLS][${json}]`;
    case 'raw-json':
      return json;
    case 'pythonic':
      return `[${call.name}(${entriesOf(call)
        .map(([key, value]) => `${key}=${python(value)}`)
        .join(', ')})]`;
    case 'qwen3-coder-xml':
      return `<tool_call>\n<function=${call.name}>\n${entriesOf(call)
        .map(
          ([key, value]) =>
            `<parameter=${key}>\n${typeof value === 'string' ? value : JSON.stringify(value)}\n</parameter>\n`,
        )
        .join('')}</function>\n</tool_call>`;
  }
}

function entriesOf(call: ToyCall): [string, JsonValue][] {
  return Object.entries(call.arguments);
}

function jsonOf(value: JsonObject): string {
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${JSON.stringify(inner)}`)
    .join(', ')}}`;
}

function python(value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
