import type { JsonObject } from '../../../src/core/index.ts';
import { checkFor, type ArgumentsCheck } from '../../../src/app/worker/validate.ts';

export async function validateArguments(
  schema: JsonObject,
  argumentsText: string,
): Promise<ReturnType<ArgumentsCheck>> {
  const check = await checkFor(schema);
  return check(argumentsText);
}
