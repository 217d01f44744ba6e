import { valueToText } from '../../text/json/index.ts';
import { plainTextOf } from '../message/index.ts';
import { CLASS_KEY } from '../printed/index.ts';
import { at, isObject, itemsOf, jsonSource, membersOf, slice, stringAt, type Source } from '../sources.ts';

/** So deep is a chunk in the events of LangGraph and LangServe. */
const LEVELS = 4;

/**
 * The chunks of a message, as Python prints and JavaScript serialises those of LangChain, one on each line, as the pieces that a server
 * would send. Null where one of the lines has none. Linear.
 */
export function chunksOfLines(lines: readonly string[]): string | null {
  if (!lines.some((line) => line.includes('AIMessage'))) return null;
  const values = lines.flatMap((line) => jsonSource(line) ?? []);
  const [first] = values;
  const id = stringAt(first, 'id');
  const pieces = values.flatMap((value) => {
    // `print` leaves the class out, but the chunks share an id.
    const isAlike = id !== null && stringAt(value, CLASS_KEY) === 'AIMessage' && stringAt(value, 'id') === id;
    const chunk = isAlike ? value : chunkIn(value, LEVELS);
    return chunk === null ? [] : [pieceOf(chunk)];
  });
  return pieces.length < 2 || pieces.length < values.length ? null : pieces.join('\n');
}

function chunkIn(value: Source, levels: number): Source | null {
  const kind =
    stringAt(value, CLASS_KEY) ?? itemsOf(at(value, 'id')).map((one) => slice(one))[2] ?? stringAt(value, 'type');
  if (/^"?AIMessageChunk"?$/.test(kind ?? '')) return at(value, 'kwargs') ?? value;
  const inner = isObject(value) ? membersOf(value).map(([, one]) => one) : itemsOf(value);
  for (const one of levels === 0 ? [] : inner) {
    const found = chunkIn(one, levels - 1);
    if (found !== null) return found;
  }
  return null;
}

function pieceOf(chunk: Source): string {
  const content = at(chunk, 'content');
  const calls = itemsOf(at(chunk, 'tool_call_chunks')).map((call) => {
    const json = (key: string): string => slice(at(call, key) ?? NONE);
    return `{"index":${json('index')},"id":${json('id')},"type":"function","function":{"name":${json('name')},"arguments":${json('args')}}}`;
  });
  const finish = stringAt(at(chunk, 'response_metadata'), 'finish_reason');
  const text = content === null ? null : plainTextOf(content);
  return `{"response_metadata":{},"choices":[{"index":0,"delta":{"content":${valueToText(text)}${calls.length === 0 ? '' : `,"tool_calls":[${calls.join(',')}]`}},"finish_reason":${valueToText(finish)}}]}`;
}

const NONE: Source = { text: 'null', node: { kind: 'null', from: 0, to: 4 }, offset: null };
