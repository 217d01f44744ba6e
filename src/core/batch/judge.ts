import { diagnose, isStreamTried } from '../diagnose/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import {
  AskedReply,
  extract,
  type ExtractOptions,
  FILE_RUNTIME,
  type FileReading,
  fileRuntime,
  runtimeList,
  withTools,
} from '../reader/index.ts';
import { applyEdit, numberText } from '../text/document/index.ts';
import { type ToolDefinition, toolsOfCalls } from '../tools/index.ts';
import { codesWhere, type Diagnosis, type Extraction, verdictOf } from '../trace/index.ts';
import { type AlignedTools, withJsonTypes, withNamesOf, withoutTurnEnd } from './align.ts';
import { answeredNothing } from './expected.ts';
import { causeOf, cutFirst, lostPart } from './cause.ts';
import { beginningOf, normalised, type Normalised, outlineOf } from './normalise.ts';
import {
  type BatchOutcome,
  byExpectation,
  isBeside,
  isToldAgain,
  isWrong,
  madeCalls,
  outcomeOf,
  whyUnexpected,
} from './outcome.ts';
import { type OwnFault, ownFaults } from './own-calls.ts';
import { callByShape, type PerhapsCall } from './perhaps.ts';
import type { LoggedCall, LoggedReply } from './reply.ts';
import { type Served, servedOf } from './served.ts';

/** One reply as one runtime reads it: a few words and numbers, and no text of the reply. */
export interface ReplyResult {
  readonly id: string;
  /** What joins it with the results of other files and runtimes. */
  readonly record: string;
  readonly number: number;
  readonly outcome: BatchOutcome;
  /** Whether this is wrong by the log's own calls or its question, or, where no call came, by its score. */
  readonly isWrong: boolean;
  /** What the log's own server returned; null where the log does not have its answer. */
  readonly served: Served | null;
  /** Whether the log's score says that its own run was wrong, whatever comes of the reply here. */
  readonly isMarkedWrong: boolean;
  /** Whether its question says which calls it expects. */
  readonly isAsked: boolean;
  /** Why, as a sentence in which places, quotations and numbers are left out. Empty where there is nothing to say. */
  readonly why: string;
  /** What was left out of it, in order. */
  readonly slots: readonly string[];
  /** A call was meant and did not come, and neither verdict nor diagnosis say why: a defect of ours. */
  readonly isUnexplained: boolean;
  /** The first diagnosis, what it advises, and whether its edit brings the calls; null where it has no edit. */
  readonly diagnosis: string | null;
  readonly remedy: string | null;
  readonly isMended: boolean | null;
  /** Whether the log has its calls apart from its text, and nothing that reads here found one in it. */
  readonly isApart: boolean;
  /** Whether the server returns something else where it streams; null where that was not tried. */
  readonly isStreamOther: boolean | null;
  readonly format: string | null;
  /** The tools that are called, or were meant. */
  readonly names: readonly string[];
  readonly model: string | null;
  readonly prompt: string | null;
  /** In UTF-16 units. */
  readonly length: number;
  readonly outline: string;
  readonly words: readonly string[];
  readonly ownFaults: readonly OwnFault[];
  /** Whether types or names of its tools were changed before it was read. */
  readonly isAligned: boolean;
  /** Whether the token that ends a turn was taken off before it was read. */
  readonly isTrimmed: boolean;
}

/** The server that reads, with its reasoning parser and the settings of provider and request. */
export interface JudgeOptions extends Omit<ExtractOptions, 'tools'> {
  /**
   * Whether a reply and its tools are brought into the form that servers take: types of JSON Schema, names as the model saw them, no
   * token at the end of a turn.
   */
  readonly isAligning: boolean;
}

/**
 * A longer text is no reply, in UTF-16 units: models write a tenth of it at once, and text full of brackets takes five seconds at this
 * length. It would keep all others waiting.
 */
const MOST_OF_REPLY = 2_000_000;

/** Reads replies with one runtime and says what became of them. It keeps tools that it has seen, and nothing of replies. */
export class Judge {
  readonly #options: Omit<ExtractOptions, 'tools'>;
  readonly #isAligning: boolean;
  readonly #types = new WeakMap<readonly ToolDefinition[], AlignedTools>();

  constructor(options: JudgeOptions) {
    const { isAligning, ...reading } = options;
    this.#isAligning = isAligning;
    // Which other parser of the engine would do is asked where one reply is looked at: it takes most of the time.
    const chosen: readonly Runtime[] = (reading.runtimes ?? []).filter(({ id }) => id === reading.runtime);
    this.#options = { ...reading, runtimes: [...runtimeList, ...chosen] };
  }

  /** What a parser file is asked about a reply; null where there is no text to read. Without tools, those that the reply calls. */
  questionOf(reply: LoggedReply): { readonly text: string; readonly tools: readonly ToolDefinition[] } | null {
    const { text } = this.#trimmed(reply);
    if (!hasText(reply) || text === null || isTooLong(text)) return null;
    const { tools } = this.#toolsFor(text, reply.tools);
    if (tools !== null) return { text, tools };
    const { calls, incomplete } = extract({ text }, { runtime: 'auto' });
    return { text, tools: toolsOfCalls([...calls, ...incomplete]) };
  }

  /** @param file what the reader's parser file made of the reply, where that reads in place of a runtime */
  judge(given: LoggedReply, file: FileReading | null = null): ReplyResult {
    const reply = this.#trimmed(given);
    const { text, calls } = reply;
    if (!hasText(reply) || text === null) return withoutText(reply);
    if (isTooLong(text)) return tooLong(reply, text.length);
    const { tools, isAligned } = this.#toolsFor(text, reply.tools);
    const reader = file === null ? {} : ofFile(file);
    const options = { ...this.#options, ...reader, ...(tools === null ? {} : { tools }) };
    const extraction = extract({ text }, options);
    const isFound = extraction.outcome === 'calls';
    const meant = isFound ? extraction : this.#meant(text, tools, extraction);
    // A diagnosis tries edits, and the file has read this text alone.
    const ended = { ...options, isStopped: reply.isStopped === true };
    const diagnoses = file === null ? cutFirst(diagnose(extraction, ended), meant, ended) : [];
    const [first] = diagnoses;
    const written = [...meant.calls, ...meant.incomplete];
    const isWritten = written.length > 0;
    const isMeant =
      isWritten ||
      (first === undefined
        ? meant !== extraction && !isBeside(reply) && this.#isDamaged(meant, tools)
        : !(isBeside(reply) && isLeftMarker(first, text)));
    const read = outcomeOf(extraction, reply, isMeant && !isToldAgain(meant, reply));
    const shape = tools === null && !isWritten ? callByShape(text) : null;
    const perhaps = read === 'answer' && reply.expected === undefined ? shape : null;
    const isEmpty = read === 'answer' && text.trim() === '' && reply.expected === undefined;
    const isUnfit = read === 'calls' && reply.tools !== null && diagnoses.some(({ code }) => UNFIT.has(code));
    const outcome = perhaps !== null ? 'perhaps' : isEmpty ? 'empty' : isUnfit ? 'unfit' : read;
    const isQuiet = QUIET.has(outcome) || (outcome === 'expected' && isBeside(reply));
    const unexpected = whyUnexpected(outcome, madeCalls(extraction, reply, isMeant), reply);
    const said = unexpected !== '' || isQuiet ? unexpected : whyOf(extraction, diagnoses, outcome);
    // Calls are told as with a server, so that both can be compared. Where there are none, the file knows the line.
    const isToldByFile = file !== null && !isFound && !TOLD_ALIKE.has(outcome);
    const { why, slots } = isToldByFile ? whyOfFile(file) : normalised(perhaps === null ? said : likeCall(perhaps));
    // Where nothing is missing, nobody needs advice.
    const advice = isQuiet || (unexpected !== '' && !isAbout(first, unexpected)) ? undefined : first;
    // What would be called if its tools were declared.
    const undeclared = isWritten ? [] : (first?.undeclared ?? shape?.calls ?? []);
    const isFailed = outcome === 'lost' || outcome === 'text';
    return {
      ...about(reply),
      outcome,
      served: servedOf(reply, isMeant),
      isWrong: isWrong(outcome, reply),
      why,
      slots,
      isUnexplained: file === null && isFailed && first === undefined && (why === '' || isVague(why)),
      ...told(advice, reply, (edit) => mends(extraction, edit, options)),
      isApart: isBeside(reply) && !isFound,
      isStreamOther:
        file === null && isStreamTried(extraction, ended) ? diagnoses.some(({ code }) => code === 'D32') : null,
      format: [...written, ...undeclared][0]?.format ?? null,
      names: namesOf([...written, ...undeclared], calls),
      length: text.length,
      outline: outcome === 'answer' ? beginningOf(text) : outlineOf(text, first?.span.from ?? perhaps?.at ?? 0),
      words: wordsOf(text),
      isAligned,
      isTrimmed: reply !== given,
    };
  }

  /** The reply as every server can be asked about it; null where it has no call. Without tools, those that it would call. */
  asked(reply: LoggedReply): AskedReply | null {
    const { text } = this.#trimmed(reply);
    if (text === null || isTooLong(text)) return null;
    const { capabilities = {}, request } = this.#options;
    const known = this.#toolsFor(text, reply.tools).tools;
    const question = { text, expected: null, capabilities, ...(request === undefined ? {} : { request }) };
    const asked = new AskedReply({ ...question, tools: known ?? undefined });
    if (asked.intended.length > 0) return asked;
    const [first] = known === null ? diagnose(asked.found, { runtime: 'auto' }) : [];
    const undeclared = first?.undeclared ?? [];
    return undeclared.length === 0 ? null : new AskedReply({ ...question, tools: toolsOfCalls(undeclared) });
  }

  /** The reply with the edit of its first diagnosis made; null where none is known. */
  edited(given: LoggedReply): LoggedReply | null {
    const reply = this.#trimmed(given);
    if (reply.text === null || isTooLong(reply.text)) return null;
    const { tools } = this.#toolsFor(reply.text, reply.tools);
    const options = { ...this.#options, ...(tools === null ? {} : { tools }) };
    const extraction = extract({ text: reply.text }, options);
    const edit = diagnose(extraction, options)[0]?.edit ?? null;
    return edit === null ? null : { ...reply, text: applyEdit(extraction.document, edit) };
  }

  #trimmed(reply: LoggedReply): LoggedReply {
    return this.#isAligning ? withoutTurnEnd(reply) : reply;
  }

  /** What our own readers make of a reply that gives a server no call. */
  #meant(text: string, tools: readonly ToolDefinition[] | null, extraction: Extraction): Extraction {
    if (extraction.runtime.lenient) return extraction;
    return extract({ text }, { runtime: 'auto', ...(tools === null ? {} : { tools }) });
  }

  /** Whether a text in which our own readers find no call looks like one to them: a server that knows only its format does not see that. */
  #isDamaged(meant: Extraction, tools: readonly ToolDefinition[] | null): boolean {
    return diagnose(meant, { runtime: 'auto', runtimes: runtimeList, ...(tools === null ? {} : { tools }) }).length > 0;
  }

  #toolsFor(
    text: string,
    tools: readonly ToolDefinition[] | null,
  ): { tools: readonly ToolDefinition[] | null; isAligned: boolean } {
    if (tools === null) {
      // Those that nobody has to declare.
      const known = withTools({ runtime: 'auto' }, { text }).tools;
      return { tools: known.length === 0 ? null : known, isAligned: false };
    }
    if (!this.#isAligning) return { tools, isAligned: false };
    const typed = this.#types.get(tools) ?? withJsonTypes(tools);
    this.#types.set(tools, typed);
    const named = withNamesOf(text, typed.tools);
    return { tools: named.tools, isAligned: typed.types > 0 || named.names.length > 0 };
  }
}

function hasText({ text, calls }: LoggedReply): boolean {
  return text !== null && (text.trim() !== '' || calls === null);
}

function isTooLong(text: string): boolean {
  return text.length > MOST_OF_REPLY;
}

const OF_MARKER = codesWhere(({ isOfMarker }) => isOfMarker === true);

/** Whether nothing of a call is in the text but a marker. */
function isLeftMarker({ code, span }: Diagnosis, text: string): boolean {
  return OF_MARKER.has(code) && !/[{[(]/.test(text.slice(span.from).replace(/^\[?/, ''));
}

/** A parser file reads alone: what a reasoning parser takes before it, nobody has told it. */
function ofFile(file: FileReading): Pick<ExtractOptions, 'runtime' | 'runtimes' | 'reasoning'> {
  return { runtime: FILE_RUNTIME, runtimes: [fileRuntime(file), ...runtimeList], reasoning: '' };
}

/** Whether a diagnosis is about the argument that is not as expected: of a call that came, it may be about another one. */
function isAbout(first: Diagnosis | undefined, unexpected: string): boolean {
  const argument = /^`[^`]+`/.exec(unexpected)?.[0];
  return argument !== undefined && first?.message.includes(argument) === true;
}

/** Where no call is missing. */
const QUIET: ReadonlySet<BatchOutcome> = new Set(['answer', 'empty', 'native']);
/** Of these no parser file says more than a server does. */
const UNFIT = codesWhere(({ isUnfit }) => isUnfit === true);

const TOLD_ALIKE: ReadonlySet<BatchOutcome> = new Set(['perhaps', 'answer', 'empty', 'expected']);

function likeCall({ name }: PerhapsCall): string {
  return `No tools are declared, and this looks like a call to one, \`${name}\`.`;
}

/** What a diagnosis advises, and whether its edit brings the calls. */
function told(
  advice: Diagnosis | undefined,
  { isAsAsked }: Pick<LoggedReply, 'isAsAsked'>,
  brings: (edit: NonNullable<Diagnosis['edit']>) => boolean,
): Pick<ReplyResult, 'diagnosis' | 'remedy' | 'isMended'> {
  if (advice === undefined) return { diagnosis: null, remedy: null, isMended: null };
  const { code, edit } = advice;
  const remedy = isAsAsked === true && OF_FORM.has(code) ? AS_ASKED : advice.remedy;
  // Of a call that was cut off, an edit makes one that nobody should run.
  return { diagnosis: code, remedy, isMended: edit === null || code === 'D27' ? null : brings(edit) };
}

const OF_FORM = codesWhere(({ about }) => about === 'form');
/** What is advised where the prompt asks for that form. */
const AS_ASKED =
  'The prompt asks for calls in exactly this form. Ask for the form that your server reads, or parse this one in your own code.';

/** What a result has of its reply, whatever came of it. */
function about(
  reply: LoggedReply,
): Pick<ReplyResult, 'id' | 'record' | 'number' | 'isMarkedWrong' | 'isAsked' | 'model' | 'prompt' | 'ownFaults'> {
  const { id, record, number, isRight, model, prompt = null, calls, tools, expected } = reply;
  const said = { isMarkedWrong: isRight === false, isAsked: expected !== undefined };
  return { id, record, number, ...said, model, prompt, ownFaults: ownFaults(calls, tools) };
}

/** The log's own calls, or none, are all that there is to say. */
function withoutText(reply: LoggedReply): ReplyResult {
  const made = reply.calls ?? [];
  const outcome = byExpectation(made, reply) ?? (made.length > 0 ? 'native' : reply.text === null ? 'answer' : 'empty');
  const why = outcome === 'answer' || outcome === 'empty' ? answeredNothing : whyUnexpected(outcome, made, reply);
  return unread(reply, outcome, why);
}

function tooLong(reply: LoggedReply, length: number): ReplyResult {
  const read = `Callscope reads up to ${numberText(MOST_OF_REPLY)} of one reply`;
  return unread(reply, 'long', `The reply has ${numberText(length)} characters. ${read}.`);
}

/** A result that nobody has read a text for. */
function unread(reply: LoggedReply, outcome: BatchOutcome, why: string): ReplyResult {
  return {
    ...about(reply),
    outcome,
    served: servedOf(reply, false),
    isWrong: isWrong(outcome, reply),
    ...normalised(why),
    isUnexplained: false,
    diagnosis: null,
    remedy: null,
    isMended: null,
    isApart: isBeside(reply),
    isStreamOther: null,
    format: null,
    names: (reply.calls ?? []).map(({ name }) => name).slice(0, MOST_NAMES),
    length: reply.text?.length ?? 0,
    outline: '',
    words: [],
    isAligned: false,
    isTrimmed: false,
  };
}

/** These say that there is no call, and not why. */
function isVague(why: string): boolean {
  return /^(?:No call\.)?\s*(?:Callscope finds no call\.|Its parser finds no call\.|None of its parsers finds a call\.)?$/.test(
    why,
  );
}

/** Places in the reply differ from one to the next; the line of the file is what they have in common. */
function whyOfFile({ why, line }: FileReading): Normalised {
  const said = normalised(why);
  return line === null ? said : { ...said, why: `Line ${String(line)}: ${said.why}` };
}

function whyOf(extraction: Extraction, diagnoses: readonly Diagnosis[], outcome: BatchOutcome): string {
  if (outcome === 'expected' && extraction.outcome !== 'calls') return '';
  const [first] = diagnoses;
  // Of our own readers a verdict says only that they found nothing; the diagnosis says why.
  if (extraction.runtime.lenient && extraction.outcome !== 'calls' && first !== undefined)
    return first.fact ?? first.message;
  const { headline, gets, reason } = verdictOf({ ...extraction, diagnoses });
  if (extraction.outcome === 'calls') return headline;
  const cause = first === undefined ? null : causeOf(first);
  return cause === null ? `${headline} ${reason}` : `${headline} ${gets} ${cause} ${lostPart(reason)}`.trimEnd();
}

function mends(
  extraction: Extraction,
  edit: NonNullable<Diagnosis['edit']>,
  options: Parameters<typeof extract>[1],
): boolean {
  const again = extract({ text: applyEdit(extraction.document, edit) }, options);
  return again.calls.length > 0 && again.calls.length >= extraction.calls.length;
}

function namesOf(written: readonly Pick<LoggedCall, 'name'>[], own: readonly LoggedCall[] | null): string[] {
  const found = written.map(({ name }) => name);
  const names = found.length > 0 ? found : (own ?? []).map(({ name }) => name);
  return [...new Set(names)].slice(0, MOST_NAMES);
}

const MOST_NAMES = 8;
/** Words that members of a group may have in common are looked for at the beginning of a reply. In UTF-16 units. */
const WORDS_WITHIN = 300;
const MOST_WORDS = 8;

function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, WORDS_WITHIN)
      .toLowerCase()
      .match(/\p{L}{4,24}/gu) ?? [];
  return [...new Set(words)].slice(0, MOST_WORDS);
}
