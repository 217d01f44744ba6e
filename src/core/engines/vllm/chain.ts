import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Outcome, Recorder } from '../../trace/index.ts';
import {
  chainRuntime,
  type EngineStream,
  Excerpt,
  inReply,
  heldBack,
  type Mark,
  messageDeltas,
  nothing,
  payloadOf,
  type Raised,
  type ReasoningParser,
  type ReasoningStream,
  type StreamNote,
  textDeltas,
} from '../kit/index.ts';
import type { Delta, RequestFacts, Runtime } from '../runtime.ts';
import { newest, type VllmRuntime } from './parser.ts';
import {
  beginsInside,
  isOpenIn,
  mergedTable,
  Thoughts,
  type ThinkingRules,
  type VllmReasoningParser,
} from './reasoning/table-parser.ts';
import { serveStream } from './server.ts';
import { TableCalls } from './table/calls.ts';
import type { TableFormat } from './table/format.ts';
import { Machine, type MachineEvent, type State } from './table/machine.ts';
import { parseTable } from './table/parser.ts';

// How vLLM's server puts a reasoning parser before a tool parser.

export interface VllmChainOptions {
  /** As the server of 2 August 2026 did it: two passes for every pair. */
  readonly twoPasses?: boolean;
}

/** A server of vLLM with both flags; `tool` is null for one without tools. */
export function vllmChain(
  parser: VllmReasoningParser,
  tool: VllmRuntime | null,
  { twoPasses = false }: VllmChainOptions = {},
): Runtime {
  const shared = tool === null ? null : machineOf(parser, tool);
  const machine = twoPasses ? null : shared;
  return chainRuntime({
    project: 'vllm',
    label: `vLLM ${[parser.flag, ...(tool === null ? [] : [tool.label.replace('vLLM ', '')])].join(' → ')}`,
    reasoning: parser,
    tool,
    source: { ...newest, file: parser.file },
    split: (reply, { request }, steps) => parser.split(reply, request, steps),
    ...(machine === null
      ? {}
      : { readOnce: (reply, tools, { request }, steps) => readOnce(machine, reply, tools, request, steps) }),
    stream(tools, { request }) {
      const streams = twoPasses ? readsBlocks(shared, parser, request) : machine;
      return streams === null
        ? new TwoPassStream(parser, tool, tools, request)
        : new OnePassStream(streams, tools, request);
    },
  });
}

/** One machine for both flags. */
interface SharedMachine {
  readonly tool: VllmRuntime;
  readonly format: TableFormat;
  readonly rules: ThinkingRules;
}

/** The machine that both flags name; null where they name two. */
function machineOf({ machine }: VllmReasoningParser, tool: VllmRuntime): SharedMachine | null {
  const { table, onePassWith } = tool.parser;
  if (machine === undefined || table === undefined || onePassWith !== machine.engine) return null;
  return { tool, format: table, rules: machine.rules };
}

/**
 * With two passes, the machine of a tool parser that knows a second thinking block reads thinking as well. Its stream is then as in
 * one pass, and begins with content where the prompt has ended the thinking.
 */
function readsBlocks(
  shared: SharedMachine | null,
  parser: VllmReasoningParser,
  request: RequestFacts,
): SharedMachine | null {
  if (shared?.rules.reopens !== true) return null;
  const { isOn: _isOn, ...rules } = shared.rules;
  return { ...shared, rules: parser.hasEnded?.(request) === true ? { ...rules, begins: 'content' } : rules };
}

/** With thinking turned off, the machine begins with content, and for some models it knows no tags of thinking. */
function inForce(
  { rules, format }: SharedMachine,
  { templateOptions = {} }: RequestFacts,
): Omit<SharedMachine, 'tool'> {
  const isOff = rules.isOn?.(templateOptions) === false;
  if (isOff && rules.whenOff === 'text')
    return { rules: { ...rules, begins: 'content' }, format: withoutThinking(format, rules) };
  const table = rules.messages === undefined ? mergedTable(format.table, rules) : format.table;
  return { rules: isOff ? { ...rules, begins: 'content' } : rules, format: { ...format, table } };
}

/** The table of a tool parser without the tags of thinking. */
function withoutThinking(format: TableFormat, { open, close }: ThinkingRules): TableFormat {
  const isTag = (marker: string): boolean => marker === open || marker === close;
  const { content = {}, ...others } = format.table.transitions;
  const rest = Object.fromEntries(Object.entries(content).filter(([marker]) => !isTag(marker)));
  return { ...format, table: { ...format.table, transitions: { ...others, content: rest } } };
}

function readOnce(
  machine: SharedMachine,
  reply: string,
  tools: readonly ToolDefinition[],
  request: RequestFacts,
  steps: Recorder<string>,
): Outcome & { readonly marks: readonly Mark[] } {
  const { tool } = machine;
  const { rules, format } = inForce(machine, request);
  const inside = beginsInside(reply, rules) ? 'reasoning' : 'content';
  const begins = rules.messages === undefined ? inside : 'preamble';
  const { events, content, calls, markup = [], text, raises } = parseTable(format, reply, tools, steps, begins);
  const thoughts = new Thoughts(rules);
  for (const { kind, text: piece, from } of events) {
    if (kind === 'reasoning') thoughts.add(Excerpt.copy(piece, from));
  }
  const reasoning = thoughts.whole();
  const [tier = '', called = ''] = [tool.tiers[0], tool.formats[0]];
  for (const call of calls) steps.call(payloadOf(call), { format: called, tier, span: call.span });
  if (raises !== undefined) {
    const span = { from: 0, to: reply.length };
    steps.fail({ code: `raises-${raises.raises}`, served: 'http-error', span, at: raises.at });
  }
  const marked = (kind: Mark['kind'], spans: readonly Span[]): Mark[] =>
    spans.map(({ from, to }) => ({ kind, from, to }));
  const marks = [
    ...marked(
      'call',
      calls.map(({ span }) => span),
    ),
    ...marked('content', content),
    ...marked('reasoning', reasoning.spans),
    ...marked('markup', [...markup, ...thoughts.cut]),
  ];
  return { content: text, reasoning: reasoning.text === '' ? null : reasoning.text, marks };
}

/** `raises` as a test of a key would be slower. */
function isRaised(answer: object): answer is Raised {
  return 'raises' in answer;
}

/**
 * The reasoning parser gets the deltas until it has seen the end of the thinking. What that delta has of content is the first
 * text of the tool parser, which alone gets the deltas from then on.
 */
class TwoPassStream implements EngineStream {
  readonly isLinear: boolean;
  readonly #reasoning: ReasoningStream;
  readonly #tools: EngineStream | null;
  #hasEnded: boolean;
  /** The prompt has ended the thinking. */
  readonly #wasEnded: boolean;
  /** Of the reply so far. */
  #length = 0;
  /** What the tool parser was given. */
  #given = Excerpt.empty;
  /** The tags of which the reasoning parser gets no pieces, and a piece that has come. */
  readonly #tokens: readonly string[];
  #piece = '';

  constructor(
    parser: ReasoningParser,
    tool: VllmRuntime | null,
    tools: readonly ToolDefinition[],
    request: RequestFacts,
  ) {
    this.#reasoning = parser.stream(request);
    this.#tools = tool === null ? null : serveStream(tool.parser.stream(tools));
    this.isLinear = (this.#tools?.isLinear ?? true) && this.#reasoning.isLinear !== false;
    this.#tokens = parser.seesTokens === true ? parser.tags : [];
    this.#wasEnded = parser.hasEnded?.(request) ?? false;
    this.#hasEnded = this.#wasEnded;
  }

  notes(): readonly StreamNote[] {
    if (this.#wasEnded) return [{ code: 'prompt-ended', from: 0, to: this.#length }];
    return this.#hasEnded ? [] : [{ code: 'tools-never-started', from: 0, to: this.#length }];
  }

  push(delta: string, current: string): readonly Delta[] | Raised {
    this.#length = current.length;
    if (this.#hasEnded) return this.#give(Excerpt.end(current, delta));
    const text = this.#piece + delta;
    const length = delta === '' ? 0 : heldBack(text, this.#tokens).length;
    this.#piece = text.slice(text.length - length);
    // A piece of a tag is no delta yet.
    if (delta !== '' && length === text.length) return nothing;
    return this.#think(text.slice(0, text.length - length), current.slice(0, current.length - length));
  }

  #think(delta: string, current: string): readonly Delta[] | Raised {
    const split = this.#reasoning.push(delta, current);
    if (split === null) return nothing;
    if (isRaised(split)) return split;
    const { reasoning = Excerpt.empty, content = Excerpt.empty, ended = false, handed = content } = split;
    const thought = textDeltas('reasoning', reasoning);
    if (!ended) return [...thought, ...textDeltas('content', content)];
    this.#hasEnded = true;
    // The delta that ends the thinking may end as a tag begins: that is content then.
    const rest = Excerpt.copy(this.#piece, current.length);
    const answer = this.#give((this.#tools === null ? content : handed).plus(rest));
    return isRaised(answer) ? answer : [...thought, ...answer];
  }

  /** An empty delta with the end-of-sequence token is the last one. */
  end(current: string): readonly Delta[] | Raised {
    const deltas = this.#hasEnded ? nothing : this.push('', current);
    if (isRaised(deltas)) return deltas;
    const last = this.#hasEnded ? this.#endOfTools() : this.#endOfThinking(current);
    return isRaised(last) ? last : [...deltas, ...last];
  }

  #endOfThinking(current: string): readonly Delta[] {
    const { reasoning = Excerpt.empty, content = Excerpt.empty } = this.#reasoning.finish?.(current) ?? {};
    return [...textDeltas('reasoning', reasoning), ...textDeltas('content', content)];
  }

  #endOfTools(): readonly Delta[] | Raised {
    const answer = this.#tools?.end?.(this.#given.text) ?? nothing;
    return isRaised(answer) ? answer : inReply(answer, this.#given);
  }

  #give(part: Excerpt): readonly Delta[] | Raised {
    if (this.#tools === null) return textDeltas('content', part);
    if (part.text === '') return nothing;
    this.#given = this.#given.plus(part);
    const answer = this.#tools.push(part.text, this.#given.text);
    return isRaised(answer) ? answer : inReply(answer, this.#given);
  }
}

/** Where a reply begins that is a message, by the last marker of its prompt; null for other replies. */
function stateAfter({ prompt = '' }: RequestFacts, { messages }: ThinkingRules): State | null {
  if (messages === undefined) return null;
  let last: { readonly at: number; readonly state: State } = { at: -1, state: 'preamble' };
  for (const [marker, state] of messages) {
    const at = prompt.lastIndexOf(marker);
    if (at > last.at) last = { at, state };
  }
  return last.state;
}

/** One machine reads thinking and calls. It does not look at the prompt, except for Gemma 4. */
class OnePassStream implements EngineStream {
  readonly isLinear = true;
  readonly #machine: Machine;
  readonly #rules: ThinkingRules;
  readonly #calls: TableCalls;
  readonly #thoughts: Thoughts;
  #isFirst = true;

  notes(): readonly StreamNote[] {
    return [];
  }

  constructor(shared: SharedMachine, tools: readonly ToolDefinition[], request: RequestFacts) {
    const { rules, format } = inForce(shared, request);
    this.#machine = new Machine(format.table);
    const inside = rules.begins === 'reasoning' || isOpenIn(request, rules) ? 'reasoning' : 'content';
    this.#machine.state = stateAfter(request, rules) ?? inside;
    this.#rules = rules;
    this.#calls = new TableCalls(format, tools, true);
    this.#thoughts = new Thoughts(rules);
  }

  push(delta: string): readonly Delta[] {
    if (this.#isFirst && beginsInside(delta, this.#rules)) this.#machine.state = 'reasoning';
    this.#isFirst = false;
    return this.#take(this.#machine.feed(delta), false);
  }

  end(): readonly Delta[] {
    const deltas = this.#take(this.#machine.finish(), true);
    return [...deltas, ...textDeltas('reasoning', this.#thoughts.flush())];
  }

  #take(events: readonly MachineEvent[], isFinal: boolean): readonly Delta[] {
    let reasoning = Excerpt.empty;
    for (const { kind, text, from } of events) {
      if (kind === 'reasoning') reasoning = reasoning.plus(this.#thoughts.add(Excerpt.copy(text, from)));
    }
    const { content, calls } = this.#calls.take(events, isFinal);
    const message = { content: Excerpt.join(content.map(({ text, from }) => Excerpt.copy(text, from))), calls };
    return [...textDeltas('reasoning', reasoning), ...messageDeltas(message)];
  }
}
