import { characterText, excerpt, placeText } from '../document/place.ts';
import type { JsonErrorCode, JsonExpectation } from '../json/error.ts';
import type { ToolCall } from './call.ts';
import type { RuntimeInfo } from './extraction.ts';
import type {
  GateCode,
  GateEvent,
  QuirkCode,
  ReadCode,
  RejectCode,
  RejectEvent,
  RepairAttempt,
  SkipCode,
  TraceEvent,
} from './trace.ts';
import { wordFor, type GateWords, type WordTable } from './words.ts';

// The words for what runtimes share. A runtime's own words come first, so it may say more about a shared code.

export function tierLabel(tier: string, words: WordTable): string {
  return wordFor(tier, words, { native: 'Native tool_calls' });
}

/** Where a call was found: its tier, and its format where the tier reads many. */
export function originLabel(
  { tier, format }: Pick<ToolCall, 'tier' | 'format'>,
  { lenient, words }: Pick<RuntimeInfo, 'lenient' | 'words'>,
): string {
  const label = tierLabel(tier, words);
  return lenient && tier !== format ? `${label}: ${format}` : label;
}

const gateWords = {
  'native-list': {
    question: 'Is `tool_calls` a list with at least one entry?',
    yes: 'The native tier reads it, and no text tier runs.',
    no: 'The text tiers are asked.',
  },
  'text-is-string': {
    question: 'Is the reply text a string?',
    yes: 'The text tiers read it.',
    no: 'There is no text to read.',
  },
} as const satisfies Record<GateCode, GateWords>;

const skipSentences = {
  'no-marker': 'Not run: its gate was answered with no.',
  'no-text': 'Not run: there is no reply text.',
  'earlier-tier-matched': 'Not run: an earlier tier has calls already.',
  'earlier-tier-failed': 'Not run: an earlier tier ended with an error.',
  shadowed: 'Not run: an earlier tier claimed the text because of its marker.',
} as const satisfies Record<SkipCode, string>;

const readWords = {
  name: 'The tool name',
  id: 'The call id',
  arguments: 'The arguments, an object',
  'decoded-arguments': 'The arguments, JSON inside a JSON string',
  key: 'The name of an argument',
  value: 'The text of an argument',
  'coerced-value': 'The text of an argument becomes a value of the declared type',
  reasoning: 'Reasoning',
  'no-arguments': 'No arguments that count: the call is made with {}.',
  'shape-openai': 'An entry in the OpenAI shape: type, id, function.',
  'shape-anthropic': 'An entry in the Anthropic shape: tool_use, id, name, input.',
  'shape-flat': 'A flat entry: id, name, arguments or input.',
  'shape-flat-without-id': 'A flat entry without id: name, arguments or input.',
} as const satisfies Record<ReadCode, string>;

const rejectWords = {
  'json-syntax': 'This is not JSON',
  'not-an-object': 'The payload is not an object, so it has no name',
  'missing-name': 'There is no name',
  'name-not-text': 'The name is not a non-empty string',
  'missing-arguments': 'There is no `arguments` key, and this tier needs one',
  'arguments-not-an-object': 'The arguments are not an object',
  'arguments-not-json': 'The arguments are a string that does not hold a JSON object',
  'unrecognised-shape':
    'This entry has none of the shapes the runtime knows; without an `id` even a known one does not count',
  'name-has-no-text': 'The name is an object, which the runtime cannot print: it crashes here',
  'unbalanced-braces': 'No closing brace balances this one',
  'native-not-json': 'The native part is not JSON',
  'native-not-a-list': 'The native part is not a list, so it counts as absent',
  duplicate: 'The same name with the same arguments was called before: dropped',
} as const satisfies Record<RejectCode, string>;

const quirkSentences = {
  'other-key-ignored':
    'The arguments stand under a key this runtime does not read. The call is made with {}, silently.',
  'arguments-dropped': 'The arguments are not an object. The call is made with {}, silently.',
  'one-error-ends-all': 'One bad entry turns the whole reply into an error: the good calls beside it are lost.',
  'inside-think':
    'This stands inside a think block. The runtime reads the unstripped text, so a draft is extracted too.',
  'duplicate-key': 'This key stands twice in its object. The first one counts here; most JSON readers take the last.',
  'empty-arguments-text': 'The arguments are an empty string.',
  'kept-as-sentinel':
    'The entry cannot be read. It is kept as a call with `__invalid_json__`, so that the model can be told to send it again.',
  'id-renamed': 'Another call has this id already: this one gets a new id.',
  'non-object-arguments': 'The arguments are JSON, but no object. The native tier takes them all the same.',
} as const satisfies Record<QuirkCode, string>;

const expectations = {
  value: 'a value',
  key: 'a key in double quotes',
  colon: '`:`',
  'comma-or-close': '`,` or the closing bracket',
  digit: 'a digit',
  end: 'the end of the JSON',
} as const satisfies Record<JsonExpectation, string>;

/** What went wrong in a JSON text at `at`, as the end of a sentence. */
export function jsonErrorText(document: string, at: number, json: NonNullable<RejectEvent['json']>): string {
  const place = placeText(document, at);
  const wanted = json.expected === null ? null : `expected ${expectations[json.expected]}`;
  const what = {
    'unexpected-character': `${wanted === null ? 'unexpected' : `${wanted}, found`} ${characterText(document, at)} at ${place}`,
    'unexpected-end': `${wanted === null ? 'the JSON ends inside a string' : `${wanted}, but the JSON ends`} at ${place.replace(/^the end \((.*)\)$/, '$1')}`,
    'control-character': `a string contains ${characterText(document, at)} that is not escaped, at ${place}`,
    'bad-escape': `invalid escape in a string at ${place}`,
    'lone-surrogate': `half of a surrogate pair in a string at ${place}`,
    'number-out-of-range': `the number at ${place} is out of range`,
  } as const satisfies Record<JsonErrorCode, string>;
  return what[json.code];
}

/** A step in words. `title` is one sentence; `note` says what follows from it, where that is not plain. */
export interface Explanation {
  readonly title: string;
  readonly note: string | null;
}

/** @param words of the runtime that made the step, which travel with its extraction */
export function explain(event: TraceEvent, document: string, words: WordTable): Explanation {
  const shown = (): string => excerpt(document, event.from, event.to);
  switch (event.kind) {
    case 'enter':
      if (event.part === 'cascade') return plain('The response is read as one document.');
      if (event.part === 'tier') return plain(`Tier: ${tierLabel(event.name, words)}.`);
      return plain(`${candidateText(event.name)}: ${shown()}`);
    case 'leave':
      return plain(leaveSentences[event.outcome]);
    case 'gate': {
      const gate = gateWordsFor(event.gate, words);
      const answer = event.answer ? 'Yes' : 'No';
      return {
        title: `${gate.question} ${answer}${foundText(event, document, gate)}.`,
        note: event.answer ? gate.yes : gate.no,
      };
    }
    case 'skip':
      return plain(wordFor(event.code, words, skipSentences));
    case 'marker':
      return plain(`${event.role === 'open' ? 'Opens' : 'Closes'} with \`${event.marker}\`.`);
    case 'read': {
      const what = wordFor(event.what, words, readWords);
      return plain(what.endsWith('.') ? what : `${what}: ${event.from < event.to ? shown() : '(empty)'}`);
    }
    case 'repair':
      if (event.attempt !== undefined) return explainAttempt(event.code, event.inserted, event.attempt, words);
      return plain(
        `Repaired (${event.code}): ${shown()} becomes ${event.inserted === '' ? 'nothing' : event.inserted}.`,
      );
    case 'reject': {
      const what = wordFor(event.code, words, rejectWords);
      return plain(
        event.json === null
          ? `${what} ${inBrackets(document, event.at)}.`
          : `${what}: ${jsonErrorText(document, event.at, event.json)}.`,
      );
    }
    case 'quirk': {
      const what = wordFor(event.code, words, quirkSentences).replace(/\.$/, '');
      return plain(`${what} ${inBrackets(document, event.from)}.`);
    }
    case 'call':
      return {
        title: `A call of ${event.name === '' ? 'a tool without a name' : event.name}.`,
        note: event.idGenerated ? 'It came without an id: one is generated.' : null,
      };
  }
}

function candidateText(name: string): string {
  return name.startsWith('format:') ? `A candidate in the format ${name.slice('format:'.length)}` : 'A candidate';
}

function explainAttempt(
  code: string,
  after: string,
  { before, outcome }: RepairAttempt,
  words: WordTable,
): Explanation {
  const change =
    after === '' ? '' : ` ${excerpt(before, 0, before.length, 80)} becomes ${excerpt(after, 0, after.length, 80)}`;
  return { title: `Tried: ${wordFor(code, words)}.${change}`, note: wordFor(outcome, words) };
}

const leaveSentences = {
  matched: 'Done: found calls.',
  empty: 'Done: found no call.',
  malformed: 'Done: found something invalid.',
  skipped: 'Skipped.',
} as const;

function foundText({ found, answer }: GateEvent, document: string, { lacks }: GateWords): string {
  if (found === null) return '';
  const at = placeText(document, found.from);
  if (answer) return `, at ${at}`;
  const first = document.charAt(found.from);
  if (lacks !== undefined && (first === '{' || first === '['))
    return `: it begins with \`${first}\`, at ${at}, and ${lacks}`;
  // More than one character is a part of what was asked for; one character is what was in its place.
  return found.to - found.from > 1
    ? `: found only \`${document.slice(found.from, found.to)}\`, at ${at}`
    : `: found ${characterText(document, found.from)} at ${at}`;
}

/** The place at the end of a sentence. */
function inBrackets(document: string, at: number): string {
  const place = placeText(document, at);
  return place.endsWith(')') ? `(${place.slice(0, -1).replace(' (', ', ')})` : `(${place})`;
}

function plain(title: string): Explanation {
  return { title, note: null };
}

/** The words for a gate; of an unknown one the code is its question. */
export function gateWordsFor(gate: string, words: WordTable): GateWords {
  const own = words[gate] ?? (gateWords as WordTable)[gate];
  return typeof own === 'object' ? own : { question: `${gate}?`, yes: '', no: '' };
}
