import { type Span, withPlace } from '../../text/document/index.ts';
import { type JsonNode, type JsonPath, jsonPathAt, member, nodeToText, readJson } from '../../text/json/index.ts';
import {
  argumentSpans,
  catalogue,
  type Diagnosis,
  explain,
  type Extraction,
  jsonErrorText,
  returnsJson,
  type ToolCall,
  type TraceEvent,
  valueMeaning,
} from '../../trace/index.ts';
import { closersFor } from '../closers.ts';
import { LONGEST_MARKER } from '../literals.ts';
import { diagnosis, quoted } from '../rule.ts';
import type { Subject } from '../subject.ts';

/** The first value of a call that a runtime returns otherwise than it was meant. */
interface Difference {
  readonly path: JsonPath;
  /** Null where there is none. */
  readonly meant: JsonNode | null;
  readonly given: JsonNode | null;
}

/** What to do where the reply has the right value, and the runtime makes another type of it. */
const CONVERT = 'Convert this value in your program, or choose a parser that reads it by the schema.';

/** What to do where the model wrote a text, and the parser made JSON of it that is none. */
const WRITTEN =
  'Choose another parser: this one writes the JSON itself. Or have the server constrain the value to its type.';

/** Says in which value a call that a runtime returns differs from the one that was meant. */
export function differentValue(subject: Subject, auto: Extraction, meant: ToolCall, given: ToolCall): Diagnosis {
  const { document, runtime } = subject;
  const { label } = runtime;
  const call = `\`${quoted(meant.name)}\``;
  if (given.name === `@${meant.name}`)
    return diagnosis(
      'D23',
      `${withPlace(`${label} returns the name \`${quoted(given.name)}\`: it looks its tools up with an \`@\``, document, meant.nameSpan.from)}.`,
      meant.nameSpan,
      null,
      `Change nothing: ${label} adds the \`@\` to the names of its tools.`,
    );
  if (meant.name !== given.name) {
    const isTrimmed = given.name.replace(/^[\s"'`]+|[\s"'`]+$/g, '') === meant.name;
    const name = given.name.trim() === '' ? 'a call without a name' : `a call to \`${quoted(given.name)}\``;
    return diagnosis(
      'D23',
      `${withPlace(`${label} returns ${name}, but the name is ${call}`, document, meant.nameSpan.from)}.`,
      meant.nameSpan,
      null,
      isTrimmed ? undefined : catalogue.D35.remedy,
    );
  }
  if (!returnsJson(given)) return noJson(subject, auto, meant, given);
  const [one, other] = [readJson(meant.argumentsText), readJson(given.argumentsText)];
  const found =
    one.ok && other.ok ? firstDifference(one.node, other.node, meant.argumentsText, given.argumentsText) : null;
  if (found === null)
    return diagnosis('D34', `${label} returns other arguments for ${call}.`, meant.argumentsSpan ?? meant.span);
  const span = placeOf(auto, meant, found.path);
  const key = found.path.length === 0 ? 'the arguments' : `\`${quoted(found.path.join('.'))}\``;
  const told = toldOf(found, meant, given);
  const at = told.at === undefined ? null : offsetIn(document, span, told.meant, told.at);
  const { trace } = subject.extraction;
  const dropped = found.given === null ? trace.findLast((event) => isOdd(event) && isBeside(event, span)) : undefined;
  const why = dropped === undefined ? (told.then ?? '') : ` ${explain(dropped, document, runtime.words).title}`;
  const isGuess = told.code === 'D28' && subject.definitions.find(({ name }) => name === meant.name)?.inferred === true;
  return diagnosis(
    told.code,
    `${withPlace(`${label} returns ${told.what(key, call)}`, document, at ?? span.from)}.${isGuess ? ' No schema says which is meant.' : why}`,
    at === null ? span : { from: at, to: Math.min(span.to, at + (told.length ?? 1)) },
    null,
    isGuess
      ? 'Paste the tools of the request: their schema says which type is meant.'
      : (told.remedy ?? (told.code === 'D28' ? CONVERT : undefined)),
  );
}

function isOdd({ kind }: TraceEvent): boolean {
  return kind === 'reject' || kind === 'quirk';
}

/** Whether a step is about a value, or about the tag before it. */
function isBeside({ from }: Span, value: Span): boolean {
  return value.from - LONGEST_MARKER <= from && from <= value.to;
}

function noJson(
  { document, runtime: { label } }: Subject,
  auto: Extraction,
  meant: ToolCall,
  given: ToolCall,
): Diagnosis {
  const { returnedText, argumentsSpan } = given;
  const reading = readJson(returnedText);
  const call = `\`${quoted(meant.name)}\``;
  const from = argumentsSpan === null ? -1 : document.indexOf(returnedText, argumentsSpan.from);
  const isVerbatim =
    !reading.ok && argumentsSpan !== null && from >= 0 && from + returnedText.length <= argumentsSpan.to;
  // Where the server wrote the arguments itself, the value that it wrote badly is in the reply.
  const path = reading.ok ? '' : jsonPathAt(returnedText, 0, reading.error.at);
  const place = path === '' ? meant.span : placeOf(auto, meant, [path]);
  const isWritten = path !== '' && !isVerbatim;
  const why = reading.ok
    ? ''
    : `: ${isVerbatim ? jsonErrorText(document, from + reading.error.at, reading.error) : withPlace(jsonErrorText(returnedText, reading.error.at, reading.error).replace(/ \([^()]*\)$/, ''), document, place.from)}`;
  return diagnosis(
    'D08',
    `${label} returns arguments for ${call} that are no valid JSON${why}.`,
    isWritten ? place : (argumentsSpan ?? meant.argumentsSpan ?? meant.span),
    null,
    isWritten ? WRITTEN : undefined,
  );
}

function firstDifference(
  one: JsonNode,
  other: JsonNode,
  oneText: string,
  otherText: string,
  path: JsonPath = [],
): Difference | null {
  if (one.kind === 'object' && other.kind === 'object') {
    const [ones, others] = [membersOf(one), membersOf(other)];
    for (const [key, value] of ones) {
      const beside = others.get(key);
      if (beside === undefined) return { path: [...path, key], meant: value, given: null };
      const found = firstDifference(value, beside, oneText, otherText, [...path, key]);
      if (found !== null) return found;
    }
    for (const [key, value] of others) if (!ones.has(key)) return { path: [...path, key], meant: null, given: value };
    return null;
  }
  if (one.kind === 'array' && other.kind === 'array') {
    for (const [index, item] of one.items.entries()) {
      const beside = other.items[index];
      if (beside === undefined) return { path: [...path, index], meant: item, given: null };
      const found = firstDifference(item, beside, oneText, otherText, [...path, index]);
      if (found !== null) return found;
    }
    const more = other.items[one.items.length];
    return more === undefined ? null : { path: [...path, one.items.length], meant: null, given: more };
  }
  const isSame = valueMeaning(textOf(one, oneText)) === valueMeaning(textOf(other, otherText));
  return isSame ? null : { path, meant: one, given: other };
}

/** Of equal keys the last counts, as for clients. */
function membersOf(node: Extract<JsonNode, { kind: 'object' }>): ReadonlyMap<string, JsonNode> {
  return new Map(node.members.map(({ key, value }) => [key.value, value]));
}

function textOf(node: JsonNode, text: string): string {
  return nodeToText(node, text);
}

interface Told {
  readonly code: 'D08' | 'D13' | 'D15' | 'D28' | 'D33' | 'D34';
  readonly what: (key: string, call: string) => string;
  /** A further sentence. */
  readonly then?: string;
  readonly remedy?: string;
  /** The text that was meant, and where in it the given one ends or begins to differ. */
  readonly meant: string;
  readonly at?: number;
  readonly length?: number;
}

const kinds = {
  object: 'the object',
  array: 'the list',
  string: 'the text',
  number: 'the number',
  true: 'the value',
  false: 'the value',
  null: 'the value',
} as const satisfies Record<JsonNode['kind'], string>;

function toldOf({ meant, given }: Difference, call: ToolCall, other: ToolCall): Told {
  const [one, two] = [
    meant === null ? '' : nodeToText(meant, call.argumentsText),
    given === null ? '' : nodeToText(given, other.argumentsText),
  ];
  const shown = meant?.kind === 'string' ? meant.value : one;
  const differs = (code: Told['code'], how: string): Told => ({
    code,
    what: (key, name) => `${how} for ${key} of ${name}`,
    meant: shown,
  });
  if (given === null)
    return {
      code: 'D34',
      what: (key, name) => `the call to ${name} without ${key}`,
      meant: shown,
      remedy: catalogue.D35.remedy,
    };
  if (meant === null)
    return {
      code: 'D34',
      what: (key, name) => `the call to ${name} with ${key}, which was not meant: \`${quoted(two)}\``,
      meant: '',
    };
  if (meant.kind === 'number' && given.kind === 'number')
    return Number(meant.literal) === Number(given.literal)
      ? differs('D33', `\`${quoted(given.literal)}\` instead of \`${quoted(meant.literal)}\``)
      : differs('D34', `\`${quoted(given.literal)}\` instead of \`${quoted(meant.literal)}\``);
  if (meant.kind === 'string' && given.kind === 'string') return toldOfTexts(meant.value, given.value, call);
  if (given.kind === 'string') {
    if (meant.kind === 'object' || meant.kind === 'array') {
      const isSame = valueMeaning(given.value) === valueMeaning(one);
      return isSame
        ? differs('D15', `a string that holds JSON instead of ${kinds[meant.kind]}`)
        : differs('D34', `the text \`${quoted(given.value)}\` instead of ${kinds[meant.kind]}`);
    }
    const isSpaced = meant.kind === 'number' && given.value.replace(/\s/g, '') === meant.literal;
    if (meant.kind === 'number' && given.value.length > one.length && given.value.startsWith(one) && !isSpaced)
      return {
        code: 'D34',
        what: (key, name) => `more than ${key} of ${name}: \`${quoted(given.value)}\``,
        meant: shown,
        remedy: 'Choose another parser: this one takes markup for a part of the value.',
      };
    return isSpaced && given.value.trim() !== meant.literal
      ? { ...differs('D28', `the text \`${quoted(given.value)}\``), ...spacedNumber(given.value, meant.literal) }
      : differs('D28', `the text \`${quoted(given.value)}\` instead of ${kinds[meant.kind]} \`${quoted(one)}\``);
  }
  return differs(
    meant.kind === 'string' && meant.value.replace(/\s/g, '') === two ? 'D28' : 'D34',
    `${kinds[given.kind]} \`${quoted(two)}\` instead of ${kinds[meant.kind]} \`${quoted(shown)}\``,
  );
}

/** The sentence about a number with white space in it, and what to do. */
export function spacedNumber(written: string, number: string): Pick<Told, 'then' | 'remedy'> {
  return {
    then: ` \`${quoted(written)}\` is the number \`${quoted(number)}\` with white space in it.`,
    remedy: 'Ask in the prompt for numbers without white space.',
  };
}

function toldOfTexts(meant: string, given: string, { name: tool, format }: ToolCall): Told {
  const trimmed = given.trimEnd();
  if (meant.trim() === given.trim()) {
    const how = meant.length > given.length ? 'without' : 'with';
    return { code: 'D34', what: (key, name) => `${key} of ${name} ${how} the white space at its ends`, meant };
  }
  if (given.length < meant.length && meant.startsWith(trimmed)) {
    if (trimmed === '') return { code: 'D34', what: (key, name) => `an empty text for ${key} of ${name}`, meant };
    const rest = meant.slice(trimmed.length);
    const closer = [...closersFor(format), `</${tool}>`]
      .map((one) => one.trim())
      .find((one) => rest.trimStart().startsWith(one));
    const at = trimmed.length + (closer === undefined ? 0 : rest.indexOf(closer));
    return closer === undefined
      ? { code: 'D34', what: (key, name) => `only the beginning of ${key} of ${name}: the value ends here`, meant, at }
      : {
          code: 'D13',
          what: (key, name) =>
            `only the beginning of ${key} of ${name}: it ends the value at the \`${quoted(closer)}\` inside of it`,
          meant,
          at,
          length: closer.length,
          remedy: 'Choose a format whose values are escaped, or keep this marker out of values.',
        };
  }
  if (given.includes(meant) && meant !== '')
    return { code: 'D34', what: (key, name) => `more than ${key} of ${name}: \`${quoted(given)}\``, meant };
  return {
    code: 'D34',
    what: (key, name) => `\`${quoted(given)}\` instead of \`${quoted(meant)}\` for ${key} of ${name}`,
    meant,
  };
}

/** Where a value is in the document: from our own steps where values are raw text, else from the JSON. */
export function placeOf({ document, trace }: Extraction, call: ToolCall, path: JsonPath): Span {
  const inJson = argumentSpans(call, document)(path);
  const [key] = path;
  if (inJson !== null && inJson !== call.argumentsSpan) return inJson;
  let isNext = false;
  for (const event of trace) {
    if (event.kind !== 'read' || event.from < call.span.from || event.to > call.span.to) continue;
    if (event.what === 'key') isNext = document.slice(event.from, event.to) === key;
    else if (isNext && (event.what === 'value' || event.what === 'coerced-value')) return event;
  }
  return writtenValue(document, call, path) ?? inJson ?? call.span;
}

/** The one place after the key at which a value is written as it is meant. */
function writtenValue(document: string, call: ToolCall, path: JsonPath): Span | null {
  const reading = readJson(call.argumentsText);
  const value = reading.ok ? nodeAt(reading.node, path) : null;
  const key = path.at(-1);
  if (value === null || call.argumentsSpan === null || typeof key !== 'string') return null;
  const text = document.slice(call.argumentsSpan.from, call.argumentsSpan.to);
  const written = value.kind === 'string' ? value.value : nodeToText(value, call.argumentsText);
  const at = text.indexOf(written, Math.max(0, text.indexOf(key)));
  if (written === '' || at < 0 || text.includes(written, at + 1)) return null;
  const from = call.argumentsSpan.from + at;
  return { from, to: from + written.length };
}

function nodeAt(root: JsonNode, path: JsonPath): JsonNode | null {
  let node: JsonNode | undefined = root;
  for (const step of path)
    node = node?.kind === 'array' ? node.items[Number(step)] : node && member(node, String(step));
  return node ?? null;
}

/** The offset in the document of a place in a raw value; null where the value is written otherwise. */
function offsetIn(document: string, { from, to }: Span, value: string, at: number): number | null {
  const written = document.slice(from, to).indexOf(value);
  return written < 0 ? null : from + written + at;
}
