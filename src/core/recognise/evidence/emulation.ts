import { engines, familyOf, parserFor, trainedFormat } from '../../catalogue/index.ts';
import type { EngineId } from '../../formats/index.ts';
import { isRecord } from '../../text/json/index.ts';
import { extract, type ExtractOptions, promptOpened } from '../../reader/index.ts';
import type { Runtime } from '../../engines/runtime.ts';
import type { QuotedPart, Recognised } from '../index.ts';
import {
  type Evidence,
  type FoundCall,
  isHosted,
  isTextClient,
  readsEveryText,
  type TextClient,
  writers,
} from './evidence.ts';
import { engineAmong } from './engine-among.ts';
import { loggedParser } from './logged-parser.ts';
import { reasoningParserIn } from './paste/reasoning-parser.ts';

type Named = Pick<Evidence, 'writer' | 'others' | 'likely' | 'call' | 'did' | 'parser'>;

/** The project whose runtimes can stand for who read the reply of a paste: its engine, or the client; null for none. */
export function projectOf({
  writer,
  others,
  likely,
  call,
  did,
  parser,
}: Named): EngineId | 'mlx' | 'exathena' | TextClient | null {
  // Beside a reply, and without an answer, the words of the person and a command are all there is.
  const isAllThereIs = call !== null || (did === null && parser !== null);
  const named = writer === null && isAllThereIs ? [likely, ...others] : [writer, ...others];
  const engine = engineAmong(named);
  const client = named.find(isTextClient) ?? null;
  if (engine === null) return client ?? (['mlx', 'exathena'] as const).find((one) => named.includes(one)) ?? null;
  // What no parser of the engine was written for, the client asked the model for.
  const format = call?.format ?? null;
  return client !== null && format !== null && parserFor(engine, format, null) === null ? client : engine;
}

/** Whether the paste says who read the reply: an engine, or somebody else’s server, of which nobody can tell what runs there. */
export function namesReader({ writer, others }: Pick<Evidence, 'writer' | 'others'>): boolean {
  return [writer, ...others].some((one) => one !== null && (writers[one].kind === 'engine' || isHosted(one)));
}

/**
 * What is read where no whole reply is: what the paste quotes of a call, the reasoning that a server keeps apart, or the words of
 * who reports what came back. No parser reads any of them.
 */
export type ReadPart = QuotedPart | 'reasoning' | 'words';

/** What is read of a paste, and what reads it as its server did. */
interface StandIn {
  /** Id of the runtime; null where none is known to stand for the server. */
  readonly runtime: string | null;
  /** `off` where the reply is what the server left after the thinking: its parser begins there. Null elsewhere. */
  readonly thinking: 'off' | null;
  /** What is read is no more than this; null where it is a whole reply, and where there is none. */
  readonly part: ReadPart | null;
  /** The separate reasoning with the call in it: it is read in place of the reply, which has none. Null elsewhere. */
  readonly reasoning: string | null;
  /** The reasoning parser that the paste names, where what is read is as the model wrote it; '' elsewhere. */
  readonly reasoningParser: string;
}

/** A server took the reasoning out of what it answered: only what it logs is as the model wrote it. */
function reasoningParserOf({ isAnswered }: Evidence, content: string, runtime: Runtime | undefined): string {
  const named = isAnswered ? null : reasoningParserIn(content);
  return runtime?.reasoning?.flags.find((flag) => flag === named) ?? '';
}

/**
 * What stands for the server of a paste. What no parser of a server reads is left to any format: a part of a call, calls that
 * a server has made, and separate reasoning.
 *
 * @param content what was pasted
 * @param runtimes those of its project
 */
export function standIn(
  evidence: Evidence,
  { content, replies }: Pick<Recognised, 'replies'> & { readonly content: string },
  runtimes: readonly Runtime[],
): StandIn {
  const isMade = replies.length > 0 && replies.every(({ text, native }) => isBlank(text) && native !== null);
  const reasoning = (replies.length === 1 ? evidence.call?.reasoning : null) ?? null;
  const quoted = replies.find(({ part }) => part !== undefined)?.part ?? null;
  if (isMade || reasoning !== null || quoted !== null)
    return {
      runtime: 'auto',
      thinking: null,
      part: reasoning === null ? quoted : 'reasoning',
      reasoning,
      reasoningParser: '',
    };
  const runtime = runtimeOf(evidence, content, runtimes);
  const isContent = evidence.isAnswered && (evidence.did === 'text' || evidence.did === 'answer');
  const asksThinking = runtimes.some(({ id, asks }) => id === runtime && asks.includes('thinking'));
  const text = replies.findLast((reply) => reply.text !== null)?.text ?? '';
  const isAfter = isContent && asksThinking && promptOpened({ text }).state !== 'open';
  // It tells what came back, and no reply was found to cut out of it.
  const isNamed = evidence.did === 'calls' && evidence.call?.field === 'error';
  const isTold = isNamed || (evidence.did !== null && evidence.call === null && text === content);
  return {
    runtime,
    thinking: isAfter ? 'off' : null,
    part: isTold ? 'words' : null,
    reasoning,
    reasoningParser: reasoningParserOf(
      evidence,
      content,
      runtimes.find(({ id }) => id === runtime),
    ),
  };
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

/**
 * The runtime that stands for the server of a paste: the parser that the paste names; where it names none, the one that the
 * server has for the format of the call, as this model needs it. Null where that is unknown.
 *
 * @param runtimes those of its project
 */
function runtimeOf(evidence: Evidence, content: string, runtimes: readonly Runtime[]): string | null {
  const project = projectOf(evidence);
  if (project === null) return null;
  const newest = runtimes.filter(({ id }) => !id.includes('@'));
  const written = evidence.call?.format ?? null;
  if (project === 'exathena') return newest[0]?.id ?? null;
  if (isTextClient(project)) return ofClient(evidence, newest, readsEveryText(project));
  const logged = evidence.parser ?? loggedParser(project, content);
  if (logged !== null) return byName(newest, logged, written);
  const { model } = evidence;
  const family = model === null ? null : familyOf(model);
  const format = trainedFormat({ model, written, parsed: [] });
  const isByModel = engines.some(({ id, namesModels = false }) => id === project && namesModels);
  const own = model === null || !isByModel ? null : namedAfter(model, format, newest);
  if (own !== null || format === null) return own;
  // mlx_lm has no flag: it chooses by the chat template, which is the model's own.
  const parser = project === 'mlx' ? null : parserFor(project, format, family);
  const named = parser === null ? null : byName(newest, parser, format);
  return named ?? newest.find(({ formats }) => formats[0] === format)?.id ?? null;
}

/** The reader of a client for a text; null for calls that the server had parsed, and where the text is not in its format. */
function ofClient({ call, did }: Evidence, runtimes: readonly Runtime[], readsEveryText: boolean): string | null {
  if (did === 'calls' || (call === null && did !== 'answer')) return null;
  const own = runtimes.find(({ formats }) => formats.some((format) => format === call?.format));
  return (own ?? (readsEveryText ? runtimes[0] : undefined))?.id ?? null;
}

/** One flag may have a runtime for each generation of its models. */
function byName(runtimes: readonly Runtime[], parser: string, format: string | null): string | null {
  const wanted = plain(parser);
  const found = runtimes.filter(({ id, flag }) =>
    [id.slice(id.indexOf(':') + 1), flag.split(/[ =]/).at(-1) ?? ''].some((name) => plain(name) === wanted),
  );
  return (found.find(({ formats }) => formats[0] === format) ?? found[0])?.id ?? null;
}

/**
 * The runtime that is named after a model: llama.cpp has one for each chat template, and Ollama for some models. Of several the
 * longest name counts.
 *
 * @param format that of the model; null where nobody knows it: then a runtime of any format
 */
function namedAfter(model: string, format: string | null, runtimes: readonly Runtime[]): string | null {
  const words = ` ${wordsOf(model)} `;
  let found: string | null = null;
  let longest = 0;
  for (const { id, label, formats } of runtimes) {
    if (format !== null && formats[0] !== format) continue;
    for (const name of [id.slice(id.indexOf(':') + 1), ...modelsIn(label)]) {
      const wanted = wordsOf(name);
      if (wanted.length <= longest || !words.includes(` ${wanted} `)) continue;
      found = id;
      longest = wanted.length;
    }
  }
  return found;
}

/** The models of a label: `llama.cpp GLM 4.5, 4.6` has two, and the second has its name from the first. */
function modelsIn(label: string): readonly string[] {
  const [first = '', ...others] = label.slice(label.indexOf(' ') + 1).split(', ');
  const maker = first.replace(/[\d.]+$/, '');
  return [first, ...others.map((name) => (/^\d/.test(name) ? maker + name : name))];
}

/** The words and numbers of a name: `Qwen3-8B` and `Qwen 3 8B` are one, and so are 4 and 4.0. */
function wordsOf(name: string): string {
  const parts = name.toLowerCase().match(/\d+(?:\.\d+)*|[a-z]+/g) ?? [];
  return parts.map((part) => part.replace(/\.0$/, '')).join(' ');
}

/** Files have `_` where flags have `-`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9.]/g, '');
}

/**
 * Where the parser that a paste names makes calls of the reply that came back as text: what that means, in one or two sentences.
 * An older release that is known may do what the server did. '' where emulation and evidence agree.
 *
 * @param reply the text of the model
 * @param options with the runtimes of the project; `runtime` is the one that stands for the server
 */
export function emulationDiffers(evidence: Evidence, reply: string, options: ExtractOptions): string {
  const { did, parser, call } = evidence;
  const { runtime, runtimes = [] } = options;
  if (did !== 'text' || parser === null || call?.field !== 'content') return '';
  const here = runtimes.find(({ id }) => id === runtime);
  if (here === undefined || !givesCalls(reply, here.id, options)) return '';
  const older = runtimes.filter(({ id }) => id.startsWith(`${here.id}@`));
  const alike = older.find(({ id }) => !givesCalls(reply, id, options));
  const what = `Your server did not do what ${here.label} (${here.source.version}) does: that returns the call.`;
  return alike === undefined
    ? `${what} Your server is another release, or its parser is off.`
    : `${what} ${alike.label} returns text as well: the parser changed since then.`;
}

function givesCalls(reply: string, runtime: string, options: ExtractOptions): boolean {
  return extract({ text: reply }, { ...options, runtime }).outcome === 'calls';
}

/**
 * The evidence where the parser that stands for the server takes every call of a reply that came back as text: that it is broken,
 * or in another form, is not why the client has no call. Elsewhere as it is.
 *
 * @param reply the text of the model
 * @param options as for `emulationDiffers`
 */
export function withReader(evidence: Evidence, reply: string, options: ExtractOptions): Evidence {
  const { did, parser, call, causes, because } = evidence;
  const [blamed] = causes;
  // That a parser looks for another form is refuted by one that takes the call.
  const isForm = blamed === 'damaged' || (blamed === 'other-format' && parser !== null);
  if (did !== 'text' || !isForm || call?.field !== 'content') return evidence;
  const here = options.runtimes?.find(({ id }) => id === options.runtime);
  if (here === undefined || !takesAll(call, reply, options)) return evidence;
  const cause = parser === null ? 'parser-off' : 'lost';
  const says =
    parser === null
      ? `The server did not parse the call: ${here.label} reads this form, so its tool parser is off, or is another one.`
      : `${here.label} (${here.source.version}) reads this form, and your server did not take the call.`;
  const isRefuted = (one: string): boolean => one === blamed || one === cause;
  return {
    ...evidence,
    call: { ...call, fault: null },
    causes: [cause, ...causes.filter((one) => !isRefuted(one))],
    because: [
      ...because.filter(({ of, value }) => of !== 'cause' || !isRefuted(value)),
      { of: 'cause', value: cause, rule: 'emulated', says, span: call.span },
    ],
  };
}

/** Whether a runtime makes of a reply the calls that are in it, each with an object of arguments. */
function takesAll({ names }: FoundCall, reply: string, options: ExtractOptions): boolean {
  const { outcome, calls } = extract({ text: reply }, options);
  const isWhole = calls.every((call, at) => call.name === names[at] && isRecord(call.arguments));
  return outcome === 'calls' && calls.length === names.length && isWhole;
}
