import { extract } from '../extract.ts';
import type { Extraction, ExtractOptions } from '../extraction.ts';
import { openFenceFilter, type Withheld } from './fence-filter.ts';

/** What one chunk made known. */
export interface StreamEvents {
  /** Text that a user may be shown now. */
  readonly visible: string;
}

export interface ExtractionStream {
  push(chunk: string): StreamEvents;
  /** What came and is not shown yet, and why; null when nothing. */
  withheld(): Withheld | null;
  /** The end of the reply: the text that was still held back, and the extraction of the whole. */
  end(): { readonly visible: string; readonly extraction: Extraction };
}

/**
 * Reads a reply chunk by chunk. The profiles of today extract when the stream has ended, as their originals do (ChatCLI
 * parses the whole reply as well); while it runs, ExAthena's fence filter decides what a user sees. Any chunking gives the extraction of the whole text.
 */
export function openStream(options: ExtractOptions = {}): ExtractionStream {
  const filter = openFenceFilter();
  const chunks: string[] = [];
  return {
    push(chunk) {
      chunks.push(chunk);
      return { visible: filter.push(chunk) };
    },
    withheld: () => filter.withheld(),
    end() {
      return { visible: filter.flush(), extraction: extract({ text: chunks.join('') }, options) };
    },
  };
}
