import { isObject, type JsonObject, own } from '../../../text/json/index.ts';
import { coerce } from '../../ai-sdk/kit/coerce.ts';
import { fittingValue } from '../../ai-sdk/kit/hermes-arguments.ts';
import { holdsPrototypeKey } from '../../ai-sdk/kit/prototype-keys.ts';
import type { ArgumentRules } from '../../ai-sdk/kit/release.ts';
import { recordIn, type Schema } from '../../ai-sdk/kit/schema.ts';
import { fits } from '../../ai-sdk/kit/schema-fit.ts';
import { requotedValues } from './values.ts';

export const keptArguments: ArgumentRules = { record: keptRecord, other: fittingValue };

/** Arguments with a key that the schema does not declare are refused where it wants no others. */
function keptRecord(args: JsonObject, schema: Schema): JsonObject | undefined {
  if (holdsPrototypeKey(args)) return undefined;
  if (!isObject(schema)) return args;
  const properties = recordIn(schema, 'properties') ?? {};
  const isDenied = (key: string): boolean => own(properties, key) === false;
  const isKnown = (key: string): boolean => Object.hasOwn(properties, key) && !isDenied(key);
  if (Object.keys(args).some(isDenied)) return undefined;
  const coerced = coerce(args, schema, requotedValues);
  if (!isObject(coerced) || holdsPrototypeKey(coerced) || Object.keys(coerced).some(isDenied)) return undefined;
  if (own(schema, 'additionalProperties') === false) {
    // Each unknown key must have become a known one.
    const unknown = Object.keys(args).filter((key) => !isKnown(key));
    const renamed = Object.keys(coerced).filter((key) => isKnown(key) && !Object.hasOwn(args, key));
    if (renamed.length < unknown.length) return undefined;
  }
  return fits(coerced, schema) ? coerced : undefined;
}
