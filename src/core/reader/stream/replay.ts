import { extract, withTools, type ExtractOptions } from '../extract.ts';
import { sendsCalls } from '../runtimes.ts';
import { joinDeltas, nothing, type Received } from '../../engines/kit/index.ts';
import type { Delta, Withheld } from '../../engines/runtime.ts';
import type { ExtractionError, ToolCall } from '../../trace/index.ts';
import { openStream } from './extraction-stream.ts';
import { chunksOf, type Recording } from '../../log/index.ts';

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
  /**
   * For an engine: the calls that the client has, as they were sent. For the other runtimes: the calls that they would find if
   * the reply ended here. Made when first asked for.
   */
  readonly calls: readonly CallSoFar[];
  /** What the client receives with the last chunk. */
  readonly deltas: readonly Delta[];
  /** The error of a stream that broke off; null before its end. */
  readonly error: ExtractionError | null;
}

/** A call at a moment of a stream. Its arguments may be a part of them. */
export interface CallSoFar extends Pick<ToolCall, 'name' | 'argumentsText'> {
  /** Absent where an engine sent it. */
  readonly tier?: string;
}

/** A step forward reads one chunk. A step back reads from the beginning. */
export interface Replay {
  /** The state after `chunks` chunks. After the last one, text that was held back is shown too. */
  positionAt(chunks: number): ReplayPosition;
}

export function openReplay(text: string, recording: Recording, given: ExtractOptions = {}): Replay {
  const options = withTools(given, { text });
  const chunks = chunksOf(text, recording);
  const isEngine = sendsCalls(options.runtime);
  let stream = openStream(options);
  /** All that the client has received. */
  let received: Delta[] = [];
  let last: readonly Delta[] = nothing;
  let come = 0;
  let offset = 0;

  function begin(): void {
    stream = openStream(options);
    [received, last, come, offset] = [[], nothing, 0, 0];
  }

  function goTo(count: number): void {
    if (count < come) {
      begin();
    }
    for (; come < count; come += 1) {
      const chunk = chunks[come]?.text ?? '';
      last = stream.push(chunk);
      received.push(...last);
      offset += chunk.length;
    }
  }

  function positionOf(
    deltas: readonly Delta[],
    withheld: Withheld | null,
    error: ExtractionError | null = null,
  ): ReplayPosition {
    const arrived = text.slice(0, offset);
    const client = joinDeltas(received);
    let calls: readonly CallSoFar[] | undefined;
    return {
      chunks: come,
      offset,
      visible: client.content,
      withheld,
      deltas,
      error,
      get calls() {
        return (calls ??= isEngine ? sentCalls(client) : extract({ text: arrived }, options).calls);
      },
    };
  }

  return {
    positionAt(count) {
      const target = Math.min(Math.max(0, Math.floor(count)), chunks.length);
      goTo(target);
      const withheld = stream.withheld();
      if (target < chunks.length) return positionOf(last, withheld);
      const { deltas, extraction } = stream.end();
      received.push(...deltas);
      const ended = positionOf(
        [...last, ...deltas],
        withheld?.why === 'in-fence' ? withheld : null,
        extraction.error ?? null,
      );
      // The stream is used up: a later step has to begin again.
      begin();
      return ended;
    },
  };
}

function sentCalls({ calls }: Received): readonly CallSoFar[] {
  return calls.map(({ name, argumentsText }) => ({ name: name ?? '', argumentsText }));
}
