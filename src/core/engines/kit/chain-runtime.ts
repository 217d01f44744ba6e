import type { Span } from '../../text/document/index.ts';
import type { Outcome, Recorder } from '../../trace/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Runtime, RuntimeOptions } from '../runtime.ts';
import { endingOf } from './engine-calls.ts';
import { type EngineStream, streamWords } from './engine-stream.ts';
import { markAll, type Mark, type PartReading, readPart } from './read-part.ts';
import type { ReasoningParser, Split } from './reasoning.ts';
import { RunningStream } from './running-stream.ts';
import { raisedWords } from './raised.ts';
import { Excerpt } from './excerpt.ts';

/** Words for what a server with a reasoning parser does between its parsers. */
const chainWords = {
  ...streamWords,
  ...raisedWords,
  'passed-on': 'Passed on to the tool parser',
  'no-tool-parser': 'No tool parser runs: what the reasoning parser passes on is the content.',
  'prompt-opens': {
    question: 'Does the prompt open the thinking?',
    missing: 'the prompt does not open the thinking',
    yes: 'The reply begins inside of it.',
    no: 'The reply has to open the thinking on its own.',
  },
  'prompt-ended':
    'The prompt has ended the thinking already: a stream skips the reasoning parser for the whole reply, and its tags are text.',
  'nothing-passed': 'The reasoning parser takes all of the reply: nothing is left for the tool parser.',
  'tools-never-started': 'The reasoning parser never saw the end of the thinking: the tool parser never started.',
} as const;

/** A reasoning parser and, mostly, a tool parser in one server. */
export interface Chain {
  readonly project: string;
  readonly label: string;
  readonly reasoning: ReasoningParser;
  readonly tool: Runtime | null;
  readonly source: Runtime['source'];
  /** Words of the server. */
  readonly words?: Runtime['words'];
  /** How the reply is split; the steps of the prompt come before it. */
  split(reply: string, options: RuntimeOptions, steps: Recorder<string>): Split;
  /** Where both parsers are one machine, which reads once: its answer for the whole reply. */
  readOnce?(
    reply: string,
    tools: readonly ToolDefinition[],
    options: RuntimeOptions,
    steps: Recorder<string>,
  ): OnceRead;
  /** The server's content is never null, but empty. */
  readonly neverNull?: boolean;
  /** The exception that ends the request before anything is read; null for none. */
  refuses?(options: RuntimeOptions): string | null;
  /** What the server makes of the part that was passed on and of what the tool parser answered. */
  serve?(split: Split, reading: PartReading | null): Pick<Outcome, 'content'> | null;
  stream(tools: readonly ToolDefinition[], options: RuntimeOptions): EngineStream;
}

export interface OnceRead extends Outcome {
  readonly marks: readonly Mark[];
}

/** What says best why there is no call: nothing got to the tool parser. */
const decisive = ['prompt-ended', 'tools-never-started', 'nothing-passed'];

/** The id of the station of a reasoning parser. */
const reasoningTier = (flag: string): string => `reasoning:${flag}`;

/**
 * A server with a reasoning parser as one runtime, so that everything that works with a runtime works with it. Its tiers are
 * the stations in their order: what the prompt had opened, the reasoning parser, the tool parser.
 */
export function chainRuntime(chain: Chain): Runtime {
  const { project, label, reasoning, tool, source } = chain;
  const first = reasoningTier(reasoning.flag);
  const toolTier = tool?.tiers[0] ?? first;
  const format = tool?.formats[0] ?? first;
  const whole: Runtime['whole'] = ({ document, text }, tools, options, steps): Outcome => {
    const all = { from: 0, to: document.length };
    steps.enter('cascade', first, all);
    if (text === null) {
      steps.leave(all, 'empty');
      return { content: null, reasoning: null };
    }
    const outcome = readChain(chain, document.slice(0, text.to), tools, options, steps);
    steps.leave(all, endingOf(steps));
    return outcome;
  };
  return {
    id: tool?.id ?? `${project}:`,
    project,
    flag: [`--reasoning-parser ${reasoning.flag}`, ...(tool === null ? [] : [tool.flag])].join(' '),
    label,
    emulates: [reasoning.reads, ...(tool === null ? [] : [tool.emulates])].join(' '),
    source,
    formats: tool?.formats ?? [],
    lenient: false,
    tiers: tool === null ? [first] : [first, toolTier],
    asks: tool?.asks ?? [],
    ...(tool?.ids === undefined ? {} : { ids: tool.ids }),
    ...(tool?.needsTools === undefined ? {} : { needsTools: tool.needsTools }),
    telling: { ...tool?.telling, first: [...decisive, ...(tool?.telling?.first ?? [])] },
    words: {
      ...tool?.words,
      ...chainWords,
      ...chain.words,
      ...reasoning.words,
      [first]: `the reasoning parser ${reasoning.flag}`,
    },
    whole,
    stream: (tools, options, steps) =>
      new RunningStream(chain.stream(tools, options), {
        steps,
        tier: toolTier,
        format,
        readWhole: (reading) => whole(reading.opened, tools, options, reading),
      }),
  };
}

function markOf(kind: Mark['kind']): (span: Span) => Mark {
  return ({ from, to }) => ({ kind, from, to });
}

function readChain(
  chain: Chain,
  reply: string,
  tools: readonly ToolDefinition[],
  options: RuntimeOptions,
  steps: Recorder<string>,
): Outcome {
  const { reasoning, tool } = chain;
  const all = { from: 0, to: reply.length };
  const first = reasoningTier(reasoning.flag);
  steps.enter('tier', first, all);
  const refused = chain.refuses?.(options) ?? null;
  if (refused !== null) {
    steps.fail({ code: `raises-${refused}`, served: 'http-error', span: all, at: 0 });
    steps.leave(all, 'malformed');
    return { content: null, reasoning: null };
  }
  if (chain.readOnce !== undefined) {
    const { marks, ...outcome } = chain.readOnce(reply, tools, options, steps);
    const isAllThinking = outcome.content === null && (outcome.reasoning ?? null) !== null;
    if (isAllThinking && steps.calls.length === 0 && steps.error === null) steps.quirk('nothing-passed', all);
    steps.leave(all, endingOf(steps));
    markAll(steps, marks);
    return outcome;
  }
  const { prompt } = options.request;
  const [open] = reasoning.tags;
  if (prompt !== undefined && open !== undefined) {
    steps.gate('prompt-opens', prompt.trimEnd().endsWith(open.trimEnd()), all);
  }
  const split = chain.split(reply, options, steps);
  const { spans } = split.content ?? Excerpt.empty;
  for (const span of spans) steps.read('passed-on', span);
  steps.leave(all, spans.length > 0 ? 'matched' : 'empty');
  const isEmpty = (split.content?.text ?? '') === '';
  if (tool !== null && isEmpty) steps.quirk('nothing-passed', all);
  const reading =
    tool === null || isEmpty ? null : readPart(tool, split.content ?? Excerpt.empty, tools, options, steps);
  if (tool === null) for (const span of spans) steps.quirk('no-tool-parser', span);
  const passed = reading?.marks ?? spans.map(markOf('content'));
  const thoughts = (split.reasoning?.spans ?? []).map(markOf('reasoning'));
  markAll(steps, [...passed, ...thoughts, ...split.markup.map(markOf('markup'))]);
  if (reading !== null && reading.error !== null) steps.fail(reading.error);
  const answered = reading === null ? (split.content?.text ?? null) : reading.content;
  // Nothing passed on is not the same as an empty text.
  const isNothing = split.content === null && answered === '' && chain.neverNull !== true;
  const content = isNothing ? null : answered;
  return { content, reasoning: split.reasoning?.text ?? null, ...chain.serve?.(split, reading) };
}
