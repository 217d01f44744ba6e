import { engineOf, type IntendedCall, type Project } from '../reader/index.ts';
import { diagnose } from '../diagnose/index.ts';
import { applyEdit, type Edit } from '../text/document/index.ts';
import { formatList, type WrittenCall } from '../formats/index.ts';
import { isObject, nodeToValue, readJson } from '../text/json/index.ts';
import { formatPrompt } from '../agents/index.ts';
import type { Capabilities } from '../engines/runtime.ts';
import { toolDefinitions } from '../tools/index.ts';
import { firstReader, isWrittenFor, readersOf, type OtherRuntime } from './other-runtimes.ts';
import { plainerTools, type ToolsChange } from './plainer-tools.ts';
import { Reply } from './reply.ts';

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
  /** What was meant, where somebody stated it; else what `auto` finds. */
  readonly expected: readonly IntendedCall[] | null;
  readonly capabilities: Capabilities;
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
 */
export function* waysOut(
  text: string,
  toolsText: string,
  projects: readonly Project[],
  { chosen, expected, capabilities, system }: WaysOutOptions,
): Generator<TriedSoFar, WaysOut | null> {
  const own = projects.find(({ runtimes }) => runtimes.some(({ id }) => id === chosen));
  const runtime = own?.runtimes.find(({ id }) => id === chosen);
  if (own === undefined || runtime === undefined || runtime.lenient) return null;
  if (text.trim() === '' || text.length > LONGEST) return null;
  const reply = new Reply(text, toolsText, runtime, expected, capabilities);
  const now = reply.try(text);
  if (reply.intended.length === 0 || (now.whole && now.streamed)) return null;

  const flags = readersOf(own, reply);
  const others = projects
    .filter((project) => project !== own && engineOf(`${project.id}:`) !== null)
    .map((project) => readersOf(project, reply).filter((one) => isWrittenFor(one, reply)));
  const total = others.reduce((sum, { length }) => sum + length, flags.length);
  let done = 0;
  function* counted(readers: typeof flags): Generator<TriedSoFar, OtherRuntime | null> {
    const before = done;
    const search = firstReader(readers, reply, now.whole);
    for (let step = search.next(); ; step = search.next()) {
      if (step.done === true) {
        done = before + readers.length;
        return step.value;
      }
      yield { done, total };
      done += 1;
    }
  }

  const flag = yield* counted(flags);
  const engines: OtherRuntime[] = [];
  for (const readers of others) {
    const engine = yield* counted(readers);
    if (engine !== null) engines.push(engine);
  }
  const best = engines.toSorted((one, other) => Number(other.streams) - Number(one.streams)).slice(0, MOST_ENGINES);
  const ways: (WayOut | null)[] = [
    flag === null ? null : { kind: 'flag', ...flag },
    toolsChange(reply, now.whole),
    ...best.map((engine) => ({ kind: 'engine', ...engine }) as const),
    now.whole ? null : askedFormat(reply, system),
    now.whole ? null : replyEdit(reply),
  ];
  return { intended: reply.intended.length, onlyStream: now.whole, ways: ways.filter((way) => way !== null) };
}

function toolsChange(reply: Reply, mustStream: boolean): WayOut | null {
  for (const change of plainerTools(reply.toolsText, reply.intended)) {
    const { whole, streamed } = reply.try(reply.text, change.tools);
    if (whole && (streamed || !mustStream)) return { kind: 'tools', ...change };
  }
  return null;
}

/** The same calls in a format of the runtime, where the reply is in none of them. */
function askedFormat(reply: Reply, system: string): WayOut | null {
  const { runtime, intended, toolsText } = reply;
  const calls = intended.flatMap(({ name, argumentsText }): WrittenCall[] => {
    const reading = readJson(argumentsText);
    const value = reading.ok ? nodeToValue(reading.node) : null;
    return isObject(value) ? [{ name, arguments: value }] : [];
  });
  if (isWrittenFor(runtime, reply) || calls.length < intended.length) return null;
  for (const format of runtime.formats) {
    const prompt = formatList.find(({ id }) => id === format)?.prompt;
    const written = prompt?.render(calls) ?? null;
    if (prompt === undefined || written === null || !reply.isMeant(reply.read(written))) continue;
    const asked = formatPrompt(format, system, toolDefinitions(toolsText));
    if (asked !== null) return system.includes(prompt.ask) ? null : { kind: 'prompt', format, system: asked.text };
  }
  return null;
}

/** The first edit that a diagnosis offers and that is enough, or some of them one after another. */
function replyEdit(reply: Reply): WayOut | null {
  const { text } = reply;
  for (const edit of editsOf(reply, text))
    if (reply.isMeant(reply.read(applyEdit(text, edit)))) return { kind: 'edit', edit };
  let current = text;
  for (let count = 1; count <= MOST_EDITS; count += 1) {
    const [edit] = editsOf(reply, current);
    if (edit === undefined) return null;
    current = applyEdit(current, edit);
    if (!reply.isMeant(reply.read(current))) continue;
    const changes = [{ span: { from: 0, to: text.length }, insert: current }];
    return { kind: 'edit', edit: { label: `Make ${String(count)} edits`, changes } };
  }
  return null;
}

function editsOf(reply: Reply, text: string): readonly Edit[] {
  const options = reply.optionsFor(text, reply.toolsText, reply.runtime);
  return diagnose(reply.read(text), options).flatMap(({ edit }) =>
    edit === null || edit.runtime !== undefined ? [] : [edit],
  );
}
