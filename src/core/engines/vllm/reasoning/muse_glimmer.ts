import { Excerpt, type ReasoningStream, type SplitDelta } from '../../kit/index.ts';
import type { Span } from '../../../text/document/index.ts';
import { afterRegexSpace } from '../../../text/languages/index.ts';
import { nextHeader, safeThought } from '../kit/muse-headers.ts';
import type { VllmReasoningParser } from './table-parser.ts';

const OPEN = 'to=self<|message|>';
const USER = 'to=user<|message|>';
const CLOSE = '<|eom|>';
const TURN = '<|start|>assistant';

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
    const all = Excerpt.part(text, 0);
    const blocks = closedBlocks(text);
    const thought = thoughtIn(text);
    const open = openBodies(text)[0] ?? null;
    const cut = open === null || open.from === open.to ? null : open;
    steps.gate('has-channel', thought !== null || cut !== null, { from: 0, to: text.length }, blocks[0] ?? cut);
    for (const { from, to } of blocks) {
      steps.marker(OPEN, 'open', from, from + OPEN.length);
      steps.marker(CLOSE, 'close', to - CLOSE.length, to);
    }
    const ended = thought ?? [];
    // An empty thought is none where there is another.
    const isEmpty = ended.every(({ from, to }) => from === to) && ended.length < 2;
    const thoughts = cut === null ? ended : [...(isEmpty ? [] : ended), cut];
    for (const span of thoughts) steps.read('reasoning', span);
    if (thought !== null && cut !== null) steps.quirk('said-twice', cut);
    const joined = Excerpt.join(
      thoughts.flatMap(({ from, to }, at) => [...(at === 0 ? [] : [Excerpt.own('\n')]), Excerpt.part(text, from, to)]),
    );
    const rest = withoutThinking(all);
    const content = hasInvoke(rest.text) ? rest : answerIn(text);
    // Without any channel, everything is content.
    const isPlain = content === null && !text.includes(OPEN);
    const shown = isPlain ? all : (content ?? Excerpt.empty);
    const isShown = (span: Span): boolean => shown.spans.some(({ from, to }) => from <= span.from && span.to <= to);
    for (const span of rest.spans) if (!isShown(span)) steps.quirk('outside-dropped', span);
    return {
      reasoning: isPlain || thoughts.length === 0 ? null : joined,
      content: shown.text === '' ? null : shown,
      markup: blocks.flatMap(({ from, to }) => [
        { from, to: from + OPEN.length },
        { from: to - CLOSE.length, to },
      ]),
    };
  },
  stream: () => new MuseStream(),
  hasEnded: ({ prompt = '' }) => hasInvoke(toolsOf(Excerpt.part(prompt, 0)).text),
};

const hasInvoke = (text: string): boolean => text.includes('<atem:invoke') || text.includes('<atem:function_calls>');

/** Channels of thinking with their end. */
function closedBlocks(text: string): Span[] {
  const blocks: Span[] = [];
  for (let from = text.indexOf(OPEN); from >= 0;) {
    const close = text.indexOf(CLOSE, from);
    if (close < 0) break;
    blocks.push({ from, to: close + CLOSE.length });
    from = text.indexOf(OPEN, close + CLOSE.length);
  }
  return blocks;
}

/**
 * The thinking that has an end, in parts. Before it looks for it, the original takes every `<|eom|>` out that has an opener
 * after it, with all up to that opener: so there is one thought, from the first opener that is left to the end that is left.
 */
function thoughtIn(text: string): Span[] | null {
  const parts: Span[] = [];
  let at = 0;
  let close = text.indexOf(CLOSE);
  while (close >= 0) {
    const next = text.indexOf(OPEN, close);
    if (next < 0) break;
    parts.push({ from: at, to: close });
    at = next + OPEN.length;
    close = text.indexOf(CLOSE, at);
  }
  if (close < 0) return null;
  parts.push({ from: at, to: close });
  const first = parts.findIndex(({ from, to }) => text.slice(from, to).includes(OPEN));
  const opened = parts[first];
  if (opened === undefined) return null;
  return [{ from: text.indexOf(OPEN, opened.from) + OPEN.length, to: opened.to }, ...parts.slice(first + 1)];
}

/** The bodies of channels of thinking that another header ends, or the end of the text. */
function openBodies(text: string): Span[] {
  const bodies: Span[] = [];
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, open + OPEN.length)) {
    const from = open + OPEN.length;
    const to = nextHeader(text, from)?.from ?? text.length;
    if (!text.slice(from, to).includes(CLOSE)) bodies.push({ from, to });
  }
  return bodies;
}

/** The text without its thinking: the channels that are closed first, and then those that are not. */
function withoutThinking(text: Excerpt): Excerpt {
  const rest = outside(text, closedBlocks(text.text));
  return outside(
    rest,
    openBodies(rest.text).map(({ from, to }) => ({ from: from - OPEN.length, to })),
  );
}

/** What is not in these parts, nor in a `<|start|>assistant` right before one. */
function outside(text: Excerpt, blocks: readonly Span[]): Excerpt {
  const kept: Span[] = [];
  let at = 0;
  for (const { from, to } of blocks) {
    const turn = from === 0 ? -1 : text.text.lastIndexOf('<', from - 1);
    const isTurn = turn >= at && text.text.startsWith(TURN, turn);
    const begin = isTurn && afterRegexSpace(text.text, turn + TURN.length) === from ? turn : from;
    kept.push({ from: at, to: begin });
    at = to;
  }
  return text.parts([...kept, { from: at, to: text.length }]);
}

/** The first answer to the user; null where there is no such channel. */
function answerIn(text: string): Excerpt | null {
  const open = text.indexOf(USER);
  if (open < 0) return null;
  const from = open + USER.length;
  const end = text.endsWith('\n') && from < text.length ? text.length - 1 : text.length;
  const ends = ['<|eot|>', CLOSE].map((marker) => text.indexOf(marker, from)).filter((at) => at >= 0);
  return Excerpt.part(text, from, Math.min(end, ...ends));
}

/** The last turn from the first message on that goes to a tool. */
function toolsOf(text: Excerpt): Excerpt {
  const turn = text.text.lastIndexOf(TURN);
  const rest = withoutThinking(turn < 0 ? text : text.slice(turn + TURN.length));
  for (let header = nextHeader(rest.text, 0); header !== null; header = nextHeader(rest.text, header.to))
    if (header.name !== 'self' && header.name !== 'user') return rest.slice(header.from);
  return Excerpt.empty;
}

interface Bodies {
  readonly thoughts: Excerpt;
  readonly answers: Excerpt;
}

/** `_classify_bodies`: the bodies so far of the channels to the model itself and to the user. */
function bodiesIn(text: string): Bodies {
  const [thoughts, answers]: [Excerpt[], Excerpt[]] = [[], []];
  for (let header = nextHeader(text, 0); header !== null;) {
    const from = header.to;
    const next = nextHeader(text, from);
    const before = text.slice(from, next?.from);
    const stop = /<\|eo[mt]\|>/.exec(before);
    const isOpen = stop === null && next === null;
    const length = stop?.index ?? (isOpen ? safeThought(before) : before.length);
    const body = Excerpt.part(text, from, from + length);
    if (header.name === 'self') thoughts.push(body);
    else if (header.name === 'user' && !hasInvoke(body.text)) answers.push(body);
    header = stop === null ? next : nextHeader(text, from + length + stop[0].length);
  }
  return { thoughts: Excerpt.join(thoughts), answers: Excerpt.join(answers) };
}

/**
 * Every delta classifies the whole text so far and sends what is new. Where what was sent is no longer a beginning of it, as a
 * text turned out to be a header, nothing more goes out.
 */
class MuseStream implements ReasoningStream {
  readonly isLinear = false;
  #thoughts = '';
  #answers = '';

  push(_delta: string, current: string): SplitDelta {
    const { thoughts, answers } = bodiesIn(current);
    const reasoning = newsOf(thoughts, this.#thoughts);
    if (reasoning.text !== '') this.#thoughts = thoughts.text;
    const content = newsOf(answers, this.#answers);
    if (content.text !== '') this.#answers = answers.text;
    const tools = toolsOf(Excerpt.part(current, 0));
    return hasInvoke(tools.text) ? { reasoning, content: tools, ended: true } : { reasoning, content };
  }

  finish(current: string): SplitDelta {
    return { content: bodiesIn(current).answers.slice(this.#answers.length) };
  }
}

function newsOf(now: Excerpt, sent: string): Excerpt {
  return now.text.startsWith(sent) ? now.slice(sent.length) : Excerpt.empty;
}
