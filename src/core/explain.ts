import type { JsonErrorCode, JsonExpectation } from './json/strict.ts';
import { characterText, excerpt, placeText } from './place.ts';
import type { GateCode, QuirkCode, ReadCode, RejectCode, RejectEvent, SkipCode, TraceEvent } from './trace.ts';

/** Tier ids as the page writes them. */
const tierLabels: Record<string, string> = {
  native: 'Native tool_calls',
  tagged: 'Text-tagged fence',
  'tool-call-tag': '<tool_call> tag',
  raw: 'Raw JSON',
  marked: 'Formats with markers',
  bare: 'Bare JSON and call expressions',
};

export function tierLabel(tier: string): string {
  return tierLabels[tier] ?? tier;
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
  'contains-marker': 'Does the text contain the opening marker of a format?',
  'contains-bare-call': 'Is there JSON or a call expression without markers that may be a call?',
} as const satisfies Record<GateCode, string>;

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
  'contains-marker': ['What follows the marker decides which format it is.', 'The next tier is asked.'],
  'contains-bare-call': [
    'Without markers only the name tells a call from other data, so a declared name is asked for.',
    'The raw tier does not run.',
  ],
} as const satisfies Record<GateCode, readonly [string, string]>;

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
} as const satisfies Record<ReadCode, string>;

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
  'opener-without-body': 'Nothing that begins a call follows this marker',
  'stray-closer': 'This marker closes nothing',
  quoted: 'This is quoted, not called',
  'inside-reasoning': 'This stands inside closed reasoning, so it is considered, not called',
  'undeclared-bare-name': 'No declared tool has this name, and without markers nothing else tells a call from data',
  'not-call-shaped': 'This JSON has not the keys of a call',
  'inside-a-line': 'Other text stands on its line, so it is part of a sentence',
  'cut-off': 'The text ends inside the call, so it must not be run',
  'no-call-name': 'This name means that no tool is called',
  'not-a-call-expression': 'This is not a call with keyword arguments of literal values',
  'markup-not-followed': 'The markup of the format is not followed here',
  duplicate: 'The same name with the same arguments was called before: dropped',
} as const satisfies Record<RejectCode, string>;

const quirkSentences = {
  'opener-mid-line': 'The fence opens in the middle of a line. The rules forbid it, the runtime takes it.',
  'text-after-closer': 'Text follows the closing fence on its line. The rules forbid it, the runtime takes it.',
  'closer-indented':
    'The closing fence is indented, so it does not close. Only `~~~` right at the start of a line does.',
  'opener-taken-as-closer': 'The next opener is taken for the closer of this block, because it begins with `~~~`.',
  'other-key-ignored':
    'The arguments stand under a key this runtime does not read. The call is made with {}, silently.',
  'arguments-dropped': 'The arguments are not an object. The call is made with {}, silently.',
  'one-error-ends-all': 'One bad entry turns the whole reply into an error: the good calls beside it are lost.',
  'hidden-by-native': 'Here stands another call, but a native call hides everything in the text.',
  'fence-mention-claims-text':
    'The mere mention of the fence marker claimed the text: no block was found, and the later tiers never ran.',
  'inside-think':
    'This stands inside a think block. The runtime reads the unstripped text, so a draft is extracted too.',
  'duplicate-key': 'This key stands twice in its object. The first one counts here; most JSON readers take the last.',
  'empty-arguments-text': 'The arguments are an empty string.',
  'kept-as-sentinel':
    'The entry cannot be read. It is kept as a call with `__invalid_json__`, so that the model can be told to send it again.',
  'id-renamed': 'Another call has this id already: this one gets a new id.',
  'undeclared-name': 'No declared tool has this name. The markers say that it is a call.',
  'reasoning-began-in-prompt':
    'Reasoning is closed here that was never opened: it began in the prompt, and everything before is part of it.',
  'call-ends-reasoning': 'The reasoning is never closed. The opening marker of a call ends it.',
  'closer-missing': 'The closing marker is missing. The call is whole all the same.',
  'positional-arguments': 'The arguments have no names. They get those of the declared parameters, in their order.',
  'non-object-arguments': 'The arguments are JSON, but no object. The native tier takes them all the same.',
} as const satisfies Record<QuirkCode, string>;

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
      return plain(`A candidate: ${shown()}`);
    case 'leave':
      return plain(leaveSentences[event.outcome]);
    case 'gate': {
      const [yes, no] = gateConsequences[event.gate];
      const answer = event.answer ? 'Yes' : 'No';
      return {
        title: `${gateQuestions[event.gate]} ${answer}${foundText(event.found, event.answer, document)}.`,
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
          ? `${readSentences[event.what]}.`
          : `${readSentences[event.what]}: ${shown()}`,
      );
    case 'repair':
      return plain(
        `Repaired (${event.code}): ${shown()} becomes ${event.inserted === '' ? 'nothing' : event.inserted}.`,
      );
    case 'reject':
      return plain(
        event.json === null
          ? `${rejectSentences[event.code]} (${placeText(document, event.at)}).`
          : `${rejectSentences[event.code]}: ${jsonErrorText(document, event.at, event.json)}.`,
      );
    case 'quirk':
      return plain(`${quirkSentences[event.code]} (${placeText(document, event.from)})`);
    case 'call':
      return {
        title: `A call of ${event.name === '' ? 'a tool without a name' : event.name}.`,
        note: event.idGenerated ? 'It came without an id: one is generated.' : null,
      };
  }
}

const leaveSentences = {
  matched: 'Done: calls were found.',
  empty: 'Done: nothing was found.',
  malformed: 'Done: something was found that cannot be read.',
  skipped: 'Passed over.',
} as const;

function foundText(found: { from: number } | null, answer: boolean, document: string): string {
  if (found === null) return '';
  const at = placeText(document, found.from);
  return answer ? `, at ${at}` : `: ${characterText(document, found.from)} stands at ${at}`;
}

function plain(title: string): Explanation {
  return { title, note: null };
}

/** The question of a gate without its answer. */
export function gateQuestion(gate: GateCode): string {
  return gateQuestions[gate];
}
