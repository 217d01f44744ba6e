import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { atemWords, Excerpt, type EngineCall, type MessageCall, readAtem } from '../kit/index.ts';
import { type ParserStream, vllmRuntime } from './parser.ts';

/** A message: its recipient, and where its body is. */
interface Channel extends Span {
  readonly name: string | null;
  readonly body: Span;
  /** Whether the marker of its end has come. */
  readonly isClosed: boolean;
}

const HEADER = String.raw`(?:<\|start\|>\s*assistant\s*)?(?:to=([^<\s]+)\s*)?<\|message\|>`;

/** The messages of a text, in its order. */
export function channelsIn(text: string): Channel[] {
  const channels: Channel[] = [];
  const header = new RegExp(HEADER, 'g');
  const end = new RegExp(String.raw`<\|eom\|>|<\|eot\|>|<\|start\|>|${HEADER}`, 'g');
  for (let open = header.exec(text); open !== null; open = header.exec(text)) {
    const from = header.lastIndex;
    end.lastIndex = from;
    const stop = end.exec(text);
    const to = stop?.index ?? text.length;
    const isClosed = stop !== null && /^<\|eo[mt]\|>$/.test(stop[0]);
    channels.push({ from: open.index, to, name: open[1] ?? null, body: { from, to }, isClosed });
    header.lastIndex = isClosed ? to + stop[0].length : to;
  }
  return channels;
}

const isTool = ({ name }: Channel): boolean => name !== null && name !== 'self' && name !== 'user';
const isAnswer = ({ name }: Channel): boolean => name === null || name === 'user';

function nameOf(tools: readonly ToolDefinition[]): (name: string) => string | null {
  const names = new Set(tools.map(({ name }) => name));
  return (name) => {
    const [first = '', ...rest] = name.split('.');
    return rest.length === 1 && rest[0] === first && names.has(first) ? first : name;
  };
}

export const museGlimmer = vllmRuntime({
  flag: 'muse_glimmer',
  file: 'vllm/tool_parsers/muse_glimmer_tool_parser.py',
  formats: ['muse-glimmer'],
  reads: 'Closed invokes in channels of tools; the text of the user’s channel is the content.',
  words: atemWords,
  parse(text, tools, steps) {
    const whole = { from: 0, to: text.length };
    const at = /<atem:(?:function_calls>|invoke)/.exec(text);
    const found = at === null ? null : { from: at.index, to: at.index + at[0].length };
    const channels = channelsIn(text);
    const has = steps.gate('has-invoke', found !== null, whole, found);
    const areas = channels.length === 0 ? [whole] : channels.filter(isTool).map(({ body }) => body);
    const calls: EngineCall[] = has ? areas.flatMap((area) => readAtem(text, area, nameOf(tools), steps)) : [];
    const content = channels.length === 0 ? [whole] : channels.filter(isAnswer).map(({ body }) => body);
    const shown = content.map(({ from, to }) => text.slice(from, to)).join('');
    return {
      called: calls.length > 0,
      calls,
      content,
      text: shown === '' ? null : shown,
      markup: channels.map(({ from, to }) => ({ from, to })),
    };
  },
  stream: (tools) => new MuseStream(tools),
});

/** Each invoke goes out once it is closed. Of the text, the channels for the user are sent. */
class MuseStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  #sent = 0;
  #shown = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(_delta: string, current: string): { content: Excerpt; calls: MessageCall[] } {
    const channels = channelsIn(current);
    const areas =
      channels.length === 0 ? [{ from: 0, to: current.length }] : channels.filter(isTool).map(({ body }) => body);
    const found = areas.flatMap((area) => readAtem(current, area, nameOf(this.#tools), null));
    const calls = found
      .slice(this.#sent)
      .map(({ name, argumentsText }, at) => ({ index: this.#sent + at, name, argumentsText }));
    this.#sent += calls.length;
    const answer = Excerpt.join(
      channels.filter(isAnswer).map(({ body, isClosed }) => {
        const part = Excerpt.part(current, body.from, body.to);
        const held = isClosed ? 0 : (/<[^>]*$/.exec(part.text)?.[0].length ?? 0);
        return part.slice(0, part.length - held);
      }),
    );
    const content = answer.slice(this.#shown);
    this.#shown = Math.max(this.#shown, answer.length);
    return { content, calls };
  }
}
