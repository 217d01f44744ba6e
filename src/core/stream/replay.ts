import { extract, type ExtractOptions } from '../extract.ts';
import { joinDeltas } from '../runtimes/kit/deltas.ts';
import type { Delta, Withheld } from '../runtimes/runtime.ts';
import type { ToolCall } from '../trace/call.ts';
import { openStream } from './extraction-stream.ts';
import { chunksOf, type Recording } from './recording.ts';

/** What is known after some chunks of a reply. */
export interface ReplayPosition {
  /** How many chunks have come. */
  readonly chunks: number;
  /** How much of the text they hold, in UTF-16 units. */
  readonly offset: number;
  /** The content that the client has. */
  readonly visible: string;
  /** What is not shown, and why; null when all of it is shown. Its `from` is an offset into the text. */
  readonly withheld: Withheld | null;
  /** The calls that the runtime would find if the reply ended here. Extracted when first asked for. */
  readonly calls: readonly ToolCall[];
}

/** A replay goes forward cheaply: a step costs its chunk. Going back begins anew. */
export interface Replay {
  /** The state after `chunks` chunks; at the end of all, what was held back and is text is shown too. */
  positionAt(chunks: number): ReplayPosition;
}

export function openReplay(text: string, recording: Recording, options: ExtractOptions = {}): Replay {
  const chunks = chunksOf(text, recording);
  let stream = openStream(options);
  /** The content that the client has, in pieces. */
  let visible: string[] = [];
  let come = 0;
  let offset = 0;

  function goTo(count: number): void {
    if (count < come) {
      stream = openStream(options);
      [visible, come, offset] = [[], 0, 0];
    }
    for (; come < count; come += 1) {
      const chunk = chunks[come]?.text ?? '';
      visible.push(contentOf(stream.push(chunk)));
      offset += chunk.length;
    }
  }

  function positionOf(seen: string, withheld: Withheld | null): ReplayPosition {
    const arrived = text.slice(0, offset);
    let calls: readonly ToolCall[] | undefined;
    return {
      chunks: come,
      offset,
      visible: seen,
      withheld,
      get calls() {
        return (calls ??= extract({ text: arrived }, options).calls);
      },
    };
  }

  return {
    positionAt(count) {
      const target = Math.min(Math.max(0, Math.floor(count)), chunks.length);
      goTo(target);
      const withheld = stream.withheld();
      if (target < chunks.length) return positionOf(visible.join(''), withheld);
      const ended = positionOf(
        visible.join('') + contentOf(stream.end().deltas),
        withheld?.why === 'in-fence' ? withheld : null,
      );
      // The stream is used up: a later step has to begin anew.
      stream = openStream(options);
      [visible, come, offset] = [[], 0, 0];
      return ended;
    },
  };
}

function contentOf(deltas: readonly Delta[]): string {
  return deltas.length === 0 ? '' : joinDeltas(deltas).content;
}
