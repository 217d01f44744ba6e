import type { JsonValue } from '../../../text/json/index.ts';
import type { ValueRules } from '../../ai-sdk/kit/release.ts';
import { parseJson } from '../../ai-sdk/kit/values.ts';

/** Values in texts are JSON, perhaps in single quotes. */
export const requotedValues: ValueRules = {
  objectIn: (text) => parseJson(text) ?? requoted(text),
  listIn: requoted,
  kept: (args) => args,
};

/** The JSON in a text with all its single quotes as double ones. */
function requoted(text: string): JsonValue | undefined {
  return parseJson(text.replaceAll("'", '"'));
}
