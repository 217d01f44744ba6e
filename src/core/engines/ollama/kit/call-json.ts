import type { Span } from '../../../text/document/index.ts';
import { equalFold, goJsonError, readGoJson } from '../../../text/languages/index.ts';
import { type JsonError, type JsonNode, readJson } from '../../../text/json/index.ts';
import { argumentsOf } from './arguments.ts';

/** An error in the words of `encoding/json`, `at` in offsets of the text that was decoded. */
export interface DecodeError {
  readonly ok: false;
  readonly message: string;
  readonly at: number;
  /** What is wrong with the JSON, where that is not the type of a value. */
  readonly json?: JsonError;
}

type Decoded<Value> = ({ readonly ok: true } & Value) | DecodeError;

/** `json.Unmarshal` into `any`. */
export function decodeJson(text: string): Decoded<{ readonly node: JsonNode }> {
  const node = readGoJson(text);
  if (node !== null) return { ok: true, node };
  const reading = readJson(text);
  const error = goJsonError(text) ?? outOfRange(text);
  return reading.ok ? { ok: false, ...error } : { ok: false, ...error, at: reading.error.at, json: reading.error };
}

/** The text is JSON, but one of its numbers is beyond a float64. */
function outOfRange(text: string): { readonly message: string; readonly at: number } {
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs)) {
    const [token] = match;
    if (token.startsWith('"') || Number.isFinite(Number(token))) continue;
    return { message: `json: cannot unmarshal number ${token} into Go value of type float64`, at: match.index };
  }
  return { message: 'exceeded max depth', at: 0 };
}

/** `json.Unmarshal` into `ToolCallFunctionArguments`: null stays null, and all but an object is an error. */
export function decodeArguments(text: string): Decoded<{ readonly text: string }> {
  const reading = decodeJson(text);
  return reading.ok ? argumentsNode(reading.node) : reading;
}

function argumentsNode(node: JsonNode): Decoded<{ readonly text: string }> {
  if (node.kind === 'null') return { ok: true, text: 'null' };
  if (node.kind === 'object') return { ok: true, text: argumentsOf(node).text };
  // Not encoding/json but jsonparser says this.
  return { ok: false, message: "Value looks like object, but can't find closing '}' symbol", at: node.from };
}

/** A Go struct that a call is decoded into. */
export interface CallStruct {
  /** As Go prints its type. */
  readonly type: string;
  /** The name of the type, empty for a struct without one. */
  readonly name: string;
  /** The keys of its fields. */
  readonly fields: {
    readonly name: string;
    readonly arguments?: string;
    readonly text?: string;
    readonly number?: string;
  };
}

/** A struct without a name that has the two fields of a call. */
export const nameAndArguments: CallStruct = {
  type: 'struct { Name string "json:\\"name\\""; Arguments api.ToolCallFunctionArguments "json:\\"arguments\\"" }',
  name: '',
  fields: { name: 'name', arguments: 'arguments' },
};

export interface DecodedCall {
  readonly name: string;
  /** In offsets of the text that was decoded; null where the text has no such key. */
  readonly nameSpan: Span | null;
  readonly argumentsText: string;
  readonly argumentsSpan: Span | null;
  /** The other text of the struct. */
  readonly otherText: string;
  /** Keys that no field takes. */
  readonly ignored: readonly Span[];
}

/** `json.Unmarshal` into such a struct: keys match without case, and of equal ones the last counts. */
export function decodeCall(text: string, struct: CallStruct): Decoded<DecodedCall> {
  const reading = decodeJson(text);
  return reading.ok ? callOf(reading.node, struct) : reading;
}

/** The call that a node decodes to. */
export function callOf(node: JsonNode, { type, name: typeName, fields }: CallStruct): Decoded<DecodedCall> {
  const call = {
    name: '',
    nameSpan: null as Span | null,
    argumentsText: '{}',
    argumentsSpan: null as Span | null,
    otherText: '',
    ignored: [] as Span[],
  };
  if (node.kind === 'null') return { ok: true, ...call };
  if (node.kind !== 'object') {
    return {
      ok: false,
      message: `json: cannot unmarshal ${kindOf(node)} into Go value of type ${type}`,
      at: node.from,
    };
  }
  let saved: DecodeError | null = null;
  for (const { key, value } of node.members) {
    const field = fieldOf(key.value, fields);
    const wanted = field === 'number' ? 'int' : 'string';
    if (field === null) {
      call.ignored.push({ from: key.from, to: value.to });
    } else if (field === 'arguments') {
      const decoded = argumentsNode(value);
      if (!decoded.ok) return decoded;
      call.argumentsText = decoded.text;
      call.argumentsSpan = { from: value.from, to: value.to };
    } else if (value.kind === 'null' || (value.kind === (wanted === 'int' ? 'number' : 'string') && isInteger(value))) {
      if (value.kind !== 'string') continue;
      if (field === 'text') call.otherText = value.value;
      if (field !== 'name') continue;
      call.name = value.value;
      call.nameSpan = { from: value.from, to: value.to };
    } else {
      const what = value.kind === 'number' && wanted === 'int' ? `number ${value.literal}` : kindOf(value);
      saved ??= {
        ok: false,
        message: `json: cannot unmarshal ${what} into Go struct field ${typeName}.${fields[field] ?? ''} of type ${wanted}`,
        at: value.from,
      };
    }
  }
  return saved ?? { ok: true, ...call };
}

/** A number that fits into an `int`; true for what is not a number. */
function isInteger(node: JsonNode): boolean {
  return node.kind !== 'number' || /^-?\d{1,18}$/.test(node.literal);
}

type Field = keyof CallStruct['fields'];

function fieldOf(key: string, fields: CallStruct['fields']): Field | null {
  const named = Object.entries(fields) as [Field, string][];
  return (named.find(([, name]) => name === key) ?? named.find(([, name]) => equalFold(name, key)))?.[0] ?? null;
}

function kindOf({ kind }: JsonNode): string {
  return kind === 'true' || kind === 'false' ? 'bool' : kind;
}
