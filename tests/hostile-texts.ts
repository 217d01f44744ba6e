/** Texts that a careless reader reads again and again, each of about `size` characters. */
export interface HostileText {
  readonly name: string;
  readonly make: (size: number) => string;
  /** The size from which work grows no faster than the text, where a limit of a hundred times must first be reached. */
  readonly linearFrom?: number;
}

/** Lets the raw tier of 0.4.6 begin. */
const keys = '{"name": 1, "arguments": 2}';

export function fill(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length));
}

export function nest(open: string, middle: string, close: string, levels: number): string {
  return open.repeat(levels) + middle + close.repeat(levels);
}

function nestTo(size: number, open: string, middle: string, close: string): string {
  return nest(open, middle, close, Math.ceil(size / (open.length + close.length)));
}

const of = (name: string, make: (size: number) => string, linearFrom?: number): HostileText =>
  linearFrom === undefined ? { name, make } : { name, make, linearFrom };

export const bareTexts: readonly HostileText[] = [
  of('{ and nothing else', (size) => keys + fill('{', size)),
  of('nested objects with a broken middle', (size) => keys + nestTo(size, '{"a":', 'x', '}')),
  of('nested objects', (size) => keys + nestTo(size, '{"a":', '1', '}')),
  of('nested arrays', (size) => `${keys}{"a":${nestTo(size, '[', '', ']')}}`),
  of('nested would-be calls', (size) => nestTo(size, '{"name":"f","arguments":1,"x":', '1', '}')),
  of('an array of empty objects', (size) => `${keys}[${fill('{},', size)}{}]`),
  of('such an array that breaks at its end', (size) => `${keys}{"a":[${fill('{},', size)}{}],}`),
  of('{"," and nothing else', (size) => keys + fill('{","', size)),
  of('quotes that flip at every brace', (size) => keys + fill('{"{', size / 2) + fill('}"}', size / 2)),
  of('flipped objects', (size) => keys + fill('{"a":"{', size / 2) + fill('}","b":1}', size / 2)),
  of('flipped quotes after backslashes', (size) => keys + fill('{"\\"{', size / 2) + fill('}"\\"}', size / 2)),
  of('a string of backslashes', (size) => `${keys}{"${fill('\\', size)}`),
  of('bare calls', (size) => fill('{"name":"f","arguments":{"a":1}} ', size)),

  of('<tool_call> and nothing else', (size) => fill('<tool_call>', size)),
  of('<tool_call>{ </tool_call>', (size) => fill('<tool_call>{ </tool_call>', size)),
  of(
    '<tool_call>{, then as many closers',
    (size) => {
      const count = Math.ceil(size / '<tool_call>{}</tool_call>'.length);
      return '<tool_call>{'.repeat(count) + '}</tool_call>'.repeat(count);
    },
    16_000,
  ),
  of('the same tag again and again', (size) => fill('<tool_call>{"name":"a"}</tool_call>', size)),
  of('</tool_call> and nothing else', (size) => `<tool_call>${fill('</tool_call>', size)}`),

  of('<think> and nothing else', (size) => fill('<think>', size) + keys),
  of('empty thoughts', (size) => `${fill('<think></think>', size)}{"name":"f","arguments":{}}`),
  of('white space', (size) => fill(' \r\n', size) + keys),

  of('one key again and again', (size) => `{"name":"f","arguments":{${fill('"k":1,', size)}"k":2}}`),
  of(
    'many keys',
    (size) =>
      `{"name":"f","arguments":{${Array.from({ length: Math.ceil(size / 10) }, (_, key) => `"${key}":1`).join(',')}}}`,
  ),
  of(
    'duplicate keys around many calls',
    (size) =>
      `{"name":"f","arguments":1,${fill('"k":1,', size / 5)}"z":[${fill('{"name":"g","arguments":{}},', size)}1]}`,
  ),
  of('duplicate keys in nested would-be calls', (size) =>
    nestTo(size, '{"name":"f","name":"g","arguments":1,"x":', '1', '}'),
  ),
  of(
    'arguments that are a long string',
    (size) => `{"name":"f","arguments":${JSON.stringify(`{${fill('"k\\"":"\\\\",', size / 2)}"z":1}`)}}`,
  ),
];

export const fencedTexts: readonly HostileText[] = [
  of('fences that open and open', (size) => fill('~~~tool_call\n', size)),
  of('fences that never close', (size) => fill('~~~tool_call\nx', size)),
  of('white space after an opener', (size) => `~~~tool_call${fill(' ', size)}`),
  of('line breaks after an opener', (size) => `~~~tool_call${fill('\n', size)}`),
  of('openers with white space', (size) => fill(`~~~tool_call${' '.repeat(100)}`, size)),
  of('broken fences', (size) => fill('~~~tool_call\n{\n~~~\n', size)),
  of('good fences and a bad one', (size) => `${fill('~~~tool_call\n{"name":"a"}\n~~~\n', size)}~~~tool_call\n{\n~~~`),
];

export const chatcliTexts: readonly HostileText[] = [
  of('<tool and nothing else', (size) => fill('<tool ', size)),
  of('tags with quotes that never close', (size) => fill('<tool "', size)),
  of('tags without closing tags', (size) => fill('<tool name=x>', size)),
  of('attributes without values', (size) => `<tool ${fill(' name', size)}>`),
  of('characters that change their length', (size) => fill('\u023a<tool ', size)),
  of('nested would-be calls', (size) => nestTo(size, '{"name":"f","x":', '1', '}')),
  of('nested would-be calls that break', (size) => nestTo(size, '{name:"f",x:', 'y', '}'), 16_000),
  of('objects whose brackets do not match', (size) => nestTo(size, '{]name:1,a:', 'y', '}'), 16_000),
  of('quotes of both kinds that flip', (size) => fill(`{"{'{`, size / 2) + fill(`}'}"}`, size / 2)),
  of('one call again and again', (size) => fill('{"tool_call":"@x","args":{"a":1}} ', size)),
  of('calls that hold each other nearly', (size) =>
    Array.from(
      { length: Math.ceil(Math.sqrt(2 * size)) },
      (_, n) => `{"tool_call":"@x","args":"${'a'.repeat(n)}b"}`,
    ).join('\n'),
  ),
  of('[tool and nothing else', (size) => fill('[tool', size)),
  of('brackets that never close', (size) => fill('[tool: x {', size)),
  of('three backticks and a line break', (size) => fill('```\n', size)),
  of('entities', (size) => `<tool name=x args=${fill('&ampamp', size)}>`),
  of('arguments that are a long command', (size) => `<tool name=read args="${fill('a b ', size)}">`),
];

/** What `auto` must not be slow for, besides all of the above. */
export const autoTexts: readonly HostileText[] = [
  of('one marker after the other', (size) => fill('[TOOL_CALLS][TOOL_CALLS]', size)),
  of('arguments that never end', (size) => fill('<tool_call>{"name":"f","arguments":{', size)),
  of('one call whose arguments never end', (size) => `<tool_call>{"name":"f","arguments":{"a":"${fill('b ', size)}`),
  of(
    'one call with a value that never ends',
    (size) => `<tool_call>\n<function=f>\n<parameter=a>\n${fill('</param', size)}`,
  ),
  of('a call expression that never ends', (size) => `[f(a=${fill('[', size)}`),
  of('lists that never end, one a line', (size) => `so\n${fill('[g(x\n', size)}`),
  of('reasoning that never ends', (size) => fill('<think>\n', size)),
  of('closers and nothing else', (size) => fill('</tool_call>', size)),
  of('inline code that never ends', (size) => fill('` `` ', size)),
  of('code blocks that never end', (size) => fill('```json\n{\n', size)),
  of('quotes', (size) => fill('> <tool_call>\n', size)),
  of('angle brackets', (size) => fill('<', size)),
  of('lines of spaces', (size) => fill('           \n', size)),
  of('tags whose quotes close in the next one', (size) => `${fill("<tool_call a='' b='", size)}\n\n`),
  of('tags with quotes after backslashes', (size) => fill('<tool_call a="\\" />', size), 16_000),
  of('calls that begin again', (size) => fill('<tool_call>\n<function=f>\n<parameter=a>\n', size)),
  of('keys without a value, in calls without an opener', (size) => fill('f\n<arg_key>a</arg_key>', size)),
  of('values whose quotes close in the next one', (size) => fill('[tool: f\n{"a": "x\n', size)),
  of('lists that never end after a word', (size) => fill('functools[{"name": "f", "arguments": {"b": [\n', size), 8000),
  of('tags of a tool in one another', (size) => `${fill('<f><a>', size)}</f>`),
  of('children that never end', (size) => `<tool_call><invoke name="f">${fill('<a>', size)}</invoke>`),
];

/** All but those for one engine. */
export const hostileTexts: readonly HostileText[] = [...bareTexts, ...fencedTexts, ...chatcliTexts, ...autoTexts];

/** For one engine: parts in which something is looked for that comes in none of them. */
export const engineTexts: Readonly<Record<string, readonly HostileText[]>> = {
  'vllm:functiongemma': [
    of('calls without arguments', (size) => fill('<start_function_call>call:f{}<end_function_call>', size)),
  ],
  'vllm:gemma4@2026-05': [
    of('objects without keys', (size) => `<|tool_call>call:f{a:[${fill('{b},', size)}]}<tool_call|>`),
  ],
  'vllm:minimax@2026-05': [of('blocks on one line', (size) => fill('<tool_calls>{}</tool_calls>', size))],
  'vllm:mistral:v11@2026-05': [of('parts without arguments', (size) => fill('[TOOL_CALLS]f', size))],
};
