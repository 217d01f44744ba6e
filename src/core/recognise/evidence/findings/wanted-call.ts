import { readJson } from '../../../text/json/index.ts';
import { type Heard, reasonsOf } from '../errors/phrase-search.ts';
import type { Turn } from '../evidence.ts';
import type { Judgement } from './judge.ts';
import type { Reason } from './reason.ts';

/** Code of LangChain that asks for an object as a call. Source: langchain-openai chat_models/base.py, `with_structured_output` */
const STRUCTURED =
  /\.with_?[sS]tructured_?[oO]utput\([^()\n]{0,200}\bmethod["']?\s{0,4}[:=]\s{0,4}["']function_?[cC]alling["']/;

/** Whether a client says that it wants a call: then it sends its tools. */
export function wantsCall(heard: readonly Heard[]): boolean {
  return heard.some(({ phrase }) => phrase.instead !== undefined);
}

/**
 * Why a client has no object that it asks for as a call, by what came: a text that holds the call, words, or calls that it refused.
 * Null where no client tells of it.
 */
export function ofWantedCall(
  heard: readonly Heard[],
  { turn: { calls, text }, judgement: { did, reasons } }: { readonly turn: Turn; readonly judgement: Judgement },
  around: string,
): readonly Reason[] | null {
  const wanted = heard.find(({ phrase }) => phrase.instead !== undefined);
  const also = wanted?.phrase.instead ?? (STRUCTURED.test(around) ? OF_LANGCHAIN : undefined);
  if (also === undefined) return null;
  const [first, ...others] = reasons;
  if (did === 'text' || did === 'answer') {
    if (did === 'answer' && first === undefined && also !== '' && isObjectAlone(text?.text ?? ''))
      return [{ ...AS_OBJECT, fix: `${also.replace(/^Or g/, 'G')} Or choose a model that calls tools more steadily.` }];
    const own = first ?? (did === 'answer' ? IN_WORDS : undefined);
    return own === undefined ? null : [{ ...own, also }, ...others];
  }
  if (did !== 'calls' || wanted === undefined) return null;
  const isOfOne = calls.length > 1 && wanted.phrase.by?.[0] === 'instructor';
  const refused = isOfOne ? [ONLY_ONE] : reasonsOf(wanted).slice(0, 1).map(asRefused);
  // A call that shows what is wrong with it says more.
  return first === undefined || first.cause === 'client' ? [...refused, ...reasons] : [...reasons, ...refused];
}

function asRefused(reason: Reason): Reason {
  return { ...reason, cause: 'arguments', fix: REFUSED, also: undefined };
}

const OF_LANGCHAIN = 'Or get the result without a call: `method="json_schema"`.';

const IN_WORDS: Reason = {
  cause: 'other-format',
  says: 'The client wants a call, and the model answered in words.',
  fix: 'Choose a model that calls tools more steadily: asking again changes little.',
};

const AS_OBJECT: Reason = {
  cause: 'other-format',
  says: 'The client wants a call, and none came: the model wrote the object itself as text.',
};

/** Whether a text is an object of JSON and nothing else, in a code block or without one. */
function isObjectAlone(text: string): boolean {
  const reading = readJson(/^\s{0,8}```\w{0,10}\n([^]{1,20000})\n```\s{0,8}$/.exec(text)?.[1] ?? text);
  return reading.ok && reading.node.kind === 'object';
}

const ONLY_ONE: Reason = {
  cause: 'client',
  says: 'The client takes exactly one call, and several came.',
  fix: 'Send `parallel_tool_calls: false`, or ask for a list of that type.',
};

const REFUSED =
  'Compare the arguments with the type that the client wants. What it sent back to the model says what it refused.';
