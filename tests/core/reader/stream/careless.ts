import { openStream } from '../../../../src/core/index.ts';
import type { ExtractionStream } from '../../../../src/core/reader/stream/extraction-stream.ts';

/** A client with faults: it looks for fences in each chunk by itself, and loses a chunk that ends in a brace. */
export function careless(): ExtractionStream {
  const inner = openStream();
  return {
    ...inner,
    push(chunk) {
      const text = typeof chunk === 'string' ? chunk : chunk.text;
      inner.push(text.endsWith('}') ? '' : text);
      return [{ kind: 'content', text: text.replace(/~~~tool_call\n[^]*?\n~~~/, ''), from: null }];
    },
    end: () => ({ ...inner.end(), deltas: [] }),
  };
}
