import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { atemWords, Excerpt, type EngineCall, type MessageCall, readAtem } from '../kit/index.ts';
import { type DetectorStream, sglangRuntime } from './detector.ts';
import { contentOf } from './kit/content.ts';
import { MuseChannels } from './kit/muse-channels.ts';

/** The declared tool that a name means. */
function declared(tools: readonly ToolDefinition[]): (name: string) => string | null {
  const names = new Set(tools.map(({ name }) => name));
  return (name) => {
    if (names.has(name)) return name;
    const dot = name.indexOf('.');
    if (dot < 0) return null;
    const first = name.slice(0, dot);
    if (first === name.slice(dot + 1) && names.has(first)) return first;
    const alike = [...names].filter((one) => lastPart(one) === lastPart(name));
    return alike.length === 1 ? (alike[0] ?? null) : null;
  };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

export const muse = sglangRuntime({
  flag: 'muse',
  file: 'muse_glimmer_detector.py',
  formats: ['muse-glimmer'],
  reads: 'Closed invokes in channels of tools; a name counts by its last part, where one declared tool has it.',
  words: atemWords,
  openers: ['<atem:function_calls>', '<atem:invoke'],
  detect(text, tools, steps) {
    const calls: EngineCall[] = [];
    const content: Span[] = [];
    const markup: Span[] = [];
    const nameOf = declared(tools);
    new MuseChannels().read(text, true, {
      content: (span) => content.push(span),
      markup: (span) => markup.push(span),
      body(span) {
        const found = readAtem(text, span, nameOf, steps);
        calls.push(...found);
        if (found.length > 0) markup.push(span);
        return span.to;
      },
    });
    const indexed = calls.map((call, toolIndex) => ({ ...call, toolIndex }));
    return { calls: indexed, ...contentOf(text, content), markup };
  },
  stream: (tools) => new MuseStream(tools),
});

/** A call goes out when its invoke is closed, text as it comes. */
class MuseStream implements DetectorStream {
  readonly previous = [];
  readonly streamed = [];
  readonly #nameOf: (name: string) => string | null;
  readonly #channels = new MuseChannels();
  #held = Excerpt.empty;
  #index = 0;

  constructor(tools: readonly ToolDefinition[]) {
    this.#nameOf = declared(tools);
  }

  push(delta: string, current: string): { content: Excerpt; calls: MessageCall[] } {
    return this.#read(this.#held.plus(Excerpt.end(current, delta)), false);
  }

  finish(): { content: Excerpt; calls: MessageCall[] } {
    return this.#read(this.#held, true);
  }

  #read(came: Excerpt, isAll: boolean): { content: Excerpt; calls: MessageCall[] } {
    const content: Span[] = [];
    const calls: MessageCall[] = [];
    const at = this.#channels.read(came.text, isAll, {
      content: (span) => content.push(span),
      markup: () => {},
      body: (span) => {
        // Calls that are dropped, which get no name here, are not read again either.
        const found = readAtem(came.text, span, (name) => this.#nameOf(name) ?? '', null);
        for (const { name, argumentsText } of found) {
          if (name !== '') calls.push({ index: this.#index++, name, argumentsText });
        }
        return found.at(-1)?.span.to ?? span.from;
      },
    });
    this.#held = came.slice(at);
    return { content: came.parts(content), calls };
  }
}
