import { diagnosed, extract, profileOf } from '../extract.ts';
import type { Extraction, ExtractOptions } from '../extraction.ts';
import { openDocument } from '../response.ts';
import type { ToolCall } from '../tool.ts';
import { openFenceFilter } from './fence-filter.ts';

/** What one chunk made known. */
export interface StreamEvents {
  /** Text that a user may be shown now. */
  readonly visible: string;
  /** Calls that are whole now. */
  readonly calls: readonly ToolCall[];
}

export interface ExtractionStream {
  push(chunk: string): StreamEvents;
  /** The end of the reply: what was still held back, and the extraction of the whole. */
  end(): StreamEvents & { readonly extraction: Extraction };
}

const noCalls: readonly ToolCall[] = [];

/**
 * Reads a reply chunk by chunk. `auto` and the single formats report calls as soon as they are whole; the other
 * profiles extract when the stream has ended, as their originals do, and while it runs their fence filter decides what
 * a user sees. Any chunking gives the extraction of the whole text.
 */
export function openStream(options: ExtractOptions = {}): ExtractionStream {
  return profileOf(options.profile).open === undefined ? extractsAtEnd(options) : readsAlong(options);
}

function extractsAtEnd(options: ExtractOptions): ExtractionStream {
  const filter = openFenceFilter();
  const chunks: string[] = [];
  return {
    push(chunk) {
      chunks.push(chunk);
      return { visible: filter.push(chunk), calls: noCalls };
    },
    end() {
      const extraction = extract({ text: chunks.join('') }, options);
      return { visible: filter.flush(), calls: extraction.calls, extraction };
    },
  };
}

function readsAlong(options: ExtractOptions): ExtractionStream {
  const reader = profileOf(options.profile).open?.(options.tools ?? []);
  if (reader === undefined) return extractsAtEnd(options);
  const chunks: string[] = [];
  /** A carriage return at the end of a chunk: half of a line end, perhaps. */
  let held = '';
  const push = (chunk: string): StreamEvents => {
    chunks.push(chunk);
    return reader.push(chunk);
  };
  return {
    push(chunk) {
      const text = held + chunk;
      held = text.endsWith('\r') ? '\r' : '';
      const whole = held === '' ? text : text.slice(0, -1);
      return push(whole.includes('\r\n') ? whole.replaceAll('\r\n', '\n') : whole);
    },
    end() {
      const last = held === '' ? null : push(held);
      const end = reader.endText();
      return {
        visible: (last?.visible ?? '') + end.visible,
        calls: [...(last?.calls ?? []), ...end.calls],
        extraction: diagnosed(reader.finish(openDocument({ text: chunks.join('') }))),
      };
    },
  };
}
