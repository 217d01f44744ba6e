import { objectCallAt } from '../calls/object-call.ts';
import { engineAmong } from '../engine-among.ts';
import type { TextReading } from '../calls/text-reading.ts';
import type { Around, Reason } from './reason.ts';

/** How a parser finds a call without the marker of its format. */
type Opener =
  /** At each `{` of a whole reply, and first in a stream. Source: vllm llama_tool_parser.py, facts of 0.21 and 2026-08 */
  | 'every-brace'
  /** First in a whole reply, and with the marker alone in a stream. Source: sglang llama32_detector.py */
  | 'first-if-whole'
  /** First. Source: vllm granite_tool_parser.py */
  | 'first'
  /** In a whole reply anywhere; in a stream since the release of August 2026. Source: vllm qwen3coder_tool_parser.py, seed_oss_tool_parser.py */
  | 'whole'
  /** Anywhere, since the release of August 2026. Source: vllm minimax_m2_tool_parser.py */
  | 'newer'
  /** Anywhere. Source: vllm qwen3xml_tool_parser.py, sglang inkling_detector.py */
  | 'anywhere';

/** @internal The tests ask the emulation of each parser. */
export const openers: Readonly<Partial<Record<string, Opener>>> = {
  'vllm llama3_json': 'every-brace',
  'vllm llama4_json': 'every-brace',
  'vllm granite': 'first',
  'vllm qwen3_coder': 'whole',
  'vllm seed_oss': 'whole',
  'vllm minimax_m2': 'newer',
  'vllm qwen3_xml': 'anywhere',
  'vllm mimo': 'anywhere',
  'vllm step3p5': 'anywhere',
  'vllm inkling': 'anywhere',
  'sglang inkling': 'anywhere',
  'sglang llama3': 'first-if-whole',
};

/** What is asked of a text with a call of the format that the parser reads. */
interface Asked {
  readonly around: Around;
  readonly parser: string;
  /** The marker of the format, where the text lacks it; null where it is there. */
  readonly missing: string | null;
  readonly isStream: boolean;
}

/**
 * Why a parser that does not need the marker of its format did not take the call.
 *
 * @returns `taken` where it takes such a call; null where the marker is all that it looks for
 */
export function otherOpener({ state, span }: TextReading, text: string, asked: Asked): Reason | 'taken' | null {
  const { around, parser, missing, isStream } = asked;
  const opener = openers[`${engineAmong(around.named) ?? 'vllm'} ${parser}`];
  const before = text.slice(0, span?.from ?? 0);
  const first = before === '' ? 'taken' : wordsFirst(parser, before, isStream);
  if (opener === 'every-brace')
    return isStream ? first : state === 'sound' ? (strayBrace(text, parser) ?? 'taken') : 'taken';
  if (missing === null || opener === undefined) return null;
  if (opener === 'first') return before.trim() === '' ? 'taken' : first;
  if (opener === 'first-if-whole') return isStream ? null : first;
  if (opener === 'anywhere' || (opener === 'whole' && !isStream)) return 'taken';
  const where = isStream && opener === 'whole' ? 'In a stream, releases' : 'Releases';
  return {
    cause: 'other-format',
    says: `${where} of \`${parser}\` before August 2026 look for \`${missing}\`, which the text lacks.`,
    fix: 'Update vLLM, or read the call from the text in the client.',
  };
}

function wordsFirst(parser: string, before: string, isStream: boolean): Reason {
  const what = before.trim() === '' ? 'white space' : 'other text';
  return {
    cause: 'other-format',
    says: `${isStream ? 'In a stream, the' : 'The'} parser \`${parser}\` wants the call first, and ${what} is before this one.`,
    fix: `Say in the prompt that a reply with a call begins with the call.${isStream ? ' Or send the request with `stream: false`.' : ''}`,
  };
}

/** Ollama takes a call to a declared tool alone. Source: ollama tools/tools.go; golden data of `ollama:generic:brace` */
export function ollamaUndeclared(
  { names, format, span, state }: TextReading,
  text: string,
  { ownTools }: Pick<Around, 'ownTools'>,
): Reason | null {
  const [name] = names;
  const isAlone = span !== null && text.slice(0, span.from).trim() === '' && text.slice(span.to).trim() === '';
  if (state !== 'sound' || format !== 'llama3-json' || !isAlone || name === undefined) return null;
  const says = `Ollama takes this JSON as a call only where a tool is declared as \`${name}\`.`;
  if (ownTools.includes(name)) return { cause: 'no-tools', says, headline: says, fix: SENT };
  return {
    cause: 'unknown-tool',
    says,
    headline: says,
    fix: 'Compare the name with those of the tools that the client sends. If it is none of them, send fewer tools, or choose a model that keeps to the list.',
  };
}

const SENT =
  'Look whether the request to Ollama holds `tools` with this name. Send one such request with them to `/api/chat` by `curl`.';

/** Without a tag in its template Ollama's reader gives up at the first other text. Source: ollama tools/tools.go; golden data of `ollama:generic:brace` */
export function ollamaFirst({ format, span, state }: TextReading, text: string): Reason | null {
  const before = text.slice(0, span?.from ?? 0).trim();
  if (state !== 'sound' || format !== 'llama3-json' || before === '') return null;
  const isToken = before === PYTHON_TAG;
  const what = isToken ? `\`${PYTHON_TAG}\`` : /^`{3}\w*$/.test(before) ? 'a code block' : 'other text';
  const says = `Ollama takes a call of this model only first in a reply, and ${what} ${isToken ? 'is' : 'begins'} before this one.`;
  return {
    cause: 'parser-off',
    says,
    headline: says,
    fix: isToken
      ? 'Choose a model that calls tools more reliably under Ollama, such as Qwen3 or gpt-oss. Nothing is wrong with the tool or its settings.'
      : 'Ask in the prompt for the call alone, without a code block or words around it. Or choose a model with tags for its calls, such as Qwen3.',
  };
}

/** What Llama 3 writes before a call, as its format `llama3-json` has it: it is shown tools. */
const PYTHON_TAG = '<|python_tag|>';

/** Whether the token of Llama alone is before the call: that tells why Ollama took none, whatever the request sends. */
export function isAfterToken({ span }: TextReading, text: string): boolean {
  return text.slice(0, span?.from ?? 0).trim() === PYTHON_TAG;
}

/** What is shown of a brace that begins no call. */
const SHOWN = /^\{[^\s`{}]{0,24}\}?/;

/** The first `{` that begins no call: this parser tries each that is not inside of an object before it. */
function strayBrace(text: string, parser: string): Reason | null {
  for (let at = text.indexOf('{'); at >= 0;) {
    const call = objectCallAt(text, at);
    if (call === null) {
      const [shown = '{'] = SHOWN.exec(text.slice(at, at + 40)) ?? [];
      const says = `The parser \`${parser}\` tries every \`{\` of a reply, and \`${shown}\` begins no call.`;
      return { cause: 'other-format', says: `${says} Then the whole reply stays text.`, headline: says, fix: ALONE };
    }
    at = text.indexOf('{', call.end + 1);
  }
  return null;
}

const ALONE =
  'Say in the prompt that a reply with a call holds nothing else. Take placeholders in braces out of the prompt, too.';
