import { completed, extract, profileOf } from '../extract.ts';
import type { Extraction, ExtractOptions } from '../trace/extraction.ts';
import type { FormatReader } from '../formats/pass/format-reader.ts';
import type { Profile } from '../runtimes/runtime.ts';
import { openDocument } from '../document/response.ts';
import type { ToolCall } from '../trace/call.ts';
import { openFenceFilter, type Withheld } from '../runtimes/exathena/fence-filter.ts';

/** What one chunk made known. */
export interface StreamEvents {
  /** Text that a user may be shown now. */
  readonly visible: string;
  /** Calls that are whole now. */
  readonly calls: readonly ToolCall[];
}

export interface ExtractionStream {
  push(chunk: string): StreamEvents;
  /** What came and is not shown yet, and why; null when nothing. */
  withheld(): Withheld | null;
  /** The end of the reply: what was still held back, and the extraction of the whole. */
  end(): StreamEvents & { readonly extraction: Extraction };
}

const noCalls: readonly ToolCall[] = [];

/**
 * Reads a reply chunk by chunk. `auto` and the single formats report calls as soon as they are whole; the other
 * profiles extract when the stream has ended, as their originals do (ChatCLI parses the whole reply as well), and while
 * it runs ExAthena's fence filter decides what a user sees. Any chunking gives the extraction of the whole text.
 */
export function openStream(options: ExtractOptions = {}): ExtractionStream {
  return streamsOf(options)();
}

/** Opens many streams of one runtime, which is made once for all of them, with what it prepares for its tools. */
export function streamsOf(options: ExtractOptions): () => ExtractionStream {
  const profile = profileOf(options);
  return () => {
    const reader = profile.open?.(options.tools ?? []);
    return reader === undefined ? extractsAtEnd(options) : readsAlong(profile, reader, options);
  };
}

function extractsAtEnd(options: ExtractOptions): ExtractionStream {
  const filter = openFenceFilter();
  const chunks: string[] = [];
  return {
    push(chunk) {
      chunks.push(chunk);
      return { visible: filter.push(chunk), calls: noCalls };
    },
    withheld: () => filter.withheld(),
    end() {
      const extraction = extract({ text: chunks.join('') }, options);
      return { visible: filter.flush(), calls: extraction.calls, extraction };
    },
  };
}

function readsAlong(profile: Profile, reader: FormatReader, options: ExtractOptions): ExtractionStream {
  /** A carriage return at the end of a chunk: half of a line end, perhaps. */
  let held = '';
  return {
    push(chunk) {
      const text = held + chunk;
      held = text.endsWith('\r') ? '\r' : '';
      const whole = held === '' ? text : text.slice(0, -1);
      return reader.push(whole.includes('\r\n') ? whole.replaceAll('\r\n', '\n') : whole);
    },
    withheld() {
      const from = reader.withheldFrom;
      return from === null ? null : { from, why: 'undecided', mayBecome: [] };
    },
    end() {
      const last = held === '' ? null : reader.push(held);
      const end = reader.endText();
      return {
        visible: (last?.visible ?? '') + end.visible,
        calls: [...(last?.calls ?? []), ...end.calls],
        extraction: completed(profile, reader.finish(openDocument({ text: reader.text })), options),
      };
    },
  };
}
