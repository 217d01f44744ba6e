import { JsonReader } from '../../json/index.ts';
import { depthOf, numbersFit } from '../go/json.ts';

/** orjson gives up below so many levels. */
const DEEPEST_ORJSON = 1024;

/** A half of a pair alone, which has no UTF-8. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/**
 * Whether `orjson.loads` (3.12) accepts a range: strict JSON without `NaN`, unescaped control characters and lone
 * surrogates, escaped or not. A number must be in the range of a float64, an integer too.
 */
export function isOrjson(text: string, from: number, to: number): boolean {
  return (
    new JsonReader().outline(text, from, to, 0).ok &&
    numbersFit(text, from, to) &&
    !(to - from > 2 * DEEPEST_ORJSON && depthOf(text, from, to) > DEEPEST_ORJSON) &&
    !LONE_SURROGATE.test(text.slice(from, to))
  );
}
