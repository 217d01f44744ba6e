import { counted, numberText, type Span } from '../../../text/document/index.ts';
import { member, readJson } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { placeOf } from '../../index.ts';
import { type Answer, cutOutCalls } from '../paste/answer.ts';
import { hasSoundCall, MOST } from '../paste/asked-about.ts';
import { type GivenCall, labelIn, type Writer } from '../evidence.ts';
import { finishKind } from '../paste/finish.ts';
import { compact, isBare } from '../calls/call-faults.ts';
import { saysWhole } from './other-way.ts';
import type { Reason } from './reason.ts';
import { modelAbove, ofTwoModels } from './two-models.ts';
import { ownFixes } from '../said/fixes.ts';
import type { Scene } from '../paste/scene.ts';
import { piecesIn } from '../paste/stream-answer.ts';
import { readText } from '../calls/text-reading.ts';

/** Two answers to one question, of which one failed: what they differ in is the fault. */
export interface TwoAnswers {
  /** The answer that failed. */
  readonly failed: Answer;
  readonly reason: Reason;
  /** What the paste shows of the other server; null where one server gave both answers. */
  readonly foreign: Side | null;
  /** The server that the line above the failed answer names, where there are two. */
  readonly named: Writer | null;
  /** The model that failed, where another one did not. Absent elsewhere. */
  readonly model?: string | null;
}

/** An answer, and what the paste says of where it came from. */
interface Side {
  readonly answer: Answer;
  /** Where it is in the text that is read, which may be without what others put around it. */
  readonly at: Span;
  /** Where the last paragraph before it begins. */
  readonly near: number;
  readonly host: string | null;
  readonly path: string;
  readonly server: Writer | null;
  /** As the answer has it, or the line above it. */
  readonly model: string | null;
  /** By the line above it, it came as a stream, or as a whole. */
  readonly way: 'stream' | 'whole' | null;
  /** The context that this text gives Ollama, in tokens. */
  readonly context: number | null;
  /** LiteLLM logs it as what the server sent, before what it made of that. */
  readonly isRaw: boolean;
  /** A parser is switched on between the answer before and this one. */
  readonly isRestarted: boolean;
}

/**
 * The two answers in a paste that belong to one question and differ: the same model called the same tool, or was sent the
 * same. Null where the paste proves of none that they do. Linear: few answers are compared.
 */
export function twoAnswers(scene: Scene): TwoAnswers | null {
  // Without its pieces, what is read as a stream is the whole answer once more.
  const isStreamed = piecesIn(scene.values).length > 0;
  const came = scene.answers.filter(({ kind }) => kind === 'response' || (kind === 'stream' && isStreamed));
  const answers = came.length < 2 ? withCutOut(came, scene) : came;
  const again = repeated(answers, scene.around);
  if (again !== null) return again;
  if (answers.length < 2 || answers.length > MOST) return null;
  const sides: Side[] = [];
  for (const answer of answers)
    sides.push(sideOf(scene, answer, sides.at(-1)?.at.to ?? 0, placeIn(scene, answer.span)));
  for (const failed of sides.toReversed())
    for (const other of sides) {
      const isOne = failed !== other && (isOfModel(failed, other) || isStreamOf(failed, other));
      const found = isOne ? compared(failed, other, scene) : null;
      const ofModels = found === null && !isOther(failed.host, other.host) ? ofTwoModels(failed, other) : null;
      if (ofModels !== null && failed.server === other.server)
        return { failed: failed.answer, reason: ofModels, foreign: null, named: null, model: failed.model };
      if (found !== null) return found;
    }
  return null;
}

/** With calls to the same tool that were cut out of their responses, where the paste names two addresses. */
function withCutOut(came: readonly Answer[], { values, around, request, history }: Scene): readonly Answer[] {
  const paths = new Set([...around.matchAll(ADDRESS)].map(([, , , path]) => path));
  if (paths.size < 2 || request !== null || history !== null) return came;
  const others = cutOutCalls(values.filter(({ span }) => came.every((one) => one.span.from !== span.from)));
  const all = [...came, ...others].toSorted((a, b) => a.span.from - b.span.from);
  const names = new Set(all.map(({ turn: { calls } }) => calls[0]?.name));
  return all.length === 2 && names.size === 1 ? all : came;
}

/** How clients and people say that a conversation does not end. */
const ENDLESS =
  /\b(?:recursion[ _]?limit|max(?:imum)?[ _]?(?:number of )?(?:iterations|turns|steps|rounds)|(?:endless|infinite)(?:ly)? loop|loops? forever)\b/i;

/** The same call in every one of three answers and more, until the client gave up. */
function repeated(answers: readonly Answer[], around: string): TwoAnswers | null {
  const failed = answers.at(-1);
  const same = answers.map(({ turn: { calls } }) => JSON.stringify(calls.map((one) => [one.name, one.argumentsText])));
  const [call] = failed?.turn.calls ?? [];
  if (failed === undefined || call === undefined || answers.length < 3) return null;
  if (new Set(same).size > 1 || !ENDLESS.test(around)) return null;
  const says = `The model makes the same call to \`${call.name}\` in each of ${counted(answers.length, 'answer')}.`;
  return { failed, reason: { cause: 'template', says, fix: ownFixes.again }, foreign: null, named: null };
}

/** Addresses under which servers take a question, and their paths in words. A variable of a shell may hold the host. */
const ADDRESS =
  /(?:https?:\/\/([\w.-]{1,80}(?::\d{1,5})?)|(\$\{?\w{1,40}\}?))?(?:\/[\w-]{1,20}){0,3}?(\/v1\/(?:chat\/completions|responses|messages)|\/api\/(?:chat|generate))\b/g;
const PARSER = /--(?:tool-call-parser|enable-auto-tool-choice|jinja)\b/;
const CONTEXT = /(?:num_ctx|CONTEXT_LENGTH)\W{1,6}(\d{4,7})\b/;

/** Where an answer is in the text that is read: places of the paste count what others put before each line. */
function placeIn({ values }: Scene, { from, to }: Span): Span {
  const own = values.filter((value) => placeOf(value).from < to && from < placeOf(value).to);
  return { from: own[0]?.span.from ?? from, to: own.at(-1)?.span.to ?? to };
}

function sideOf({ frame }: Scene, answer: Answer, from: number, at: Span): Side {
  const before = frame.text.slice(from, at.from);
  const [, named, variable, path = null] = [...before.matchAll(ADDRESS)].at(-1) ?? [];
  const headings = before
    .split('\n')
    .filter((line) => /[\w\p{L}]/u.test(line) && !/^\s{0,8}(?:```|~~~|(?:data|event):)/.test(line))
    .slice(-2);
  const context = CONTEXT.exec(before)?.[1];
  return {
    answer,
    at,
    near: from + before.trimEnd().lastIndexOf('\n\n') + 1,
    host: named ?? variable ?? null,
    path: path ?? pathOf(answer, frame.text.slice(at.from, at.to)),
    server: labelIn(headings.at(-1)?.slice(0, 200) ?? ''),
    model: answer.model?.text ?? modelAbove(headings.at(-1)?.slice(0, 200) ?? ''),
    way: wayIn(headings.map((line) => line.slice(0, 200)).join('\n')),
    context: context === undefined ? null : Number(context),
    isRaw: /\bRAW RESPONSE:?\s{0,8}$/i.test(before),
    isRestarted: from > 0 && PARSER.test(before),
  };
}

/** How the lines above it say that an answer came: `stream=True`, `non-streaming:`. */
function wayIn(heading: string): Side['way'] {
  if (saysWhole(heading)) return 'whole';
  return /\bstream(?:ing|ed)?\b/i.test(heading) ? 'stream' : null;
}

/** Where an answer of this shape comes from. */
function pathOf({ isOfOllama }: Answer, text: string): string {
  if (isOfOllama) return '/api/chat';
  if (/"(?:object|type)"\s*:\s*"response[".]/.test(text)) return '/v1/responses';
  return /"type"\s*:\s*"(?:message|tool_use)/.test(text) ? '/v1/messages' : '/v1/chat/completions';
}

/** Whether one model may have given both: its name is the same, or not there. */
function isOfModel(one: Side, other: Side): boolean {
  const [first, second] = [one, other].map(({ answer }) =>
    answer.model?.text.toLowerCase().replaceAll(/^.*\/|\W/g, ''),
  );
  return first === undefined || second === undefined || first.startsWith(second) || second.startsWith(first);
}

/** Whether a stream has the call of a whole answer as text: a proxy may give the model another name in each. */
function isStreamOf(failed: Side, { answer, server, host }: Side): boolean {
  const { kind, turn } = failed.answer;
  const isSame = kind === 'stream' && answer.kind === 'response' && failed.server === server;
  const said = isSame && !isOther(failed.host, host) ? compact(turn.text?.text ?? '') : '';
  return answer.turn.calls.some(
    ({ name, argumentsText }) => said.includes(`"${name}"`) && said.includes(compact(argumentsText)),
  );
}

function compared(failed: Side, other: Side, scene: Scene): TwoAnswers | null {
  const isApart = failed.server !== other.server || isOther(failed.host, other.host);
  const foreign = other.isRaw ? null : isApart || (failed.path !== other.path && failed.host === null) ? other : null;
  const named = foreign === null ? null : failed.server;
  const limit = cutAlike(failed, other, scene);
  if (limit !== null) return { ...limit, foreign: null, named: null };
  // What starts the one server says nothing of another.
  const isRestart = (failed.isRestarted || other.isRestarted) && !isOther(failed.server, other.server);
  if (!hasSoundCall(other.answer) || isRestart) return null;
  const reason =
    ofContext(failed, other, scene) ?? ofForm(failed, other, scene) ?? ofCall(failed, other, isApart, scene);
  return reason === null ? null : { failed: failed.answer, reason, foreign, named };
}

/** Whether both are named, and not the same. */
function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** Both calls end in the middle, and only one answer says that the token limit did it. */
function cutAlike(
  { answer: failed }: Side,
  { answer: other, at }: Side,
  { around }: Scene,
): Pick<TwoAnswers, 'failed' | 'reason'> | null {
  const [call] = failed.turn.calls;
  const [told] = other.turn.calls;
  if (call === undefined || told === undefined || !isOpen(call) || !isOpen(told)) return null;
  if (call.name !== told.name && call.name !== '' && told.name !== '') return null;
  const hidden = failed.turn.finish?.text ?? null;
  // A call that was cut out of its response has the reason after it.
  const finish =
    other.turn.finish?.text ?? /^[^{]{0,200}?"finish_reason": ?"(\w+)"/.exec(around.slice(at.to))?.[1] ?? null;
  if (hidden === null || finishKind(finish) !== 'cut' || finishKind(hidden) === 'cut') return null;
  const says = `The token limit cut the call: one answer ends with \`${finish ?? ''}\`, and \`${hidden}\` of the other hides it.`;
  return { failed: call.name === '' ? other : failed, reason: { cause: 'cut', says } };
}

/** Whether the arguments of a call end too early, or only their end is there. */
function isOpen({ name, argumentsText }: GivenCall): boolean {
  const reading = readJson(argumentsText);
  return !reading.ok && (name === '' || reading.error.code === 'unexpected-end');
}

/** Fewer tokens are a short prompt, or the rest that a cache did not have. */
const CUT = 1000;

/** Ollama cuts a prompt that is longer than its context, and says so only in its counts. */
function ofContext({ answer: failed, context }: Side, other: Side, { sent, around }: Scene): Reason | null {
  const { prompt } = failed;
  const all = other.answer.prompt;
  const isOllama = [failed, other.answer].every(({ isOfOllama }) => isOfOllama) || /\bollama\b|:11434\b/i.test(around);
  if (!isOllama || failed.turn.calls.length > 0 || prompt === null || all === null) return null;
  if (prompt < CUT || prompt * 2 > all) return null;
  const [first, second] = sent.map(({ messages }) => messages);
  const isRaised = (other.context ?? 0) >= all && (context ?? 0) < all;
  if (!isRaised && (first === undefined || first !== second)) return null;
  return {
    cause: 'no-tools',
    says: `Ollama read ${numberText(prompt)} tokens of a prompt of ${numberText(all)}: its context cut the tools off.`,
    fix: 'Raise the context: set `OLLAMA_CONTEXT_LENGTH`, or `num_ctx` in the request.',
  };
}

/** How clients say that they took an object for text. */
const NO_TEXT =
  /must be str, bytes or bytearray, not dict|\[object Object\]|cannot unmarshal object into [^\n]{0,80}\.arguments\b|invalid type: map, expected a string|expected string, received object|\barguments\n\s{1,8}Input should be a valid string/i;

/** OpenAI has the arguments in a string. */
function ofForm({ answer: failed }: Side, { answer: other }: Side, { around }: Scene): Reason | null {
  const call = NO_TEXT.test(around) ? failed.turn.calls.find((one) => kindOfArguments(one) === 'object') : undefined;
  if (call === undefined || !other.turn.calls.some((one) => kindOfArguments(one) === 'string')) return null;
  return {
    cause: 'arguments',
    says: `The arguments of \`${call.name}\` are an object in one answer, and JSON in a string in the other.`,
    fix: 'Update the server, or write the arguments as a string in between (`json.dumps`). The call itself is sound.',
    span: call.span,
  };
}

/** What the arguments of a call in OpenAI’s form are. */
function kindOfArguments({ json = '' }: GivenCall): string | undefined {
  const reading = readJson(json);
  const fun = reading.ok ? member(reading.node, 'function') : undefined;
  return fun === undefined ? undefined : member(fun, 'arguments')?.kind;
}

/** The call that one answer has and the other lost, whole or in part. */
function ofCall(failed: Side, other: Side, isApart: boolean, { request }: Scene): Reason | null {
  const sides = other.isRaw ? OF_LITELLM : sidesOf(failed, other, isApart);
  const lost =
    sides === null
      ? null
      : lostIn(failed.answer, other.answer, request?.tools ?? null, sides.isStream === true || other.isRaw);
  if (sides === null || lost === null) return null;
  const { one, two, fix, isStream = false } = sides;
  const { kind, name } = lost;
  const isUnread = kind === 'text' && isApart && failed.path === other.path;
  return {
    cause: isStream ? 'stream' : isUnread ? 'parser-off' : kind === 'arguments' ? 'arguments' : 'lost',
    says: SAYS[kind](one, two, name),
    isCompared: true,
    fix: isUnread ? (failed.server === null ? UNREAD : undefined) : fix,
  };
}

const UNREAD = 'Update that server, or switch on its tool parser. The call of the model is sound.';

/** Source: litellm litellm_logging.py, as litellm#5245 shows its log */
const OF_LITELLM: ReturnType<typeof sidesOf> = {
  one: 'LiteLLM',
  two: 'the raw response of the server',
  fix: 'Update LiteLLM: the model and the server did their part. Until then ask the server itself, or by another route, as `openai/` with its `api_base`.',
};

/** Whether both hold one call, with one id: a server in between passes it on in another form. */
function isPassedOn(one: Answer, other: Answer): boolean {
  return one.turn.calls.some(({ id }) => id !== null && other.turn.calls.some((call) => call.id === id));
}

/** The two answers as parts of a sentence, and what to do; null where nothing shows that they came in two ways. */
function sidesOf(
  { answer, path, host, way }: Side,
  other: Side,
  isApart: boolean,
): { readonly one: string; readonly two: string; readonly fix: string; readonly isStream?: true } | null {
  if (path !== other.path && isPassedOn(answer, other.answer))
    return {
      one: `The server at \`${path}\``,
      two: `\`${other.path}\``,
      fix: `Update the server in between, which makes the answer at \`${path}\`. Or send the request to \`${other.path}\` of the other.`,
    };
  if (path !== other.path)
    return {
      one: `The endpoint \`${path}\``,
      two: `\`${other.path}\``,
      fix: `Send the request to \`${other.path}\`, and update the server that answers at \`${path}\`.`,
    };
  if (isApart)
    return {
      ...(isOther(host, other.host)
        ? { one: `The server at \`${host ?? ''}\``, two: `the one at \`${other.host ?? ''}\`` }
        : { one: 'One of the two answers in the paste', two: 'the other' }),
      fix: 'Update that server, or use the other one.',
    };
  const isStream =
    (answer.kind === 'stream' && other.answer.kind === 'response') || (way === 'stream' && other.way === 'whole');
  return isStream
    ? {
        one: 'The stream in the paste',
        two: 'the whole answer',
        fix: 'Send the request with `stream: false`, and update the server or the proxy that makes the stream.',
        isStream: true,
      }
    : null;
}

const SAYS = {
  arguments: (one: string, two: string, name: string) => `${one} lost the arguments of \`${name}\`, which ${two} has.`,
  call: (one: string, two: string) => `${one} lost the call that ${two} has.`,
  some: (one: string, two: string) => `${one} lost a part of the calls that ${two} has.`,
  text: (one: string, two: string, name: string) =>
    `${one} has the call to \`${name}\` as text, and ${two} has it parsed.`,
} as const;

function isSame(one: GivenCall, other: GivenCall): boolean {
  return one.name === other.name && compact(one.argumentsText) === compact(other.argumentsText);
}

/** What an answer lost of the calls of another one. */
function lostIn(
  { kind, turn: { calls, text } }: Answer,
  { turn: whole }: Answer,
  tools: readonly ToolDefinition[] | null,
  isStream: boolean,
): { readonly kind: keyof typeof SAYS; readonly name: string } | null {
  for (const call of whole.calls) {
    const same = calls.find(({ name }) => name === call.name);
    if (same !== undefined && isBare(same) && !isBare(call)) return { kind: 'arguments', name: call.name };
  }
  const said = text?.text ?? '';
  const isPart = calls.every((call) => whole.calls.some((one) => isSame(one, call)));
  if (isStream && calls.length > 0 && calls.length < whole.calls.length && isPart) return { kind: 'some', name: '' };
  if (calls.length > 0) return null;
  // A whole answer with nothing in it may be to another question.
  if (said.trim() === '') return kind === 'stream' || isStream ? { kind: 'call', name: '' } : null;
  const { state, names } = readText(said, tools);
  const same = whole.calls.find(({ name }) => names.includes(name));
  return state === 'sound' && same !== undefined ? { kind: 'text', name: same.name } : null;
}
