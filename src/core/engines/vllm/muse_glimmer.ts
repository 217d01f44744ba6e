import type { ToolDefinition } from '../../tools/index.ts';
import { atemWords, Excerpt, type EngineCall, type MessageCall, readAtem } from '../kit/index.ts';
import { type Channel, channelsIn, unclosedTag } from './kit/muse-headers.ts';
import { type ParserStream, vllmRuntime } from './parser.ts';

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
        return isClosed ? part : part.slice(0, unclosedTag(part.text));
      }),
    );
    const content = answer.slice(this.#shown);
    this.#shown = Math.max(this.#shown, answer.length);
    return { content, calls };
  }
}
