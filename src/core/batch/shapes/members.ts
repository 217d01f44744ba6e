import type { LogMember, Mapping, MappedPart } from '../reply.ts';
import { type Fields, fieldsOf, idOf, textOf, unpacked } from '../values.ts';
import { rightOf } from './beside.ts';
import { callsAt } from './mapped.ts';
import { contentText } from './message.ts';
import { pathText, type Step } from './paths.ts';
import type { RecordReading } from './shape.ts';
import { toolsIn } from './tools.ts';

/** A member of a record, where it is. */
interface Node {
  readonly steps: readonly Step[];
  readonly value: unknown;
}

/** So many members of one record are looked at, so deep, and so many entries of a list. */
const MOST_NODES = 3000;
const MOST_LEVELS = 8;
const MOST_ENTRIES = 40;

function nodesOf(record: Fields): Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown, steps: readonly Step[]): void => {
    if (nodes.length >= MOST_NODES) return;
    if (steps.length > 0) nodes.push({ steps, value });
    if (steps.length >= MOST_LEVELS) return;
    // JSON in a string has members too.
    const inside = unpacked(value);
    if (Array.isArray(inside)) inside.slice(0, MOST_ENTRIES).forEach((inner, place) => visit(inner, [...steps, place]));
    else for (const [key, inner] of Object.entries(fieldsOf(inside) ?? {})) visit(inner, [...steps, key]);
  };
  visit(record, []);
  return nodes;
}

/** So many characters of a value are shown, and so many members in all. */
const SAMPLE = 80;
const MOST_MEMBERS = 200;

/** The members of some records, each path once, with what the first of them holds there. */
export function membersOf(records: readonly Fields[]): LogMember[] {
  const members = new Map<string, string>();
  for (const record of records)
    for (const { steps, value } of nodesOf(record)) {
      const path = pathText(steps);
      if (members.size >= MOST_MEMBERS && !members.has(path)) break;
      if (!members.has(path)) members.set(path, sampleOf(value));
    }
  return [...members].map(([path, sample]) => ({ path, sample }));
}

function sampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SAMPLE ? `${text.slice(0, SAMPLE)}…` : text;
}

/** What members of each part are mostly called. */
const names: Readonly<Record<MappedPart, RegExp>> = {
  reply: /content|text|output|response|result|reply|answer|completion|generat|message|value|raw/i,
  calls: /call|result|output|function|content|parts|answers/i,
  tools: /tool|function/i,
  id: /id$/i,
  right: /success|valid|right|correct|pass|score|match|^acc$/i,
  model: /model|provider/i,
  prompt: /prompt|tags/i,
};

/** Texts that were moved out of where they belong, under a hash. */
const MOVED = 'attachments';

/** The name that a member goes by: its own, or that of the list that it is in. */
function nameOf(steps: readonly Step[]): string {
  return steps.findLast((step) => typeof step === 'string') ?? '';
}

/**
 * The members of a record that hold what was read from it. They are found by their values, so that this works for every shape. A part
 * that was put together from several members is in none.
 */
export function mappingOf(record: Fields, reading: RecordReading): Mapping {
  const nodes = nodesOf(record).filter(({ steps }) => steps[0] !== MOVED);
  /** A member with a telling name comes first, then the highest one. Metadata comes last. */
  const find = (like: RegExp, is: (value: unknown) => boolean, isOnly = false): string | null => {
    const rank = ({ steps }: Node): number =>
      steps.length + (like.test(nameOf(steps)) ? 0 : MOST_LEVELS) + (steps[0] === 'metadata' ? MOST_LEVELS : 0);
    const found = nodes
      .filter(({ steps, value }) => (!isOnly || like.test(nameOf(steps))) && is(value))
      .toSorted((one, other) => rank(one) - rank(other))[0];
    return found === undefined ? null : pathText(found.steps);
  };
  const text = reading.said.find((one) => one.text !== null && one.text !== '')?.text ?? null;
  const calls = reading.said.find((one) => one.calls !== null)?.calls ?? null;
  const { tools = null, model = null, prompt = null, isRight = null, id } = reading;
  const callsText = JSON.stringify(calls);
  const toolsText = JSON.stringify(tools);
  const found: Readonly<Record<MappedPart, string | null>> = {
    reply:
      text === null
        ? null
        : (find(names.reply, (value) => value === text) ?? find(names.reply, (value) => contentText(value) === text)),
    calls:
      calls === null
        ? null
        : find(names.calls, (value) => JSON.stringify(callsAt(value)) === callsText, calls.length === 0),
    tools: tools === null ? null : find(names.tools, (value) => JSON.stringify(toolsIn(value)) === toolsText, true),
    id: id === null ? null : find(names.id, (value) => idOf(value) === id),
    right: isRight === null ? null : find(names.right, (value) => rightOf(value) === isRight, true),
    model: model === null ? null : find(names.model, (value) => value === model),
    prompt: prompt === null ? null : find(names.prompt, (value) => textOf(value) === prompt, true),
  };
  return Object.fromEntries(Object.entries(found).flatMap(([part, path]) => (path === null ? [] : [[part, path]])));
}
