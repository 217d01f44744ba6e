import type { Span } from '../../../text/document/index.ts';
import { Excerpt, lastTag, type ReasoningStream, type Split, type SplitDelta } from '../../kit/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import type { Recorder } from '../../../trace/index.ts';
import { hasText, TableCalls } from '../table/calls.ts';
import { Machine, type MachineEvent, type State, type Table, to } from '../table/machine.ts';
import { Thoughts, type ThinkingRules, type VllmReasoningParser } from './table-parser.ts';
import { reasoningWords } from './words.ts';

const MODEL = '<|message_model|>';
const TEXT = '<|content_text|>';
const THINK = '<|content_thinking|>';
const END = '<|end_message|>';
const calls = ['<|content_invoke_tool_json|>', '<|content_invoke_tool_text|>'];

const words = {
  ...reasoningWords,
  'header-dropped': 'This is the header of a message: the reasoning parser drops it.',
} as const;

const toContent = Object.fromEntries([...calls, TEXT, END].map((marker) => [marker, to('content')]));

/** A message has a header, which is dropped, and a content of one kind. */
const table: Table = {
  markers: [MODEL, TEXT, THINK, END, ...calls],
  transitions: {
    preamble: { [THINK]: to('reasoning'), [MODEL]: to('preamble'), ...toContent },
    content: { [MODEL]: to('preamble'), [THINK]: to('reasoning'), ...toContent },
    reasoning: { [THINK]: to('reasoning'), ...toContent },
  },
  jsonArguments: false,
};

const rules: ThinkingRules = {
  open: THINK,
  close: END,
  callMarkers: calls,
  begins: 'content',
  strips: true,
  messages: new Map<string, State>([
    [THINK, 'reasoning'],
    [TEXT, 'content'],
    [MODEL, 'preamble'],
    [END, 'preamble'],
  ]),
};

export const inkling: VllmReasoningParser = {
  flag: 'inkling',
  file: 'vllm/parser/inkling.py',
  reads: 'Messages of thinking between <|content_thinking|> and <|end_message|>; a call ends them as well.',
  words,
  tags: [THINK, END],
  split: (text, _request, steps) => split(text, steps),
  stream: (request) => new InklingStream(request),
  hasEnded: () => false,
  machine: { engine: 'inkling', rules },
};

/** What is content and what is thinking, while the events come. A reply begins in the header of a message. */
class Messages {
  readonly #thoughts = new Thoughts(rules);
  /** Text before the first marker: a header, if another marker than the end of a message follows. */
  #pending: MachineEvent[] | null = [];
  #isCall = false;
  readonly dropped: Span[] = [];
  readonly removed: Span[] = [];

  read(
    events: readonly MachineEvent[],
    isFinal: boolean,
  ): { content: MachineEvent[]; reasoning: Excerpt; ended: boolean } {
    const content: MachineEvent[] = [];
    let [reasoning, ended, isInside] = [Excerpt.empty, false, false];
    for (const event of events) {
      const { kind, text, from, next } = event;
      if (kind === 'reasoning') {
        isInside = true;
        reasoning = reasoning.plus(this.#thoughts.add(Excerpt.copy(text, from)));
      } else if (kind === 'text') {
        content.push(event);
      } else if (kind === 'dropped') {
        if (this.#pending === null) this.dropped.push(event);
        else this.#pending.push(event);
      } else if (kind === 'marker') {
        this.#decide(text === END, content);
        const isKept = calls.includes(text) || (text === END && this.#isCall);
        if (isKept) content.push({ ...event, kind: 'text' });
        else this.removed.push(event);
        this.#isCall = calls.includes(text);
        ended ||= next === 'content' && (isInside || this.#wasInside);
        this.#wasInside = next === 'reasoning';
      }
    }
    if (isInside) this.#wasInside = true;
    if (isFinal) this.#decide(true, content);
    return { content, reasoning, ended };
  }

  #wasInside = false;

  /** Whether the text before the first marker is content. */
  #decide(isContent: boolean, content: MachineEvent[]): void {
    const pending = this.#pending ?? [];
    this.#pending = null;
    if (isContent) content.push(...pending.map((event): MachineEvent => ({ ...event, kind: 'text' })));
    else this.dropped.push(...pending);
  }

  /** The prompt has opened the thinking. */
  begin(): void {
    this.#pending = null;
    this.#wasInside = true;
  }

  whole(): Excerpt {
    return this.#thoughts.whole();
  }

  get cut(): readonly Span[] {
    return this.#thoughts.cut;
  }
}

function split(text: string, steps: Recorder<string>): Split {
  const machine = new Machine(table);
  machine.state = 'preamble';
  const messages = new Messages();
  const { content } = messages.read(machine.feed(text).concat(machine.finish()), true);
  const reasoning = messages.whole();
  for (const span of messages.dropped)
    if (text.slice(span.from, span.to).trim() !== '') steps.quirk('header-dropped', span);
  for (const span of reasoning.spans) steps.read('reasoning', span);
  const answer = Excerpt.join(content.map(({ text: piece, from }) => Excerpt.copy(piece, from)));
  return {
    reasoning: reasoning.text === '' ? null : reasoning,
    content: answer.text === '' ? null : answer,
    markup: [...messages.removed, ...messages.dropped, ...messages.cut],
  };
}

class InklingStream implements ReasoningStream {
  readonly #machine = new Machine(table);
  readonly #messages = new Messages();
  readonly #calls = new TableCalls({ table, arguments: null }, [], true);

  constructor({ prompt = '' }: RequestFacts) {
    const isOpen = lastTag(prompt, THINK, END) === 'open';
    this.#machine.state = isOpen ? 'reasoning' : 'preamble';
    if (isOpen) this.#messages.begin();
  }

  push(delta: string): SplitDelta {
    const { content, reasoning, ended } = this.#messages.read(this.#machine.feed(delta), false);
    const shown = this.#shown(content, false);
    if (!ended) return { reasoning, content: shown };
    const rest = this.#machine.finish().filter(({ kind }) => kind === 'text');
    const handed = Excerpt.join([...content, ...rest].map(({ text, from }) => Excerpt.copy(text, from)));
    return { reasoning, content: shown, handed, ended };
  }

  finish(): SplitDelta {
    const { content, reasoning } = this.#messages.read(this.#machine.finish(), true);
    return { reasoning, content: this.#shown(content, true) };
  }

  /** White space alone waits for more, as in every stream of the engine. */
  #shown(content: readonly MachineEvent[], isFinal: boolean): Excerpt {
    const { content: sent } = this.#calls.take(content, isFinal || content.some(hasText));
    return Excerpt.join(sent.map(({ text, from }) => Excerpt.copy(text, from)));
  }
}
