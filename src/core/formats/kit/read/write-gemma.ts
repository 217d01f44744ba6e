import { type JsonValue, valueToText } from '../../../text/json/index.ts';
import type { WrittenCall } from './write-calls.ts';

/** Writes `call:name{key:value,…}` of Google's models, whose strings cannot hold their own delimiter. */
export function gemmaCallText(open: string, quote: string, close: string): (call: WrittenCall) => string | null {
  function text(value: JsonValue): string | null {
    if (typeof value === 'string') return value.includes(quote) ? null : quote + value + quote;
    if (Array.isArray(value)) return joined('[', value.map(text), ']');
    if (typeof value === 'object' && value !== null) return members(value);
    return valueToText(value);
  }
  function members(value: Readonly<Record<string, JsonValue>>): string | null {
    const entries = Object.entries(value).map(([key, one]) => {
      const written = /^[\w-]+$/.test(key) ? text(one) : null;
      return written === null ? null : `${key}:${written}`;
    });
    return joined('{', entries, '}');
  }
  return ({ name, arguments: args }) => {
    const inside = members(args);
    return inside === null ? null : `${open}call:${name}${inside}${close}`;
  };
}

function joined(before: string, texts: readonly (string | null)[], after: string): string | null {
  return texts.includes(null) ? null : `${before}${texts.join(',')}${after}`;
}
