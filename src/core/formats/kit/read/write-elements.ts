import type { JsonValue } from '../../../text/json/index.ts';
import { rawText, type WrittenCall } from './write-calls.ts';

/** Writes a call whose arguments are elements named as their keys, with `item` for those of lists, each tag after a sign. */
export function elementCall(sign: string): (call: WrittenCall) => string | null {
  function element(key: string, value: JsonValue): string | null {
    if (!/^[\w-]+$/.test(key)) return null;
    const inside = content(value);
    return inside === null ? null : `${sign}<${key}>${inside}${sign}</${key}>`;
  }
  function content(value: JsonValue): string | null {
    if (typeof value === 'object' && value !== null) {
      const entries = Array.isArray(value) ? value.map((one) => ['item', one] as const) : Object.entries(value);
      const texts = entries.map(([key, one]) => element(key, one));
      // Without children nothing tells a list or an object from an empty text.
      return texts.length === 0 || texts.includes(null) ? null : texts.join('');
    }
    const text = rawText(value);
    return text.includes(sign) ? null : text;
  }
  return ({ name, arguments: args }) => {
    const texts = Object.entries(args).map(([key, one]) => element(key, one));
    return texts.includes(null) ? null : `${sign}<invoke name="${name}">${texts.join('')}${sign}</invoke>`;
  };
}
