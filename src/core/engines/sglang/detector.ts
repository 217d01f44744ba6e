import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, type PythonValue } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { callIds, type CallIds, type Recorder, type Words } from '../../trace/index.ts';
import {
  begunMarker,
  divide,
  type Division,
  type Engine,
  type EngineCall,
  type EngineOutcome,
  engineRuntime,
  type EngineStream,
  formatOf,
  type Message,
  messageDeltas,
  type Raised,
  raisedWords,
  streamWords,
} from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import { firstMarker } from './kit/sections.ts';

/** The two states of SGLang's main branch that the golden data ran. */
const releases = {
  '2026-07': {
    source: { version: 'main of 2026-07-20', commit: '8905cbd4' },
    suffixes: { id: '@2026-07', label: ' (July 2026)' },
  },
  '2026-08': { source: { version: 'main of 2026-08-22', commit: 'd315eb7250' }, suffixes: { id: '', label: '' } },
} as const;

export const newest = releases['2026-08'].source;

/** For what August was not run on. */
export const july = releases['2026-07'].source;

type Release = keyof typeof releases;

export interface DetectedCall extends EngineCall {
  /** What the client gets as `index`: for many detectors the tool's place in the list of tools. */
  readonly toolIndex: number;
}

/** What `detect_and_parse` answers. */
export interface Detected extends Division {
  readonly calls: readonly DetectedCall[];
  /** `normal_text`. */
  readonly text: string;
  /** An exception that the detector lets out: the server shows the whole text. */
  readonly raises?: Raised & { readonly at: number };
}

/** `parse_streaming_increment` with what it keeps between increments. */
export interface DetectorStream {
  push(delta: string, current: string): Message | Raised | null;
  /** `prev_tool_call_arr`: the arguments of each call as the detector has read them; undefined where it has no such key. `text`: as JSON. */
  readonly previous: readonly { readonly arguments?: PythonValue; readonly text?: string }[];
  /** `streamed_args_for_tool`. */
  readonly streamed: readonly string[];
  /** What is held back goes out at the end, in detectors that are asked for it. */
  finish?(): Message | null;
  /** Whether the work of a push does not grow with the text before it. */
  readonly isLinear?: boolean;
  /** As `EngineStream` has it. */
  readonly readsCallByCall?: boolean;
}

export interface SglangDetector<Code extends string> {
  /** The ids of its calls, where the server makes others for it. */
  readonly ids?: CallIds;
  /** `--tool-call-parser`. */
  readonly flag: string;
  /** The newest where absent; an older one only where it answers differently. */
  readonly release?: Release;
  /** The id of the flag under which SGLang has the same class, where that one was run. */
  readonly sameAs?: string;
  /** The state of the project that was run, where it is not that of the release. */
  readonly source?: { readonly version: string; readonly commit: string };
  /** The file of the detector, below `python/sglang/srt/function_call/`. */
  readonly file: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly words: Readonly<Record<Code, Words>>;
  /** `has_tool_call`: the texts of which the server looks for one before it asks the detector. */
  readonly openers?: readonly string[];
  /** The same, where it looks for something else: where the text has it. */
  gate?(text: string): Span | null;
  /** Why the gate said no, where a marker alone does not tell. */
  explainGate?(text: string, steps: Recorder<Code | SglangCode>): void;
  /** `detect_and_parse`. */
  detect(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | SglangCode>): Detected;
  /** How the server reads a whole reply where it does not ask the detector. */
  serveWhole?(text: string, tools: readonly ToolDefinition[], steps: Recorder<Code | SglangCode>): Detected;
  /** `parse_streaming_increment` of a fresh detector. */
  stream(tools: readonly ToolDefinition[]): DetectorStream;
}

/** Codes that every detector has. */
export const sglangWords = {
  ...streamWords,
  ...raisedWords,
  'has-tool-call': {
    question: 'Does the reply contain what this detector looks for?',
    yes: 'The detector reads it.',
    no: 'The server returns the whole reply as content.',
  },
  'shown-after-error':
    'The detector raises an exception. The server catches it and returns the whole reply as content, without any call.',
  'undeclared-dropped': 'No declared tool has this name: the detector drops the call and only logs it',
} as const;

export type SglangCode = keyof typeof sglangWords;

/** What follows from the step that decided, and what a detector deletes before it looks. */
const vague = ['text-dropped', 'all-content', 'shown-after-error', 'think-tag-deleted', 'token-deleted'];

export interface SglangRuntime extends Runtime {
  readonly detector: SglangDetector<string>;
  readonly release: Release;
}

/** A detector with what SGLang's server does around it. */
export function sglangRuntime<Code extends string>(detector: SglangDetector<Code>): SglangRuntime {
  const { flag, release = '2026-08', sameAs, file, formats, reads, words } = detector;
  const { source, suffixes } = releases[release];
  const opened = detector as unknown as SglangDetector<string>;
  const engine: Engine = {
    id: `sglang:${flag}${suffixes.id}`,
    project: 'sglang',
    flag: `--tool-call-parser ${flag}`,
    label: `SGLang ${flag}${suffixes.label}`,
    emulates: reads,
    source: { ...(detector.source ?? source), file },
    ids: opened.ids ?? callIds.sglang,
    formats,
    tier: flag,
    needsTools: true,
    ...(sameAs === undefined ? {} : { sameAs }),
    telling: { vague },
    words: { [flag]: `SGLang's ${flag}`, ...sglangWords, ...words },

    read(reply, tools, _options, steps) {
      if (opened.serveWhole !== undefined) return serve(opened.serveWhole(reply, tools, steps), reply, engine, steps);
      const { openers = [] } = opened;
      const found = opened.gate?.(reply) ?? firstOpener(reply, openers);
      const begun = found ?? begunMarker(reply, openers);
      steps.gate('has-tool-call', found !== null, { from: 0, to: reply.length }, begun, found === null ? openers : []);
      if (found !== null) return serve(opened.detect(reply, tools, steps), reply, engine, steps);
      opened.explainGate?.(reply, steps);
      return { content: reply, ending: 'empty' };
    },
    stream: (tools) => serveStream(opened.stream(tools)),
  };
  return { ...engineRuntime(engine), detector: opened, release };
}

/** The same class under another flag. */
export function sameClass({ id, detector }: SglangRuntime, flag: string): SglangRuntime {
  return sglangRuntime({ ...detector, flag, sameAs: id, reads: `The same class as ${detector.flag}.` });
}

/** Where the first of some openers that is there at all is for the first time. */
export function firstOpener(text: string, openers: readonly string[]): Span | null {
  for (const opener of openers) {
    const found = firstMarker(text, opener);
    if (found !== null) return found;
  }
  return null;
}

/** What the server makes of a detector's answer. */
function serve(detected: Detected, reply: string, engine: Engine, steps: Recorder<string>): EngineOutcome {
  if (detected.raises === undefined) {
    divide(steps, engine.tier, formatOf(engine), detected);
    return { content: detected.text };
  }
  const { raises, at } = detected.raises;
  const place = { from: Math.min(at, Math.max(0, reply.length - 1)), to: reply.length };
  steps.quirk(`raises-${raises}`, place);
  steps.quirk('shown-after-error', { from: 0, to: reply.length });
  return { content: reply, ending: 'malformed' };
}

/** The increments of a detector as the server sends them. */
export function serveStream(stream: DetectorStream): EngineStream {
  return {
    isLinear: stream.isLinear ?? false,
    get readsCallByCall() {
      return stream.readsCallByCall ?? false;
    },
    push(delta, current) {
      const message = stream.push(delta, current);
      return message !== null && 'raises' in message ? message : messageDeltas(message);
    },
    /** Where the last call's arguments begin with what was sent, the server sends their end. */
    end() {
      if (stream.finish !== undefined) return messageDeltas(stream.finish());
      const index = stream.previous.length - 1;
      const last = stream.previous[index];
      const sent = stream.streamed[index];
      if (last === undefined || sent === undefined) return [];
      const { arguments: value = new PythonDict(), text } = last;
      const expected = typeof value === 'string' ? value : (text ?? pythonDumps(value) ?? '');
      if (!expected.startsWith(sent) || expected === sent) return [];
      return [{ kind: 'arguments', index, text: expected.slice(sent.length) }];
    },
  };
}
