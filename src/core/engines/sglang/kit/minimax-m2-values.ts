import { type PythonValue, readPythonJson } from '../../../text/languages/index.ts';
import { isObject, type JsonValue, own } from '../../../text/json/index.ts';
import { type Raised, raisedBy, typeOf } from '../../kit/index.ts';
import { minimaxScalar } from './minimax-values.ts';

// What `minimax-m2` makes of the text of a parameter.

/** What a value is made of, or the exception that comes of it. */
type Typed = { readonly value: PythonValue; readonly why?: 'becomes-null' | 'null-declared' } | Raised;

/** All types that the schema of a parameter names: in `type`, in its choices (such as `anyOf`), and through the values of `enum`. */
export function typesOf(schema: JsonValue | undefined): ReadonlySet<string> {
  const types = new Set<string>();
  const pending: (JsonValue | undefined)[] = [schema];
  for (let at = 0; at < pending.length; at += 1) {
    const one = pending[at];
    let isNamed = false;
    if (isObject(one)) {
      const type = own(one, 'type');
      const values = own(one, 'enum');
      for (const name of Array.isArray(type) ? type : [type]) {
        if (typeof name !== 'string') continue;
        types.add(name.toLowerCase());
        isNamed = true;
      }
      if (Array.isArray(values)) {
        for (const value of values) types.add(typeOf(value));
        isNamed ||= values.length > 0;
      }
      for (const field of ['anyOf', 'oneOf', 'allOf']) {
        const choices = own(one, field);
        if (!Array.isArray(choices)) continue;
        // A loop, because thousands of choices would not fit into the arguments of a call.
        for (const choice of choices) pending.push(choice);
        isNamed ||= choices.length > 0;
      }
    }
    if (!isNamed) types.add('string');
  }
  return types;
}

const NULLS = new Set(['null', 'none', 'nil']);

/** Tries the declared types in an order of its own; text comes last. */
export function typed(text: string, types: ReadonlySet<string>): Typed {
  const has = (...names: string[]): boolean => names.some((name) => types.has(name));
  if (NULLS.has(text.toLowerCase())) return { value: null, why: 'becomes-null' };
  if (has('null')) return { value: null, why: 'null-declared' };
  const scalar = minimaxScalar(text, types);
  if (scalar !== null) return scalar;
  if (has('string', 'str', 'text') && !has('object', 'array')) return { value: text };
  // What none of the types took is read as JSON as well.
  const reading = readPythonJson(text);
  if (reading.ok) return { value: reading.node.value };
  const raises = raisedBy(reading.error);
  return raises === 'JSONDecodeError' ? { value: text } : { raises };
}
