import type { Span } from '../../text/document/index.ts';
import { isGoSpace } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { decodeFailure } from './kit/call-block.ts';
import { decodeArguments } from './kit/call-json.ts';
import { goTrimmed } from './kit/tape.ts';
import { Failure, put, Reader, type Added, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const START = '<|start|>';
const MESSAGE = '<|message|>';
const END = '<|end|>';
const CHANNEL = '<|channel|>';
const CONSTRAIN = '<|constrain|>';

const harmonyWords = {
  'channel-unknown': 'The header names no channel that Ollama knows: the text goes where the text before it went.',
  'one-call': 'Ollama reads one call in a reply. It joins the bodies of all calls, under the last name.',
  'header-skipped': 'Ollama looks for the next `<|start|>` and drops what comes before it.',
} as const;

type State = 'between' | 'header' | 'body';
type Channel = 'content' | 'thinking' | 'call';

/** `HarmonyMessageHandler`: messages with channels; calls are read when the reply is over. */
class HarmonyReader extends Reader {
  /** The prompt ends with `<|start|>assistant`: the reply begins in a header. */
  #state: State = 'header';
  #channel: Channel = 'content';
  #isFirst = true;
  #recipient: Span | null = null;
  readonly #bodies: Span[] = [];
  readonly #names: ReadonlyMap<string, string>;

  constructor(request: Request, steps: Steps) {
    super(request, steps);
    this.#names = originalNames(request.tools);
  }

  protected override read(added: Added, done: boolean): Failure | null {
    const failure = super.read(added, done);
    return done && this.#recipient !== null ? this.#call(this.#recipient, added) : failure;
  }

  protected override step(added: Added): boolean {
    const { tape, steps } = this;
    if (this.#state === 'between') {
      const at = tape.find(START);
      if (at < 0) return false;
      if (tape.trimmedTo(at).to > tape.at) steps?.quirk('header-skipped', { from: tape.at, to: at });
      tape.at = at + START.length;
      this.#state = 'header';
      return true;
    }
    if (this.#state === 'header') {
      const at = tape.find(MESSAGE);
      if (at < 0) return false;
      this.#header({ from: tape.at, to: at });
      tape.pass(MESSAGE, 'open', at);
      this.#isFirst = false;
      this.#state = 'body';
      return true;
    }
    const end = tape.find(END);
    const list = { content: added.content, thinking: added.thinking, call: this.#bodies }[this.#channel];
    put(list, tape.takeTo(end, END));
    if (end < 0) return false;
    tape.pass(END, 'close', end);
    this.#channel = 'content';
    this.#state = 'between';
    return true;
  }

  /** The channel is a word after its mark; the recipient is the first or the second other word. */
  #header(header: Span): void {
    const { steps, text } = this;
    const raw = text.slice(header.from, header.to);
    const mark = raw.indexOf(CHANNEL);
    const channelFrom = mark + CHANNEL.length;
    const channelTo = mark < 0 ? 0 : wordEnd(raw, channelFrom);
    const channel = mark < 0 ? '' : raw.slice(channelFrom, channelTo).split(CONSTRAIN, 1).join('');
    const rest = mark < 0 ? raw : `${raw.slice(0, mark)}\0${raw.slice(channelFrom + channel.length)}`;
    // The first header begins with the word `assistant` of the prompt, joined to what follows it.
    const words = (this.#isFirst ? `assistant${rest}` : rest)
      .replace(CONSTRAIN, ` ${CONSTRAIN}`)
      .replace('\0', '')
      .split(/[\s\u0085]+/)
      .filter((word) => word !== '');
    const found = words.slice(0, 2).find((word, index) => word.startsWith('to=') && (index === 0 || word.length > 3));
    const recipient = found?.slice('to='.length) ?? '';
    if (channel === 'analysis' || channel === 'commentary') {
      this.#channel = recipient !== '' ? 'call' : channel === 'analysis' ? 'thinking' : 'content';
      if (recipient === '') return;
      if (this.#recipient !== null) steps?.quirk('one-call', header);
      const at = header.from + raw.indexOf(`to=${recipient}`) + 'to='.length;
      this.#recipient = { from: at, to: at + recipient.length };
    } else if (channel === 'final') {
      this.#channel = 'content';
    } else {
      steps?.quirk('channel-unknown', header);
    }
  }

  #call(recipient: Span, added: Added): Failure | null {
    const { steps, text } = this;
    const first = this.#bodies[0] ?? { from: recipient.to, to: recipient.to };
    const body = { from: first.from, to: this.#bodies.at(-1)?.to ?? first.to };
    const block = { from: Math.min(recipient.from, body.from), to: Math.max(recipient.to, body.to) };
    const raw = this.#bodies.map((part) => text.slice(part.from, part.to)).join('');
    const converted = text.slice(recipient.from, recipient.to).replace(/^functions\./, '');
    const name = this.#names.get(converted) ?? converted;
    steps?.enter('block', CHANNEL, block);
    steps?.read('name', recipient);
    const decoded = decodeArguments(raw);
    let failure: Failure | null = null;
    if (decoded.ok) {
      steps?.read('arguments', body);
      const argumentsSpan = goTrimmed(text, body);
      added.calls.push({ span: block, name, nameSpan: recipient, argumentsText: decoded.text, argumentsSpan });
    } else {
      const { message, code, span, at } = decodeFailure(steps, decoded, body, '');
      failure = new Failure(`error parsing tool call: raw='${raw}', err=${message}`, code, span, { at });
    }
    steps?.leave(block, failure === null ? 'matched' : 'malformed');
    return failure;
  }
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isGoSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const builtIn = ['browser.open', 'browser.search', 'browser.find', 'python'];

/** The names of the tools by those that the prompt gives them: identifiers of TypeScript. */
function originalNames(tools: readonly ToolDefinition[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  /** How often an identifier was given: the next one tries the number after it. */
  const counts = new Map<string, number>();
  for (const { name } of tools) {
    if (name === '') continue;
    const identifier = identifierOf(name);
    let candidate = identifier;
    let count = counts.get(identifier) ?? 2;
    for (; names.has(candidate); count += 1) candidate = `${identifier}_${count}`;
    counts.set(identifier, count);
    names.set(builtIn.includes(name) ? name : candidate, name);
  }
  return names;
}

function identifierOf(name: string): string {
  const identifier = name.replace(/[ .-]/g, '_').replace(/[^\p{L}\p{Nd}_$]/gu, '');
  if (identifier === '') return 'unnamed';
  return /^[0-9]/.test(identifier) ? `_${identifier}` : identifier;
}

export const harmony = ollamaRuntime({
  name: 'harmony',
  file: 'harmony/harmonyparser.go',
  formats: ['harmony'],
  reads: 'Messages with channels; one call in a reply, read at its end.',
  opener: MESSAGE,
  tags: [START, MESSAGE, END],
  words: harmonyWords,
  open: (request, steps) => new HarmonyReader(request, steps),
});
