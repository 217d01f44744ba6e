import type { ProviderResponse } from '../src/core/trace/response.ts';

/** An input that a careless parser reads again and again. */
export interface Hostile {
  readonly name: string;
  readonly runtime: string;
  /** About so many characters of it. */
  readonly make: (size: number) => ProviderResponse;
}

/** Lets the raw tier of 0.4.6 begin. */
const keys = '{"name": 1, "arguments": 2}';

function fill(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length));
}

function nest(open: string, middle: string, close: string, size: number): string {
  const levels = Math.ceil(size / (open.length + close.length));
  return open.repeat(levels) + middle + close.repeat(levels);
}

export const hostiles: readonly Hostile[] = [
  { name: 'tags with quotes that never close', runtime: 'chatcli', make: (size) => ({ text: fill('<tool "', size) }) },
  {
    name: 'nested would-be calls, broken',
    runtime: 'chatcli',
    make: (size) => ({ text: nest('{name:"f",x:', 'y', '}', size) }),
  },
  {
    name: 'both kinds of quotes that flip',
    runtime: 'chatcli',
    make: (size) => ({ text: fill(`{"{'{`, size / 2) + fill(`}'}"}`, size / 2) }),
  },
  {
    name: 'tags without closing tags',
    runtime: 'chatcli',
    make: (size) => ({ text: fill('<tool name=x>', size) }),
  },
  { name: 'code blocks without end', runtime: 'chatcli', make: (size) => ({ text: fill('```\n{', size) }) },
  { name: '{ and nothing else', runtime: 'exathena', make: (size) => ({ text: keys + fill('{', size) }) },
  {
    name: 'nested objects, broken in the middle',
    runtime: 'exathena',
    make: (size) => ({ text: keys + nest('{"a":', 'x', '}', size) }),
  },
  {
    name: 'an array of empty objects',
    runtime: 'exathena',
    make: (size) => ({ text: `${keys}[${fill('{},', size)}{}]` }),
  },
  {
    name: 'quotes that flip at every brace',
    runtime: 'exathena',
    make: (size) => ({ text: keys + fill('{"{', size / 2) + fill('}"}', size / 2) }),
  },
  {
    name: 'fences that open and open',
    runtime: 'exathena',
    make: (size) => ({ text: fill('~~~tool_call\n', size) }),
  },
  {
    name: 'white space after openers',
    runtime: 'exathena',
    make: (size) => ({ text: fill(`~~~tool_call${' '.repeat(200)}`, size) }),
  },
  {
    name: 'tags that never close well',
    runtime: 'exathena-head',
    make: (size) => ({ text: fill('<tool_call>{', size / 2) + fill('}x</tool_call>', size / 2) }),
  },
  {
    name: 'duplicate keys in native entries',
    runtime: 'exathena-head',
    make: (size) => ({ tool_calls_text: `[${fill('{"name":"f","arguments":{"a":1,"a":2}},', size)}{"name":"f"}]` }),
  },
  {
    name: 'native lists in lists',
    runtime: 'exathena-head',
    make: (size) => ({ tool_calls_text: nest('[', '', ']', size) }),
  },
];

/** The same as a stream, in chunks of `STREAMED_CHUNK` characters. */
export const streamedHostiles: readonly Hostile[] = [
  ['inputs of ReAct that never close', 'format:react', 'Action: a\nAction Input: {\n'],
  ['inputs of ReAct that never close, auto', 'auto', 'Action: a\nAction Input: {\n'],
  ['messages of harmony that never close', 'format:harmony', '<|channel|>commentary to=functions.a <|message|>{'],
  ['messages of harmony that never close, auto', 'auto', '<|channel|>commentary to=functions.a <|message|>{'],
  ['openers of hermes', 'format:hermes', '<tool_call>'],
  ['openers of hermes, auto', 'auto', '<tool_call>'],
].map(([name = '', runtime = '', piece = '']) => ({ name, runtime, make: (size) => ({ text: fill(piece, size) }) }));

/** As servers send it: a few tokens at a time. */
export const STREAMED_CHUNK = 40;
