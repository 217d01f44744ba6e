import type { Span } from '../document/span.ts';
import type { ExtractOptions } from '../extract.ts';
import { openStream } from './extraction-stream.ts';

/** What a user never sees of a streamed text, in order: what the runtime's stream holds back for ever. */
export function hiddenSpans(text: string, options: ExtractOptions = {}): readonly Span[] {
  const stream = openStream(options);
  stream.push(text);
  return stream.end().hidden;
}
