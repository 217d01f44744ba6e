import type { Runtime } from '../../engines/runtime.ts';
import { formatList } from '../../formats/index.ts';
import type { Project } from '../runtimes.ts';

/** The newest exact runtimes of a project. First come those that people use for these formats, then those written for them. */
export function readersOf({ id: project, runtimes }: Project, formats: ReadonlySet<string>): readonly Runtime[] {
  const names = formatList
    .filter(({ id }) => formats.has(id))
    .flatMap(({ readers }) => (readers as Readonly<Record<string, readonly string[]>>)[project] ?? []);
  const places = new Map(names.toReversed().map((name, index) => [`${project}:${name}`, names.length - index]));
  const rank = (runtime: Runtime): number =>
    (places.get(runtime.id) ?? names.length + 1) * 2 + (isWrittenFor(runtime, formats) ? 0 : 1);
  return runtimes
    .filter(({ id, lenient }) => !lenient && !id.includes('@'))
    .toSorted((one, other) => rank(one) - rank(other));
}

export function isWrittenFor({ formats: own }: Runtime, formats: ReadonlySet<string>): boolean {
  return own.some((format) => formats.has(format));
}
