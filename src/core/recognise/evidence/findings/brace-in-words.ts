import { readText } from '../calls/text-reading.ts';
import type { Scene } from '../paste/scene.ts';
import type { Reason } from './reason.ts';

/** Llama 3 by its own chat template: what others made of it has another one. */
const LLAMA = /\bllama[-_ ]?3(?:\.[1-3])?\b/i;
const OTHERS = /\b(?:hermes|distill|nemotron|functionary|dolphin)/i;

/**
 * An answer in words that llama.cpp refused for the sake of a brace in it: for Llama 3 it takes each one for the beginning of a call,
 * as soon as tools are sent. Null elsewhere.
 */
// Source: the parser that llama.cpp builds for the template of Llama 3, which `engines/llamacpp` runs; llama.cpp#20806
export function braceInWords(first: Reason | undefined, { quoted, frame: { text } }: Scene): Reason | null {
  if (first?.cause !== 'damaged' || quoted === null || !/\bunparsed peg-\w{2,30} output:/.test(text)) return null;
  if (!LLAMA.test(text) || OTHERS.test(text)) return null;
  const isWords =
    readText(quoted.text).state === 'none' && !/<[|｜]python|["'](?:name|parameters|arguments)["']/.test(quoted.text);
  if (!isWords || !quoted.text.includes('{')) return null;
  const says = 'The answer holds no call: with tools, llama.cpp takes each `{` of Llama 3 for the beginning of one.';
  return { cause: 'other-format', says, headline: says, fix: FIX, span: quoted.span };
}

const FIX =
  'Switch the tools off for such questions, as the MCP servers of the client. Or choose a model with markers around its calls, as Qwen3, and update llama.cpp.';
