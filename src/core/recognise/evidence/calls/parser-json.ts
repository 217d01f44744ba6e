import { formatsOfParser } from '../../../catalogue/index.ts';
import { formatList } from '../../../formats/index.ts';
import { engineAmong } from '../engine-among.ts';
import type { CallFault } from './call-faults.ts';
import type { Around } from '../findings/reason.ts';

/** Whether the arguments of a call of this format are JSON in the text of the model. */
function isJson(format: string): boolean {
  return /\{\s{0,4}"/.test(formatList.find(({ id }) => id === format)?.example ?? '{"');
}

/**
 * What to do about arguments that are no JSON where the parser that the paste names makes them of markup: no model wrote that
 * JSON. Undefined elsewhere.
 */
export function fixOfParser({ isBroken }: CallFault, { named, parser }: Around): string | undefined {
  const engine = engineAmong(named);
  if (isBroken !== true || parser === null || engine === null) return undefined;
  const formats = formatsOfParser(engine, parser);
  if (formats.length === 0 || formats.some(isJson)) return undefined;
  return `Send the request with \`stream: false\`, and update the server: \`${parser}\` makes this JSON of markup, and not the model.`;
}
