import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  chainRuntime,
  type EngineStream,
  Excerpt,
  inReply,
  nothing,
  type Raised,
  type ReasoningStream,
  type Split,
  type StreamNote,
  textDeltas,
} from '../kit/index.ts';
import type { Delta, RequestFacts, Runtime } from '../runtime.ts';
import { newest, serveStream, type SglangRuntime } from './detector.ts';
import type { SglangReasoningParser, Toggle } from './reasoning/base.ts';
import { JulyReasoningStream } from './reasoning/base-2026-07.ts';

// How SGLang's server puts a reasoning parser before a tool parser.

interface SglangChainOptions {
  /** Streams as the server of July 2026 read them. */
  readonly isJuly?: boolean;
}

/** A server of SGLang with both flags; `tool` is null for one without tools. */
export function sglangChain(
  parser: SglangReasoningParser,
  tool: SglangRuntime | null,
  { isJuly = false }: SglangChainOptions = {},
): Runtime {
  return chainRuntime({
    project: 'sglang',
    label: `SGLang ${[parser.flag, ...(tool === null ? [] : [tool.detector.flag])].join(' → ')}`,
    reasoning: parser,
    tool,
    source: { ...newest, file: parser.file },
    neverNull: true,
    refuses: ({ request }) => (parser.refusesNonempty === true && wantsAnswer(request) ? 'TypeError' : null),
    split: (reply, { request }, steps) => passedOn(parser, reply, request, steps),
    stream: (tools, { request }) => new SglangChainStream(isJuly ? ofJuly(parser) : parser, tool, tools, request),
  });
}

function ofJuly(parser: SglangReasoningParser): SglangReasoningParser {
  const { base } = parser;
  return base === undefined ? parser : { ...parser, stream: (request) => new JulyReasoningStream(base, request) };
}

/**
 * A split, after which an empty answer takes the reasoning's place if the request asks for one that is not empty.
 *
 * @internal The golden data hold the indexes that a detector gives to the calls of what is passed on.
 */
export function passedOn(
  parser: SglangReasoningParser,
  reply: string,
  request: RequestFacts,
  steps: Recorder<string>,
): Split {
  const split = parser.split(reply, decided(parser, request), steps);
  const isEmpty = (split.content?.text ?? '') === '';
  if (!wantsAnswer(request) || !isEmpty || split.reasoning === null) return split;
  for (const span of split.reasoning.spans) steps.quirk('reasoning-promoted', span);
  return { ...split, reasoning: null, content: split.reasoning };
}

function wantsAnswer({ templateOptions = {} }: RequestFacts): boolean {
  return templateOptions['force_nonempty_content'] === true;
}

/** The request with what the server decides of it: whether a reply begins with thinking. */
function decided(parser: SglangReasoningParser, request: RequestFacts): RequestFacts {
  return { ...request, forceReasoning: request.forceReasoning ?? isForced(parser, request) };
}

function isForced(
  { toggle, tags }: SglangReasoningParser,
  { prompt = '', templateOptions = {} }: RequestFacts,
): boolean {
  const [open = ''] = tags;
  return (open !== '' && prompt.trimEnd().endsWith(open.trimEnd())) || isOn(toggle, templateOptions);
}

function isOn(toggle: Toggle, options: NonNullable<RequestFacts['templateOptions']>): boolean {
  if (toggle === 'always') return true;
  const value = Object.hasOwn(options, toggle.option) ? options[toggle.option] : undefined;
  if ('values' in toggle) return toggle.values.includes(value);
  return toggle.byDefault ? value !== false : value === true;
}

/** Both parsers get every delta: what the first one passes on goes to the second one in the same step. */
class SglangChainStream implements EngineStream {
  readonly #reasoning: ReasoningStream;
  readonly #tools: EngineStream | null;
  readonly #wantsAnswer: boolean;
  readonly #refuses: boolean;
  readonly #thoughts: Excerpt[] = [];
  #given = Excerpt.empty;

  constructor(
    parser: SglangReasoningParser,
    tool: SglangRuntime | null,
    tools: readonly ToolDefinition[],
    request: RequestFacts,
  ) {
    this.#reasoning = parser.stream(decided(parser, request));
    this.#tools = tool === null ? null : serveStream(tool.detector.stream(tools));
    this.#wantsAnswer = wantsAnswer(request);
    this.#refuses = this.#wantsAnswer && parser.refusesNonempty === true;
  }

  get isLinear(): boolean {
    return this.#tools?.isLinear ?? true;
  }

  notes(): readonly StreamNote[] {
    return [];
  }

  push(delta: string, current: string): readonly Delta[] | Raised {
    if (this.#refuses) return { raises: 'TypeError' };
    const split = this.#reasoning.push(delta, current);
    if (split === null) return nothing;
    if ('raises' in split) return split;
    return this.#pass(split.reasoning ?? Excerpt.empty, split.content ?? Excerpt.empty);
  }

  end(current: string): readonly Delta[] | Raised {
    const rest = this.#reasoning.finish?.(current) ?? {};
    const { reasoning = Excerpt.empty, content = Excerpt.empty, promoted } = rest;
    const isPromoted = this.#wantsAnswer && promoted !== undefined;
    const thoughts = promoted === 'all' ? Excerpt.join([...this.#thoughts, reasoning]) : reasoning;
    const flushed = this.#pass(isPromoted ? Excerpt.empty : reasoning, isPromoted ? thoughts : content);
    if ('raises' in flushed || this.#tools?.end === undefined) return flushed;
    const last = this.#tools.end(this.#given.text);
    return 'raises' in last ? last : [...flushed, ...inReply(last, this.#given)];
  }

  #pass(reasoning: Excerpt, content: Excerpt): readonly Delta[] | Raised {
    if (this.#wantsAnswer && reasoning.text !== '') this.#thoughts.push(reasoning);
    // Thinking that ended is no answer any more, even if there is more of it later.
    if (content.text !== '') this.#thoughts.length = 0;
    const thought = textDeltas('reasoning', reasoning);
    if (this.#tools === null && content.text === '') return thought;
    if (this.#tools === null) return [...thought, ...textDeltas('content', content)];
    this.#given = this.#given.plus(content);
    const answer = this.#tools.push(content.text, this.#given.text);
    return 'raises' in answer ? answer : [...thought, ...inReply(answer, this.#given)];
  }
}
