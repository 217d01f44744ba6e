import { engines } from '../catalogue/index.ts';
import { extract } from '../reader/index.ts';
import { formatList, type ToolFormat, ToolIndex, usualKeys } from '../formats/index.ts';
import { type JsonObject, type JsonValue, valueToText } from '../text/json/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { type ToolCall, valueMeaning } from '../trace/index.ts';
import type { ConversationShape } from './conversations.ts';
import type { FaultOptions } from './faults/prompt-fault.ts';
import { sharedLength, stepPlace } from './faults/prompt-places.ts';
import { openedAtEnd } from './faults/reply-begins-inside.ts';
import { SearchAllowance } from './faults/search-allowance.ts';
import { piecesOf, rangeOf, Subject, type Rendered } from './faults/subject.ts';
import { type ParsedTemplate, parseTemplate } from '../jinja/index.ts';
import type { Shown, TaughtCall, TaughtFormat, Teaching } from './taught.ts';

const ANSWER = 'Zebra crossing.';

/** A tool whose call has a text, a number and an object, under names that no template writes of its own. */
const probe: ToolDefinition = {
  name: 'count_gulls',
  description: 'Counts the gulls on a pier.',
  schema: {
    type: 'object',
    properties: {
      pier: { type: 'string', description: 'Name of the pier' },
      minutes: { type: 'integer', description: 'How long to count' },
      area: { type: 'object', properties: { row: { type: 'integer' } }, description: 'Where on the pier' },
    },
    required: ['pier'],
  },
};

const probeArguments: JsonObject = { pier: 'North quay', minutes: 25, area: { row: 7 } };

/** No turn with one call is so long. In UTF-16 units. */
const LONGEST_TURN = 200_000;
const ENDED = 'The template takes so many steps that Callscope stopped before it found out which calls it teaches.';

const UNPARSED = 'The template has a syntax error, so nobody knows which calls it teaches.';

const NOTHING = { name: false, arguments: false };

/**
 * What a template teaches about calls. Renders a known call, in the shapes that clients send, until its name is in the prompt,
 * and reads the assistant's turn back with `auto`. Never throws; the work is bounded by the allowance of a rendering.
 */
export function teaches(template: string | ParsedTemplate, options: FaultOptions = {}): Teaching {
  const parsing = typeof template === 'string' ? parseTemplate(template) : ({ ok: true, template } as const);
  const nothing = { ...told(null, null, NOTHING, null), described: null, opened: '', tools: null };
  if (!parsing.ok) return { ...nothing, summary: UNPARSED };
  let teaching: Teaching = { ...nothing, summary: ENDED };
  const search = new SearchAllowance();
  search.run(() => {
    teaching = teachingOf(parsing.template, options, search);
  });
  return teaching;
}

function teachingOf(template: ParsedTemplate, options: FaultOptions, search: SearchAllowance): Teaching {
  const { variables, documents, render } = options;
  const material = { tools: [probe] };
  const given = {
    material,
    ...(variables === undefined ? {} : { variables }),
    ...(documents === undefined ? {} : { documents }),
    ...(render === undefined ? {} : { render }),
  };
  const subject = new Subject(template, given, search);
  const withTools = subject.rendered('tools');
  const isWhole = withTools.rendering.failure === null;
  const tools = isWhole ? shown(subject, withTools, rangeOf(piecesOf(withTools, ['tools']))) : null;
  const opened = isWhole ? openedAtEnd(withTools) : null;
  const written = writtenCall(subject);
  const reading = written === null ? null : readingOf(written, search);
  const format = reading === null ? null : (formatList.find(({ id }) => id === reading.format) ?? null);
  const described =
    isWhole && format !== null && written !== null ? descriptionIn(subject, withTools, format, written.turn) : null;
  return {
    ...told(written?.call ?? null, format, reading ?? NOTHING, tools, reading?.hasOtherKeys === true),
    tools,
    described,
    opened: opened === null ? '' : withTools.rendering.prompt.slice(opened.from).trimEnd(),
  };
}

/** The sentence about a reply that is in another format than the template teaches; null where there is none. */
export function againstReply({ format, tools }: Teaching, reply: string | null): string | null {
  if (reply === null || format === null || format.id === reply) return null;
  const cause = tools === null ? 'the tools are not in the prompt' : 'the model fell back to its training';
  return `The template teaches \`${format.id}\`, the reply is \`${reply}\`: ${cause}.`;
}

function told(
  call: TaughtCall | null,
  format: ToolFormat | null,
  { name, arguments: args }: Teaching['readBack'],
  tools: Shown | null,
  hasOtherKeys = false,
): Pick<Teaching, 'format' | 'call' | 'readBack' | 'summary'> {
  const readBack = { name, arguments: args };
  return {
    call,
    readBack,
    format: format === null ? null : taughtFormat(format, hasOtherKeys),
    summary: summaryOf(call, format, readBack, tools) + (hasOtherKeys ? OTHER_KEYS : ''),
  };
}

function summaryOf(
  call: TaughtCall | null,
  format: ToolFormat | null,
  readBack: Teaching['readBack'],
  tools: Shown | null,
): string {
  if (call === null && tools === null) return 'The template teaches no calls: it prints neither tools nor calls.';
  if (call === null) return 'The template prints the tools and never a call, so it shows no format.';
  if (format === null) return 'The template prints calls in no format that Callscope reads without a repair.';
  const untold = tools === null ? ' It never prints the tools.' : '';
  const lost = readBack.arguments ? '' : ' The arguments do not come back as they were.';
  return `The template teaches \`${format.id}\`.${lost}${untold}`;
}

const OTHER_KEYS = ' But it writes other keys than the parsers of this format read.';

function taughtFormat({ id, lineage, readers }: ToolFormat, hasOtherKeys: boolean): TaughtFormat {
  if (hasOtherKeys) return { id, lineage, readers: [] };
  const rows = engines.flatMap(({ id: engine, label }) => {
    const flags = readers[engine];
    return flags === undefined ? [] : [{ engine, label, flags }];
  });
  return { id, lineage, readers: rows };
}

interface WrittenCall {
  readonly call: TaughtCall;
  /** The assistant's turn as a whole, and the part of it that differs from a turn with text. */
  readonly turn: string;
  readonly readings: readonly string[];
}

/** Shapes of the message in which templates expect calls; transformers' own first. */
const shapes: readonly ConversationShape[] = [
  {},
  { callContent: null, textArguments: true },
  { callContent: null },
  { textArguments: true },
];

function writtenCall(subject: Subject): WrittenCall | null {
  for (const shape of shapes) {
    const base = subject.rendered('call', shape);
    const turn = base.messages
      .filter(({ role }) => role !== 'tool')
      .map((message) => withKnownArguments(message, shape));
    const rendered = subject.with(base, turn, { add_generation_prompt: false });
    const at = turn.length - 1;
    const [name] = piecesOf(rendered, ['messages', at, 'tool_calls', 0, 'function', 'name']).filter(
      ({ origin }) => origin.part === 'text',
    );
    if (rendered.rendering.failure !== null || name === undefined) continue;
    const answered = subject.with(base, [...turn.slice(0, -1), { role: 'assistant', content: ANSWER }], {
      add_generation_prompt: false,
    });
    const { prompt } = rendered.rendering;
    const before = piecesOf(rendered, ['messages', at - 1, 'content']).at(-1)?.to ?? 0;
    const other = answered.rendering.failure === null ? answered.rendering.prompt : '';
    const from = Math.max(Math.min(sharedLength(prompt, other), name.from), before);
    const to = Math.max(prompt.length - sharedEnd(prompt, other), name.to);
    const parts = [prompt.slice(from, to), prompt.slice(from), prompt.slice(before, to), prompt.slice(before)];
    return {
      call: { text: prompt.slice(before).trim(), span: stepPlace(subject, rendered, name.from) },
      turn: prompt.slice(before),
      readings: [...new Set(parts)],
    };
  }
  return null;
}

function withKnownArguments(message: JsonObject, { textArguments = false }: ConversationShape): JsonObject {
  if (!Array.isArray(message['tool_calls'])) return message;
  const args: JsonValue = textArguments ? valueToText(probeArguments) : probeArguments;
  return {
    ...message,
    tool_calls: [{ id: 'call00001', type: 'function', function: { name: probe.name, arguments: args } }],
  };
}

/** How many characters both end with. */
function sharedEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

interface Reading {
  readonly format: string;
  readonly name: boolean;
  readonly arguments: boolean;
  /** Our own reader takes many keys for those of a call, and engines only those of the format. */
  readonly hasOtherKeys: boolean;
}

/** Whether a call has none of the keys for its name, or for its arguments, that the example of its format has. */
function hasOtherKeys(text: string, { format, span }: ToolCall): boolean {
  const example = formatList.find(({ id }) => id === format)?.example ?? '';
  const written = text.slice(span.from, span.to);
  return [usualKeys.name, usualKeys.arguments].some((keys) => {
    const own = keys.filter((key) => example.includes(`"${key}":`));
    return own.length > 0 && !own.some((key) => written.includes(`"${key}"`));
  });
}

/**
 * The first reading that gives name and arguments; else the first that gives the name. None with a repair: engines are stricter
 * than `auto`, and what it mends is in no format.
 */
function readingOf({ readings }: WrittenCall, search: SearchAllowance): Reading | null {
  let best: Reading | null = null;
  for (const text of readings) {
    if (text.length > LONGEST_TURN) search.end();
    const call = extract({ text }, { runtime: 'auto', tools: [probe] }).calls.find(
      ({ name, repairs }) => name === probe.name && repairs.length === 0,
    );
    if (call === undefined) continue;
    const isSame = valueMeaning(call.argumentsText) === valueMeaning(valueToText(probeArguments));
    const reading = { format: call.format, name: true, hasOtherKeys: hasOtherKeys(text, call) };
    if (isSame) return { ...reading, arguments: true };
    best ??= { ...reading, arguments: false };
  }
  return best;
}

/** Where the prompt with tools shows how a call begins: the opener of the format, or the key before the name. */
function descriptionIn(subject: Subject, rendered: Rendered, { openers }: ToolFormat, turn: string): Shown | null {
  const all = typeof openers === 'function' ? openers(new ToolIndex([])) : openers;
  const literals = all.map(({ text }) => text).filter((text) => turn.includes(text));
  const key = turn.slice(0, turn.indexOf(probe.name)).split('"').at(-3) ?? '';
  const wanted = [...literals.toSorted((a, b) => b.length - a.length), ...(key === '' ? [] : [`"${key}"`])];
  for (const literal of wanted) {
    const at = literalAt(rendered, literal);
    if (at !== null) return shown(subject, rendered, { from: at, to: at + literal.length });
  }
  return null;
}

/** Where the template itself writes a text, and no value that it was given. */
function literalAt({ rendering: { prompt, pieces } }: Rendered, text: string): number | null {
  for (const { from, to, origin } of pieces) {
    if (origin.kind !== 'literal') continue;
    const at = prompt.indexOf(text, from);
    if (at >= 0 && at < to) return at;
  }
  return null;
}

/** Text of the template counts where it is written, perhaps in a `set` far above. A value counts where it is printed. */
function shown(subject: Subject, rendered: Rendered, range: Shown['range'] | null): Shown | null {
  if (range === null) return null;
  const piece = rendered.rendering.pieces.find(({ from, to }) => from <= range.from && range.from < to);
  if (piece?.origin.kind !== 'literal') return { range, span: stepPlace(subject, rendered, range.from) };
  const { written, from, to } = piece.origin;
  const at = written === 'as-is' ? from + range.from - piece.from : from;
  return { range, span: subject.writtenPlace({ from: at, to: Math.max(to, at) }) };
}
