import { slice, type Span } from '../../text/document/index.ts';
import { strippedSpan } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { callIds, type Recorder } from '../../trace/index.ts';
import {
  concludeReading,
  type Engine,
  type EngineCall,
  engineRuntime,
  raisedWords,
  type Reading,
  streamWords,
} from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import { type LmdeployParser, THINK, THINK_END } from './kind.ts';
import { LmdeployStream } from './stream.ts';

const parserWords = {
  ...streamWords,
  ...raisedWords,
  'contains-opener': {
    question: 'Does the text contain the opener of a call?',
    yes: 'The parser reads what follows up to the first closer.',
    no: 'Everything is content.',
  },
  'begins-inside': 'The reasoning parser takes the reply to begin inside of a thought.',
  'thought-ends': {
    question: 'Does the thought end?',
    yes: 'What follows `</think>`, or begins with the opener of a call, is no reasoning.',
    no: 'All of the text is reasoning, and the client gets no content.',
  },
  'no-closer': 'No closer follows this opener: the opener and all the rest is content.',
  'rest-is-content': 'The parser gives up: this opener and everything after it is content, also calls that are sound.',
} as const;

export interface LmdeployReading extends Reading {
  readonly calls: readonly EngineCall[];
  /** LMDeploy's own check, which counts where token ids are asked for: then the finish reason is `parse_error`. */
  readonly isSound: boolean;
}

export interface LmdeployRuntime extends Runtime {
  readonly parser: LmdeployParser;
}

export function lmdeployRuntime(parser: LmdeployParser): LmdeployRuntime {
  const { flag, file, formats, reads, body } = parser;
  const engine: Engine = {
    id: `lmdeploy:${flag}`,
    project: 'lmdeploy',
    flag: `--tool-call-parser ${flag}`,
    label: `LMDeploy ${flag}`,
    emulates: reads,
    source: { version: '0.16.0', commit: '1263d5cd8', file: `lmdeploy/serve/parsers/tool_parser/${file}` },
    ids: callIds.lmdeploy,
    formats,
    tier: flag,
    asks: ['thinking'],
    telling: { vague: ['rest-is-content'] },
    words: { [flag]: `LMDeploy's ${flag}`, ...parserWords, ...body.words },
    read: (reply, tools, { thinking }, steps) =>
      concludeReading(steps, engine, readLmdeploy(parser, reply, tools, thinking === true, steps), 'http-error'),
    stream: (tools, { thinking }) => new LmdeployStream(parser, tools, thinking === true),
  };
  return { ...engineRuntime(engine), parser };
}

/**
 * What the response parser makes of a whole reply.
 *
 * @param reasons whether a reasoning parser is set
 *
 * @internal The golden data ask it with and without a reasoning parser.
 */
export function readLmdeploy(
  parser: LmdeployParser,
  text: string,
  tools: readonly ToolDefinition[],
  reasons: boolean,
  steps: Recorder<string>,
): LmdeployReading {
  return new WholeReader(parser, text, tools, reasons, steps).read();
}

class WholeReader {
  readonly #parser: LmdeployParser;
  readonly #text: string;
  readonly #tools: readonly ToolDefinition[];
  readonly #reasons: boolean;
  readonly #steps: Recorder<string>;
  readonly #content: Span[] = [];
  readonly #reasoning: Span[] = [];
  readonly #markup: Span[] = [];
  readonly #calls: EngineCall[] = [];
  #raises: LmdeployReading['raises'];

  constructor(
    parser: LmdeployParser,
    text: string,
    tools: readonly ToolDefinition[],
    reasons: boolean,
    steps: Recorder<string>,
  ) {
    this.#parser = parser;
    this.#text = text;
    this.#tools = tools;
    this.#reasons = reasons;
    this.#steps = steps;
  }

  read(): LmdeployReading {
    const { opener } = this.#parser;
    const text = this.#text;
    const all = { from: 0, to: text.length };
    const found = text.indexOf(opener);
    const span = found < 0 ? null : { from: found, to: found + opener.length };
    this.#steps.gate('contains-opener', found >= 0, all, span, [opener]);
    let at = 0;
    if (this.#reasons && this.#parser.reasoning.beginsInside) {
      this.#steps.quirk('begins-inside', { from: 0, to: 0 });
      at = this.#thought(0);
    }
    while (at < text.length) at = this.#plain(at);
    const content = this.#content.map(({ from, to }) => text.slice(from, to)).join('');
    return {
      calls: this.#calls,
      content: this.#content,
      reasoning: this.#reasoning,
      markup: this.#markup,
      text: content === '' ? null : content,
      isSound: this.#isSound(),
      ...(this.#raises === undefined ? {} : { raises: this.#raises }),
    };
  }

  #marked(at: number, marker: string): number {
    this.#markup.push({ from: at, to: at + marker.length });
    return at + marker.length;
  }

  /** A thought that begins at `from`; returns where it ends. */
  #thought(from: number): number {
    const text = this.#text;
    let at = from;
    while (text.startsWith(THINK, at)) at = this.#marked(at, THINK);
    const end = text.indexOf(THINK_END, at);
    const call = text.indexOf(this.#parser.opener, at);
    const ends = [end, call].filter((one) => one >= 0);
    const to = ends.length === 0 ? text.length : Math.min(...ends);
    const found = ends.length === 0 ? null : { from: to, to: to + 1 };
    this.#steps.gate('thought-ends', found !== null, { from: at, to: text.length }, found);
    if (to > at) this.#reasoning.push({ from: at, to });
    return to === end ? this.#marked(end, THINK_END) : to;
  }

  /** Plain text from `at` on, with the call or the thought that ends it. */
  #plain(at: number): number {
    const text = this.#text;
    const { opener, closer, body } = this.#parser;
    const call = text.indexOf(opener, at);
    const thought = this.#reasons ? text.indexOf(THINK, at) : -1;
    if (thought >= 0 && (call < 0 || thought < call)) {
      this.#send(at, thought);
      return this.#thought(this.#marked(thought, THINK));
    }
    this.#send(at, call < 0 ? text.length : call);
    if (call < 0) return text.length;
    const from = call + opener.length;
    const to = closer === null ? text.length : text.indexOf(closer, from);
    if (to < 0) return this.#giveUp('no-closer', call);
    const block = strippedSpan(text, from, to);
    const found = body.read(slice(text, block), this.#tools);
    if ('raises' in found) {
      this.#raises = { ...found, at: block.from };
      return text.length;
    }
    if ('why' in found) {
      this.#steps.reject(found.why, block);
      return this.#giveUp('rest-is-content', call);
    }
    const end = to + (closer?.length ?? 0);
    const placed = (span: Span | undefined): Span | null =>
      span === undefined ? null : { from: block.from + span.from, to: block.from + span.to };
    for (const { name, argumentsText, nameSpan, argumentsSpan } of found.calls) {
      const place = placed(nameSpan);
      if (place !== null) this.#steps.read('name', place);
      this.#calls.push({
        span: { from: call, to: end },
        name,
        nameSpan: place ?? block,
        argumentsText,
        argumentsSpan: placed(argumentsSpan) ?? block,
      });
    }
    return end;
  }

  #giveUp(why: string, at: number): number {
    this.#steps.quirk(why, { from: at, to: this.#text.length });
    this.#send(at, this.#text.length);
    return this.#text.length;
  }

  #send(from: number, to: number): void {
    if (from < to) this.#content.push({ from, to });
  }

  /** Goes over the text again, thoughts or not: each opener has its closer after it, with a sound body between the two. */
  #isSound(): boolean {
    const text = this.#text;
    const { opener, closer, body, reasoning } = this.#parser;
    if (this.#reasons && reasoning.beginsInside && !text.includes(THINK_END) && !text.includes(opener)) return false;
    if (closer === null) return true;
    for (let at = 0; ;) {
      const open = text.indexOf(opener, at);
      const close = text.indexOf(closer, at);
      if (open < 0) return close < 0;
      const from = open + opener.length;
      if (close < from || !body.isSound(slice(text, strippedSpan(text, from, close)))) return false;
      at = close + closer.length;
    }
  }
}
