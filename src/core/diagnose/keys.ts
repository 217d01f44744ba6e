import type { Diagnosis, ToolCall } from '../trace/index.ts';
import { encodedObject, formatList, usualKeys } from '../formats/index.ts';
import { type JsonNode, member, readJson } from '../text/json/index.ts';
import { type Span, withPlace } from '../text/document/index.ts';
import { insertAt, replace, type Change } from './changes.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls, type Subject } from './subject.ts';

const ARGUMENT_KEYS = usualKeys.arguments.filter((key) => key !== 'arguments');
const NAME_KEYS = usualKeys.name.filter((key) => key !== 'name');

/** The arguments are under a key that the runtime does not read, so it makes the call with `{}`. */
export const ignoredKey: StepRule = {
  on: ['other-key-ignored'],
  find: (event, subject) => {
    const key = keyBefore(subject.document, event.from);
    return key === null ? null : aliasDiagnosis(subject, [key], 'makes the call with `{}`');
  },
};

/** The call is under keys that the runtime does not read, so it refuses the call. */
export const refusedKeys: StepRule = {
  on: ['missing-arguments', 'missing-name', 'no-call-keys', 'contains-keys', 'begins-with-json'],
  find(event, subject) {
    const { document } = subject;
    if (event.kind === 'gate' && event.answer) return null;
    const from = event.kind === 'gate' ? document.indexOf('{', event.from) : event.from;
    if (from < 0 || from >= Math.min(event.to, from + 100_000)) return null;
    const node = objectAt(document, from, event.to);
    if (node === null) return null;
    const keys = aliasesIn(node);
    // If no reader finds a call under these keys, the object is other data.
    if (keys.length === 0 || (subject.everyFormat?.calls.length ?? 0) === 0) return null;
    return subject.brings(renaming(document, keys)) ? aliasDiagnosis(subject, keys, 'makes no call') : null;
  },
};

/** The runtime reads the call, but its format has other names for these keys. */
export const toleratedKeys: WholeRule = {
  look: (subject) =>
    !subject.readsFormats
      ? []
      : firstCalls(subject.extraction).flatMap((call): Diagnosis[] => {
          if (!usesUsualKeys(call.format)) return [];
          const { document } = subject;
          const keys = [
            keyOf(document, call, call.nameSpan, NAME_KEYS),
            keyOf(document, call, call.argumentsSpan, ARGUMENT_KEYS),
          ];
          const aliases = keys.filter((key) => key !== null).toSorted((a, b) => a.from - b.from);
          return aliases.length === 0
            ? []
            : [aliasDiagnosis(subject, aliases, 'accepts them, but strict parsers do not')];
        }),
};

/** The arguments are an empty string. */
export const emptyArguments: WholeRule = {
  look: ({ document, oddSteps, extraction, textTo }) => {
    const steps = oddSteps.filter((event) => event.kind === 'quirk' && event.code === 'empty-arguments-text');
    const calls = firstCalls(extraction).flatMap(({ argumentsSpan: at }) =>
      at !== null && /^"\s*"$/.test(document.slice(at.from, Math.min(at.to, at.from + 40))) ? [at] : [],
    );
    const places = new Map([...steps, ...calls].map((span): [number, Span] => [span.from, span]));
    return [...places.values()]
      .slice(0, 4)
      .map((span) =>
        diagnosis(
          'D16',
          'The arguments are an empty string. Parsers of native calls take it for `{}`, but strict text parsers reject it.',
          span,
          edit('Use {} instead', replace(span, span.to <= textTo ? '{}' : '"{}"')),
        ),
      );
  },
};

/** The arguments are not an object. */
export const otherArguments: StepRule = {
  on: ['arguments-dropped', 'arguments-not-an-object'],
  find(event, { document, reader }) {
    const isDropped = event.kind === 'quirk';
    // The step may cover the whole call.
    const at = event.kind === 'reject' ? event.at : event.from;
    const piece = document.slice(at, Math.min(event.to, at + 40));
    return diagnosis(
      'D28',
      {
        fact: piece.startsWith('{')
          ? `${withPlace('The arguments are not an object', document, at)}.`
          : `The arguments are \`${quoted(piece)}\`, not an object.`,
        reader: `${reader} ${isDropped ? 'makes the call with `{}`' : 'makes no call'}.`,
      },
      event,
      null,
      'Show one complete call as an example in the prompt, with an object for its arguments.',
    );
  },
};

/** The arguments are JSON inside a JSON string where the format has an object, or they are encoded twice. */
export const doubleEncoded: StepRule = {
  on: ['decoded-arguments', 'non-object-arguments'],
  find(event, { document, textTo }) {
    const isText = event.to <= textTo;
    if (isText !== (event.kind === 'read')) return null;
    const outer = readJson(document, event.from, event.to);
    if (!outer.ok || outer.node.kind !== 'string') return null;
    const decoded = isText ? encodedObject(outer.node.value) : outer.node.value;
    const inner = decoded === null ? null : readJson(decoded);
    if (decoded === null || inner?.ok !== true || inner.node.kind !== (isText ? 'object' : 'string')) return null;
    return diagnosis(
      'D15',
      isText
        ? {
            fact: `${withPlace('The arguments are JSON inside a JSON string, but the format expects an object', document, event.from)}.`,
            reader: 'Callscope decodes them. Other runtimes return a string.',
          }
        : 'The arguments are encoded twice: after one decoding, they are still a string. Decode them once more.',
      event,
      edit('Decode the arguments', replace(event, decoded.trim())),
    );
  },
};

/** Formats whose example has the keys `name` and `arguments`, and an object as the arguments. */
const usual: ReadonlySet<string> = new Set([
  ...formatList
    .filter(({ example }) => /"name":/.test(example) && /"arguments": *\{/.test(example))
    .map(({ id }) => id),
  'exathena-fence',
  'raw-json',
]);

function usesUsualKeys(format: string | undefined): boolean {
  return format !== undefined && usual.has(format);
}

function aliasDiagnosis({ document, reader }: Subject, keys: readonly Span[], consequence: string): Diagnosis {
  const names = keys.map(({ from, to }) => `\`${document.slice(from + 1, to - 1)}\``).join(' and ');
  const first = keys[0] ?? { from: 0, to: 0 };
  const isArguments = keys.some((key) => ARGUMENT_KEYS.includes(document.slice(key.from + 1, key.to - 1)));
  const what = keys.length > 1 ? 'The call is' : isArguments ? 'The arguments are' : 'The name is';
  return diagnosis(
    'D02',
    {
      fact: `${withPlace(`${what} under ${names}, but this format has other keys`, document, first.from)}.`,
      reader: `${reader} ${consequence}.`,
    },
    first,
    renaming(document, keys),
  );
}

export function renamed(document: string, keys: readonly Span[]): Change[] {
  return keys.map((key) => {
    const isArguments = ARGUMENT_KEYS.includes(document.slice(key.from + 1, key.to - 1));
    return replace(key, isArguments ? '"arguments"' : '"name"');
  });
}

function renaming(document: string, keys: readonly Span[]): ReturnType<typeof edit> {
  const changes = renamed(document, keys);
  const names = changes.map(({ insert }) => insert.slice(1, -1)).join(' and ');
  return edit(`Rename the ${changes.length > 1 ? 'keys' : 'key'} to ${names}`, ...changes);
}

/** The JSON object that begins at `from`; text may follow it. */
export function objectAt(document: string, from: number, to: number): JsonNode | null {
  const whole = readJson(document, from, to);
  if (whole.ok) return whole.node;
  const { code, expected, at } = whole.error;
  if (code !== 'unexpected-character' || expected !== 'end') return null;
  const first = readJson(document, from, document.lastIndexOf('}', at - 1) + 1);
  return first.ok ? first.node : null;
}

/** The keys of a call that have other names than `name` and `arguments`. Empty if both are right, or if this is no call. */
export function aliasesIn(node: JsonNode): Span[] {
  if (node.kind !== 'object') return [];
  const keyFor = (
    wanted: string,
    others: readonly string[],
    kinds: readonly JsonNode['kind'][],
  ): Span | null | 'there' => {
    if (member(node, wanted) !== undefined && wanted === 'name') return 'there';
    const found = node.members.find(({ key, value }) => others.includes(key.value) && kinds.includes(value.kind));
    if (found !== undefined) return found.key;
    return member(node, wanted) === undefined ? null : 'there';
  };
  const name = keyFor('name', NAME_KEYS, ['string']);
  const args = keyFor('arguments', ARGUMENT_KEYS, ['object', 'string']);
  if (name === null || args === null) return [];
  return [name, args].filter((key) => key !== 'there').toSorted((a, b) => a.from - b.from);
}

function keyOf(document: string, call: ToolCall, value: Span | null, aliases: readonly string[]): Span | null {
  if (value === null) return null;
  const key = keyBefore(document, value.from);
  return key !== null && key.from >= call.span.from && aliases.includes(document.slice(key.from + 1, key.to - 1))
    ? key
    : null;
}

function keyBefore(document: string, valueFrom: number): Span | null {
  const from = Math.max(0, valueFrom - 60);
  const before = /"[\w-]{1,30}"(?=\s*:\s*$)/.exec(document.slice(from, valueFrom));
  return before === null ? null : { from: from + before.index, to: from + before.index + before[0].length };
}

/** The name has no `@`, by which ChatCLI recognises a tool. */
export const nameWithoutAt: StepRule = {
  on: ['name-without-at'],
  find(event, subject) {
    const { document, tools } = subject;
    const node = objectAt(document, event.from, event.to);
    if (node === null || subject.isAmongData(node) || !subject.isMeantAsCall(node)) return null;
    const name = ['tool_call', 'name', 'tool'].map((key) => member(node, key)).find((one) => one?.kind === 'string');
    // Other data and definitions of tools have a name as well.
    const given = usualKeys.arguments.map((key) => member(node, key)).find((one) => one !== undefined);
    const isArguments =
      given?.kind === 'string' || (given?.kind === 'object' && member(given, 'properties') === undefined);
    if (name?.kind !== 'string' || !isArguments) return null;
    if (!tools.isEmpty && !tools.has(name.value) && !tools.has(`@${name.value}`)) return null;
    // A sample in a code block needs no other name.
    const isShown = subject.everyFormat?.suppressed.some(
      ({ reason, span }) =>
        reason === 'quoted' && span.from <= event.to && document.slice(span.to, event.from).trim() === '',
    );
    if (isShown === true) return null;
    return diagnosis(
      'D23',
      `The object names \`${quoted(name.value)}\`. This runtime requires an \`@\` before the name of a tool.`,
      name,
      edit('Add the @', insertAt(name.from + 1, '@')),
    );
  },
};

/** A native entry without an id, which our own readers take. Ollama's own endpoint has none (docs/api.md, "Chat request (With tools)"). */
export const entryWithoutId: StepRule = {
  on: ['without-id'],
  find(event, { document }) {
    const reading = readJson(document, event.from, event.to);
    const fun = reading.ok && member(reading.node, 'type') === undefined ? member(reading.node, 'function') : undefined;
    if (fun !== undefined && member(fun, 'arguments')?.kind === 'object') return null;
    return diagnosis(
      'D37',
      {
        fact: `${withPlace('The entry has no `id`', document, event.from)}.`,
        reader: 'Callscope generates one, but strict clients reject the entry.',
      },
      event,
    );
  },
};

/** A native entry lacks only the keys by which runtimes recognise its shape. */
export const unrecognisedShape: StepRule = {
  on: ['unrecognised-shape'],
  find(event, { document, reader }) {
    if (document.charAt(event.from) !== '{') return null;
    const reading = readJson(document, event.from, event.to);
    if (!reading.ok || member(reading.node, 'function')?.kind !== 'object') return null;
    const missing = [
      ...(member(reading.node, 'id') === undefined ? ['"id": "call_1"'] : []),
      ...(member(reading.node, 'type') === undefined ? ['"type": "function"'] : []),
    ];
    if (missing.length === 0) return null;
    if (missing.length === 1 && member(reading.node, 'id') === undefined)
      return diagnosis(
        'D37',
        `${withPlace(`The entry has no \`id\`, and ${reader} knows no shape without one`, document, event.from)}.`,
        event,
        edit('Add an id', insertAt(event.from + 1, ` ${missing.join(', ')},`)),
      );
    return diagnosis(
      'D01',
      'The entry has a `function` but lacks `type` or `id`. This is the shape of Ollama’s own endpoint.',
      event,
      edit('Add missing keys', insertAt(event.from + 1, ` ${missing.join(', ')},`)),
      'Use the OpenAI-compatible endpoint of Ollama (`/v1/chat/completions`) instead of its own (`/api/chat`).',
    );
  },
};
