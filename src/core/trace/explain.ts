import { characterText, excerpt, type Span, withPlace } from '../text/document/index.ts';
import type { JsonErrorCode, JsonExpectation } from '../text/json/index.ts';
import type { ToolCall } from './call.ts';
import type { RuntimeWithWords } from './extraction.ts';
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
import { repairWord, unmetText, wordFor, type GateWords, type WordTable } from './words.ts';
import { writtenId } from './written-id.ts';

// The words for what runtimes share. A runtime's own words come first, so it may say more about a shared code.

export function tierLabel(tier: string, words: WordTable): string {
  return wordFor(tier, words, { native: 'Native tool_calls' });
}

/** Where a call was found: its format where the tier reads many, else its tier. */
export function originLabel(
  { tier, format }: Pick<ToolCall, 'tier' | 'format'>,
  { lenient, words }: Pick<RuntimeWithWords, 'lenient' | 'words'>,
): string {
  return lenient && tier !== format ? format : tierLabel(tier, words);
}

const gateWords = {
  'native-list': {
    question: 'Is `tool_calls` a list with at least one entry?',
    yes: 'The parser of native calls reads it, and no text parser runs.',
    no: 'Continue with the text parsers.',
    missing: '`tool_calls` is not a list with at least one entry',
  },
  'text-is-string': {
    question: 'Is the reply text a string?',
    yes: 'The text parsers read it.',
    no: 'There is no text to parse.',
    missing: 'the reply text is not a string',
  },
} as const satisfies Record<GateCode, GateWords>;

const skipSentences = {
  'no-marker': 'Skipped: the answer above is no.',
  'no-text': 'Skipped: there is no reply text.',
  'earlier-tier-matched': 'Skipped: an earlier parser found calls.',
  'earlier-tier-failed': 'Skipped: an earlier parser ended with an error.',
  shadowed: 'Skipped: an earlier parser claimed the text because it found its marker.',
} as const satisfies Record<SkipCode, string>;

const readWords = {
  name: 'The tool name',
  id: 'The call id',
  arguments: 'The arguments',
  'decoded-arguments': 'The arguments, JSON inside a JSON string',
  key: 'The name of an argument',
  value: 'The text of an argument',
  'coerced-value': 'The text of an argument, converted to another value',
  reasoning: 'Reasoning',
  'no-arguments': 'There are no usable arguments: the call gets `{}`.',
  'shape-openai': 'This entry has the OpenAI shape: type, id, function.',
  'shape-anthropic': 'This entry has the Anthropic shape: tool_use, id, name, input.',
  'shape-flat': 'This entry is flat: id, name, arguments or input.',
  'shape-flat-without-id': 'This entry is flat and has no id: name, arguments or input.',
} as const satisfies Record<ReadCode, string>;

const rejectWords = {
  'json-syntax': 'The JSON is invalid',
  'not-an-object': 'The payload is not an object, so it has no name',
  'missing-name': 'The call has no name',
  'name-not-text': 'The name is not a non-empty string',
  'missing-arguments': 'The call has no `arguments` key, and this parser requires one',
  'arguments-not-an-object': 'The arguments are not an object',
  'arguments-not-json': 'The arguments are a string that does not hold a JSON object',
  'unrecognised-shape':
    'This entry has no shape that the server knows. Without an `id`, the server rejects even a known shape',
  'name-has-no-text': 'The name is an object. The server cannot print it and crashes',
  'unbalanced-braces': 'No closing brace matches this one',
  'native-not-json': 'The native part is not JSON',
  'native-not-a-list': 'The native part is not a list, so the server ignores it',
  duplicate: 'An earlier call has the same name and arguments: the server drops this one',
} as const satisfies Record<RejectCode, string>;

const quirkSentences = {
  'other-key-ignored':
    'The arguments are under a key that this server does not read. It calls the tool with `{}` and reports nothing.',
  'arguments-dropped': 'The arguments are not an object. The server calls the tool with `{}` and reports nothing.',
  'one-error-ends-all': 'One fault turns the whole reply into an error: no call comes.',
  'inside-think': 'This is inside a think block. The server does not remove such blocks, so it runs a draft.',
  'duplicate-key':
    'This key is repeated in its object. This server keeps the first value; most JSON parsers keep the last.',
  'empty-arguments-text': 'The arguments are an empty string.',
  'kept-as-sentinel':
    'The entry cannot be read. A call with `__invalid_json__` is kept, so that the model can try again.',
  'without-id': 'The entry has no id. Callscope generates one, but strict clients reject the entry.',
  'id-renamed': 'Another call already has this id: this call gets a new one.',
  'non-object-arguments': 'The arguments are JSON, but not an object. The parser of native calls accepts them.',
} as const satisfies Record<QuirkCode, string>;

const expectations = {
  value: 'a value',
  key: 'a double-quoted key',
  colon: '`:`',
  'comma-or-close': '`,` or the closing bracket',
  digit: 'a digit',
  end: 'the end of the JSON',
} as const satisfies Record<JsonExpectation, string>;

/**
 * What is wrong in a JSON text at `at`, as the end of a sentence.
 *
 * @param path of the value that holds the error, where it is known
 */
export function jsonErrorText(
  document: string,
  at: number,
  json: NonNullable<RejectEvent['json']>,
  path: string | null = null,
): string {
  const wanted = json.expected === null ? null : `expected ${expectations[json.expected]}`;
  const escapeFrom = document.charAt(at) === '\\' ? at : at - 1;
  const escape = /^\\[^\s"`]$/u.exec(document.slice(escapeFrom, escapeFrom + 2))?.[0];
  const what = {
    'unexpected-character': `${wanted === null ? 'unexpected' : `${wanted}, found`} ${characterText(document, at)}`,
    'unexpected-end': wanted === null ? 'the JSON ends inside a string' : `${wanted}, but the JSON ends`,
    'control-character': `a string contains ${characterText(document, at)} that is not escaped`,
    'bad-escape': `invalid escape ${escape === undefined ? '' : `\`${escape}\` `}in a string`,
    'lone-surrogate': 'half of a surrogate pair in a string',
    'number-out-of-range': 'a number is out of range',
  } as const satisfies Record<JsonErrorCode, string>;
  // Readers stop at the backslash or after it.
  const place = json.code === 'bad-escape' && escape !== undefined ? escapeFrom : at;
  return withPlace(`${what[json.code]}${path === null ? '' : `, in ${path}`}`, document, place);
}

/**
 * A step in words. `title` is one sentence, or says what is at its place, and then `shown` is that text; `note` says
 * what follows from it, where that is not plain.
 */
export interface Explanation {
  readonly title: string;
  readonly shown: string | null;
  readonly note: string | null;
}

/** A step as one line of plain text. */
export function stepText(event: TraceEvent, document: string, words: WordTable): string {
  const { title, shown } = explain(event, document, words);
  return shown === null ? title : `${title}: ${shown}`;
}

/** @param words of the runtime that made the step, which travel with its extraction */
export function explain(event: TraceEvent, document: string, words: WordTable): Explanation {
  const shown = (): string => excerpt(document, event.from, event.to);
  switch (event.kind) {
    case 'enter':
      if (event.part === 'cascade') return plain('The server reads the response as one document.');
      if (event.part === 'tier') return plain(`Tier: ${tierLabel(event.name, words)}.`);
      return { title: candidateText(event.name), shown: shown(), note: null };
    case 'leave':
      return plain(leaveSentences[event.outcome]);
    case 'gate': {
      const gate = gateWordsFor(event.gate, words);
      const answer = event.answer ? 'Yes' : 'No';
      return {
        title: `${gate.question} ${foundText(event, document, gate, answer)}.`,
        shown: null,
        note: event.answer ? gate.yes : gate.no,
      };
    }
    case 'skip':
      return plain(wordFor(event.code, words, skipSentences));
    case 'marker':
      return plain(`${event.role === 'open' ? 'Opens' : 'Closes'} with \`${event.marker}\`.`);
    case 'read': {
      const what = wordFor(event.what, words, readWords);
      if (what.endsWith('.')) return plain(what);
      return event.from < event.to ? { title: what, shown: shown(), note: null } : plain(`${what}: (empty)`);
    }
    case 'repair':
      if (event.attempt !== undefined) return explainAttempt(event.code, event.inserted, event.attempt, words);
      return plain(
        `Repaired (${repairWord(event.code)}): ${changeText(event.from < event.to ? shown() : '', event.inserted)}.`,
      );
    case 'reject': {
      const what = wordFor(event.code, words, rejectWords);
      return plain(
        event.json === null
          ? `${withPlace(`${what}${refusedText(event, document)}`, document, event.at)}.`
          : `${what}: ${jsonErrorText(document, event.at, event.json)}.`,
      );
    }
    case 'quirk': {
      const what = wordFor(event.code, words, quirkSentences).replace(/\.$/, '');
      return plain(`${withPlace(what, document, event.from)}.`);
    }
    case 'call':
      return {
        title: `A call to ${event.name === '' ? 'a tool without a name' : event.name}.`,
        shown: null,
        note: event.idGenerated ? generatedIdText(event.id, writtenId(event, document)) : null,
      };
  }
}

/** Why the id of a call is not one that the model wrote. */
export function generatedIdText(id: string, written: string | null): string {
  if (written === null) return 'The call has no id, so the server generates one.';
  return written === id
    ? `The server drops the id \`${shownText(written)}\` of the call. The one that it generates is the same.`
    : `The server drops the id \`${shownText(written)}\` of the call, and generates \`${shownText(id)}\`.`;
}

function candidateText(name: string): string {
  return name.startsWith('format:') ? `A candidate in the format ${name.slice('format:'.length)}` : 'A candidate';
}

function changeText(before: string, after: string): string {
  if (before === '') return `inserted “${after}”`;
  return after === '' ? `removed “${before}”` : `replaced “${before}” with “${after}”`;
}

function explainAttempt(
  code: string,
  after: string,
  { before, outcome }: RepairAttempt,
  words: WordTable,
): Explanation {
  const change =
    after === '' ? '' : ` ${excerpt(before, 0, before.length, 80)} becomes ${excerpt(after, 0, after.length, 80)}`;
  return { title: `Tried: ${wordFor(code, words)}.${change}`, shown: null, note: wordFor(outcome, words) };
}

const leaveSentences = {
  matched: 'Done: found calls.',
  empty: 'Done: found no call.',
  malformed: 'Done: found something invalid.',
  skipped: 'Skipped.',
} as const;

function foundText({ found, answer }: GateEvent, document: string, gate: GateWords, said: string): string {
  if (found === null) return said;
  return answer ? withPlace(said, document, found.from) : `${said}: ${insteadText(found, document, gate)}`;
}

/** What is in the place of what a gate looked for. */
function insteadText({ from, to }: Span, document: string, { lacks }: GateWords): string {
  const first = document.charAt(from);
  if (lacks !== undefined && (first === '{' || first === '['))
    return withPlace(`the text begins with \`${first}\` but ${lacks}`, document, from);
  // More than one character is a part of what was asked for; one character is what was in its place.
  const what = to - from > 1 ? `only \`${document.slice(from, to)}\`` : characterText(document, from);
  return withPlace(`found ${what}`, document, from);
}

/** Why a gate said no, as a statement without its full stop: "the text does not contain `{`". */
export function gateMissText({ gate: code, found, expected }: GateEvent, document: string, words: WordTable): string {
  const gate = gateWordsFor(code, words);
  const missing = unmetText(gate) + (expected === undefined ? '' : `, ${oneOf(expected)}`);
  return found === null ? missing : `${missing}: ${insteadText(found, document, gate)}`;
}

const MOST_EXPECTED = 3;

/** What was expected and what is there, or what the original says of it; '' where nobody knows. */
function refusedText({ expected = [], detail, at }: RejectEvent, document: string): string {
  if (detail !== undefined) return `: ${excerpt(detail, 0, detail.length, LONGEST_DETAIL).replaceAll('`', '')}`;
  const [first] = expected;
  if (first === undefined) return '';
  // With what fits before the character that does not.
  let shared = Math.min(first.length - 1, at);
  while (shared > 0 && !first.startsWith(document.slice(at - shared, at))) shared -= 1;
  const found =
    shared === 0 || at >= document.length
      ? characterText(document, at)
      : `\`${shownText(document.slice(at - shared, at + FOUND))}\``;
  return `: expected ${oneOf(expected)}, found ${found}`;
}

const LONGEST_DETAIL = 120;
/** So much of what is there is shown, from the character on that does not fit. */
const FOUND = 8;

/** On one line, without the signs that mark code. */
function shownText(text: string): string {
  return excerpt(text, 0, text.length).replaceAll('`', '’');
}

function oneOf(expected: readonly string[]): string {
  const shown = expected.slice(0, MOST_EXPECTED).map((one) => `\`${shownText(one)}\``);
  const more = expected.length - shown.length;
  const [last = ''] = shown.slice(-1);
  if (more > 0) return `${shown.join(', ')} or ${String(more)} others`;
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} or ${last}`;
}

function plain(title: string): Explanation {
  return { title, shown: null, note: null };
}

/** The words for a gate; of an unknown one the code is its question. */
export function gateWordsFor(gate: string, words: WordTable): GateWords {
  const own = words[gate] ?? (gateWords as WordTable)[gate];
  return typeof own === 'object' ? own : { question: `${gate}?`, yes: '', no: '' };
}
