import type { JsonErrorCode, JsonExpectation } from '../json/error.ts';
import { characterText, excerpt, placeText } from '../document/place.ts';
import type { ToolCall } from './call.ts';
import type {
  ChatcliRejectCode,
  FormatRejectCode,
  GateCode,
  GateEvent,
  ReadCode,
  RejectCode,
  RejectEvent,
  RepairAttempt,
  SkipCode,
  TraceEvent,
} from './trace.ts';

/** Tier ids as the page writes them. */
const tierLabels: Record<string, string> = {
  native: 'Native tool_calls',
  tagged: 'Text-tagged fence',
  'tool-call-tag': '<tool_call> tag',
  raw: 'Raw JSON',
};

/** Words for what only some profiles have: by code, tier id, or `?`, `yes` and `no` with a gate. */
export type Wording = Readonly<Record<string, string>>;

const learned = new Map<string, string>();

/** The words of a profile travel with what it extracts: a page that never shows it need not load them. */
export function learnWording(wording: Wording = {}): void {
  for (const [code, words] of Object.entries(wording)) learned.set(code, words);
}

function wordsFor(code: string, table: Wording): string {
  return table[code] ?? learned.get(code) ?? code;
}

export function tierLabel(tier: string): string {
  return wordsFor(tier, tierLabels);
}

/** Where a call was found: its tier, and its format where the tier reads many. */
export function originLabel({ tier, format }: Pick<ToolCall, 'tier' | 'format'>): string {
  return tier === 'marked' || tier === 'bare' ? `${tierLabel(tier)}: ${format}` : tierLabel(tier);
}

const gateQuestions = {
  'self-contained': 'Does the provider run its own tools (`self_contained_tools: true`)?',
  'native-list': 'Is `tool_calls` a list with at least one entry?',
  'text-is-string': 'Is the reply text a string?',
  'native-denied': 'Does the provider say `native_tool_calls: false`?',
  'contains-fence': 'Does the text contain `~~~tool_call`?',
  'contains-tag': 'Does the text contain `<tool_call>`?',
  'contains-keys': 'Does the text contain both `"name"` and `"arguments"`, with their quotes?',
  'begins-with-json': 'Is the whole message JSON: does it begin with `{` or `[`, and hold `"name"` and `"arguments"`?',
  'is-code-fence': 'Is the whole text one Markdown code fence?',
} as const satisfies Partial<Record<GateCode, string>>;

/** What each answer means for what follows: [yes, no]. */
const gateConsequences = {
  'self-contained': ['Nothing is extracted, whatever the reply holds.', 'The tiers are asked one after another.'],
  'native-list': ['The native tier reads it, and no text tier runs.', 'The text tiers are asked.'],
  'text-is-string': ['The text tiers read it.', 'There is no text to read.'],
  'native-denied': [
    'The tagged tier runs without looking for its marker first, and later tiers still run when it finds nothing.',
    'Each tier is asked by its marker, and the first marker found claims the whole text.',
  ],
  'contains-fence': [
    'The tagged tier claims the text: no later tier runs, even if no block can be read.',
    'The next tier is asked.',
  ],
  'contains-tag': ['The tag tier claims the text: bare JSON is not tried.', 'The next tier is asked.'],
  'contains-keys': ['The raw tier looks at every `{`.', 'The raw tier does not run.'],
  'begins-with-json': [
    'The raw tier looks at every `{`.',
    'The raw tier does not run: prose that quotes a call must not execute.',
  ],
  'is-code-fence': ['Only the inside of the fence is read.', 'The whole text is read.'],
} as const satisfies Partial<Record<GateCode, readonly [string, string]>>;

const skipSentences = {
  'self-contained': 'Not asked: the provider runs its own tools.',
  'no-marker': 'Not run: its gate was answered with no.',
  'no-text': 'Not run: there is no reply text.',
  'earlier-tier-matched': 'Not run: an earlier tier has calls already.',
  'earlier-tier-failed': 'Not run: an earlier tier ended with an error.',
  shadowed: 'Not run: an earlier tier claimed the text because of its marker.',
} as const satisfies Record<SkipCode, string>;

const readSentences = {
  name: 'The tool name',
  id: 'The call id',
  arguments: 'The arguments, an object',
  'decoded-arguments': 'The arguments, JSON inside a JSON string',
  key: 'The name of an argument',
  value: 'The text of an argument',
  'coerced-value': 'The text of an argument becomes a value of the declared type',
  reasoning: 'Reasoning',
  'no-arguments': 'No arguments that count: the call is made with {}',
  'shape-openai': 'An entry in the OpenAI shape: type, id, function',
  'shape-anthropic': 'An entry in the Anthropic shape: tool_use, id, name, input',
  'shape-flat': 'A flat entry: id, name, arguments or input',
  'shape-flat-without-id': 'A flat entry without id: name, arguments or input',
} as const satisfies Record<Exclude<ReadCode, 'plain-arguments'>, string>;

const rejectSentences = {
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
  'unclosed-block': 'The fence is opened, but no line that begins with `~~~` follows',
  'no-line-break-after-marker': 'The marker is not followed by a line break, so it opens nothing',
  'unbalanced-braces': 'No closing brace balances this one',
  'tag-body-not-json': 'No `{` follows the tag, so it opens nothing',
  'tag-unclosed': 'No `}` with `</tool_call>` behind it follows',
  'native-not-json': 'The native part is not JSON',
  'native-not-a-list': 'The native part is not a list, so it counts as absent',
  duplicate: 'The same name with the same arguments was called before: dropped',
} as const satisfies Record<Exclude<RejectCode, ChatcliRejectCode | FormatRejectCode>, string>;

const expectations = {
  value: 'a value',
  key: 'a key in double quotes',
  colon: '`:`',
  'comma-or-close': '`,` or the closing bracket',
  digit: 'a digit',
  end: 'nothing more',
} as const satisfies Record<JsonExpectation, string>;

/** What went wrong in a JSON text at `at`, as the end of a sentence. */
export function jsonErrorText(document: string, at: number, json: NonNullable<RejectEvent['json']>): string {
  const place = placeText(document, at);
  const wanted = json.expected === null ? '' : `, where ${expectations[json.expected]} was expected`;
  const what = {
    'unexpected-character': `at ${place} stands ${characterText(document, at)}${wanted}`,
    'unexpected-end': `it ends at ${place}${json.expected === null ? ', inside a string' : wanted}`,
    'control-character': `at ${place} a string holds ${characterText(document, at)} unescaped`,
    'bad-escape': `at ${place} a string holds an escape that JSON does not know`,
    'lone-surrogate': `at ${place} a string holds half of a surrogate pair`,
    'number-out-of-range': `the number at ${place} is out of range`,
  } as const satisfies Record<JsonErrorCode, string>;
  return what[json.code];
}

/** A step in words. `title` is one sentence; `note` says what follows from it, where that is not plain. */
export interface Explanation {
  readonly title: string;
  readonly note: string | null;
}

export function explain(event: TraceEvent, document: string): Explanation {
  const shown = (): string => excerpt(document, event.from, event.to);
  switch (event.kind) {
    case 'enter':
      if (event.part === 'cascade') return plain('The response is read as one document.');
      if (event.part === 'tier') return plain(`Tier: ${tierLabel(event.name)}.`);
      return plain(`${candidateText(event.name)}: ${shown()}`);
    case 'leave':
      return plain(leaveSentences[event.outcome]);
    case 'gate': {
      const [yes, no] = consequencesOf(event.gate);
      const answer = event.answer ? 'Yes' : 'No';
      return {
        title: `${gateQuestion(event.gate)} ${answer}${foundText(event, document)}.`,
        note: event.answer ? yes : no,
      };
    }
    case 'skip':
      return plain(skipSentences[event.code]);
    case 'marker':
      return plain(`${event.role === 'open' ? 'Opens' : 'Closes'} with \`${event.marker}\`.`);
    case 'read':
      return plain(
        event.what.startsWith('shape') || event.what === 'no-arguments'
          ? `${wordsFor(event.what, readSentences)}.`
          : `${wordsFor(event.what, readSentences)}: ${shown()}`,
      );
    case 'repair':
      if (event.attempt !== undefined) return explainAttempt(event.code, event.inserted, event.attempt);
      return plain(
        `Repaired (${event.code}): ${shown()} becomes ${event.inserted === '' ? 'nothing' : event.inserted}.`,
      );
    case 'reject':
      return plain(
        event.json === null
          ? `${wordsFor(event.code, rejectSentences)} (${placeText(document, event.at)}).`
          : `${wordsFor(event.code, rejectSentences)}: ${jsonErrorText(document, event.at, event.json)}.`,
      );
    case 'quirk':
      return plain(`${wordsFor(event.code, {})} (${placeText(document, event.from)})`);
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

function explainAttempt(code: string, after: string, { before, outcome }: RepairAttempt): Explanation {
  const change =
    after === '' ? '' : ` ${excerpt(before, 0, before.length, 80)} becomes ${excerpt(after, 0, after.length, 80)}`;
  return { title: `Tried: ${wordsFor(code, {})}.${change}`, note: wordsFor(outcome, {}) };
}

const leaveSentences = {
  matched: 'Done: calls were found.',
  empty: 'Done: nothing was found.',
  malformed: 'Done: something was found that cannot be read.',
  skipped: 'Passed over.',
} as const;

function foundText({ gate, found, answer }: GateEvent, document: string): string {
  if (found === null) return '';
  const at = placeText(document, found.from);
  if (answer) return `, at ${at}`;
  const first = document.charAt(found.from);
  if (gate === 'begins-with-json' && (first === '{' || first === '[')) {
    return `: it begins with \`${first}\`, at ${at}, and does not hold both keys`;
  }
  // More than one character is a part of what was asked for; one character is what stood in its place.
  return found.to - found.from > 1
    ? `: only \`${document.slice(found.from, found.to)}\` is there, at ${at}`
    : `: ${characterText(document, found.from)} stands at ${at}`;
}

function plain(title: string): Explanation {
  return { title, note: null };
}

/** The question of a gate without its answer. */
export function gateQuestion(gate: GateCode): string {
  return (gateQuestions as Partial<Record<GateCode, string>>)[gate] ?? wordsFor(`? ${gate}`, {});
}

function consequencesOf(gate: GateCode): readonly [string, string] {
  const known = (gateConsequences as Partial<Record<GateCode, readonly [string, string]>>)[gate];
  return known ?? [wordsFor(`yes ${gate}`, {}), wordsFor(`no ${gate}`, {})];
}
