import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  literalEval,
  PythonDict,
  pythonDumps,
  pythonStr,
  type PythonValue,
  readPythonJson,
  stripPython,
  strippedSpan,
  truthy,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder, Words } from '../../trace/index.ts';
import {
  concludeReading,
  type Engine,
  type EngineCall,
  engineRuntime,
  type EngineStream,
  Excerpt,
  pythonJsonWords,
  type Reading,
  streamWords,
} from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import { type Block, parametersIn } from './blocks.ts';

/** Steps are noted for a whole reply, and not while a stream reads it again and again. */
export type Steps = Recorder<string> | null;

/** One of the parsers, which reads a whole text. */
export interface VllmMlxReader {
  /** `--tool-call-parser`. */
  readonly flag: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly words: Readonly<Record<string, Words>>;
  read(text: string, tools: readonly ToolDefinition[], steps: Steps): Reading;
  stream(tools: readonly ToolDefinition[]): EngineStream;
}

export interface VllmMlxRuntime extends Runtime {
  readonly reader: VllmMlxReader;
}

const readerWords = {
  ...streamWords,
  ...pythonJsonWords,
  'finds-call': {
    question: 'Does a pattern of the parser match a call?',
    yes: 'What it matches is cut out, and the rest is content.',
    no: 'The text is content.',
  },
  'matched-pattern': 'A pattern of the parser matches this',
  'later-pattern': 'A later pattern finds this call, so that it comes after calls which follow it in the text',
  'thought-cut': 'The parser cuts thinking out before it looks for calls, also with a call in it',
} as const;

export function vllmMlxRuntime(reader: VllmMlxReader): VllmMlxRuntime {
  const { flag, formats, reads, words } = reader;
  const engine: Engine = {
    id: `vllm-mlx:${flag}`,
    project: 'vllm-mlx',
    flag: `--tool-call-parser ${flag}`,
    label: `vllm-mlx ${flag}`,
    emulates: reads,
    source: { version: 'main of 2026-08-22', commit: '4b654c0', file: `vllm_mlx/tool_parsers/${flag}_tool_parser.py` },
    formats,
    tier: flag,
    words: { [flag]: `vllm-mlx's ${flag}`, ...readerWords, ...words },
    read(reply, tools, _options, steps) {
      const reading = reader.read(reply, tools, steps);
      const [first] = reading.calls;
      steps.gate('finds-call', first !== undefined, { from: 0, to: reply.length }, first?.span ?? null);
      return concludeReading(steps, engine, reading);
    },
    stream: (tools) => reader.stream(tools),
  };
  return { ...engineRuntime(engine), reader };
}

/** A text that a parser cuts what it found out of, step by step. */
export class CutText {
  excerpt: Excerpt;
  readonly calls: EngineCall[] = [];
  readonly markup: Span[] = [];
  readonly #steps: Steps;

  constructor(text: string, steps: Steps) {
    this.excerpt = Excerpt.copy(text, 0);
    this.#steps = steps;
  }

  get text(): string {
    return this.excerpt.text;
  }

  /** Where a part of the text is in the reply. */
  placeOf({ from, to }: Span): Span {
    const { spans } = this.excerpt.slice(from, to);
    const [first, last] = [spans[0], spans.at(-1)];
    return first === undefined || last === undefined ? { from: 0, to: 0 } : { from: first.from, to: last.to };
  }

  /** Makes a call of each block that gives one, and cuts out the blocks that `isCut` says. */
  take(blocks: readonly Block[], make: (block: Block) => NamedCall | null, cutsRefused = false): void {
    const cut: Span[] = [];
    for (const block of blocks) {
      const span = this.placeOf(block);
      this.#steps?.read('matched-pattern', span);
      const call = make(block);
      if (call === null) {
        this.#steps?.reject('json-syntax', span);
        if (cutsRefused) cut.push(block);
        continue;
      }
      const nameSpan = this.placeOf(block.name ?? block.body);
      if (span.from < (this.calls.at(-1)?.span.to ?? 0)) this.#steps?.quirk('later-pattern', span);
      this.calls.push({ ...call, span, nameSpan, argumentsSpan: this.placeOf(block.body) });
      cut.push(block);
    }
    this.cut(cut);
  }

  cut(spans: readonly Span[]): void {
    if (spans.length > 0) this.excerpt = this.excerpt.replacing(spans.map((span) => ({ ...span, text: '' })));
  }

  /** Without white space at its ends. */
  strip(): void {
    const { from, to } = strippedSpan(this.excerpt.text);
    this.excerpt = this.excerpt.slice(from, to);
  }

  part({ from, to }: Span): string {
    return this.text.slice(from, to);
  }
}

export interface NamedCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** `json.dumps` of an object; of anything else what Python prints. */
export function argumentsText(value: PythonValue | undefined): string {
  if (value === undefined) return '{}';
  return isDict(value) ? (pythonDumps(value) ?? '{}') : pythonStr(value);
}

/** A call of a JSON object with `name` and, perhaps, `arguments`. */
export function callOfObject(text: string): NamedCall | null {
  const reading = readPythonJson(text);
  if (!reading.ok || !isDict(reading.node.value)) return null;
  const name = reading.node.value.get('name');
  if (name === undefined || !truthy(name)) return null;
  return { name: pythonStr(name), argumentsText: argumentsText(reading.node.value.get('arguments')) };
}

/** The arguments of a bracket or a tag: JSON written anew, or the text where it is none. */
export function rewritten(text: string): string {
  const reading = readPythonJson(text);
  return reading.ok ? argumentsText(reading.node.value) : text;
}

/** The parameters of a function, each value guessed: JSON, a Python literal, or text. */
export function guessedParameters(body: string): string {
  const entries = parametersIn(body).map(({ key, text }) => [stripPython(key), guessed(stripPython(text))] as const);
  return pythonDumps(new PythonDict(entries)) ?? '{}';
}

function guessed(text: string): PythonValue {
  const json = readPythonJson(text);
  if (json.ok) return json.node.value;
  const literal = literalEval(text);
  return literal.ok && pythonDumps(literal.node.value) !== null ? literal.node.value : text;
}

/** The parameters of a function, all of them text. */
export function textParameters(body: string): string {
  const entries = parametersIn(body).map(({ key, text }) => [stripPython(key), stripPython(text)] as const);
  return pythonDumps(new PythonDict(entries)) ?? '{}';
}

const THINK = '<think>';
const THINK_END = '</think>';

/** Cuts `<think>…</think>` out; where there is none but a `</think>`, everything up to it. Then trims. */
export function cutThinking(cut: CutText, steps: Steps): void {
  const { text } = cut;
  const spans: Span[] = [];
  let open = text.indexOf(THINK);
  while (open >= 0) {
    const end = text.indexOf(THINK_END, open);
    if (end < 0) break;
    spans.push({ from: open, to: end + THINK_END.length });
    open = text.indexOf(THINK, end);
  }
  const lone = text.indexOf(THINK_END);
  if (spans.length === 0 && lone >= 0) spans.push({ from: 0, to: lone + THINK_END.length });
  for (const span of spans) steps?.quirk('thought-cut', cut.placeOf(span));
  cut.cut(spans);
  cut.strip();
}

/** The reading that is left when all patterns were tried. */
export function readingOf(cut: CutText, empty: string | null): Reading {
  const { excerpt, calls } = cut;
  return { calls, content: excerpt.spans, text: excerpt.text === '' ? empty : excerpt.text };
}

/** The reply as it came, without a call. */
export function untouched(text: string): Reading {
  return { calls: [], content: [{ from: 0, to: text.length }], text };
}
