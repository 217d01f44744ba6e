import type { EngineCall } from './engine-calls.ts';
import type { Message } from './engine-stream.ts';
import { Excerpt } from './excerpt.ts';

/** Reads a stream, and sends each call once it is whole. */
interface WholeCallReader {
  push(delta: string, current: string): { readonly content: Excerpt; readonly calls: readonly EngineCall[] };
  /** What is held back at the end; absent where it is lost. */
  rest?(): Excerpt;
}

/**
 * A stream whose calls come whole and are counted, as parsers of vLLM and SGLang have it that keep nothing of a call between
 * two pieces.
 */
export function wholeCalls(reader: WholeCallReader): {
  readonly previous: readonly never[];
  readonly streamed: readonly never[];
  push(delta: string, current: string): Message;
  finish?(): Message;
} {
  let index = 0;
  return {
    previous: [],
    streamed: [],
    push(delta, current) {
      const { content, calls } = reader.push(delta, current);
      return { content, calls: calls.map(({ name, argumentsText }) => ({ index: index++, name, argumentsText })) };
    },
    ...(reader.rest === undefined ? {} : { finish: () => ({ content: reader.rest?.() ?? Excerpt.empty }) }),
  };
}
