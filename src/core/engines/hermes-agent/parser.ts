import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  literalEval,
  pythonDumps,
  type PythonValue,
  readPythonJson,
  stripPython,
  strippedSpan,
} from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder, Words } from '../../trace/index.ts';
import {
  type EngineCall,
  type Exception,
  type Reading,
  textAgentRuntime,
  type TextAgentRuntime,
  uncaught,
} from '../kit/index.ts';

/** The calls that a parser finds and where the content before them ends; null where it gives up. */
export interface Found {
  readonly calls: readonly EngineCall[];
  readonly contentTo: number;
  /** Where nothing but white space comes before the calls: what the content is then; null where absent. */
  readonly blank?: '';
}

export interface HermesAgentParser {
  /** The name under which it is registered. */
  readonly flag: string;
  /** The name of its file, where it is another one. */
  readonly file?: string;
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  readonly words?: Readonly<Record<string, Words>>;
  readonly find: (text: string, tools: readonly ToolDefinition[], steps: Recorder<string>) => Found | null;
}

const words = {
  'finds-call': {
    question: 'Does the text contain a call that the parser reads?',
    yes: 'The text before the first one is content, and all other text is dropped.',
    no: 'The whole text is content.',
  },
  'gives-up': 'The parser catches an exception here: the whole text is content, also calls that are sound.',
  'text-dropped': 'Text after the beginning of the calls is dropped.',
} as const;

/** A parser of hermes-agent's training environments. Any exception in it makes the whole text content. */
export function hermesAgentParser({
  flag,
  file = flag,
  formats,
  reads,
  words: own = {},
  find,
}: HermesAgentParser): TextAgentRuntime {
  return textAgentRuntime({
    name: flag,
    project: 'hermes-agent',
    flag: `get_parser("${flag}")`,
    label: `hermes-agent ${flag}`,
    source: { version: '0.10.0', file: `environments/tool_call_parsers/${file}_parser.py` },
    formats,
    reads,
    words: { ...words, ...own },
    telling: { first: ['gives-up'], vague: ['text-dropped'] },
    parse(text, tools, steps): Reading {
      const found = find(text, tools, steps);
      if (found === null || found.calls.length === 0)
        return { calls: [], content: [{ from: 0, to: text.length }], text };
      const content = strippedSpan(text, 0, found.contentTo);
      const isBlank = content.from === content.to;
      return {
        calls: found.calls,
        content: isBlank ? [] : [content],
        text: isBlank ? (found.blank ?? null) : text.slice(content.from, content.to),
      };
    },
  });
}

/** `json.dumps(value, ensure_ascii=False)`. */
export function dumped(value: PythonValue): string {
  return pythonDumps(value) ?? 'null';
}

/** The name and arguments of a JSON object, or why it gives none. */
export function objectIn(
  text: string,
  { from, to }: Span,
  isNameNeeded: boolean,
): { readonly call: Omit<EngineCall, 'span'> } | 'skipped' | 'exception' {
  const reading = readPythonJson(text, from, to);
  if (!reading.ok) return 'exception';
  const { value, members } = reading.node;
  if (!isDict(value)) {
    // `"name" not in value` asks for an item of a list and for a part of a text.
    const isNameless = (Array.isArray(value) || typeof value === 'string') && !value.includes('name');
    return isNameless && !isNameNeeded ? 'skipped' : 'exception';
  }
  const name = value.get('name');
  if (name === undefined && !isNameNeeded) return 'skipped';
  if (typeof name !== 'string') return 'exception';
  const given = value.get('arguments');
  return {
    call: {
      name,
      nameSpan: members?.get('name')?.node ?? { from, to },
      argumentsText: given === undefined ? '{}' : dumped(given),
      argumentsSpan: members?.get('arguments')?.node ?? null,
    },
  };
}

/** JSON, a Python literal, or text, without a look at any schema; what `json.loads` raises that is no JSONDecodeError. */
export function guessedValue(text: string): { readonly value: PythonValue } | Exception {
  const json = readPythonJson(text);
  if (json.ok) return { value: json.node.value };
  const literal = literalEval(text);
  return uncaught(json.error) ?? { value: literal.ok ? literal.node.value : text };
}

/** `strip()` of a part. */
export function partOf(text: string, { from, to }: Span): string {
  return stripPython(text.slice(from, to));
}
