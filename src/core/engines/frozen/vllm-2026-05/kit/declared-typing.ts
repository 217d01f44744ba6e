import { isObject, type JsonObject, type JsonValue } from '../../../../text/json/index.ts';
import { pythonInt } from '../../../../text/languages/index.ts';
import { familyOf, isValueError, loads } from '../../../kit/index.ts';
import { valueUnder } from '../../../vllm/kit/declared.ts';
import { literalOrText, wholeOrFloat, type Typed } from '../../../vllm/kit/typing.ts';

/** What differs between the parsers that type like `qwen3_coder`. */
export interface DeclaredTyping {
  /** The types that are read as JSON before they are read as a Python literal. */
  isJson(type: string): boolean;
  /** What counts as the type of a schema that has `anyOf` and no `type`. */
  readonly union: string;
  /** A TypeError of `ast.literal_eval`, for a key that is not a key, is not caught. */
  readonly letsTypeErrorOut?: true;
}

/**
 * `_convert_param_value` of `qwen3_coder` and `seed_oss`.
 *
 * @param properties what the tool declares
 */
export function typedAsDeclared(text: string, name: string, properties: JsonObject, typing: DeclaredTyping): Typed {
  if (text.toLowerCase() === 'null') return { value: null };
  const declared = valueUnder(properties, name);
  if (declared === undefined) return { value: text };
  const type = typeNameOf(declared, typing.union);
  switch (familyOf(type)) {
    case 'string':
      return { value: text };
    case 'integer':
      return { value: pythonInt(text) ?? text };
    case 'number':
      return wholeOrFloat(text);
    case 'boolean':
      return { value: text.toLowerCase() === 'true' };
    case 'other': {
      const json = typing.isJson(type) ? loads(text) : null;
      if (json !== null && (!('raises' in json) || !isValueError(json.raises))) return json;
      return literalOrText(text, typing.letsTypeErrorOut);
    }
  }
}

/** `str(schema["type"]).strip().lower()`; of anything but a str only what it is not counts. */
function typeNameOf(declared: JsonValue, union: string): string {
  if (!isObject(declared)) return 'string';
  const type = valueUnder(declared, 'type');
  if (typeof type === 'string') return type.trim().toLowerCase();
  if (type !== undefined) return '[]';
  return valueUnder(declared, 'anyOf') === undefined ? 'string' : union;
}
