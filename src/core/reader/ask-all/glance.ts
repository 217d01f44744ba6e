import { calledTools, extract } from '../extract.ts';
import { formatList } from '../../formats/index.ts';
import type { Project } from '../runtimes.ts';
import type { Runtime } from '../../engines/runtime.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { answersOf, type AnswerOptions, type RuntimeAnswers } from './runtime-answers.ts';

/** What the runtimes that matter for one reply make of it. */
export interface Glance {
  /** The calls that were meant. */
  readonly intended: number;
  /** In the order of the picker. */
  readonly answers: readonly RuntimeAnswers[];
}

export interface GlanceOptions extends Omit<AnswerOptions, 'against'> {
  /** The runtime that the page reads with. */
  readonly chosen: string;
  readonly pinned: readonly string[];
}

/** Longer texts are not read by one runtime after another while somebody types. In UTF-16 units. */
const LONGEST = 100_000;

/**
 * Asks the chosen runtime, the pinned ones, and of each project the one that people use for the format that `auto` finds.
 * Our own readers take more than any engine does, so they are not asked. Null where the text is empty or too long.
 */
export function glance(
  text: string,
  tools: readonly ToolDefinition[],
  projects: readonly Project[],
  { chosen, pinned, expected, capabilities }: GlanceOptions,
): Glance | null {
  if (text.trim() === '' || text.length > LONGEST) return null;
  const { calls, incomplete } = extract({ text }, { runtime: 'auto', tools });
  const formats = new Set([...calls, ...incomplete].map(({ format }) => format));
  const isWanted = ({ id }: Runtime): boolean => id === chosen || pinned.includes(id);
  const asked = projects.flatMap(({ id: project, runtimes }) => {
    const exact = runtimes.filter(({ lenient }) => !lenient);
    const known = knownReaders(project, formats);
    const [first] = exact
      .filter(({ id, formats: own }) => !id.includes('@') && own.some((one) => formats.has(one)))
      .toSorted((one, other) => known(one) - known(other));
    return exact.filter((runtime) => runtime === first || isWanted(runtime));
  });
  const intended = expected ?? calls;
  const declared = tools.length === 0 ? calledTools(text) : tools;
  return {
    intended: intended.length,
    answers: [...answersOf(text, declared, asked, intended, { capabilities })],
  };
}

/** The place of a runtime among those that people use for these formats; the others come after them. */
export function knownReaders(project: string, formats: ReadonlySet<string>): (runtime: Runtime) => number {
  const names = formatList
    .filter(({ id }) => formats.has(id))
    .flatMap(({ readers }) => (readers as Readonly<Record<string, readonly string[]>>)[project] ?? []);
  const places = new Map(names.toReversed().map((name, index) => [`${project}:${name}`, names.length - index]));
  return ({ id }) => places.get(id) ?? names.length + 1;
}
