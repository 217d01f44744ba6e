import type { ToolDefinition } from '../../tools/index.ts';
import { callIds, type CallIds, type Recorder, type Words } from '../../trace/index.ts';
import { type Engine, engineRuntime, raisedWords, streamWords } from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import type { Parsed, ParserStream } from './parsed.ts';
import type { TableFormat } from './table/format.ts';
import { onePassWords, serve, serverWords, serveStream } from './server.ts';

export type { Parsed, ParserStream };

/** The three states of vLLM's main branch that the golden data ran. */
const releases = {
  '2026-05': {
    source: { version: 'main of 2026-05-18', commit: '239b5ff30' },
    suffixes: { id: '@2026-05', label: ' (May 2026)' },
  },
  '2026-08-02': {
    source: { version: 'main of 2026-05-18 to 2026-08-02', commit: '0055b8bfa' },
    suffixes: { id: '@2026-08-02', label: ' (until 2 August 2026)' },
  },
  '2026-08': { source: { version: 'main of 2026-08-20', commit: '7cfb97e337' }, suffixes: { id: '', label: '' } },
} as const;

export const newest = releases['2026-08'].source;

export type Release = keyof typeof releases;

export interface VllmParser<Code extends string> {
  /** `--tool-call-parser`. */
  readonly flag: string;
  /** Where one flag reads differently, by what the model's vocabulary has. */
  readonly variant?: string;
  /** The newest where absent; an older one only where it answers differently. */
  readonly release?: Release;
  /** The id of the flag under which the registry has the same class, where that one was run. */
  readonly sameAs?: string;
  /** What is known of a class that cannot be run, and from where. */
  readonly documented?: string;
  /** The `--reasoning-parser` of the same model, with which a later release reads reasoning and calls in one pass. */
  readonly onePassWith?: string;
  /** The server returns the parser's content also where it found no call: `vllm/parser/kimi_k3.py`. */
  readonly ownsContent?: true;
  /** The state table that it runs, where it runs one. */
  readonly table?: TableFormat;
  /** The ids of its calls, where they are others than those of the other parsers. */
  readonly ids?: CallIds;
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
  ...serverWords,
} as const;

export type VllmCode = keyof typeof vllmWords;

/** What follows from the step that decided. */
const vague = ['text-dropped', 'all-content', ...Object.keys(serverWords)];

export interface VllmRuntime extends Runtime {
  readonly parser: VllmParser<string>;
  readonly release: Release;
}

/** A parser with what vLLM's server does around it. */
export function vllmRuntime<Code extends string>(parser: VllmParser<Code>): VllmRuntime {
  const { flag, variant, release = '2026-08', sameAs, documented, onePassWith, file, formats, reads, words } = parser;
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
    ids: parser.ids ?? callIds.vllm,
    formats,
    tier: flag,
    needsTools: true,
    ...(sameAs === undefined ? {} : { sameAs }),
    ...(documented === undefined ? {} : { documented }),
    telling: { vague },
    words: { [flag]: `vLLM's ${flag}`, ...vllmWords, ...onePassWords(onePassWith), ...words },
    read: (reply, tools, _options, steps) =>
      serve(opened.parse(reply, tools, steps), reply, engine, steps, opened.ownsContent),
    stream: (tools) => serveStream(opened.stream(tools)),
  };
  return { ...engineRuntime(engine), parser: opened, release };
}

/** The same class under another flag. */
export function sameClass({ id, parser }: VllmRuntime, flag: string): VllmRuntime {
  return vllmRuntime({ ...parser, flag, sameAs: id, reads: `The same class as ${parser.flag}.` });
}
