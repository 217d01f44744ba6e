import { type Extraction, openDocument, type OpenedDocument, Recorder } from '../../trace/index.ts';
import type { Span } from '../../text/document/index.ts';
import { extract, withTools, type ExtractOptions } from '../extract.ts';
import { runtimeOf } from '../runtimes.ts';
import { callDeltas, Excerpt, nothing, textDeltas } from '../../engines/kit/index.ts';
import {
  infoWithWords,
  runtimeOptions,
  type Chunk,
  type Delta,
  type Runtime,
  type RuntimeStream,
  type Withheld,
} from '../../engines/runtime.ts';

/** A reply that is read while it comes in. */
export interface ExtractionStream {
  /** What the client receives with a chunk. */
  push(chunk: string | Chunk): readonly Delta[];
  /** What came and is not shown yet, and why; null when nothing. */
  withheld(): Withheld | null;
  /** The end of the reply. */
  end(): StreamEnd;
}

interface StreamEnd {
  /** What the client receives at the end. */
  readonly deltas: readonly Delta[];
  /** The extraction of the stream. It differs from that of `extract` where a runtime reads streams in another way. */
  readonly extraction: Extraction;
  /** What of the text was never shown, in order. */
  readonly hidden: readonly Span[];
}

/**
 * After the end of any text. Not Infinity, which is a float: the engine would keep the ends of all pieces and all nodes
 * as floats with it, each an object of its own, and thousands of calls would take twice the time.
 */
const BEYOND = 0x3fffffff;

/** While a text is coming in, nobody knows where it ends. */
const unfinished: OpenedDocument = {
  document: '',
  text: { from: 0, to: BEYOND },
  native: null,
  nativeNode: null,
  nativeError: null,
};

/** Chunks that are joined at once. */
const MANY = 1024;

/**
 * Reads a reply chunk by chunk, as one runtime would. Where the tools are unknown there are none: nobody knows yet which the
 * reply will call.
 *
 * @param known what `extract` makes of the reply with these options, where all of it is known: this saves work, and changes
 *   nothing that is read
 */
export function openStream(options: ExtractOptions = {}, known: Extraction | null = null): ExtractionStream {
  return streamsOf(options, known)();
}

/** Opens many streams of one runtime, which is made once for all of them, with what it prepares for its tools. */
export function streamsOf(options: ExtractOptions, known: Extraction | null = null): () => ExtractionStream {
  const runtime = runtimeOf(options);
  return () => openOne(runtime, options, known);
}

/** Reads a reply that is known, whole and as it would come in these pieces: what `extract` and `openStream` give. */
export function readBothWays(
  pieces: readonly string[],
  options: ExtractOptions = {},
): { readonly whole: Extraction; readonly streamed: Extraction } {
  const response = { text: pieces.join('') };
  const known = withTools(options, response);
  const whole = extract(response, known);
  const stream = openStream(known, whole);
  for (const piece of pieces) stream.push(piece);
  return { whole, streamed: stream.end().extraction };
}

function openOne(runtime: Runtime, options: ExtractOptions, known: Extraction | null): ExtractionStream {
  const steps = new Recorder<string>(unfinished, known);
  if (runtime.ids !== undefined) steps.ids = runtime.ids;
  const stream = openRuntimeStream(runtime, options, steps);
  const pieces: string[] = [];
  /**
   * Small chunks are joined now and then, so that a long reply is not a hundred thousand texts. The list is filled again each
   * time: a new one would have to grow again.
   */
  const small: string[] = [];
  let smallCount = 0;
  return {
    push(chunk) {
      const text = typeof chunk === 'string' ? chunk : chunk.text;
      small[smallCount] = text;
      smallCount += 1;
      if (smallCount === MANY) {
        pieces.push(small.join(''));
        smallCount = 0;
      }
      return stream.push(text, typeof chunk === 'string' ? undefined : chunk.special);
    },
    withheld: () => stream.withheld(),
    end() {
      steps.settle(openDocument({ text: pieces.join('') + small.slice(0, smallCount).join('') }));
      const { deltas, ...outcome } = stream.end();
      return { deltas, extraction: steps.finish(infoWithWords(runtime), outcome), hidden: stream.hidden() };
    },
  };
}

function openRuntimeStream(runtime: Runtime, options: ExtractOptions, steps: Recorder<string>): RuntimeStream {
  const { tools = [], capabilities, request } = options;
  return runtime.stream?.(tools, runtimeOptions(capabilities, request), steps) ?? openWaiting(runtime, options, steps);
}

/** The stream of a runtime that reads a reply when it is whole. */
function openWaiting(
  runtime: Runtime,
  { tools = [], capabilities, request }: ExtractOptions,
  steps: Recorder<string>,
): RuntimeStream {
  let came = 0;
  return {
    push(text) {
      came += text.length;
      return nothing;
    },
    withheld: () => (came === 0 ? null : { from: 0, why: 'at-end', mayBecome: [] }),
    hidden: () => [],
    end() {
      const outcome = runtime.whole(steps.opened, tools, runtimeOptions(capabilities, request), steps);
      const content = contentOf(steps, outcome.content ?? '');
      return { ...outcome, deltas: [...textDeltas('content', content), ...callDeltas(steps.calls)] };
    },
  };
}

/** The content of a reply that was read whole, with the places that its ledger has. */
function contentOf({ opened: { document }, ledger }: Recorder<string>, content: string): Excerpt {
  const parts = ledger.filter(({ kind }) => kind === 'content');
  const copy = Excerpt.join(parts.map(({ from, to }) => Excerpt.part(document, from, to)));
  if (copy.text === content) return copy;
  const [first, last] = [parts[0], parts.at(-1)];
  // Written otherwise: between its ends is also what is not in it.
  return first === undefined || last === undefined
    ? Excerpt.own(content)
    : Excerpt.written(document, { from: first.from, to: last.to }, content);
}
