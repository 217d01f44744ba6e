import { readJson, readTolerant } from '../../../text/json/index.ts';
import { coerceJson } from './coerce.ts';

/** Most times that a value may be encoded as JSON in JSON. */
const MOST_TIMES = 6;

/** Decodes a JSON string, several times if necessary; null if the text is no JSON string. */
export function decodedText(text: string): string | null {
  let inner = text.trim();
  for (let times = 0; times < MOST_TIMES && inner.startsWith('"'); times += 1) {
    const reading = readJson(inner);
    if (!reading.ok || reading.node.kind !== 'string') return null;
    inner = reading.node.value.trim();
  }
  return inner;
}

/** A code block around an object. */
const FENCED = /^```\w{0,10}\s*(\{[\s\S]*\})\s*```$/;
/** Words after an object: no brackets, quotation marks or further pairs, which could belong to it. */
const WORDS = /^\s[^{}[\]"'`:]{1,200}$/;

/** The object in a text that has it in a code block, or words after it. */
function withoutDress(text: string): string {
  const object = FENCED.exec(text)?.[1] ?? text;
  if (!object.startsWith('{') || object.endsWith('}')) return object;
  const { end, repairs } = readTolerant(object);
  return repairs.length === 0 && WORDS.test(object.slice(end)) ? object.slice(0, end) : object;
}

/** Decodes a JSON string, several times if necessary, to the text of an object; null if it holds none. */
export function encodedObject(text: string): string | null {
  const decoded = decodedText(text);
  if (decoded === null) return null;
  const inner = withoutDress(decoded);
  if (inner === '') return '{}';
  if (!inner.startsWith('{')) return null;
  const { json, to } = coerceJson(inner);
  return to === null ? null : json;
}
