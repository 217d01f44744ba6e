import type { Span } from '../../../text/document/index.ts';
import { callIds, type Recorder } from '../../../trace/index.ts';
import { type EngineCall, Excerpt, type Message, type MessageCall } from '../../kit/index.ts';
import { vllmRuntime, type Parsed, type ParserStream, type VllmCode } from '../../vllm/parser.ts';
import { SeenMarker } from '../../vllm/kit/seen-marker.ts';

const MARKER = '[TOOL_CALLS]';
const ARGS = '[ARGS]';

const words = {
  'contains-marker': {
    question: `Does the text contain \`${MARKER}\`?`,
    yes: `The text is split at each \`${MARKER}\`, and each part is a call.`,
    no: 'The parser returns the whole reply as content.',
  },
  'no-brace': 'This part contains no `{`: the parser drops it',
  'args-removed': `\`${ARGS}\` is removed from the name.`,
  'arguments-unparsed': 'The arguments, which the parser does not check, from the first `{` to the next marker',
} as const;

type Steps = Recorder<keyof typeof words | VllmCode>;

export const mistralV11 = vllmRuntime({
  flag: 'mistral',
  ids: callIds.mistral,
  variant: 'v11',
  release: '2026-05',
  file: 'vllm/tool_parsers/mistral_tool_parser.py',
  formats: ['mistral-v11'],
  reads: 'A name and its arguments after each [TOOL_CALLS], where the vocabulary has the token [ARGS].',
  words,
  parse,
  stream: () => new NamedStream(),
});

function parse(text: string, _tools: unknown, steps: Steps): Parsed {
  const whole = { from: 0, to: text.length };
  const first = text.indexOf(MARKER);
  const found = first < 0 ? null : { from: first, to: first + MARKER.length };
  if (!steps.gate('contains-marker', found !== null, whole, found)) {
    return { called: false, calls: [], content: [whole], text };
  }
  const calls: EngineCall[] = [];
  const markup: Span[] = [];
  for (let from = first; from < text.length;) {
    const bodyFrom = from + MARKER.length;
    const next = text.indexOf(MARKER, bodyFrom);
    const span = { from, to: next < 0 ? text.length : next };
    steps.enter('block', MARKER, span);
    steps.marker(MARKER, 'open', from, bodyFrom);
    const call = readPart(text, span, bodyFrom, steps);
    if (call === null) markup.push({ from, to: bodyFrom });
    else calls.push(call);
    steps.leave(span, call === null ? 'malformed' : 'matched');
    from = span.to;
  }
  const content = { from: 0, to: first };
  return { called: true, calls, content: [content], text: first === 0 ? null : text.slice(0, first), markup };
}

function readPart(text: string, span: Span, from: number, steps: Steps): EngineCall | null {
  const part = text.slice(from, span.to);
  const at = part.indexOf('{');
  if (at < 0) {
    steps.reject('no-brace', { from, to: span.to });
    return null;
  }
  const brace = from + at;
  const given = part.slice(0, at);
  const args = given.indexOf(ARGS);
  if (args >= 0) steps.quirk('args-removed', { from: from + args, to: from + args + ARGS.length });
  const isClean = args >= 0 && args + ARGS.length === given.length;
  const nameSpan = { from, to: isClean ? from + args : brace };
  const argumentsSpan = { from: brace, to: span.to };
  steps.read('name', nameSpan);
  steps.read('arguments-unparsed', argumentsSpan);
  return { span, name: given.replaceAll(ARGS, ''), nameSpan, argumentsText: part.slice(at), argumentsSpan };
}

/** Sends a name when its first `{` comes, and everything after that as it comes. */
class NamedStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly isLinear = true;
  readonly #marker = new SeenMarker(MARKER);
  #state: 'waiting' | 'name' | 'arguments' | 'complete' = 'waiting';
  #index = -1;
  #name: string | null = null;

  push(delta: string, current: string): Message | null {
    if (!this.#marker.after(delta)) return { content: Excerpt.end(current, delta) };
    if (this.#state !== 'waiting') return { calls: this.#calls(delta) };
    const at = delta.indexOf(MARKER);
    if (at < 0) return { content: Excerpt.end(current, delta) };
    // Further markers of the same delta are removed when text comes before the first.
    const rest = at === 0 ? delta : MARKER + delta.slice(at).replaceAll(MARKER, '');
    return { content: Excerpt.end(current, delta).slice(0, at), calls: this.#calls(rest) };
  }

  #calls(delta: string): MessageCall[] {
    const calls: MessageCall[] = [];
    for (let rest = delta; rest !== '';) {
      if (this.#state !== 'name' && this.#state !== 'arguments') {
        if (!rest.startsWith(MARKER)) break;
        this.#index += 1;
        this.#state = 'name';
        rest = rest.slice(MARKER.length);
      }
      if (this.#state === 'name') {
        this.#name ??= '';
        const brace = rest.indexOf('{');
        if (brace < 0) {
          this.#name += rest;
          break;
        }
        this.#name = (this.#name + rest.slice(0, brace)).replaceAll(ARGS, '');
        rest = rest.slice(brace);
        this.#state = 'arguments';
      }
      const next = rest.indexOf(MARKER);
      const argumentsText = next < 0 ? rest : rest.slice(0, next);
      if (next >= 0) this.#state = 'complete';
      if ((this.#name ?? '') !== '' || argumentsText !== '') {
        calls.push({ index: this.#index, ...(this.#name === null ? {} : { name: this.#name }), argumentsText });
        this.#name = null;
      }
      if (next < 0) break;
      rest = rest.slice(next);
    }
    return calls;
  }
}
