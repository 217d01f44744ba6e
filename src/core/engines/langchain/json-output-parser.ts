import { readJavascriptJson } from '../../text/languages/index.ts';
import type { JsonError, JsonValue } from '../../text/json/index.ts';
import { type Span, trimmedPart } from '../../text/document/index.ts';
import type { Outcome, Recorder } from '../../trace/index.ts';
import type { Runtime } from '../runtime.ts';
import { completePartialJson } from './partial-json.ts';
import { langchainCore } from './words.ts';

const FENCE = '```';

const words = {
  json: 'JSON in the text',
  'contains-fence': {
    question: 'Does the text contain a code fence?',
    yes: 'LangChain parses only the inside of the first fence.',
    no: 'LangChain parses the whole text.',
  },
  parsed: 'The app gets this value',
  completed: 'The JSON ends too early. LangChain completes it for the app',
  'no-value': 'LangChain cannot parse this: the app gets `null`',
  'json-syntax': '`JSON.parse` rejects this',
  'raises-SyntaxError': 'LangChain raises an exception: the text is not JSON',
} as const;

type Code = keyof typeof words;

/** What the parser gives the app. */
export type JsonOutput =
  | { readonly ok: true; readonly value: JsonValue; readonly isCompleted: boolean }
  | { readonly ok: false; readonly error: JsonError; readonly message: string };

export interface JsonOutputRuntime extends Runtime<Code> {
  readonly parse: (text: string) => JsonOutput;
}

/** `JsonOutputParser` on a whole reply. */
export const jsonOutputParser = runtimeOf({
  id: 'langchain:json-output-parser',
  flag: 'JsonOutputParser',
  label: 'LangChain JsonOutputParser',
  emulates: 'The JSON parser of LangChain (JavaScript) for text: it gives the app a value, and never a call.',
  partial: false,
});

/** The same on a reply that is coming in: what is cut off is completed, and it never raises. */
export const jsonOutputParserPartial = runtimeOf({
  id: 'langchain:json-output-parser-partial',
  flag: 'JsonOutputParser, partial',
  label: 'LangChain JsonOutputParser (partial)',
  emulates: 'The JSON parser of LangChain (JavaScript) while text comes in: it completes what is cut off.',
  partial: true,
});

function runtimeOf({
  partial,
  ...rest
}: Pick<Runtime, 'id' | 'flag' | 'label' | 'emulates'> & { readonly partial: boolean }): JsonOutputRuntime {
  return {
    ...rest,
    project: 'langchain',
    source: { ...langchainCore, file: 'utils/json.ts' },
    formats: [],
    lenient: false,
    tiers: ['json'],
    asks: [],
    words,
    parse: (text) => parseAt(text, jsonIn(text), partial),
    whole: (_opened, _tools, _options, steps) => readText(rest.id, partial, steps),
  };
}

/** Where the JSON is looked for: all of the text, or the inside of its first fence. Without white space around it. */
function jsonIn(text: string): Span {
  const fence = text.indexOf(FENCE);
  if (fence < 0) return trimmedPart(text, { from: 0, to: text.length });
  const inside = fence + FENCE.length;
  const skipped = ['json\n', 'json', '\n'].find((start) => text.startsWith(start, inside)) ?? '';
  const from = inside + skipped.length;
  const closer = text.indexOf(FENCE, from);
  return trimmedPart(text, { from, to: closer < 0 ? text.length : closer });
}

function parseAt(text: string, { from, to }: Span, partial: boolean): JsonOutput {
  const json = text.slice(from, to);
  const reading = readJavascriptJson(json);
  if (reading.ok) return { ok: true, value: reading.value, isCompleted: false };
  if (!partial) return reading;
  const completed = completePartialJson(json);
  return completed === null ? reading : { ok: true, value: JSON.parse(completed) as JsonValue, isCompleted: true };
}

function readText(id: string, partial: boolean, steps: Recorder<Code>): Outcome {
  const { document, text } = steps.opened;
  const whole = { from: 0, to: document.length };
  steps.enter('cascade', id, whole);
  if (text === null) {
    steps.leave(whole, 'empty');
    return { content: null };
  }
  steps.enter('tier', 'json', text);
  const reply = document.slice(0, text.to);
  const fence = reply.indexOf(FENCE);
  steps.gate('contains-fence', fence >= 0, text, fence < 0 ? null : { from: fence, to: fence + FENCE.length });
  const place = jsonIn(reply);
  const output = parseAt(reply, place, partial);
  let raises = false;
  if (output.ok) steps.read(output.isCompleted ? 'completed' : 'parsed', place);
  else {
    const at = place.from + output.error.at;
    steps.reject('json-syntax', place, at, output.error);
    raises = !partial;
    if (raises) {
      steps.mark('lost', text.from, text.to);
      steps.fail({ code: 'raises-SyntaxError', served: 'crash', span: place, at });
    } else steps.quirk('no-value', place);
  }
  const ending = output.ok ? 'empty' : 'malformed';
  steps.leave(text, ending);
  steps.leave(whole, ending);
  return { content: raises ? null : reply };
}
