import { counted } from '../../text/document/index.ts';
import { type EngineId, formatList } from '../../formats/index.ts';
import { familyOf, formatsOfParser, type ModelFamily } from '../../catalogue/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Answer } from './answer.ts';
import { engineAmong } from './engine-among.ts';
import { type Cause, type Did, isHosted, type Turn, type Writer } from './evidence.ts';
import { finishKind } from './finish.ts';
import { type CallFault, callFaults } from './given-calls.ts';
import { ownFixes } from './said/fixes.ts';
import type { RequestFacts } from './scene.ts';
import { isMarkerAlone, noCall, readText, type TextReading } from './text-reading.ts';

/** What is known around a turn. */
export interface Around {
  readonly writer: Writer | null;
  /** The writer and the others, the nearest to the person first. */
  readonly named: readonly Writer[];
  readonly model: string | null;
  readonly parser: string | null;
  /** A command in the paste starts the server without a tool parser. */
  readonly isStartedWithoutParser: boolean;
  readonly request: RequestFacts | null;
  /** The tag per tool of Cline and Roo Code, which is text and meant to be. */
  readonly textTools: readonly ToolDefinition[] | null;
}

/** A cause, and why. */
export interface Reason {
  readonly cause: Cause;
  /** A sentence. */
  readonly says: string;
  /** What to do about it, where that is another thing than for most. */
  readonly fix?: string | undefined;
  /** Where it shows; null for the place of the call. */
  readonly span?: Turn['span'];
}

/** What the client was given in one turn, and why it has no call, or another one. */
export interface Judgement {
  readonly did: Did;
  readonly reasons: readonly Reason[];
  /** What the text is, and what the reasoning is. */
  readonly text: TextReading;
  readonly reasoning: TextReading;
  readonly faults: readonly CallFault[];
}

/** Judges a turn by what is in it. */
export function judge(turn: Turn, around: Around, answer: Answer | null): Judgement {
  const tools = around.request === null ? around.textTools : around.request.tools;
  const text = readText(turn.text?.text ?? '', tools);
  const needsReasoning = turn.calls.length === 0 && (text.state === 'none' || text.state === 'quoted');
  const reasoning = needsReasoning ? readText(turn.reasoning?.text ?? '', tools) : noCall;
  const faults = callFaults(turn.calls, around.request?.tools ?? null);
  const did = didOf(turn, text);
  const reasons = distinct([
    ...(did === 'calls' ? ofCalls(turn, faults, around, answer) : []),
    ...(did === 'text' ? ofText(turn, text, around, answer) : []),
    ...(did === 'answer' || did === 'nothing' ? ofNoCall(turn, did, reasoning, around, answer) : []),
  ]);
  return { did, reasons, text, reasoning, faults };
}

function didOf({ calls, text }: Turn, reading: TextReading): Did {
  if (calls.length > 0) return 'calls';
  if (text === null || text.text.trim() === '') return 'nothing';
  return reading.state === 'none' || reading.state === 'quoted' ? 'answer' : 'text';
}

function distinct(reasons: readonly Reason[]): readonly Reason[] {
  const seen = new Set<Cause>();
  return reasons.filter(({ cause }) => {
    const isNew = !seen.has(cause);
    seen.add(cause);
    return isNew;
  });
}

// Structured calls

/** Faults of a stream that make clients join its deltas wrongly. */
const STREAM: ReadonlySet<string> = new Set([
  'index-missing',
  'index-repeated',
  'index-twice',
  'index-not-a-number',
  'index-unknown',
  'id-missing',
  'id-only-first',
  'id-repeated',
  'id-changes',
  'name-missing',
  'name-repeated',
  'arguments-snapshot',
  'text-snapshot',
  'events-glued',
  'done-differs',
]);

function ofCalls(
  turn: Turn,
  faults: readonly CallFault[],
  { request }: Around,
  answer: Answer | null,
): readonly Reason[] {
  const reasons: Reason[] = streamReasons(answer);
  const finish = finishKind(turn.finish?.text ?? null);
  const isFull = faults.length > 0 && isAtLimit(request, answer);
  const cut = finish === 'cut' || isBrokenOff(answer) ? [cutReason(turn)] : isFull ? [fullReason(answer)] : [];
  const own = faults.map(({ cause, says, fix, call }) => ({ cause, says, fix, span: call.span }));
  const isBroken = faults.some((fault) => fault.isBroken === true);
  reasons.push(...(isBroken ? [...own, ...cut] : [...cut, ...own]));
  for (const call of turn.calls)
    if (call.state === 'pending')
      reasons.push({ cause: 'client', says: `The call to \`${call.name}\` came, and never ran.`, span: call.span });
  const choice = answer?.callsIn ?? null;
  if (choice !== null)
    reasons.push({
      cause: 'client',
      says: `The call is in choice ${String(choice)} of the response, and clients read only the first.`,
    });
  // What the server ran itself is no call for the client.
  const isRun = turn.calls.every(({ id }) => id !== null && turn.results.some((result) => result.id === id));
  // The Responses API says of a response that it is complete, and not why it ended.
  const isReason = turn.finish?.text !== 'completed';
  const isPlain = finish === 'plain' && isReason && answer !== null && !answer.endsAlike && !isRun;
  if (isPlain && reasons.length === 0)
    reasons.push({
      cause: 'client',
      says: `The finish reason is \`${turn.finish?.text ?? ''}\` beside calls. Clients that look only at it miss them.`,
      span: turn.finish?.span ?? null,
    });
  return reasons;
}

function streamReasons(answer: Answer | null): Reason[] {
  return (answer?.faults ?? [])
    .filter(({ code }) => STREAM.has(code))
    .map(({ says, span }): Reason => ({ cause: 'stream', says, span }));
}

function isBrokenOff(answer: Answer | null): boolean {
  return answer?.faults.some(({ code }) => code === 'stream-cut' || code === 'event-cut') ?? false;
}

/**
 * Whether the reply has as many tokens as the request allows: vLLM and others that made calls of it give another reason for the
 * end. Source: vllm#58228
 */
function isAtLimit(request: RequestFacts | null, answer: Answer | null): boolean {
  return request !== null && request.limit !== null && answer?.tokens === request.limit;
}

function fullReason(answer: Answer | null): Reason {
  const says = `The reply has all ${counted(answer?.tokens ?? 0, 'token')} that the request allows: the token limit ended it.`;
  return { cause: 'cut', says };
}

function cutReason({ finish }: Turn): Reason {
  return finish === null
    ? {
        cause: 'cut',
        says: 'The stream has no end here: it broke off, or the rest of it was not pasted.',
        fix: ownFixes.brokenOff,
      }
    : {
        cause: 'cut',
        says: `The token limit ended the reply: the finish reason is \`${finish.text}\`.`,
        span: finish.span,
      };
}

// A call in the text

function ofText(turn: Turn, reading: TextReading, around: Around, answer: Answer | null): readonly Reason[] {
  const isLimit = finishKind(turn.finish?.text ?? null) === 'cut' || isBrokenOff(answer);
  const fault = reading.fault?.says;
  if (reading.state === 'drafted')
    return [{ cause: 'in-reasoning', says: 'The call is in a block of reasoning inside of the text.' }];
  if (reading.state === 'cut') {
    const cut = isLimit
      ? cutReason(turn)
      : { cause: 'cut' as const, says: fault ?? 'The text ends inside of the call.' };
    const damage: Reason = { cause: 'damaged', says: fault ?? 'The call has no end.' };
    if (!isLimit && isAtLimit(around.request, answer)) return [fullReason(answer), damage];
    // The model ended it, and no limit.
    if (!isLimit && finishKind(turn.finish?.text ?? null) === 'plain')
      return [damage, { ...cut, says: 'Or a stop sequence cut it off.' }];
    return isLimit ? [cut, damage] : [cut, { ...damage, says: 'Or the model itself stopped there.' }];
  }
  const finish = turn.finish?.text ?? '';
  // Cline and Roo Code read their tags in the text: no server looks for them.
  const isTags = reading.format === 'tag-per-tool' && around.request === null;
  const isRead = reading.format === 'react' && around.writer !== null && READS_STEPS.has(around.writer);
  const off =
    isRead || isTags
      ? []
      : around.textTools !== null
        ? textProtocol(reading)
        : finishKind(finish) === 'calls'
          ? unread(finish, reading, around)
          : offReasons(reading, around, turn.text?.text ?? '');
  if (reading.state === 'damaged') {
    const damage: Reason = { cause: 'damaged', says: fault ?? 'The text of the call is broken.' };
    // Whole, the call would be as foreign to the parser that the paste names.
    const isForeign = around.parser !== null && off[0]?.cause === 'other-format';
    const first = isForeign ? off[0] : off.find(({ cause }) => cause === 'no-tools' && around.request !== null);
    return first === undefined ? [damage, ...(isLimit ? [cutReason(turn)] : [])] : [first, damage];
  }
  return isLimit ? [...off, cutReason(turn)] : off;
}

/** Clients that look for the steps of ReAct in the text. Source: langchain agents/mrkl, crewai agents/parser.py, llama_index ReActAgent */
const READS_STEPS: ReadonlySet<Writer> = new Set<Writer>(['langchain', 'crewai', 'llamaindex']);

/** The server saw a call: its parser is on, and could not read what is there. */
function unread(finish: string, reading: TextReading, { parser, named }: Around): readonly Reason[] {
  const says = `The finish reason \`${finish}\` speaks of a call: the parser of the server saw it, and could not read it.`;
  const foreign = parser === null ? null : foreignTo(reading, engineAmong(named), parser, null);
  return [...(foreign === null ? [] : [foreign]), { cause: 'lost', says }];
}

/** Cline and Roo Code read a tag per tool in the text. */
function textProtocol({ format }: TextReading): readonly Reason[] {
  return format === 'tag-per-tool' || format === null
    ? []
    : [{ cause: 'other-format', says: 'The client reads a tag per tool, and the text is in another format.' }];
}

/** The command that starts the server is in the paste. */
export const withoutParser: Reason = { cause: 'parser-off', says: 'The command switches no tool parser on.' };

/** Why a sound call stayed text. */
function offReasons(reading: TextReading, around: Around, text: string): readonly Reason[] {
  const { request, named, parser, model, isStartedWithoutParser } = around;
  const noTools: Reason = {
    cause: 'no-tools',
    says: 'The request declares no tools, so the server does not look for calls.',
  };
  const off: Reason = {
    cause: 'parser-off',
    says: 'The server did not parse the call: its tool parser is off, or reads another format.',
  };
  if (request !== null && (!request.isDeclared || request.forbids)) {
    const forbidden: Reason = { cause: 'no-tools', says: 'The request has `tool_choice: none`.' };
    return [request.isDeclared ? forbidden : noTools, off];
  }
  if (isStartedWithoutParser) return [withoutParser];
  const reasons: Reason[] = [];
  const engine = engineAmong(named);
  const family = model === null ? null : familyOf(model);
  const foreign = foreignTo(reading, engine, parser, family);
  if (foreign !== null) reasons.push(foreign);
  const read = parser === null ? [] : formatsOfParser(engine ?? 'vllm', parser);
  if (parser !== null && reading.format !== null && read.includes(reading.format)) {
    const missing = missingMarker(reading, text);
    if (missing === null) return untaken(parser, request);
    return [
      { cause: 'other-format', says: `The parser \`${parser}\` looks for \`${missing}\`, which the text lacks.` },
    ];
  }
  // They parse by the model, as soon as tools are sent: what came as text was asked without any.
  const parsesAlways = named.some((one) => one === 'ollama' || one === 'llamacpp') || named.some(isClosed);
  if (parsesAlways && request === null)
    reasons.push({
      ...noTools,
      says: 'The server parses calls as soon as the request declares tools. It seems to declare none.',
    });
  if (reading.undeclared.length > 0 && engine !== 'vllm')
    reasons.push({ cause: 'unknown-tool', says: `The request does not declare \`${reading.undeclared[0] ?? ''}\`.` });
  reasons.push(off);
  if (request === null && !parsesAlways) reasons.push({ ...noTools, says: 'Or the request declared no tools.' });
  return reasons;
}

/** The marker of the format, where a text has a call in it without that marker: Callscope reads more than parsers do. */
function missingMarker({ format }: TextReading, text: string): string | null {
  const { tier, example = '' } = formatList.find(({ id }) => id === format) ?? {};
  const [marker] = (tier === 'marked' ? /^(?:<[^\s>]{2,40}>|\[[A-Z_]{4,20}\])/.exec(example) : null) ?? [];
  return marker === undefined || text.includes(marker) ? null : marker;
}

/** The parser that the paste names reads the format, and the call is text nevertheless: who writes it was shown tools. */
function untaken(parser: string, request: RequestFacts | null): readonly Reason[] {
  const lost: Reason = {
    cause: 'lost',
    says: `The parser \`${parser}\` reads this format, and did not take the call.`,
    fix: 'Update the server, and look in its log for an error of the parser.',
  };
  return request === null ? [lost, { cause: 'no-tools', says: 'Or the request declared no tools.' }] : [lost];
}

/** Providers whose models write calls in no text that anybody parses. */
function isClosed(writer: Writer): boolean {
  return writer === 'openai' || writer === 'anthropic' || writer === 'gemini';
}

/** Whether the text is in another format than the parser reads, or than the model was trained on. */
export function foreignTo(
  { format }: TextReading,
  engine: EngineId | null,
  parser: string | null,
  family: ModelFamily | null,
): Reason | null {
  const read = parser === null ? [] : formatsOfParser(engine ?? 'vllm', parser);
  if (read.length > 0)
    return format !== null && read.includes(format)
      ? null
      : { cause: 'other-format', says: `The parser \`${parser ?? ''}\` reads another format.` };
  const own = family?.formats ?? [];
  if (family === null || own.length === 0)
    return format === null ? { cause: 'other-format', says: 'No server reads this form.' } : null;
  return format !== null && own.includes(format)
    ? null
    : { cause: 'other-format', says: 'The model was trained on another format.' };
}

// No call in the text

function ofNoCall(
  turn: Turn,
  did: Did,
  reasoning: TextReading,
  around: Around,
  answer: Answer | null,
): readonly Reason[] {
  const reasons: Reason[] = [];
  const finish = finishKind(turn.finish?.text ?? null);
  const native = finishKind(answer?.nativeFinish ?? null);
  const isCut = finish === 'cut' || isBrokenOff(answer);
  const isThought = reasoning.state !== 'none' && reasoning.state !== 'quoted';
  if (isCut && (!isThought || reasoning.state === 'cut')) reasons.push(cutReason(turn));
  if (isThought)
    reasons.push({ cause: 'in-reasoning', says: 'The call is in the reasoning, where servers look for none.' });
  if (finish === 'unread-call' || native === 'unread-call') {
    reasons.push({
      cause: 'damaged',
      says: `The server could not read the call: the finish reason is \`${answer?.nativeFinish ?? turn.finish?.text ?? ''}\`.`,
      span: turn.finish?.span ?? null,
    });
  }
  if (finish === 'unasked-call')
    reasons.push({
      cause: 'no-tools',
      says: 'The model called a tool although the request enables none.',
      span: turn.finish?.span ?? null,
    });
  if (finish === 'calls' || finish === 'unread-call' || finish === 'unasked-call' || native === 'calls')
    reasons.push({
      cause: 'lost',
      says: `The finish reason \`${turn.finish?.text ?? ''}\` speaks of a call, and none came.`,
      span: turn.finish?.span ?? null,
    });
  if (did === 'answer' && isMarkerAlone(turn.text?.text ?? ''))
    reasons.push({ cause: 'lost', says: 'The text holds only the marker of a call: the server took the rest of it.' });
  if (did === 'nothing' && reasons.length === 0) {
    const reason = whyNothing(turn, around, answer);
    if (reason !== null) reasons.push(reason);
  }
  return [...reasons, ...streamReasons(answer)];
}

/** Why a turn holds nothing that no reason for the end explains; null where that is unknown. */
function whyNothing({ finish, reasoning }: Turn, { request, named }: Around, answer: Answer | null): Reason | null {
  if (finishKind(finish?.text ?? null) === 'unprompted')
    return {
      cause: 'client',
      says: 'Ollama only loaded the model: the finish reason is `load`, as after a request without messages.',
      fix: 'Look whether the request holds its messages, and send it again.',
      span: finish?.span ?? null,
    };
  const wrote = answer?.tokens ?? 0;
  if (wrote > 0 && isAtLimit(request, answer)) return fullReason(answer);
  const counts = `The server counts ${counted(wrote, 'token')} of the model, and returned`;
  if (reasoning === null && wrote >= FEW_TOKENS) return { cause: 'lost', says: `${counts} nothing.` };
  // What a provider shows of the reasoning may be a part of it.
  const isShown = reasoning !== null && !named.some((one) => isHosted(one));
  const thought = Math.max(answer?.thinking ?? 0, mostTokens(reasoning?.text ?? ''));
  if (isShown && wrote - thought >= MORE_TOKENS) return { cause: 'lost', says: `${counts} only a short reasoning.` };
  return request?.forbids === true ? { cause: 'no-tools', says: 'The request has `tool_choice: none`.' } : null;
}

/** Fewer are the end of a turn and a line break. */
const FEW_TOKENS = 8;
/** Fewer are the marks around the reasoning. */
const MORE_TOKENS = 16;

/** More tokens than a text has in any tokenizer: letters of the alphabet share one, others may take two. */
function mostTokens(text: string): number {
  const others = text.match(/[^\u0020-\u024f]/g)?.length ?? 0;
  return (text.length - others) / 2 + others * 2;
}
