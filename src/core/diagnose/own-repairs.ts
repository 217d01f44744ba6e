import { extract } from '../reader/index.ts';
import type { RepairCode } from '../text/json/index.ts';
import { formatOf } from './literals.ts';

/** The repairs for what Python allows and JSON does not. A double quote inside single quotes needs no backslash. */
const python: ReadonlySet<string> = new Set<RepairCode>([
  'single-quotes',
  'triple-quotes',
  'unescaped-quote',
  'bad-escape',
  'python-literal',
  'trailing-comma',
]);
const none: ReadonlySet<string> = new Set();

/**
 * The repairs that are no fault of a reply in this format, because the payload of the format is a Python literal. The
 * example of the format shows whether it is.
 */
export function ownRepairs(id: string): ReadonlySet<string> {
  const format = formatOf(id);
  if (format === undefined) return none;
  const { trace } = extract({ text: format.example }, { runtime: `format:${id}`, tools: format.exampleTools ?? [] });
  return trace.some((event) => event.kind === 'repair' && event.code === 'python-literal') ? python : none;
}
