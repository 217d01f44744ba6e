import { Excerpt, type ReasoningStream, type SplitDelta } from '../../kit/index.ts';
import type { Span } from '../../../text/document/index.ts';
import { channelsIn, heldFrom, nextHeader } from '../kit/muse-headers.ts';
import type { VllmReasoningParser } from './table-parser.ts';

const OPEN = 'to=self<|message|>';
const CLOSE = '<|eom|>';

const words = {
  'has-channel': {
    question: 'Does the reply have a channel of thinking?',
    missing: 'the reply has no `to=self<|message|>`',
    yes: 'The bodies of these channels are the reasoning.',
    no: 'There is no reasoning.',
  },
  'said-twice': 'Another header cuts this channel off before its end: its beginning is in the reasoning a second time.',
  'outside-dropped': 'The reasoning parser drops this text: it is in no channel.',
} as const;

export const museGlimmer: VllmReasoningParser = {
  flag: 'muse_glimmer',
  file: 'vllm/reasoning/muse_glimmer_reasoning_parser.py',
  reads: 'Channels to=self up to <|eom|>; a stream shows no text outside of channels.',
  words,
  tags: [OPEN, CLOSE],
  split(text, _request, steps) {
    const blocks: (Span & { readonly body: Span })[] = [];
    for (let from = text.indexOf(OPEN); from >= 0;) {
      const closer = text.indexOf(CLOSE, from);
      if (closer < 0) break;
      const to = closer + CLOSE.length;
      blocks.push({ from, to, body: { from: from + OPEN.length, to: closer } });
      from = text.indexOf(OPEN, to);
    }
    const channels = channelsIn(text);
    const cut = cutOff(text);
    const [first] = blocks;
    steps.gate('has-channel', first !== undefined || cut.length > 0, { from: 0, to: text.length }, first ?? null);
    for (const { from, to, body } of blocks) {
      steps.marker(OPEN, 'open', from, body.from);
      steps.read('reasoning', body);
      steps.marker(CLOSE, 'close', body.to, to);
    }
    for (const { body } of cut) if (blocks.length > 0) steps.quirk('said-twice', body);
    const thoughts = [...blocks, ...cut].map(({ body }) => Excerpt.part(text, body.from, body.to));
    const reasoning = thoughts.flatMap((part, at) => (at === 0 ? [part] : [Excerpt.own('\n'), part]));
    const rest = outside(text, [...blocks, ...(blocks.length === 0 ? cut : [])]);
    const left = rest.text;
    const isForTools = namesTool(left);
    const answers = channels.filter(({ name }) => name === null || name === 'user').map(({ body }) => body);
    const content =
      isForTools || channels.length === 0
        ? rest
        : Excerpt.join(answers.map(({ from, to }) => Excerpt.part(text, from, to)));
    if (content !== rest) for (const span of rest.spans) steps.quirk('outside-dropped', span);
    return {
      reasoning: thoughts.length === 0 ? null : Excerpt.join(reasoning),
      content: content.text === '' ? null : content,
      markup: blocks.flatMap(({ from, to, body }) => [
        { from, to: body.from },
        { from: body.to, to },
      ]),
    };
  },
  stream: () => new MuseStream(),
};

/** Whether a message goes to neither the user nor the model itself. */
function namesTool(text: string): boolean {
  for (let header = nextHeader(text, 0); header !== null; header = nextHeader(text, header.to))
    if (header.name !== 'self' && header.name !== 'user') return true;
  return false;
}

/** Channels of thinking that another header cuts off, or the end of the reply. */
function cutOff(text: string): (Span & { readonly body: Span })[] {
  const cut: (Span & { readonly body: Span })[] = [];
  for (let from = text.indexOf(OPEN); from >= 0; from = text.indexOf(OPEN, from + OPEN.length)) {
    const bodyFrom = from + OPEN.length;
    const to = nextHeader(text, bodyFrom)?.from ?? text.length;
    if (bodyFrom < to && !text.slice(bodyFrom, to).includes(CLOSE))
      cut.push({ from, to, body: { from: bodyFrom, to } });
  }
  return cut;
}

function outside(text: string, blocks: readonly Span[]): Excerpt {
  const parts: Excerpt[] = [];
  let at = 0;
  for (const { from, to } of blocks) {
    parts.push(Excerpt.part(text, at, from));
    at = to;
  }
  return Excerpt.join([...parts, Excerpt.part(text, at)]);
}

class MuseStream implements ReasoningStream {
  #isInside = false;
  #held = Excerpt.empty;

  push(delta: string, current: string): SplitDelta {
    let text = this.#held.plus(Excerpt.end(current, delta));
    let reasoning = Excerpt.empty;
    this.#held = Excerpt.empty;
    for (;;) {
      const open = nextHeader(text.text, 0);
      const closer = this.#isInside ? text.text.slice(0, open?.from).indexOf(CLOSE) : -1;
      if (closer >= 0) {
        reasoning = reasoning.plus(text.slice(0, closer));
        text = text.slice(closer + CLOSE.length);
        this.#isInside = false;
      } else if (open !== null) {
        if (this.#isInside) reasoning = reasoning.plus(text.slice(0, open.from));
        if (open.name !== 'self' && open.name !== 'user')
          return { reasoning, content: text.slice(open.from), ended: true };
        text = text.slice(open.to);
        this.#isInside = open.name === 'self';
      } else {
        const held = heldFrom(text.text);
        this.#held = text.slice(held);
        if (this.#isInside) reasoning = reasoning.plus(text.slice(0, held));
        return { reasoning };
      }
    }
  }

  finish(): SplitDelta {
    return this.#isInside ? { reasoning: this.#held } : {};
  }
}
