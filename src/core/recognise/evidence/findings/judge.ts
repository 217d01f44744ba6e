import { counted } from '../../../text/document/index.ts';
import { isRecord } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { saidInstead } from '../../../trace/index.ts';
import type { Answer } from '../paste/answer.ts';
import { cutReason, isAtLimit, isBrokenOff, limitReason } from './cut-reasons.ts';
import { type Did, isHosted, type Turn } from '../evidence.ts';
import { fullContext } from './full-context.ts';
import { finishKind } from '../paste/finish.ts';
import { type CallFault, callFaults, isBare } from '../calls/call-faults.ts';
import { objectInForm } from '../calls/sent-calls.ts';
import { fixOfParser } from '../calls/parser-json.ts';
import { calledAgain } from './called-again.ts';
import { oneStep } from './one-step.ts';
import type { Around, Reason } from './reason.ts';
import { ownFixes } from '../said/fixes.ts';
import { readsList, sendsNone } from './stayed-text.ts';
import { endsForced, FORCED, ofText } from './text-reasons.ts';
import { NAME_ONCE } from './joined-in-client.ts';
import { refusedByServer } from './refused-by-server.ts';
import { plannedCall } from '../calls/object-call.ts';
import { readAnswer } from '../calls/trailing-call.ts';
import { strictly } from './strict-client.ts';
import { whyNothing } from './why-nothing.ts';
import { malformedCall } from './malformed-call.ts';
import { isMarkerAlone, noCall, readText, type TextReading } from '../calls/text-reading.ts';

/** What the client was given in one turn, and why it has no call, or another one. */
export interface Judgement {
  readonly did: Did;
  readonly reasons: readonly Reason[];
  /** What the text is, and what the reasoning is. */
  readonly text: TextReading;
  readonly reasoning: TextReading;
  readonly faults: readonly CallFault[];
}

/** Whether structured calls came with which nothing is wrong. */
export function isHealthy({ did, faults, reasons }: Judgement): boolean {
  return did === 'calls' && faults.length === 0 && reasons.length === 0;
}

/**
 * Judges a turn by what is in it.
 *
 * @param answer what holds the turn, where that is an answer
 */
export function judge(turn: Turn, around: Around, answer: Answer | null = null): Judgement {
  const tools = around.request === null ? around.textTools : around.request.tools;
  const text = readAnswer(turn.text?.text ?? '', tools, readsList(around));
  const needsReasoning = turn.calls.length === 0 && (text.state === 'none' || text.state === 'quoted');
  const reasoning = needsReasoning ? readText(turn.reasoning?.text ?? '', tools) : noCall;
  const faults = callFaults(turn.calls, around.request?.tools ?? null);
  const did = didOf(turn, text);
  const reasons = distinct([
    ...(did === 'calls' ? ofCalls(turn, faults, text, around, answer) : []),
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
  return reasons.filter(({ cause }, index) => reasons.findIndex((one) => one.cause === cause) === index);
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

/** Fewer tokens are a call without arguments, in the tags of most formats. */
const ARGUED = 24;

function ofCalls(
  turn: Turn,
  faults: readonly CallFault[],
  text: TextReading,
  around: Around,
  answer: Answer | null,
): readonly Reason[] {
  const { request, named, history } = around;
  const finish = finishKind(turn.finish?.text ?? null);
  const isOpen = faults.length > 0 && faults.at(-1)?.isBroken === false;
  const full = isAtLimit(request, answer) || isOpen ? limitReason(around, answer) : null;
  const isFull = faults.length > 0 && full !== null;
  const cut = finish === 'cut' || isBrokenOff(answer) ? [cutReason(turn, answer)] : isFull ? [full] : [];
  // The model ended the call, so its stream may have lost the rest.
  const isEnded = answer?.kind === 'stream' && turn.finish !== null && cut.length === 0;
  const own = faults.map((fault) => ({
    cause: fault.cause,
    says: fault.says,
    headline: fault.headline,
    fix:
      fault.fix ??
      fixOfParser(fault, around) ??
      (isEnded && fault.isBroken === false ? ownFixes.tellStream : undefined),
    span: fault.call.span,
  }));
  const isBroken = faults.some((fault) => fault.isBroken === true);
  const isProse = faults.some((fault) => fault.isProse === true);
  const joined = streamReasons(answer);
  // What was joined wrongly has an end of its own.
  const isOwn = isBroken || own[0]?.cause === 'stream';
  const ranked = isProse
    ? [own, joined, cut]
    : isOwn
      ? [joined, own, cut]
      : isFull
        ? [cut, joined, own]
        : [joined, cut, own];
  const reasons: Reason[] = ranked.flat();
  for (const call of turn.calls)
    if (call.state === 'pending')
      reasons.push({ cause: 'client', says: `The call to \`${call.name}\` came, and never ran.`, span: call.span });
  const choice = answer?.callsIn ?? null;
  if (choice !== null)
    reasons.push({
      cause: 'client',
      says: `The call is in choice ${String(choice)} of the response, and clients read only the first.`,
      fix: 'Have the gateway that made these choices join the text and the call in one message. Or read every choice in the client.',
    });
  const [only, second] = turn.calls;
  const wrote = answer?.tokens ?? 0;
  const isSilent = turn.text === null && turn.reasoning === null && wrote >= ARGUED;
  // A stream of Anthropic has at least an empty piece for a call; proxies that make such streams may leave out the pieces.
  const isCopied = answer?.kind === 'stream' && turn.finish?.text === 'tool_use' && !named.includes('anthropic');
  if (isCopied && isSilent && second === undefined && only !== undefined && isBare(only))
    reasons.push({
      cause: 'stream',
      says: `No piece of the stream holds arguments of \`${only.name}\`, and the model wrote ${counted(wrote, 'token')}.`,
      fix: 'Send the request with `stream: false`, or update the proxy that makes the stream.',
    });
  // What the server ran itself is no call for the client.
  const isRun = turn.calls.every(({ id }) => id !== null && turn.results.some((result) => result.id === id));
  // The Responses API says of a response that it is complete, and not why it ended.
  const isReason = turn.finish?.text !== 'completed';
  const isPlain = finish === 'plain' && isReason && answer !== null && !answer.endsAlike && !isRun;
  if (isPlain && reasons.length === 0)
    reasons.push(
      objectInForm(answer) ?? {
        cause: 'client',
        says: `The finish reason is \`${turn.finish?.text ?? ''}\` beside calls. Clients that look only at it miss them.`,
        fix: 'Have the client take calls by the content of the response. Or update the server or the proxy that gives this reason.',
        span: turn.finish?.span ?? null,
      },
    );
  if (reasons.length > 0) return reasons;
  if (answer === null) return [];
  const odd = finish === 'other' ? oddFinish(turn) : null;
  const strict = strictly(answer, request) ?? saidTwice(turn, text);
  const given = [odd, strict, calledAgain(turn, history?.turns.at(-1)), oneStep(answer, request)];
  return given.flatMap((reason) => reason ?? []);
}

/** A finish reason that names a call in words of its own: FastFlowLM#497. */
function oddFinish({ finish }: Turn): Reason | null {
  if (finish === null || !/^(?:tool|function)/i.test(finish.text)) return null;
  return {
    cause: 'client',
    says: `The finish reason \`${finish.text}\` is none that clients know, and strict ones fail at it.`,
    fix: 'Update the server, or write `tool_calls` for it in between.',
    span: finish.span,
  };
}

/** The text of the calls came as content as well: textgen#7427. */
function saidTwice({ text, calls }: Turn, reading: TextReading): Reason | null {
  const names = new Set(calls.map(({ name }) => name));
  if (text === null || reading.state !== 'sound' || reading.isBare || !reading.names.every((name) => names.has(name)))
    return null;
  return {
    cause: 'client',
    says: 'The markup of the call came as text as well, so the client shows it.',
    fix: 'Update the server, or leave such a block out of the text in the client. It is one call, and not two.',
    span: text.span,
  };
}

const NO_INDEX = 'A piece of the stream has no `index`, by which clients join it.';
const JOINED = 'The pieces of the stream are joined wrongly.';

/** What clients join wrongly; the sentences of its log speak of Callscope as well. */
function streamReasons(answer: Answer | null): Reason[] {
  return (answer?.faults ?? [])
    .filter(({ code }) => STREAM.has(code))
    .map(({ code, says, span }): Reason => ({
      cause: 'stream',
      says,
      headline: code === 'index-missing' ? NO_INDEX : JOINED,
      span,
      fix: code === 'name-repeated' ? NAME_ONCE : undefined,
    }));
}

// No call in the text

function ofNoCall(
  turn: Turn,
  did: Did,
  reasoning: TextReading,
  around: Around,
  answer: Answer | null,
): readonly Reason[] {
  const reasons: Reason[] = [refusedByServer(answer)].flatMap((one) => one ?? []);
  const finish = finishKind(turn.finish?.text ?? null);
  const native = finishKind(answer?.nativeFinish ?? null);
  const isCut = finish === 'cut' || isBrokenOff(answer);
  const isThought = reasoning.state !== 'none' && reasoning.state !== 'quoted';
  if (isCut && (!isThought || reasoning.state === 'cut')) reasons.push(cutReason(turn, answer));
  if (isThought)
    reasons.push({ cause: 'in-reasoning', says: 'The call is in the reasoning, where servers look for none.' });
  if (finish === 'unread-call' || native === 'unread-call') {
    reasons.push({
      cause: 'damaged',
      says: `The server could not read the call: the finish reason is \`${answer?.nativeFinish ?? turn.finish?.text ?? ''}\`.`,
      span: turn.finish?.span ?? null,
      ...(answer === null ? null : malformedCall(answer)),
    });
  }
  if (finish === 'unasked-call')
    reasons.push({
      cause: 'no-tools',
      says: 'The model called a tool although the request enables none.',
      span: turn.finish?.span ?? null,
    });
  if (finish === 'calls' && around.request?.isDeclared === false)
    // lmdeploy#3349: the finish reason follows from the parser alone.
    reasons.push({
      cause: 'client',
      says: `The finish reason \`${turn.finish?.text ?? ''}\` is wrong: the request declares no tools.`,
      fix: 'Take calls by `tool_calls`, not by the finish reason, and update the server.',
      span: turn.finish?.span ?? null,
    });
  else if (finish === 'calls' && did === 'answer' && endsForced(around, answer))
    reasons.push({
      cause: 'client',
      says: `${FORCED}, and the model wrote no call.`,
      fix: 'Take calls by `tool_calls`, not by the finish reason. Look in the log for what forces a call.',
      span: turn.finish?.span ?? null,
    });
  else if (finish === 'calls' || finish === 'unread-call' || finish === 'unasked-call' || native === 'calls')
    reasons.push(...[limitReason(around, answer, 'none')].flatMap((one) => one ?? []), {
      cause: 'lost',
      says: `The finish reason \`${turn.finish?.text ?? ''}\` speaks of a call, and none came.`,
      finish: turn.finish?.text,
      fix: fixOfNone(finish === 'calls' && answer?.kind === 'stream', did, around),
      span: turn.finish?.span ?? null,
    });
  const { request } = around;
  const isUntooled = did === 'answer' && around.sendsTools === false && reasons.length === 0;
  // JSON that was asked for announces nothing.
  const instead = isUntooled && request?.wantsJson !== true ? saidInstead(turn.text?.text ?? '') : null;
  if (instead !== null)
    reasons.push({
      cause: 'no-tools',
      says: `${sendsNone(around)}, and the model ${instead.isRefusal === true ? 'says that it cannot do this' : 'only announces what it would do'}.`,
      fix: 'Look at the request that leaves the client: it has to send `tools`.',
    });
  if (did === 'answer' && request?.isDeclared === true && request.forbids)
    reasons.push({ cause: 'no-tools', says: 'The request has `tool_choice: none`, which forbids calls.' });
  if (did === 'answer' && isMarkerAlone(turn.text?.text ?? ''))
    reasons.push({ cause: 'lost', says: 'The text holds only the marker of a call: the server took the rest of it.' });
  const planned = did === 'nothing' && reasons.length === 0 ? plannedCall(turn.reasoning?.text ?? '') : null;
  if (planned !== null)
    reasons.push({
      cause: 'in-reasoning',
      says: `The reasoning only plans a call to \`${planned}\`, and the model ended its reply after that.`,
    });
  if (did === 'nothing' && reasons.length === 0) {
    const reason = whyNothing(turn, around, answer);
    if (reason !== null) reasons.push(reason);
  }
  const full = reasons.length === 0 && around.sendsTools !== false ? fullContext(around, answer) : null;
  if (full !== null) reasons.push(full);
  const nested = reasons.length === 0 ? request?.tools.find(({ schema }) => isNested(schema)) : undefined;
  if (did === 'answer' && nested !== undefined)
    reasons.push({
      cause: 'schema',
      says: `The schema of \`${nested.name}\` has another schema in its \`properties\`, in place of the parameters.`,
      fix: 'Put the parameters under `properties`, each with its own schema.',
    });
  return [...reasons, ...streamReasons(answer)];
}

/** What to do about a reason for the end that speaks of a call, where none came: nobody sees the log of a provider. */
function fixOfNone(isStream: boolean, did: Did, { named }: Around): string | undefined {
  if (isStream) return ownFixes.tellStream;
  return did === 'answer' && named.some(isHosted) ? ownFixes.noneToRun : undefined;
}

/** Whether the properties of a schema are a schema: a property is an object or a boolean, and never a word. */
function isNested(schema: ToolDefinition['schema']): boolean {
  const properties = schema?.['properties'];
  return isRecord(properties) && typeof properties['type'] === 'string' && isRecord(properties['properties']);
}
