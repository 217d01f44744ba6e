import { formatPrompt } from '../agents/index.ts';
import { diagnose } from '../diagnose/index.ts';
import type { Runtime } from '../engines/runtime.ts';
import { formatList, type WrittenCall } from '../formats/index.ts';
import { type AskedReply, engineOf, extract, isWrittenFor, type Project, readersOf } from '../reader/index.ts';
import { applyEdit, type Edit } from '../text/document/index.ts';
import { isObject, nodeToValue, readJson } from '../text/json/index.ts';
import { declaredTools } from '../tools/index.ts';
import { plainerTools, type ToolsChange } from './plainer-tools.ts';

/** Another runtime that returns the calls that were meant. */
interface OtherRuntime {
  readonly runtime: string;
  /** Whether its stream returns them as well. */
  readonly streams: boolean;
  /** Whether it was written for a format of the reply. */
  readonly isWrittenFor: boolean;
}

/** Something that was tried, and after which the calls come that were meant. */
export type WayOut =
  /** Another runtime of the same project. */
  | ({ readonly kind: 'flag' } & OtherRuntime)
  /** A runtime of another project. */
  | ({ readonly kind: 'engine' } & OtherRuntime)
  | ({ readonly kind: 'tools' } & ToolsChange)
  /** A system prompt that asks for a format of the runtime. */
  | { readonly kind: 'prompt'; readonly format: string; readonly system: string }
  | { readonly kind: 'edit'; readonly edit: Edit };

export interface WaysOut {
  /** How many calls were meant. */
  readonly intended: number;
  /** Whether the whole reply gives them already, and only its stream does not. */
  readonly onlyStream: boolean;
  /** What lasts longest first: an edit helps this one reply. */
  readonly ways: readonly WayOut[];
}

export interface WaysOutOptions {
  /** The runtime that the page reads with. */
  readonly chosen: string;
  readonly system: string;
}

export interface TriedSoFar {
  readonly done: number;
  readonly total: number;
}

/** Longer texts are not read by hundreds of runtimes. In UTF-16 units. */
const LONGEST = 20_000;

/** So many other projects are offered. */
const MOST_ENGINES = 3;

/** So many edits are made one after another. */
const MOST_EDITS = 4;

/**
 * What makes the chosen runtime, or another one, return the calls that were meant. Each way is tried before it is offered, on
 * the reply without its native part. Null where the calls come already, where no call was meant, and for our own readers.
 *
 * @param toolsText the tools of the request as typed
 */
export function* waysOut(
  reply: AskedReply,
  toolsText: string,
  projects: readonly Project[],
  { chosen, system }: WaysOutOptions,
): Generator<TriedSoFar, WaysOut | null> {
  const { text } = reply.question;
  const own = projects.find(({ runtimes }) => runtimes.some(({ id }) => id === chosen));
  const runtime = own?.runtimes.find(({ id }) => id === chosen);
  if (own === undefined || runtime === undefined || runtime.lenient) return null;
  if (text.trim() === '' || text.length > LONGEST || reply.intended.length === 0) return null;
  const now = trial(reply, runtime);
  if (now.whole && now.streamed) return null;

  const flags = readersOf(own, reply.formats).filter((one) => one !== runtime);
  const others = projects
    .filter((project) => project !== own && engineOf(`${project.id}:`) !== null)
    .map((project) => readersOf(project, reply.formats).filter((one) => isWrittenFor(one, reply.formats)));
  const total = others.reduce((sum, { length }) => sum + length, flags.length);
  let done = 0;
  /** The first that returns what was meant, streamed as well; else the first whose whole answer is more than comes already. */
  function* firstOf(runtimes: readonly Runtime[]): Generator<TriedSoFar, OtherRuntime | null> {
    const end = done + runtimes.length;
    let first: OtherRuntime | null = null;
    for (const one of runtimes) {
      yield { done, total };
      done += 1;
      const { whole, streamed } = trial(reply, one);
      if (!whole || (now.whole && !streamed)) continue;
      const found = { runtime: one.id, streams: streamed, isWrittenFor: isWrittenFor(one, reply.formats) };
      // One that was written for another format is worth less than one that does not stream.
      const isBest = streamed && (found.isWrittenFor || first === null);
      if (isBest || first === null) first = found;
      if (isBest) break;
    }
    done = end;
    return first;
  }

  const flag = yield* firstOf(flags);
  const engines: OtherRuntime[] = [];
  for (const readers of others) {
    const engine = yield* firstOf(readers);
    if (engine !== null) engines.push(engine);
  }
  const best = engines.toSorted((one, other) => Number(other.streams) - Number(one.streams)).slice(0, MOST_ENGINES);
  const ways: (WayOut | null)[] = [
    flag === null ? null : { kind: 'flag', ...flag },
    toolsChange(reply, runtime, toolsText, now.whole),
    ...best.map((engine) => ({ kind: 'engine', ...engine }) as const),
    now.whole ? null : askedFormat(reply, runtime, system),
    now.whole ? null : replyEdit(reply, runtime),
  ];
  return { intended: reply.intended.length, onlyStream: now.whole, ways: ways.filter((way) => way !== null) };
}

interface Trial {
  /** Whether the whole reply gives the calls that were meant. */
  readonly whole: boolean;
  /** Whether its stream gives them as well; true where the runtime waits for the end, and where the text is too long to say. */
  readonly streamed: boolean;
}

function trial(reply: AskedReply, runtime: Runtime): Trial {
  if (!isMeant(reply, runtime)) return { whole: false, streamed: false };
  // The others are not streamed to a client by somebody who has to declare what the provider can do.
  if (engineOf(runtime.id) === null) return { whole: true, streamed: true };
  const { streamed } = reply.answers(runtime);
  return { whole: true, streamed: streamed === null || streamed.calls === 'same' };
}

/** Whether the whole reply gives the calls that were meant. */
function isMeant(reply: AskedReply, runtime: Runtime): boolean {
  return reply.whole(runtime).calls === 'same';
}

function toolsChange(reply: AskedReply, runtime: Runtime, toolsText: string, mustStream: boolean): WayOut | null {
  for (const change of plainerTools(toolsText, reply.intended)) {
    const { whole, streamed } = trial(reply.with({ tools: declaredTools(change.tools) }), runtime);
    if (whole && (streamed || !mustStream)) return { kind: 'tools', ...change };
  }
  return null;
}

/** The same calls in a format of the runtime, where the reply is in none of them. */
function askedFormat(reply: AskedReply, runtime: Runtime, system: string): WayOut | null {
  const { intended } = reply;
  const calls = intended.flatMap(({ name, argumentsText }): WrittenCall[] => {
    const reading = readJson(argumentsText);
    const value = reading.ok ? nodeToValue(reading.node) : null;
    return isObject(value) ? [{ name, arguments: value }] : [];
  });
  if (isWrittenFor(runtime, reply.formats) || calls.length < intended.length) return null;
  for (const format of runtime.formats) {
    const prompt = formatList.find(({ id }) => id === format)?.prompt;
    const written = prompt?.render(calls) ?? null;
    if (prompt === undefined || written === null || !isMeant(reply.with({ text: written }), runtime)) continue;
    const asked = formatPrompt(format, system, reply.question.tools ?? []);
    if (asked !== null) return system.includes(prompt.ask) ? null : { kind: 'prompt', format, system: asked.text };
  }
  return null;
}

/** The first edit that a diagnosis offers and that is enough, or some of them one after another. */
function replyEdit(reply: AskedReply, runtime: Runtime): WayOut | null {
  const { text } = reply.question;
  const edited = (one: AskedReply, edit: Edit): AskedReply => reply.with({ text: applyEdit(one.question.text, edit) });
  const offered = editsOf(reply, runtime);
  for (const edit of offered) if (isMeant(edited(reply, edit), runtime)) return { kind: 'edit', edit };
  let current = reply;
  let [next] = offered;
  for (let count = 1; count <= MOST_EDITS && next !== undefined; count += 1) {
    current = edited(current, next);
    if (isMeant(current, runtime)) {
      const changes = [{ span: { from: 0, to: text.length }, insert: current.question.text }];
      return { kind: 'edit', edit: { label: `Make ${String(count)} edits`, changes } };
    }
    [next] = editsOf(current, runtime);
  }
  return null;
}

function editsOf(reply: AskedReply, runtime: Runtime): readonly Edit[] {
  const options = reply.optionsFor(runtime);
  return diagnose(extract({ text: reply.question.text }, options), options).flatMap(({ edit }) =>
    edit === null || edit.runtime !== undefined ? [] : [edit],
  );
}
