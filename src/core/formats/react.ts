import { isAsciiSpace, type Span } from '../text/document/index.ts';
import type { Block } from './kit/read/block.ts';
import { valueToText } from '../text/json/index.ts';
import { coerce } from './kit/read/coerce.ts';
import { decodedText } from './kit/read/encoded.ts';
import { argumentsOf, makeCall } from './kit/mend/python-item.ts';
import { argumentsIn, isCutPair } from './kit/mend/listed-arguments.ts';
import { namedList } from './kit/mend/named-list.ts';
import { readPythonCalls } from './kit/read/python-call.ts';
import { headAt } from './kit/read/head.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { turnEnds } from './kit/read/turn-end.ts';
import { endsReply, lengthBeforeWords } from './kit/read/words-around.ts';
import { textUntil } from './kit/read/text-until.ts';
import { codeAt, endOf, lookingAt, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const ACTION = 'Action:';
const NUMBERED = 'Action ';
/** The headers as Markdown makes them bold, or headings. */
const BOLD = {
  action: ['**Action:**', '**Action**:', '### Action\n', '## Action\n', '### Action:'],
  input: ['**Action Input:**', '**Action Input**:', '### Action Input\n', '## Action Input\n', '### Action Input:'],
};
/** The headers under which models show a tool in place of an action. */
const TOOL = { action: 'Tool:', input: 'Tool Input:' };
/** The headers in other letters, or with the names of the keys that agents give them. */
const OTHER_CASE = {
  action: ['action:', 'ACTION:'],
  input: ['action_input:', 'action input:', 'Action_Input:', 'Action input:', 'ACTION INPUT:', 'ACTION_INPUT:'],
};
/** The headers in other languages, as models write them that answer in the language of the user. */
const TRANSLATED = {
  action: ['行动', '动作', '操作', 'アクション', 'Aktion', 'Acción', 'Ação', 'Azione', 'Действие'],
  input: [
    ...[
      '行动输入',
      '动作输入',
      '操作输入',
      'アクション入力',
      'Aktionseingabe',
      'Eingabe',
      "Entrée de l'action",
      'Entrée',
    ],
    ...['Entrada de acción', 'Entrada de la acción', 'Entrada da ação', "Input dell'azione", 'Ввод действия'],
  ],
};
/** Colons as they are written after such a header. */
const COLONS = [':', ' :', '：'];
const withColons = (words: readonly string[]): string[] => words.flatMap((word) => COLONS.map((colon) => word + colon));
const TRANSLATED_ACTIONS = [...withColons(TRANSLATED.action), 'Action :', 'Action：', ...OTHER_CASE.action];
const OTHER_INPUTS = [
  ...BOLD.input,
  ...OTHER_CASE.input,
  TOOL.input,
  ...withColons(TRANSLATED.input),
  'Action Input :',
  'Action Input：',
];
const INPUTS = ['Action Input:', ...OTHER_INPUTS, 'Action Input'];
const OBSERVATIONS = ['Observation:', '**Observation:**', '**Observation**:'];
/** How an object begins that is encoded as a string. */
const ENCODED = ['"{\\"', '"{ \\"', '"{}"'];
/** A name right before its arguments, as an expression of code is written; and one with a blank between them. */
const NAMED = /^[A-Za-z_][\w.-]{2,100}\(/;
const NAMED_LOOSELY = /^[\w.:/-]{1,100} ?[({]/;
const LONGEST_THOUGHT = 1000;
/** Most UTF-16 units of a list of keys and values. */
const LONGEST_LIST = 10_000;
/** The runtime writes what follows. */
const STOPS = [
  ...['\nObservation', '\nThought:', '\nFinal Answer:', '\nAction:'],
  ...['\nobservation:', '\nthought:', '\naction:', '\nOBSERVATION:', '\nTHOUGHT:', '\nACTION:'],
  ...turnEnds,
  ...['\n**Observation', '\n**Thought', '\n**Final Answer', ...BOLD.action.map((one) => `\n${one}`)],
];

/** What a server stops at, and how many letters of it tell a last line that ends inside of it from a word. */
const BEGUN_STOPS: readonly (readonly [word: string, least: number])[] = [
  ['observation', 3],
  ['thought:', 5],
  ['final answer:', 7],
];

/** Where the last line of a text begins, if the text ends inside of a word that a server stops at; else its end. */
function beforeBegunStop(text: string): number {
  const from = text.lastIndexOf('\n');
  const line = from < 0 ? '' : text.slice(from).replaceAll('*', '').trim().toLowerCase();
  return BEGUN_STOPS.some(([word, least]) => line.length >= least && word.startsWith(line)) ? from : text.length;
}

/** The number of a step, as in `Action 1:`, up to its colon. */
const STEP = /^ ?\d{1,3} ?:/;
const LONGEST_STEP = 8;

/** The offset after the number of a step; `at` where there is none. */
function* pastStep({ source }: Block, at: number): Resumable<number> {
  yield* codeAt(source, at + LONGEST_STEP);
  return at + (STEP.exec(source.slice(at, Math.min(source.length, at + LONGEST_STEP)))?.[0].length ?? 0);
}

/** An object with the action and its input in a code block, as the structured chat of LangChain asks for it. */
const structured = jsonCalls({ prefixes: ['```json', '```'], close: ['```'] });
const STRUCTURED = /^```(?:json)?[ \n]?\{[ \n]?"action" ?: ?"(?!final[ _-]?answer)/i;
const STRUCTURED_UNITS = 14;

function* read(block: Block): Resumable<number> {
  if (block.opener === ACTION && STRUCTURED.test(yield* headAt(block.source, block.at, STRUCTURED_UNITS)))
    return yield* pastObservation(block, yield* endOf(structured(block)));
  const { source, rec, tools } = block;
  const nameFrom = block.opener === NUMBERED ? yield* pastStep(block, block.at) : block.at;
  const line = yield* textUntil(source, nameFrom, ['\n', ...INPUTS, ...turnEnds], 200);
  const action = trimmed(block, nameFrom, line.to);
  const name = nameIn(tools, source.slice(action.from, action.to).replace(/\(\)$/, ''));
  const input = yield* skipSpace(source, line.to);
  const word = yield* oneOf(source, input, INPUTS);
  if (word === null && (yield* expression(block, action))) return yield* stop(block, action.to);
  const isKnown = !TRANSLATED_ACTIONS.includes(block.opener) || tools.has(tools.resolve(name));
  if (line.literal === null || name === '' || word === null || !isKnown)
    return block.refuse('markup-not-followed', block.at);
  const wordTo = input + word.length;
  const after = word.endsWith(':') ? wordTo : yield* pastStep(block, wordTo);
  let at = yield* skipSpace(source, after);
  const isUnfenced = (yield* codeAt(source, at)) === 0x7b;
  for (const fence of ['```json', '```'])
    if (yield* lookingAt(source, at, fence)) at = yield* skipSpace(source, at + fence.length);
  // Inline code around the object.
  if (yield* lookingAt(source, at, '`{')) at += 1;
  const isEncoded = (yield* oneOf(source, at, ENCODED)) !== null;
  const isObject = isEncoded || (yield* codeAt(source, at)) === 0x7b;
  // CrewAI and LangChain name tools in words; where no object follows, words may be a sentence.
  if (/\s/.test(name) && !isObject && !tools.has(name)) return block.refuse('markup-not-followed', block.at);
  if (!word.endsWith(':') && after === wordTo && !OTHER_INPUTS.includes(word)) {
    if (!isUnfenced) return block.refuse('markup-not-followed', block.at);
    rec.repair('missing-marker', { from: after, to: after }, ':');
  }
  if (block.opener !== ACTION) rec.repair('wrong-marker', { from: block.from, to: nameFrom }, ACTION);
  if (after > wordTo) rec.repair('wrong-marker', { from: input, to: after }, 'Action Input:');
  if (OTHER_INPUTS.includes(word)) rec.repair('wrong-marker', { from: input, to: after }, 'Action Input:');
  if (line.literal !== '\n') rec.repair('missing-marker', { from: input, to: input }, '\n');
  const isSigned = source.startsWith(`${name}(`, action.from);
  const nameSpan = isSigned ? { from: action.from, to: action.from + name.length } : action;
  if (isSigned) rec.repair('surplus-marker', { from: nameSpan.to, to: action.to }, '');
  rec.read('name', nameSpan);
  if (isObject) {
    const payload = yield* readJsonPayload(source, at, STOPS);
    const span = { from: nameSpan.from, to: payload.to };
    if (payload.state === 'cut') block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, nameSpan.from);
    else if (payload.state === 'broken') block.malformed('json-syntax', span, at, payload.error);
    else if (payload.guesses.length > 0)
      block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
    else block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, span);
    const end = yield* skipSpace(source, payload.to);
    const closer = yield* oneOf(source, end, ['```', '`']);
    return yield* stop(block, closer === null ? payload.to : end + closer.length);
  }
  // A bare text is the value of the only parameter.
  const end = yield* textUntil(source, Math.max(at - 1, input), STOPS, Infinity);
  const valueTo = end.literal === null ? at + beforeBegunStop(source.slice(at, end.to)) : end.to;
  const value = withoutFence(block, trimmed(block, at, valueTo));
  const [only, ...others] = tools.parameters(name);
  const main = others.length === 0 ? only : (tools.mainParameter(name) ?? undefined);
  const span = { from: nameSpan.from, to: Math.max(value.to, at) };
  const mayBeList = tools.isEmpty || others.length > 0;
  if (value.from < value.to && mayBeList) {
    const list = trimmed(block, value.from, value.from + lengthBeforeWords(source.slice(value.from, value.to)));
    if (listed(block, name, nameSpan, list)) return yield* stop(block, list.to);
  }
  const written = source.slice(value.from, value.to);
  // A text in quotation marks, or pairs, of which the end is missing.
  const isOpen = /^"[^"\n]*$/.test(written) || isCutPair(tools.parameters(name), written);
  if (isOpen && source.ended && end.to >= source.length)
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, nameSpan.from);
  else if (value.from >= value.to) block.call({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
  else if (main === undefined) {
    if (!block.placeholder(name, span)) block.malformed('arguments-not-json', span, value.from);
  } else {
    // LangChain takes the quotation marks away as well.
    const text = decodedText(written.slice(0, lengthBeforeWords(written))) ?? written;
    const { json } = coerce(text, tools.parameter(name, main), tools.schema(name));
    rec.read('value', value);
    block.call({ name, nameSpan, argumentsText: `{${valueToText(main)}:${json}}`, argumentsSpan: value }, span);
  }
  return yield* stop(block, span.to);
}

/** The declared name after a verb, in brackets, or before its signature: `Use the ring_bell tool`; any other name as it is. */
function nameIn(tools: Block['tools'], written: string): string {
  const [, name = ''] =
    /^(?:(?:use|call|run|using|calling)\s+(?:the\s+)?(?:tool\s+)?["'`]?|\[)([\w.-]{1,100})(?:\]|["'`]?(?:\s+tool)?)$/i.exec(
      written,
    ) ?? [];
  if (tools.has(written) || tools.has(name)) return tools.has(written) ? written : name;
  return tools.names.find((one) => written.startsWith(`${one}(`)) ?? written;
}

/** Makes the call whose input is a list of keys and values: `room="attic", level=2`. False where it is none. */
function listed(block: Block, name: string, nameSpan: Span, value: Span): boolean {
  const { rec, source, tools } = block;
  const given =
    value.to - value.from > LONGEST_LIST
      ? null
      : argumentsIn(tools, tools.resolve(name), source.slice(value.from, value.to));
  if (given === null || (tools.isEmpty && given.members.length === 0)) return false;
  const argumentsText = given.json;
  rec.repair('wrong-marker', value, argumentsText);
  return block.call({ name, nameSpan, argumentsText, argumentsSpan: value }, { from: nameSpan.from, to: value.to });
}

/**
 * Makes the call that is written with its arguments in the place of its name; false where it is none. Without declared tools,
 * the reply must end with it.
 *
 *     Action: set_lamp(room="attic", level=2)
 */
function* expression(block: Block, { from, to }: Span): Resumable<boolean> {
  const { rec, source, tools } = block;
  yield* codeAt(source, to);
  const text = source.slice(from, to);
  const [call, other] = readPythonCalls(text, 0, text.length, from) ?? [];
  if (call !== undefined && other === undefined && tools.has(call.name)) {
    const json = argumentsOf(call, tools.parameters(call.name));
    if (json === null) return false;
    rec.repair('wrong-marker', { from: call.nameSpan.to, to: call.span.to }, `\nAction Input: ${json}`);
    makeCall(block, call);
    return true;
  }
  if (inBrackets(block, { from, to }, text)) return true;
  const list = (tools.isEmpty ? NAMED : NAMED_LOOSELY).test(text) ? namedList(tools, text) : null;
  if (list === null) return false;
  const { name, json } = list;
  if (tools.isEmpty && (json === '{}' || !block.startsText) && !hasThought(block)) return false;
  if (tools.isEmpty && !(yield* endsReply(source, yield* skipSpace(source, to)))) return false;
  const nameSpan = { from, to: from + name.length };
  rec.repair('wrong-marker', { from: nameSpan.to, to }, `\nAction Input: ${json}`);
  rec.read('name', nameSpan);
  return block.call({ name, nameSpan, argumentsText: json, argumentsSpan: { from: nameSpan.to, to } }, { from, to });
}

/**
 * Makes the call whose one value is in brackets after its name, as the first prompts of ReAct have it.
 *
 *     Action 1: look_up[Ada Lovelace]
 */
function inBrackets(block: Block, { from, to }: Span, text: string): boolean {
  const { rec, tools } = block;
  const [, name = '', written = ''] = /^([\w.-]{1,100})\[([^\]]+)\]$/.exec(text) ?? [];
  const key = tools.mainParameter(name);
  if (key === null) return false;
  const json = `{${valueToText(key)}:${coerce(written, tools.parameter(name, key), tools.schema(name)).json}}`;
  const nameSpan = { from, to: from + name.length };
  rec.repair('wrong-marker', { from: nameSpan.to, to }, `\nAction Input: ${json}`);
  rec.read('name', nameSpan);
  return block.call({ name, nameSpan, argumentsText: json, argumentsSpan: { from: nameSpan.to, to } }, { from, to });
}

function hasThought({ source, from }: Block): boolean {
  return /(?:^|\n)\W{0,3}Thought:/.test(source.slice(Math.max(0, from - LONGEST_THOUGHT), from));
}

/** The end of the block, and of all reading where the observation follows: the model did not do what it says. */
function* stop(block: Block, to: number): Resumable<number> {
  block.end(to);
  return yield* pastObservation(block, to);
}

function* pastObservation({ source, rec }: Block, to: number): Resumable<number> {
  const next = yield* skipSpace(source, to);
  if ((yield* oneOf(source, next, OBSERVATIONS)) === null) return to;
  while (!source.ended) {
    source.keep = source.length;
    yield;
  }
  rec.reject('written-by-runtime', { from: next, to: source.length });
  return source.length;
}

/** A value without the line that closes a code block around the call. */
function withoutFence(block: Block, { from, to }: Span): Span {
  const text = block.source.slice(from, to);
  const isLone = text.endsWith('\n```') && text.indexOf('```') === text.length - 3;
  return isLone ? trimmed(block, from, to - 3) : { from, to };
}

function trimmed({ source }: Block, from: number, to: number): Span {
  let start = from;
  let end = Math.max(from, to);
  while (start < end && isAsciiSpace(source.code(start))) start += 1;
  while (end > start && isAsciiSpace(source.code(end - 1))) end -= 1;
  return { from: start, to: end };
}

/** A line with the name and a line with the input, as in the ReAct prompt. */
export const react: ToolFormat = {
  id: 'react',
  lineage: 'ReAct, LangChain',
  models: 'any, by prompt',
  dialects: ['text-input', 'fenced-input'],
  readers: { others: ['LangChain'] },
  tier: 'marked',
  prompt: {
    ask: 'Think first, then act. Write your thoughts after Thought:, the tool after Action: and its arguments as a JSON object after Action Input:, each on its own line. Then stop: the next line is the observation.',
    render: eachCall(({ name, arguments: args }) => `Action: ${name}\nAction Input: ${valueToText(args)}`),
  },
  example: 'Thought: need depth\nAction: sound_depth\nAction Input: {"buoy": 4}',
  openers: (tools) => [
    ...(tools.isEmpty ? [] : TRANSLATED_ACTIONS).map((text) => ({ text, atLineStart: true as const })),
    { text: NUMBERED, atLineStart: true, next: /^\d{1,3} ?: ?[^\s`]/, units: 6 },
    { text: ACTION, atLineStart: true, units: STRUCTURED_UNITS, next: STRUCTURED },
    ...[ACTION, ...BOLD.action].map((text) => ({ text, atLineStart: true as const, next: /^`?[^\s`]/ })),
    { text: TOOL.action, atLineStart: true, units: 6, next: /^[\w.-]+\nTool Input ?: ?\n?\{/ },
  ],
  read: read,
};
