import { familyOf, formatsOfParser } from '../../../catalogue/index.ts';
import { engineAmong } from '../engine-among.ts';
import type { Writer } from '../evidence.ts';
import type { Reason } from './reason.ts';

/**
 * A parser that reads no format of the model beside it: a command or a sentence that names both shows the fault, whatever came
 * back. Null where one of the two is unknown.
 */
export function unfitParser(
  named: readonly (Writer | null)[],
  { model, parser }: { readonly model: string | null; readonly parser: string | null },
): Reason | null {
  const engine = engineAmong(named);
  const family = model === null ? null : familyOf(model);
  if (engine === null || parser === null || family === null || family.formats.length === 0) return null;
  const read = formatsOfParser(engine, parser);
  if (read.length === 0 || family.flags?.[engine] === parser || read.some((format) => family.formats.includes(format)))
    return null;
  const name = model?.split('/').findLast((part) => part !== '') ?? family.name;
  return { cause: 'other-format', says: `The parser \`${parser}\` does not read the format of \`${name}\`.` };
}
