import { coercionReaders, type CoercionReaderId } from '../../data/coercion/readers.ts';
import { deepseekWords, minimaxWords, qwenTypeNames, typeNames } from '../../data/coercion/words.ts';
import { type JsonObject, valueToText } from '../text/json/index.ts';
import { coerce } from '../formats/index.ts';
import { jsonLoads, literalEval, pythonFloat, pythonInt, pythonWholeFloat } from './coercion-python.ts';
import { declaredType, type DeclaredType } from './coercion-types.ts';

/** The value as JSON text; who follows references in the schema needs what they point into. */
type CoercionRule = (raw: string, schema: JsonObject | null, root?: JsonObject | null) => string;

function text(raw: string): string {
  return valueToText(raw);
}

/** Whether a type is named so. */
function named(names: readonly string[]): (type: string) => boolean {
  return (type) => names.includes(type);
}

/** Whether the name of a type begins so. */
function begins(names: readonly string[]): (type: string) => boolean {
  return (type) => names.some((name) => type.startsWith(name));
}

const isText = named(typeNames.text);
const isInteger = named(typeNames.integer);
const isNumber = named(typeNames.number);
const isBoolean = named(typeNames.boolean);
const isStructure = named(typeNames.structure);
const isQwenText = named([...typeNames.text, ...qwenTypeNames.text]);
const isQwenInteger = begins(qwenTypeNames.integerBegins);
const isQwenNumber = begins(qwenTypeNames.numberBegins);
const isQwenBoolean = named([...typeNames.boolean, ...qwenTypeNames.boolean]);
const isQwenStructure = begins(qwenTypeNames.structureBegins);

/** `true` or `false` where the text is one of the words, else null. */
function booleanIn(
  text: string,
  words: { readonly true: readonly string[]; readonly false: readonly string[] },
): string | null {
  return words.true.includes(text) ? 'true' : words.false.includes(text) ? 'false' : null;
}

function trueOrFalse(raw: string): string | null {
  const lower = raw.trim().toLowerCase();
  return lower === 'true' || lower === 'false' ? lower : null;
}

/** `null` in any letter case is null whatever the type; whole numbers lose their fraction; what is no `true` is false. */
function qwen3Coder(raw: string, schema: JsonObject | null): string {
  if (raw.toLowerCase() === 'null') return 'null';
  if (schema === null) return text(raw);
  const { types, isList, union } = declaredType(schema);
  // A list of types is compared as the text that Python prints for it, which is the name of no type.
  const type = isList ? '' : (types[0] ?? (union.length > 0 ? 'object' : 'string'));
  if (isQwenText(type)) return text(raw);
  if (isQwenInteger(type)) return pythonInt(raw) ?? text(raw);
  if (isQwenNumber(type)) return pythonWholeFloat(raw) ?? text(raw);
  if (isQwenBoolean(type)) return raw.toLowerCase() === 'true' ? 'true' : 'false';
  const json = isStructure(type) || isQwenStructure(type) ? jsonLoads(raw) : null;
  return json ?? literalEval(raw) ?? text(raw);
}

/** Every type is tried in an order of its own; `null`, `none` and `nil` are null whatever the type. */
function minimaxM2(raw: string, schema: JsonObject | null): string {
  if (named(minimaxWords.null)(raw.toLowerCase())) return 'null';
  const types = typesOrText(declaredType(schema));
  const has = (test: (type: string) => boolean): boolean => types.some(test);
  const integer = has(isInteger) ? pythonInt(raw) : null;
  if (integer !== null) return integer;
  const number = has(isNumber) ? pythonWholeFloat(raw) : null;
  if (number !== null) return number;
  const boolean = has(isBoolean) ? booleanIn(raw.trim().toLowerCase(), minimaxWords) : null;
  if (boolean !== null) return boolean;
  const json = has(isStructure) ? jsonLoads(raw) : null;
  if (json !== null) return json;
  return has(isText) ? text(raw) : (jsonLoads(raw) ?? text(raw));
}

/** The declared types in their order; what one of them refuses goes to the next. */
function deepseekV32(raw: string, schema: JsonObject | null): string {
  const { types } = declaredType(schema);
  for (const type of types.length === 0 ? ['string'] : types) {
    const value = asDeepseek(raw, type);
    if (value !== null) return value;
  }
  return text(raw);
}

function asDeepseek(raw: string, type: string): string | null {
  if (raw.toLowerCase() === 'null') return 'null';
  if (isText(type)) return text(raw);
  if (isInteger(type)) return pythonInt(raw);
  if (isNumber(type)) return pythonWholeFloat(raw);
  if (!isBoolean(type)) return jsonLoads(raw);
  return booleanIn(raw.trim().toLowerCase(), deepseekWords);
}

/** Text stays text; anything else is JSON, then a Python literal. A union is tried as boolean, integer, number, JSON. */
function hyV3(raw: string, schema: JsonObject | null): string {
  const declared = declaredType(schema);
  const union = declared.isList ? declared.types : declared.union;
  if (union.length > 0) {
    const has = (test: (type: string) => boolean): boolean => union.some(test);
    return (
      (has(isBoolean) ? trueOrFalse(raw) : null) ??
      (has(isInteger) ? pythonInt(raw) : null) ??
      (has(isNumber) ? pythonFloat(raw) : null) ??
      (has((type) => !isText(type)) ? jsonLoads(raw) : null) ??
      text(raw)
    );
  }
  const type = declared.types[0] ?? 'string';
  return isText(type) ? text(raw) : (jsonLoads(raw) ?? literalEval(raw) ?? text(raw));
}

/** As HY, but a parameter without a schema, and a union, is JSON as well. */
function glm45(raw: string, schema: JsonObject | null): string {
  const { types, isList } = declaredType(schema);
  if (!isList && types[0] !== undefined && isText(types[0])) return text(raw);
  return jsonLoads(raw) ?? literalEval(raw) ?? text(raw);
}

/** JSON where it is JSON, and for text only where that is a JSON string, which loses its quotes. */
function smg(raw: string, schema: JsonObject | null): string {
  const { types, isList } = declaredType(schema);
  const json = jsonLoads(raw);
  if (!isList && types[0] !== undefined && isText(types[0])) return json?.startsWith('"') === true ? json : text(raw);
  return json ?? text(raw);
}

/** The first type that is not null decides; a parameter without a type is text. */
function lmdeploy(raw: string, schema: JsonObject | null): string {
  const type = declaredType(schema).types.find((one) => one !== 'null') ?? 'string';
  const json = jsonLoads(raw);
  if (isText(type)) return json?.startsWith('"') === true ? json : text(raw);
  if (isInteger(type)) return pythonInt(raw) ?? text(raw);
  if (isNumber(type)) return json !== null && isJsonNumber(json) ? json : text(raw);
  if (isBoolean(type)) return trueOrFalse(raw) ?? text(raw);
  return json ?? text(raw);
}

/** Unions are tried as boolean, integer, number, array, object, text; a lone boolean that is none is false. */
function ollama(raw: string, schema: JsonObject | null): string {
  const trimmed = raw.trim();
  if (trimmed.toLowerCase() === 'null') return 'null';
  const { types, union } = declaredType(schema);
  const wanted = types.length > 0 ? types : union;
  const has = (type: string): boolean => wanted.includes(type);
  if (wanted.length === 0) return text(raw);
  if (has('boolean')) {
    const value = trueOrFalse(trimmed);
    if (value !== null) return value;
    if (wanted.length === 1) return 'false';
  }
  const json = jsonLoads(trimmed);
  return (
    (has('integer') && /^[+-]?\d{1,18}$/.test(trimmed) ? pythonInt(trimmed) : null) ??
    (has('number') ? pythonWholeFloat(trimmed) : null) ??
    (has('array') && json?.startsWith('[') === true ? json : null) ??
    (has('object') && json?.startsWith('{') === true ? json : null) ??
    text(raw)
  );
}

function typesOrText({ types, union }: DeclaredType): readonly string[] {
  if (types.length > 0) return types;
  return union.length > 0 ? union : ['string'];
}

function isJsonNumber(json: string): boolean {
  return /^-?\d/.test(json);
}

const rules: Readonly<Record<CoercionReaderId, CoercionRule>> = {
  here: (raw, schema, root) => coerce(raw, schema, root).json,
  qwen3_coder: qwen3Coder,
  minimax_m2: minimaxM2,
  deepseek_v32: deepseekV32,
  hy_v3: hyV3,
  glm45,
  smg,
  lmdeploy,
  ollama,
};

/** How readers turn the raw text of a parameter into a value, in the order of the table. */
export const coercionPeers = coercionReaders.map((reader) => ({ ...reader, coerce: rules[reader.id] }));
