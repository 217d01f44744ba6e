import type { Span } from '../../text/document/index.ts';
import { withTools, type ExtractOptions } from '../extract.ts';
import { openStream } from './extraction-stream.ts';
import { chunksOf, type Recording } from '../../log/index.ts';

/**
 * What a user never sees of a streamed text, in order: what the runtime's stream holds back for ever. How the text
 * was cut matters to engines only.
 */
export function hiddenSpans(
  text: string,
  options: ExtractOptions = {},
  recording: Recording = { cuts: [], times: [] },
): readonly Span[] {
  const stream = openStream(withTools(options, { text }));
  for (const chunk of chunksOf(text, recording)) stream.push(chunk.text);
  return stream.end().hidden;
}
