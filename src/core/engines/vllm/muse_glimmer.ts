import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  type AtemCode,
  atemWords,
  EditedText,
  Excerpt,
  type EngineCall,
  type Message,
  readAtem,
} from '../kit/index.ts';
import { type Channel, channelsIn, safeBody } from './kit/muse-headers.ts';
import { type ParserStream, vllmRuntime } from './parser.ts';

const isTool = ({ name }: Channel): boolean => name !== null && name !== 'self' && name !== 'user';
const isThought = ({ name }: Channel): boolean => name === 'self';
const isAnswer = ({ name }: Channel): boolean => name === null || name === 'user';

function nameOf(tools: readonly ToolDefinition[]): (name: string) => string | null {
  const names = new Set(tools.map(({ name }) => name));
  return (name) => {
    const [first = '', ...rest] = name.split('.');
    return !names.has(name) && rest.length === 1 && rest[0] === first && names.has(first) ? first : name;
  };
}

/** The bodies for tools are joined by line breaks: an invoke may go from one into the next. Without a channel, all is read. */
function callsIn(
  text: string,
  channels: readonly Channel[],
  tools: readonly ToolDefinition[],
  steps: Recorder<AtemCode> | null,
): EngineCall[] {
  const bodies =
    channels.length === 0 ? [{ from: 0, to: text.length }] : channels.filter(isTool).map(({ body }) => body);
  const source = new EditedText(
    text,
    bodies.flatMap((body, at) => (at === 0 ? [body] : ['\n', body])),
  );
  const all = { from: 0, to: source.text.length };
  return readAtem(source.text, all, nameOf(tools), steps, (span) => source.inOriginal(span));
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
    const calls = has ? callsIn(text, channels, tools, steps) : [];
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

/** Each invoke goes out once it is closed. Of the text, the channels for the user are sent, and thinking that comes so late. */
class MuseStream implements ParserStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #tools: readonly ToolDefinition[];
  #sent = 0;
  #shown = 0;
  #thought = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(_delta: string, current: string): Message | null {
    const channels = channelsIn(current);
    const found = callsIn(current, channels, this.#tools, null);
    const calls = found
      .slice(this.#sent)
      .map(({ name, argumentsText }, at) => ({ index: this.#sent + at, name, argumentsText }));
    const answer = safe(current, channels.filter(isAnswer));
    const thoughts = safe(current, channels.filter(isThought));
    const content = answer.slice(this.#shown);
    const reasoning = thoughts.slice(this.#thought);
    if (content.text === '' && reasoning.text === '' && calls.length === 0) return null;
    this.#sent = found.length;
    // They may be shorter than before: what was taken for text is a header then.
    this.#shown = answer.length;
    this.#thought = thoughts.length;
    return { content, reasoning, calls };
  }
}

/** The bodies together. Only the last one may go on. */
function safe(current: string, channels: readonly Channel[]): Excerpt {
  const all = Excerpt.join(channels.map(({ body }) => Excerpt.part(current, body.from, body.to)));
  return channels.at(-1)?.isClosed === false ? all.slice(0, safeBody(all.text)) : all;
}
