import type { Span } from '../../../text/document/index.ts';
import { type Answer, stringsOf } from '../paste/answer.ts';
import type { Said, Turn } from '../evidence.ts';
import { keptBeside } from './kept-beside.ts';
import type { Reason } from '../findings/reason.ts';
import { saidOfChoice } from '../said/choice.ts';
import { saidByApps } from '../said/apps.ts';
import { saidByClients } from '../said/clients.ts';
import { saidByEngines } from '../said/engines.ts';
import { saidOfHarmony } from '../said/harmony.ts';
import { saidOfHistory } from '../said/history.ts';
import { joinedTwice } from '../said/joined-twice.ts';
import { saidByLibraries } from '../said/libraries.ts';
import { saidOfLimits } from '../said/limits.ts';
import { saidByLocalEngines } from '../said/local-engines.ts';
import { saidByMany } from '../said/many.ts';
import { saidOfMcp } from '../said/mcp.ts';
import { saidInCode } from '../said/own-code.ts';
import type { Phrase } from '../said/phrase.ts';
import { saidByProviders } from '../said/providers.ts';
import { saidOfSteps } from '../said/steps.ts';
import { saidOfStructured } from '../said/structured-output.ts';
import { saidByTemplates } from '../said/templates.ts';
import { saidOfTuples } from '../said/validators.ts';
import { saidOfAnything } from '../said/wide.ts';
import type { Scene } from '../paste/scene.ts';
import { at, stringAt, type Value, slice } from '../../index.ts';
import { type Hit, textsOf } from '../who.ts';
import { shortened } from '../words/pieces.ts';

/** A phrase that was found, and where. */
export interface Heard {
  readonly phrase: Phrase;
  readonly span: Span | null;
  /** The words as they are there. */
  readonly words: string;
  /** What the first group of the pattern found. */
  readonly named?: string | undefined;
}

/**
 * THE list of phrases, the most exact first: where several fit, the first says most.
 *
 * @internal A test holds that each has a text that it finds and two that it does not.
 */
export const phrases: readonly Phrase[] = [
  ...joinedTwice,
  ...saidInCode,
  ...saidOfTuples,
  ...saidByTemplates,
  ...saidByEngines,
  ...saidByLocalEngines,
  ...saidByClients,
  ...saidByApps,
  ...saidOfSteps,
  ...saidOfLimits,
  ...saidOfStructured,
  ...saidByLibraries,
  ...saidOfHistory,
  ...saidOfChoice,
  ...saidByProviders,
  ...saidOfMcp,
  ...saidOfHarmony,
  ...saidByMany,
];

/** Whether what the reply shows counts more than a phrase. */
export function isVague({ phrase }: Heard): boolean {
  return phrase.isVague === true;
}

/** The phrases in what somebody said, in the order of the list. */
function heardIn(said: Said, place: (from: number, to: number) => Span | null = () => said.span): readonly Heard[] {
  const text = straightQuotes(said.text);
  return phrases.flatMap((phrase) => {
    const found = phrase.pattern.exec(text);
    if (found === null) return [];
    const to = found.index + found[0].length;
    return [{ phrase, span: place(found.index, to), words: wholeWords(text, found.index, to), named: found[1] }];
  });
}

/** The words there to the end of the last one, with the name after a colon, and with the quote in which they begin. */
function wholeWords(text: string, from: number, to: number): string {
  const words = text.slice(from, to);
  const before = text.charAt(from - 1);
  const opens = /["']/.test(before) && words.split(before).length % 2 === 0;
  const rest = /[\w.]$/.test(words) ? /^\w{0,80}/ : /: ?$/.test(words) ? /^ ?[^\s`]{0,80}/ : /^/;
  return `${opens ? before : ''}${words}${rest.exec(text.slice(to, to + 100))?.[0] ?? ''}`;
}

/** So much of an error is looked at. In UTF-16 units. */
const LONGEST = 4000;

/** What a validator quotes of what it was given, and the flags of a command: their words are not those of the error. */
const QUOTED = /\binput_value=[^]{0,600}?, input_type=|\bValue: (?=[[{])[^\n]*|(?<!\S)--[a-z][\w-]*/g;

/** What a language raises where a program is wrong: the names in it are those of code. */
const OF_CODE =
  /^(?:.{0,120}[\s:])?(?:Name|Type|Attribute|UnboundLocal|Key|Index|Import|ModuleNotFound|Reference|Range|Indentation)Error: /m;

/** What an error is about, where no sentence in it is known: the first that fits. In UTF-16 units, its beginning. */
export function heardWidely({ text, span }: Said): readonly Heard[] {
  const said = straightQuotes(text.slice(0, LONGEST)).replaceAll(QUOTED, ' ');
  if (OF_CODE.test(said)) return [];
  const phrase = saidOfAnything.find(({ pattern }) => pattern.test(said));
  return phrase === undefined ? [] : [{ phrase, span, words: '' }];
}

/** Names of members of requests, which no person says and no reply. */
const MEMBER =
  /\b(?:tool_(?:use|result|call)s?(?:_ids?)?|tool(?:Use|Result|Config|Spec)|function_?[dD]eclarations?|functionCall|reasoning_content|redacted_thinking|thought_signature|input_schema)\b|\b(?:messages|tools|contents)(?:\[|\.)\d|\brole '\w{2,12}'|\bfunction (?:call|response) (?:turn|parts?)\b|\b[Rr]oles? (?:must\b|User\b)|\bof type 'reasoning'|\bfunction call call_|\bToolUse\b|\b(?:Tool call|tool_call) ids?\b/i;
/** A person's words, a question, or the markup of a reply. */
const PERSONS = /\b(?:I|my|me|you|your|we|our)\b|[?？]|<[a-z/|｜]/;
const ASKS = /\b(?:I|[Mm]y|me|[Ww]e|[Oo]ur|[Ss]orry)\b|[?？]|<[a-z/|｜]/;
/** So long is the sentence of an error. In UTF-16 units. */
const LONGEST_ALONE = 600;

/** A statement of a program: the names in it say nothing of an error. */
const PROGRAM =
  /^[ \t]{0,12}(?:(?:const |let |var )?[\w.]{1,40} ?= ?[\w.]{1,60}\(|(?:from \S+ )?import [\w{*]|(?:for|if|while) .{1,80}[:{]$|(?:async )?def \w)/m;

/** How APIs refuse a request that no tool is to blame for: in four words, or with a name, a number or an address. */
const REFUSES =
  /^(?=[^\n]{0,200}\b(?:exceed\w{0,2}|incorrect|invalid|insufficient|does not exist|not found|too long|timed out|overloaded|reached|at capacity|out of memory)\b)(?:(?:\S{1,30} ){0,3}\S{1,30}$|[^\n]{0,300}(?:['"`][\w.:/@-]{2,80}['"`]|\d{3}|https?:))[^\n]*$/i;

/** How programs begin to tell of an error, and no reply. */
const BEGINS =
  /^\W{0,3}(?:Unknown|Missing|Invalid|Malformed|Unexpected|Unsupported|Unrecogni[sz]ed|Failed|Unable|Cannot|Could not|Expected|No (?:tool|function)s?)\b/;

/** The sentence of an error that was pasted alone: no word in it says that it is one, but the names in it do. */
export function heardAlone(content: string): readonly Heard[] {
  if (content.length >= LONGEST_ALONE || PROGRAM.test(content)) return [];
  const heard = heardWidely({ text: content, span: null });
  const isNamed = MEMBER.test(content) && !PERSONS.test(content);
  const isRefusal = heard[0]?.phrase.causes.length === 0 ? REFUSES.test(content) : BEGINS.test(content);
  return isNamed || (isRefusal && !ASKS.test(content)) ? heard : [];
}

/** Word processors, chats and forums bend the quotes of what is pasted into them. Every place stays what it is. */
function straightQuotes(text: string): string {
  return /[‘’“”]/.test(text) ? text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"') : text;
}

/** The phrases in the text around the values, and in what clients keep in values of their own. */
export function heardAround(scene: Scene): readonly Heard[] {
  const { values, answers, history, request } = scene;
  const around = textsOf(scene).flatMap(({ text, place }) => heardIn({ text, span: null }, place));
  if (answers.length > 0 || history !== null || request !== null)
    return [...around, ...keptBeside(scene).flatMap((said) => heardIn(said))];
  const located = values.flatMap((value) => locatedIn(value)).filter(({ text }) => text.includes('"expected"'));
  // What a server of MCP answered says by its fields what is wrong.
  const asked = values.flatMap(rpcOf);
  const kept = [...values.flatMap((value) => [...withInput(value), ...stringsOf(value)]), ...located, ...asked];
  return [...around, ...kept.flatMap((said) => heardIn(said))];
}

/** What a server of MCP answers: its code says as much as its words. */
function rpcOf(value: Value): readonly Said[] {
  const said = stringAt(value, 'jsonrpc') === null ? '' : slice(value);
  return said !== '' && said.length < LONGEST ? [{ text: said, span: null }] : [];
}

/** FastAPI and Zod say in a list where the fault is. */
export function locatedIn(value: Value): readonly Said[] {
  const said = slice(value);
  return /"(?:loc|path)"/.test(said) && said.length < LONGEST ? [{ text: said, span: null }] : [];
}

/** The phrases in an error, and in the errors that it quotes; the exact ones first. */
export function heardInError({ value, error }: Answer): readonly Heard[] {
  const strings: readonly Said[] = [
    ...(value === null ? [] : [...withInput(value), ...stringsOf(value)]),
    ...(error ? [error] : []),
    ...(value === null ? [] : [...locatedIn(value), ...rpcOf(value)]),
  ];
  const rank = ({ phrase }: Heard): number => (phrase.isExact === true ? 0 : phrase.by === undefined ? 2 : 1);
  return strings.flatMap((said) => heardIn(said)).toSorted((a, b) => rank(a) - rank(b));
}

/** LangChain has the input that it refused in `output`, beside what it says of it. */
function withInput(value: Value): readonly Said[] {
  const body = at(value, 'error') ?? value;
  const said = stringAt(body, 'output') === null ? '' : slice(body);
  return said === '' || said.length > LONGEST ? [] : [{ text: said, span: null }];
}

/** What a report begins with: what a file or a page holds that a tool read is nobody's report. */
const REPORT =
  /^\s{0,8}(?:<tool_use_error>|<error>|\[ERROR\]|Error\b|error\b|Invalid\b|Failed\b|failed\b|unsupported\b|Tool\b|Unknown\b|No such\b|-32\d|The tool execution failed|The arguments provided)|\] Result:\s{0,4}(?:The tool execution failed|<error>|Error\b|Missing value)/;

/** What tools and clients said after a turn, where it reports an error. */
export function heardAfter({ after, results, calls }: Turn): readonly Heard[] {
  const failed = calls.flatMap(({ error, span }): Said[] => (error === null ? [] : [{ text: error, span }]));
  const reported = results.filter(({ text, isError }) => isError || REPORT.test(text.slice(0, 400)));
  const said = after.filter(({ text }) => REPORT.test(text.slice(0, 400)));
  return [...failed, ...reported, ...said].flatMap((one) => heardIn(one));
}

/** Who says it. */
export function hitOf({ phrase, span, words }: Heard): readonly Hit[] {
  if (phrase.by === undefined) return [];
  const [writer, weight] = phrase.by;
  // Where a pattern ends at the name that is quoted, its quote is left.
  const said = shortened(words)
    .replace(/ ['"]$/, '')
    .replace(/^: /, '')
    .replace(/:$/, ': …');
  return [
    { writer, weight, row: { of: 'writer', value: writer, rule: phrase.id, says: `It says \`${said}\`.`, span } },
  ];
}

/** What it means. */
export function reasonsOf({ phrase, span, named = '' }: Heard): readonly Reason[] {
  const { causes, fix, instead, isBroad, wantsPlace } = phrase;
  const says = phrase.says.replace('$1', () => named);
  return causes.map((cause, index) => ({
    cause,
    says,
    span,
    isBroad,
    wantsPlace,
    ...(index === 0 ? { fix, also: instead } : {}),
  }));
}

/** What an error is about that no call is to blame for; its nouns come last, and say most. */
export function topicOf(heard: readonly Heard[]): Phrase | undefined {
  return heard.findLast(({ phrase: { did, causes } }) => (did === 'error' || did === 'answer') && causes.length === 0)
    ?.phrase;
}

/** What the line before the body of an error says of it, where the body does not: its tools may be those of a person. */
export function topicsIn(line: string | null): readonly Heard[] {
  return heardWidely({ text: line ?? '', span: null }).filter(({ phrase }) => phrase.causes.length === 0);
}
