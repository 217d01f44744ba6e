import type { Diagnosis } from '../extraction.ts';
import { member } from '../json/node.ts';
import { readJson } from '../json/strict.ts';
import { placeText } from '../place.ts';
import type { Span } from '../span.ts';
import { diagnosis, edit, insertAt, remove, type Rule } from './rule.ts';

const ARGUMENT_KEYS = ['parameters', 'args', 'input', 'tool_args'];

/** The arguments stand under a key that the runtime does not read, and it calls with `{}`. */
export const ignoredKey: Rule = {
  on: 'other-key-ignored',
  find: (event, { document }) => aliasDiagnosis(document, keyBefore(document, event.from), 'the call is made with {}'),
};

/** The arguments stand under a key that the runtime does not read, and it refuses the call. */
export const refusedKey: Rule = {
  on: 'missing-arguments',
  find: (event, { document }) => aliasDiagnosis(document, aliasIn(document, event.from, event.to), 'there is no call'),
};

function aliasDiagnosis(document: string, key: Span | null, consequence: string): Diagnosis | null {
  if (key === null) return null;
  const name = document.slice(key.from + 1, key.to - 1);
  return diagnosis(
    'D02',
    `The arguments stand under \`${name}\`, which this runtime does not read; ${consequence}.`,
    key,
    edit('Rename the key to arguments', { span: key, insert: '"arguments"' }),
  );
}

/** The arguments are an empty string. */
export const emptyArguments: Rule = {
  on: 'empty-arguments-text',
  find: (event) =>
    diagnosis(
      'D16',
      'The arguments are an empty string. Native tiers take it for {}, text tiers refuse it.',
      event,
      edit('Write {} instead', { span: { from: event.from, to: event.to }, insert: '"{}"' }),
    ),
};

/** A call that was only considered. */
export const draftedCall: Rule = {
  on: 'inside-think',
  find: (event) =>
    diagnosis(
      'D19',
      'This call stands inside a think block: the model considered it, and the runtime runs it.',
      event,
      edit('Remove the draft', remove(event.from, event.to)),
    ),
};

/** ChatCLI knows the names of tools by their `@`. */
export const nameWithoutAt: Rule = {
  on: 'name-without-at',
  find(event, { document }) {
    const reading = readJson(document, event.from, event.to);
    if (!reading.ok) return null;
    const name = ['tool_call', 'name', 'tool']
      .map((key) => member(reading.node, key))
      .find((node) => node?.kind === 'string');
    if (name?.kind !== 'string') return null;
    return diagnosis(
      'D23',
      `The object names \`${name.value}\`. This runtime takes names for those of tools only with an \`@\` before them.`,
      name,
      edit('Put @ before the name', insertAt(name.from + 1, '@')),
    );
  },
};

/** A native entry that only lacks what marks its shape. */
export const unrecognisedShape: Rule = {
  on: 'unrecognised-shape',
  find(event, { document }) {
    if (document.charAt(event.from) !== '{') return null;
    const reading = readJson(document, event.from, event.to);
    if (!reading.ok || member(reading.node, 'function')?.kind !== 'object') return null;
    const missing = [
      ...(member(reading.node, 'id') === undefined ? ['"id": "call_1"'] : []),
      ...(member(reading.node, 'type') === undefined ? ['"type": "function"'] : []),
    ];
    if (missing.length === 0) return null;
    return diagnosis(
      'D01',
      'The entry has a function but not all of type and id: the shape of Ollama’s own endpoint. Ask its OpenAI-compatible endpoint, or add what is missing.',
      event,
      edit('Add what is missing', insertAt(event.from + 1, ` ${missing.join(', ')},`)),
    );
  },
};

/** The message holds a call but is not only that call. */
export const proseAroundJson: Rule = {
  on: 'begins-with-json',
  find(event, { document, parts }) {
    if (event.kind !== 'gate' || event.answer || event.found === null) return null;
    const to = parts.text?.to ?? 0;
    const open = document.indexOf('{', event.from);
    if (open < 0 || open >= to) return null;
    const end = endOfObject(document, open, to);
    if (end === null) return null;
    const call = document.slice(open, end);
    if (!call.includes('"name"') || !call.includes('"arguments"')) return null;
    return diagnosis(
      'D18',
      `This tier wants the message to be the JSON and nothing else. The object at ${placeText(document, open)} has text around it.`,
      { from: open, to: end },
      edit('Keep only the JSON', remove(event.from, open), remove(end, to)),
    );
  },
};

/** Where the object that begins at `open` ends, when it is followed by other text. */
function endOfObject(document: string, open: number, to: number): number | null {
  const whole = readJson(document, open, to);
  if (whole.ok) return whole.node.to;
  // What follows a complete value is where the strict reader stops.
  const { code, expected, at } = whole.error;
  return code === 'unexpected-character' && expected === 'end' ? document.lastIndexOf('}', at - 1) + 1 : null;
}

function keyBefore(document: string, valueFrom: number): { from: number; to: number } | null {
  const to = document.lastIndexOf('"', valueFrom - 1) + 1;
  const from = document.lastIndexOf('"', to - 2);
  return from >= 0 && to > from ? { from, to } : null;
}

function aliasIn(document: string, from: number, to: number): { from: number; to: number } | null {
  const reading = readJson(document, from, to);
  if (!reading.ok || reading.node.kind !== 'object') return null;
  const entry = reading.node.members.find(({ key }) => ARGUMENT_KEYS.includes(key.value));
  return entry === undefined ? null : { from: entry.key.from, to: entry.key.to };
}
