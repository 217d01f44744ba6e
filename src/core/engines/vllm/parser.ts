import { pythonDumps, type PythonValue } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Outcome, Recorder, Words } from '../../trace/index.ts';
import {
  divide,
  type Division,
  type Engine,
  engineRuntime,
  type EngineStream,
  formatOf,
  type Message,
  messageDeltas,
  type Raised,
  raisedWords,
  streamWords,
} from '../kit/index.ts';
import type { Delta, Runtime } from '../runtime.ts';

/** The two states of vLLM's main branch that the golden data ran. */
const releases = {
  '2026-05': {
    source: { version: 'main of 2026-05-18', commit: '239b5ff30' },
    suffixes: { id: '@2026-05', label: ' (May 2026)' },
  },
  '2026-08': { source: { version: 'main of 2026-08-02', commit: '0055b8bfa' }, suffixes: { id: '', label: '' } },
} as const;

export type Release = keyof typeof releases;

/** What `extract_tool_calls` answers. */
export interface Parsed extends Division {
  /** `tools_called`: true with no calls at all is possible. */
  readonly called: boolean;
  /** `content`, before the server drops it where it is only white space. */
  readonly text: string | null;
  /** An exception that the parser lets out: the request fails. */
  readonly raises?: Raised & { readonly at: number };
}

/** `extract_tool_calls_streaming` with what it keeps between deltas. */
export interface ParserStream {
  push(delta: string, current: string): Message | Raised | null;
  /**
   * `prev_tool_call_arr`: the arguments of each call as the parser has read them; undefined where it has no such key, and
   * null for an entry that is not a dict.
   */
  readonly previous: readonly ({ readonly arguments?: PythonValue } | null)[];
  /** `streamed_args_for_tool`: what the parser thinks that it has sent. */
  readonly streamed: readonly string[];
  /** What comes after the end-of-sequence token, in parsers that are told of it. The server repairs nothing then. */
  finish?(current: string): Message | Raised | null;
  /** Whether the work of a push does not grow with the text before it. */
  readonly isLinear?: boolean;
}

export interface VllmParser<Code extends string> {
  /** `--tool-call-parser`. */
  readonly flag: string;
  /** Where one flag reads differently, by what the model's vocabulary has. */
  readonly variant?: string;
  /** The newest where absent; an older one only where it answers differently. */
  readonly release?: Release;
  /** The id of the flag under which the registry has the same class, where that one was run. */
  readonly sameAs?: string;
  /** The file of the parser, below `vllm/`. */
  readonly file: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly words: Readonly<Record<Code, Words>>;
  /** `extract_tool_calls`. */
  parse(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | VllmCode>): Parsed;
  /** `extract_tool_calls_streaming` of a fresh parser. */
  stream(tools: readonly ToolDefinition[]): ParserStream;
}

/** Codes that every parser of vLLM has. */
export const vllmWords = {
  ...streamWords,
  ...raisedWords,
  'all-content': 'The parser gives up: it returns the whole reply as content, without any call.',
  phantom: 'The parser reports tool calls but returns none: the client receives no call.',
  'blank-content': 'The content is only white space: the server drops it.',
} as const;

export type VllmCode = keyof typeof vllmWords;

/** What follows from the step that decided. */
const vague = ['text-dropped', 'all-content', 'phantom', 'blank-content'];

export interface VllmRuntime extends Runtime {
  readonly parser: VllmParser<string>;
  readonly release: Release;
}

/** A parser with what vLLM's server does around it. */
export function vllmRuntime<Code extends string>(parser: VllmParser<Code>): VllmRuntime {
  const { flag, variant, release = '2026-08', sameAs, file, formats, reads, words } = parser;
  const name = variant === undefined ? flag : `${flag}:${variant}`;
  const { source, suffixes } = releases[release];
  const opened = parser as unknown as VllmParser<string>;
  const engine: Engine = {
    id: `vllm:${name}${suffixes.id}`,
    project: 'vllm',
    flag: `--tool-call-parser ${flag}`,
    label: `vLLM ${name}${suffixes.label}`,
    emulates: reads,
    source: { ...source, file },
    formats,
    tier: flag,
    needsTools: true,
    ...(sameAs === undefined ? {} : { sameAs }),
    telling: { vague },
    words: { [flag]: `vLLM's ${flag}`, ...vllmWords, ...words },
    read: (reply, tools, _options, steps) => serve(opened.parse(reply, tools, steps), reply, engine, steps),
    stream: (tools) => serveStream(opened.stream(tools)),
  };
  return { ...engineRuntime(engine), parser: opened, release };
}

/** The same class under another flag. */
export function sameClass({ id, parser }: VllmRuntime, flag: string): VllmRuntime {
  return vllmRuntime({ ...parser, flag, sameAs: id, reads: `The same class as ${parser.flag}.` });
}

/** What the server makes of a parser's answer. */
function serve(parsed: Parsed, reply: string, engine: Engine, steps: Recorder<string>): Outcome {
  const { called, text: content, calls, raises } = parsed;
  const [text, format] = [{ from: 0, to: reply.length }, formatOf(engine)];
  if (raises !== undefined) {
    divide(steps, engine.tier, format, { calls: [], content: [] });
    steps.fail({ code: `raises-${raises.raises}`, served: 'http-error', span: text, at: raises.at });
    return { content: null };
  }
  const isBlank = called && content !== null && content !== '' && content.trim() === '';
  divide(
    steps,
    engine.tier,
    format,
    isBlank ? { ...parsed, content: [], markup: [...(parsed.markup ?? []), ...parsed.content] } : parsed,
  );
  if (isBlank) for (const span of parsed.content) steps.quirk('blank-content', span);
  if (called && calls.length === 0) steps.quirk('phantom', text);
  return { content: isBlank ? null : content };
}

/**
 * The deltas of a parser as the server sends them. After the last chunk comes an empty delta with the end-of-sequence
 * token; where that carries arguments, the server sends what is missing of the parser's own reading instead.
 *
 * @internal The golden data of streams hold what comes out of it.
 */
export function serveStream(stream: ParserStream): EngineStream {
  const answer = (message: Message | Raised | null): readonly Delta[] | Raised =>
    message !== null && 'raises' in message ? message : messageDeltas(message);
  return {
    isLinear: stream.isLinear ?? false,
    push: (delta, current) => answer(stream.push(delta, current)),
    end(current) {
      const message = stream.push('', current);
      if (stream.finish !== undefined) {
        const deltas = answer(message);
        const last = 'raises' in deltas ? deltas : answer(stream.finish(current));
        return 'raises' in deltas || 'raises' in last ? last : [...deltas, ...last];
      }
      if (message === null || 'raises' in message) return answer(message);
      const [first] = message.calls ?? [];
      if (first?.argumentsText === undefined) return answer(message);
      const argumentsText = unsent(stream, first.argumentsText);
      return answer(
        typeof argumentsText === 'string' ? { ...message, calls: [{ ...first, argumentsText }] } : argumentsText,
      );
    },
  };
}

/** The server's repair: the last call's arguments as the parser has them, without what it thinks it sent before `last`. */
function unsent({ previous, streamed }: ParserStream, last: string): string | Raised {
  const index = previous.length - 1;
  const call = previous[index];
  if (call === undefined) return last;
  if (call === null) return { raises: 'AttributeError' };
  const all = streamed[index];
  if (all === undefined) return { raises: 'IndexError' };
  const { arguments: value } = call;
  const expected = typeof value === 'string' ? value : value === undefined ? '{}' : (pythonDumps(value) ?? '');
  const sent = last === '' ? all : all.slice(0, -last.length);
  return expected.replace(sent, () => '');
}
