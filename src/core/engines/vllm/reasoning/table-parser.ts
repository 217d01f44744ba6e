import type { Span } from '../../../text/document/index.ts';
import {
  Excerpt,
  lastTag,
  type ReasoningParser,
  type ReasoningStream,
  type Split,
  type SplitDelta,
} from '../../kit/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import { TableCalls } from '../table/calls.ts';
import { Machine, type MachineEvent, type State, type Table, to, type Transition } from '../table/machine.ts';
import { switched, type TemplateOptions } from './switched.ts';
import { reasoningWords } from './words.ts';

// The reasoning parsers of vLLM's declarative engine. Beside a tool parser of another kind they read alone: their table then
// knows no calls, and a marker that opens one only ends the thinking.

export interface ThinkingRules {
  readonly open: string;
  readonly close: string;
  /** Markers that open a call, and end the thinking. */
  readonly callMarkers: readonly string[];
  /** The other markers of the engine: they cut the text into pieces, so that the end of a delta may wait for the next one. */
  readonly otherMarkers?: readonly string[];
  /** Where a reply begins. */
  readonly begins: 'reasoning' | 'content';
  /** An opening tag in the content begins another block; otherwise it is text. */
  readonly reopens?: boolean;
  /** White space at the end of the reasoning is cut. */
  readonly strips?: boolean;
  /** A word at the head of a block that belongs to its tag. */
  readonly label?: string;
  /** Whether the request lets it think; absent where nothing turns thinking off. */
  readonly isOn?: (options: TemplateOptions) => boolean;
  /**
   * What is done while the request keeps thinking off. `text`: all is content, and the tags are text. `closer`: the same, but in
   * one pass the closing tag is still taken out. `blocks`: the reply begins with content, and a block is still read.
   */
  readonly whenOff?: 'text' | 'closer' | 'blocks';
  /** With none of the tags and markers, the whole reply is content. */
  readonly needsTag?: boolean;
  /** The table of the tool parser reads the thinking itself: these are the states in which a reply begins, by the prompt's last marker. */
  readonly messages?: ReadonlyMap<string, State>;
  /** In the prompt only what follows this counts. */
  readonly turn?: string;
  /** Whether reasoning takes the place of an empty content. */
  readonly promotes?: (options: TemplateOptions) => boolean;
}

/** What the machine does with the tags; `forCalls` are its transitions to calls, absent where it reads no calls. */
function thinkingTransitions(rules: ThinkingRules): Pick<Table, 'transitions'>['transitions'] {
  const { open, close, callMarkers, reopens = false } = rules;
  const ends = Object.fromEntries(callMarkers.map((marker): [string, Transition] => [marker, to('content')]));
  return {
    reasoning: { [open]: to('reasoning'), [close]: to('content'), ...ends },
    content: { [close]: to('content'), ...(reopens ? { [open]: to('reasoning') } : {}) },
  };
}

/** The table of a tool parser, which reads the thinking as well. */
export function mergedTable(table: Table, rules: ThinkingRules): Table {
  const { open, close, callMarkers, reopens = false } = rules;
  const { content = {}, ...others } = table.transitions;
  const ends = callMarkers.flatMap((marker): [string, Transition][] => {
    const transition = content[marker];
    return transition === undefined ? [] : [[marker, transition]];
  });
  return {
    ...table,
    markers: [...new Set([...table.markers, open, close])],
    transitions: {
      ...others,
      reasoning: { [open]: to('reasoning'), [close]: to('content'), ...Object.fromEntries(ends) },
      content: { ...content, [close]: to('content'), ...(reopens ? { [open]: to('reasoning') } : {}) },
    },
  };
}

export interface VllmReasoningParser extends ReasoningParser {
  /** The machine that it is one half of, by the name that tool parsers have it under in `onePassWith`. */
  readonly machine?: { readonly engine: string; readonly rules: ThinkingRules };
}

/** @param engine the machine that a tool parser may share; absent where the parser is a class of its own */
export function tableReasoning(
  rest: Pick<ReasoningParser, 'flag' | 'file' | 'reads'>,
  rules: ThinkingRules,
  engine?: string,
): VllmReasoningParser {
  const { open, close, callMarkers, otherMarkers = [] } = rules;
  const table: Table = {
    markers: [open, close, ...callMarkers, ...otherMarkers],
    transitions: thinkingTransitions(rules),
    jsonArguments: false,
  };
  const parser: ReasoningParser = {
    ...rest,
    words: reasoningWords,
    tags: [open, close, ...callMarkers],
    split: (text, request, steps) => split(text, table, rules, request, steps),
    stream: (request) => new ThinkingStream(table, rules, request),
    hasEnded: ({ prompt = '' }) => lastTag(sinceTurn(prompt, rules), open, close) === 'close',
  };
  return {
    ...(rules.isOn === undefined || rules.whenOff === 'blocks' ? parser : switched(parser, {}, rules.isOn)),
    ...(engine === undefined ? {} : { machine: { engine, rules } }),
  };
}

function sinceTurn(prompt: string, { turn }: ThinkingRules): string {
  return turn === undefined ? prompt : prompt.slice(Math.max(0, prompt.lastIndexOf(turn)));
}

/** Whether the reply begins inside of the thinking, for a machine that begins with content. */
export function beginsInside(first: string, { open, close, label, begins }: ThinkingRules): boolean {
  if (begins === 'reasoning') return true;
  if (label === undefined) return false;
  const closer = first.indexOf(close);
  const opener = first.indexOf(open);
  return first.startsWith(label) || (closer >= 0 && (opener < 0 || closer < opener));
}

/** Whether a prompt leaves the thinking open, for a machine that begins as the prompt ends. */
export function isOpenIn({ prompt = '' }: RequestFacts, rules: ThinkingRules): boolean {
  return rules.turn !== undefined && lastTag(sinceTurn(prompt, rules), rules.open, rules.close) === 'open';
}

function split(
  text: string,
  table: Table,
  rules: ThinkingRules,
  { templateOptions = {} }: RequestFacts,
  steps: Recorder<string>,
): Split {
  const { needsTag = false, close, callMarkers } = rules;
  const all = { from: 0, to: text.length };
  if (needsTag && ![close, ...callMarkers].some((marker) => text.includes(marker))) {
    steps.gate('closes', false, all, null, [close, ...callMarkers]);
    return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
  }
  const machine = new Machine(table);
  const isOn = rules.isOn?.(templateOptions) ?? true;
  machine.state = isOn && beginsInside(text, rules) ? 'reasoning' : 'content';
  const begins = machine.state;
  const events = machine.feed(text).concat(machine.finish());
  const content: Excerpt[] = [];
  const markup: Span[] = [];
  const thoughts = new Thoughts(rules);
  let end: MachineEvent | null = null;
  let state: State = begins;
  for (const event of events) {
    const { kind, text: piece, from, to: until, next } = event;
    if (kind === 'reasoning') thoughts.add(Excerpt.copy(piece, from));
    else if (kind === 'text') content.push(Excerpt.copy(piece, from));
    else if (kind !== 'marker') continue;
    else if (rules.callMarkers.includes(piece)) {
      content.push(Excerpt.copy(piece, from));
      steps.quirk('ended-by-call', event);
      end ??= event;
    } else {
      markup.push(event);
      if (next === 'reasoning') steps.marker(piece, 'open', from, until);
      else if (state === 'reasoning') steps.marker(piece, 'close', from, until);
      else steps.quirk('tag-removed', event);
      if (state === 'reasoning' && next === 'content') end ??= event;
    }
    state = next ?? state;
  }
  if (begins === 'reasoning') steps.gate('closes', end !== null, all, end, end === null ? [close, ...callMarkers] : []);
  const reasoning = thoughts.whole();
  for (const span of reasoning.spans) steps.read('reasoning', span);
  const answer = Excerpt.join(content);
  const isBlank = answer.text.trim() === '';
  if (isBlank && reasoning.text !== '' && rules.promotes?.(templateOptions) === true) {
    return { reasoning: answer.text === '' ? null : answer, content: reasoning, markup };
  }
  return {
    reasoning: reasoning.text === '' ? null : reasoning,
    content: answer.text === '' ? null : answer,
    markup: [...markup, ...thoughts.cut],
  };
}

/** The reasoning, without the label of its first block and, in some parsers, without white space at its end. */
export class Thoughts {
  readonly cut: Span[] = [];
  readonly #rules: ThinkingRules;
  #parts: Excerpt[] = [];
  /** The head of the first block, while it may still be its label. */
  #head: Excerpt | null;
  /** White space that may be the end. */
  #held = Excerpt.empty;

  constructor(rules: ThinkingRules) {
    this.#rules = rules;
    this.#head = rules.label === undefined ? null : Excerpt.empty;
  }

  /** What may be sent of it now. */
  add(piece: Excerpt): Excerpt {
    const shown = this.#stripped(this.#unlabelled(piece));
    if (shown.text !== '') this.#parts.push(shown);
    return shown;
  }

  /** What was taken for the beginning of the label and was none. */
  flush(): Excerpt {
    const head = this.#head ?? Excerpt.empty;
    this.#head = null;
    return this.#stripped(head);
  }

  whole(): Excerpt {
    const last = this.flush();
    const all = Excerpt.join([...this.#parts, last]);
    this.#parts = [];
    this.cut.push(...this.#held.spans);
    return all;
  }

  #unlabelled(piece: Excerpt): Excerpt {
    const { label = '' } = this.#rules;
    if (this.#head === null) return piece;
    const head = this.#head.plus(piece);
    if (label.startsWith(head.text) && head.text !== label) {
      this.#head = head;
      return Excerpt.empty;
    }
    this.#head = null;
    if (!head.text.startsWith(label)) return head;
    this.cut.push(...head.slice(0, label.length).spans);
    return head.slice(label.length);
  }

  #stripped(piece: Excerpt): Excerpt {
    if (this.#rules.strips !== true || piece.text === '') return piece;
    const all = this.#held.plus(piece);
    const length = all.text.trimEnd().length;
    this.#held = all.slice(length);
    return all.slice(0, length);
  }
}

/** The machine reads until the thinking is over; what it holds back then is lost. */
class ThinkingStream implements ReasoningStream {
  readonly #machine: Machine;
  readonly #rules: ThinkingRules;
  readonly #calls: TableCalls;
  readonly #thoughts: Thoughts;
  readonly #promotes: boolean;
  #isFirst: boolean;
  #hasContent = false;
  readonly #sent: Excerpt[] = [];

  constructor(table: Table, rules: ThinkingRules, request: RequestFacts) {
    this.#machine = new Machine(table);
    const isOn = rules.isOn?.(request.templateOptions ?? {}) ?? true;
    this.#machine.state = (isOn && rules.begins === 'reasoning') || isOpenIn(request, rules) ? 'reasoning' : 'content';
    this.#isFirst = isOn;
    this.#rules = rules;
    this.#calls = new TableCalls({ table, arguments: null }, [], true);
    this.#thoughts = new Thoughts(rules);
    this.#promotes = rules.promotes?.(request.templateOptions ?? {}) ?? false;
  }

  push(delta: string): SplitDelta {
    if (this.#isFirst && beginsInside(delta, this.#rules)) this.#machine.state = 'reasoning';
    this.#isFirst = false;
    return this.#take(this.#machine.feed(delta), false);
  }

  finish(): SplitDelta {
    const last = this.#take(this.#machine.finish(), true);
    const rest = this.#thoughts.flush();
    const reasoning = (last.reasoning ?? Excerpt.empty).plus(rest);
    if (!this.#promotes || this.#hasContent) return { ...last, reasoning };
    return { reasoning, content: Excerpt.join([...this.#sent, reasoning]) };
  }

  #take(events: readonly MachineEvent[], isFinal: boolean): SplitDelta {
    const read: MachineEvent[] = [];
    let reasoning = Excerpt.empty;
    let ended = false;
    let wasInside = false;
    for (const event of events) {
      const { kind, text, from, next } = event;
      if (kind === 'reasoning') {
        reasoning = reasoning.plus(this.#thoughts.add(Excerpt.copy(text, from)));
      } else if (kind === 'marker') {
        const isCall = this.#rules.callMarkers.includes(text);
        if (isCall) read.push({ ...event, kind: 'text' });
        wasInside = next === 'reasoning';
        if (next === 'content') ended = true;
      } else {
        read.push(event);
      }
    }
    const { content } = this.#calls.take(read, isFinal);
    const shown = Excerpt.join(content.map(({ text, from }) => Excerpt.copy(text, from)));
    if (shown.text.trim() !== '') this.#hasContent = true;
    if (this.#promotes) this.#sent.push(reasoning);
    if (!ended || wasInside) return { reasoning, content: shown };
    // A tool parser gets what waits as well.
    const rest = isFinal ? [] : this.#machine.finish();
    const handed = [...read, ...rest].filter(({ kind }) => kind === 'text');
    return {
      reasoning,
      content: shown,
      handed: Excerpt.join(handed.map(({ text, from }) => Excerpt.copy(text, from))),
      ended: true,
    };
  }
}
