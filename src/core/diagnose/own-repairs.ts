import type { RepairCode } from '../json/repairs.ts';
import { extractWith } from '../formats/pass/format-reader.ts';
import { FormatSet } from '../formats/pass/prepared-formats.ts';
import { openDocument } from '../document/response.ts';
import { formatOf } from './literals.ts';

/** What Python allows and JSON does not. A double quote between single ones needs no backslash. */
const python: ReadonlySet<string> = new Set<RepairCode>([
  'single-quotes',
  'triple-quotes',
  'unescaped-quote',
  'bad-escape',
  'python-literal',
  'trailing-comma',
]);
const none: ReadonlySet<string> = new Set();
const known = new Map<string, ReadonlySet<string>>();

/**
 * The repairs that say nothing of a reply in a format, because its payload is no JSON but a Python literal. The example
 * of the format shows whether it is.
 */
export function ownRepairs(id: string): ReadonlySet<string> {
  let codes = known.get(id);
  if (codes === undefined) {
    codes = isPython(id) ? python : none;
    known.set(id, codes);
  }
  return codes;
}

function isPython(id: string): boolean {
  const format = formatOf(id);
  if (format === undefined) return false;
  const formats = new FormatSet([format]);
  const { trace } = extractWith(id, formats, openDocument({ text: format.example }), format.exampleTools ?? []);
  return trace.some((event) => event.kind === 'repair' && event.code === 'python-literal');
}
