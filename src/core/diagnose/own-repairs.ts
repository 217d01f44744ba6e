import { extract } from '../reader/index.ts';
import type { RepairCode } from '../text/json/index.ts';
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

/**
 * The repairs that say nothing of a reply in a format, because its payload is not JSON but a Python literal. The example
 * of the format shows whether it is.
 */
export function ownRepairs(id: string): ReadonlySet<string> {
  const format = formatOf(id);
  if (format === undefined) return none;
  const { trace } = extract({ text: format.example }, { runtime: `format:${id}`, tools: format.exampleTools ?? [] });
  return trace.some((event) => event.kind === 'repair' && event.code === 'python-literal') ? python : none;
}
