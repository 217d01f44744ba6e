import { type Writer, writers } from '../evidence.ts';
import type { Reason } from './reason.ts';

/** Where a log shows the arguments as they came, and they are the tags of Qwen3-Coder or of GLM. Source: qwen-code packages/core/src/utils/safeJsonParse.ts */
const RAW =
  /\b(?:arg(?:ument)?s|jsonString|jsonrepair|input|param(?:eter)?s)\b\\?["'`]?(?: (?:are|were|was|came))?\s{0,3}[:=]\s{0,3}\\?["'`]{0,3}(?:\\n|\s){0,4}(<(?:(?:parameter|function)=[\w.-]{1,80}|arg_(?:key|value))>)/i;

/**
 * Why a client refused arguments, where the paste shows what came in their place: it took them for none, and its error speaks of
 * what is missing then. Null elsewhere.
 */
export function passedOnTags(first: Reason | undefined, named: readonly Writer[], text: string): Reason | null {
  const [, raw] = first?.cause === 'arguments' ? (RAW.exec(text) ?? []) : [];
  if (first === undefined || raw === undefined) return null;
  const engine = named.find((one) => writers[one].kind === 'engine') ?? null;
  const whose = raw.startsWith('<arg_') ? 'GLM' : 'Qwen3-Coder';
  const says = `${engine === null ? 'The server' : writers[engine].label} passed on the tags of ${whose} as the arguments, and the client found no JSON in them.`;
  return { ...first, says, headline: says, fix: engine === 'lmstudio' ? OF_LMSTUDIO : FIX };
}

const FIX = 'Update the server, or choose the tool parser of this model: it must make JSON of the tags.';
const OF_LMSTUDIO =
  'Update LM Studio and its runtime, or the template of the model: the tags must become JSON. Its server log shows the arguments.';
