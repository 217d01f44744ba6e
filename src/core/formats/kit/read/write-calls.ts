import { type JsonObject, type JsonValue, valueToText } from '../../../text/json/index.ts';

/** A call to write. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Writes calls in a format; null if the format cannot express one of them. */
export type Writer = (calls: readonly WrittenCall[]) => string | null;

/** How a model is asked for a format in text, in our words. */
export interface FormatPrompt {
  /** What the model is told about the markup. An example that `render` writes follows it. */
  readonly ask: string;
  /** Writes calls as the model should. To read them again gives the same calls. */
  readonly render: Writer;
}

/** Writes one call after another. */
export function eachCall(
  one: (call: WrittenCall, index: number) => string | null,
  { before = '', between = '\n', after = '' }: { before?: string; between?: string; after?: string } = {},
): Writer {
  return (calls) => {
    const texts = calls.map((call, index) => one(call, index));
    return texts.includes(null) ? null : `${before}${texts.join(between)}${after}`;
  };
}

/** Writes a single call: a turn of the model holds no more. */
export function oneCall(one: (call: WrittenCall) => string | null): Writer {
  return ([first, ...others]) => (first === undefined || others.length > 0 ? null : one(first));
}

/** Writes `{"name": …, "arguments": …}`; a format may have other keys. */
export function callObject({ name, arguments: args }: WrittenCall, keys = ['name', 'arguments']): string {
  return `{${valueToText(keys[0])}: ${valueToText(name)}, ${valueToText(keys[1])}: ${spacedJson(args)}}`;
}

/** JSON with a blank after commas and colons, as chat templates write it: models were trained on that. */
export function spacedJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return valueToText(value);
  const entries = Object.entries(value).map(([key, entry]) => `${valueToText(key)}: ${spacedJson(entry)}`);
  return `{${entries.join(', ')}}`;
}

/** JSON in which some characters are escaped, because they have a meaning in the markup around it. */
export function escapedJson(value: JsonValue, characters: string): string {
  const wanted = new Set(characters);
  return Array.from(valueToText(value), (character) =>
    wanted.has(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
  ).join('');
}

/** A value as raw text: a string as it is, anything else as JSON. */
export function rawText(value: JsonValue): string {
  return typeof value === 'string' ? value : spacedJson(value);
}

/** The JSON type of a value, as attributes name it. */
export function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** How a format writes the arguments of a call as raw text. */
interface TaggedWriting {
  readonly open: (name: string) => string;
  readonly value: (key: string, text: string, value: JsonValue) => string;
  readonly close: string;
  /** Literals that a value must not contain, because they end it. */
  readonly barred: readonly string[];
}

/** Writes one call whose values are raw text. */
export function taggedCall({ open, value, close, barred }: TaggedWriting): (call: WrittenCall) => string | null {
  return ({ name, arguments: args }) => {
    const entries = Object.entries(args).map(([key, one]) => ({ key, text: rawText(one), one }));
    if (entries.some(({ text }) => barred.some((literal) => text.includes(literal)))) return null;
    return `${open(name)}${entries.map(({ key, text, one }) => value(key, text, one)).join('')}${close}`;
  };
}

/**
 * `name(key="value", …)`
 *
 * @param barred what would end the markup around it, and is written as an escape in strings
 */
export function pythonCall({ name, arguments: args }: WrittenCall, barred = '<>`'): string {
  const values = Object.entries(args).map(([key, value]) => `${key}=${pythonLiteral(value, barred)}`);
  return `${name}(${values.join(', ')})`;
}

export function pythonLiteral(value: JsonValue, barred: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => pythonLiteral(one, barred)).join(', ')}]`;
  if (typeof value !== 'object') return escapedJson(value, barred);
  const entries = Object.entries(value).map(
    ([key, entry]) => `${escapedJson(key, barred)}: ${pythonLiteral(entry, barred)}`,
  );
  return `{${entries.join(', ')}}`;
}

/** Why no prompt asks for a format. */
export const notAsked = {
  tokens:
    'Its markers are special tokens. They come from the chat template and the training, not from the words of a prompt.',
  trained: 'Models write it because they were trained to. The chat template shows them the tools, but not the markup.',
  leaked: 'Models write it when they imitate what they read. Nobody asks for it.',
} as const;
