import type { ProjectInfo, RuntimeInfo } from '../../core/index.ts';
import { folded, holdsAll, searchWords } from './search.ts';

/** A line of the picker of runtimes. */
export interface RuntimeLine {
  readonly id: string;
  readonly runtime: RuntimeInfo;
  /** The label of its project. */
  readonly project: string;
  /** The newest release under the same flag is in the line above, or a few lines above. */
  readonly isOlder: boolean;
}

/** What is found, and which of the lines fits best; -1 when none is there. */
export interface FoundRuntimes {
  readonly lines: readonly RuntimeLine[];
  readonly best: number;
}

/**
 * The runtimes that hold every word of `wanted` in their label, flag, id, formats or project, in the order of the projects.
 * Best fits the one that is called so, then one whose name begins so or holds it, then the one whose name holds most of the words:
 * engines have parsers that are named after each other's formats.
 */
export function searchRuntimes(projects: readonly ProjectInfo[], wanted: string): FoundRuntimes {
  const query = folded(wanted.trim());
  const words = searchWords(wanted);
  const lines = projects.flatMap(({ label: project, runtimes }) =>
    runtimes
      .map((runtime) => ({ id: runtime.id, runtime, project, isOlder: isOlder(runtime, runtimes) }))
      .filter((line) => holdsAll(textOf(line, hasReleases(line.id, runtimes)), words)),
  );
  const fitOf = (name: string): number =>
    name === query ? 3 : name.startsWith(query) ? 2 : name.includes(query) ? 1 : 0;
  const fits = lines.map(({ id, runtime }) => {
    const names = [folded(id.slice(id.indexOf(':') + 1)), folded(runtime.label)];
    const held = words.filter((word) => names.some((name) => name.includes(word))).length;
    return Math.max(...names.map(fitOf)) + held / (words.length + 1);
  });
  return { lines, best: fits.indexOf(Math.max(0, ...fits)) };
}

/**
 * The lines with those first that read one of the formats, the one that people use for them before all; older releases go along.
 *
 * @internal Tests ask for it alone.
 */
export function readersFirst(
  lines: readonly RuntimeLine[],
  formats: readonly string[],
  used: readonly string[],
): readonly RuntimeLine[] {
  const newest = (id: string): string => id.replace(/@.*/, '');
  const readers = new Set(
    lines.flatMap(({ id, runtime }) =>
      !runtime.lenient && runtime.formats.some((format) => formats.includes(format)) ? [newest(id)] : [],
    ),
  );
  const place = ({ id }: RuntimeLine): number => {
    const name = newest(id);
    return used.includes(name) ? 0 : readers.has(name) ? 1 : 2;
  };
  return readers.size === 0 ? lines : lines.toSorted((one, other) => place(one) - place(other));
}

/** How much of a paste is searched for the name of a model. In UTF-16 units. */
const SEARCHED = 4000;

/** The words of a paste that may be names of models: they have a number; '' for none. */
export function modelWords(content: string): string {
  const words = content.slice(0, SEARCHED).match(/\b[a-z][\w./-]{0,60}\d[\w.:/-]{0,60}/gi) ?? [];
  return [...new Set(words)].slice(0, 8).join(' ');
}

/** The lines of a model's parsers, and of one project alone where that is among the words. */
export function ofModel(
  lines: readonly RuntimeLine[],
  parsers: readonly string[],
  wanted: string,
): readonly RuntimeLine[] {
  const words = searchWords(wanted);
  const own = lines.filter(({ id }) => parsers.includes(id));
  const named = own.filter(({ id, project }) =>
    words.some((word) => id.startsWith(`${word}:`) || folded(project).startsWith(word)),
  );
  return named.length > 0 ? named : own;
}

/** The lines with a model's parser first. */
function modelFirst(lines: readonly RuntimeLine[], parsers: readonly string[]): readonly RuntimeLine[] {
  return lines.toSorted((one, other) => Number(parsers.includes(other.id)) - Number(parsers.includes(one.id)));
}

/** Before anything is typed: the parsers of the model, then what reads the formats of the reply, which may be of another model. */
export function likelyFirst(
  lines: readonly RuntimeLine[],
  parsers: readonly string[],
  formats: readonly string[],
  used: readonly string[],
): readonly RuntimeLine[] {
  return modelFirst(readersFirst(lines, formats, used), parsers);
}

/** @param isOfMany whether there is another release of it */
function textOf({ runtime, project }: RuntimeLine, isOfMany: boolean): string {
  const { id, label, flag, formats, lenient, source } = runtime;
  // One that reads every format is not meant by the name of any.
  const read = lenient ? [] : formats;
  return folded(
    [label, flag, id, project, source.version, isOfMany ? 'older releases versions' : '', ...read].join(' '),
  );
}

/** Whether another release of a parser is here, too. */
export function hasReleases(id: string, among: readonly RuntimeInfo[]): boolean {
  const newest = id.replace(/@.*/, '');
  return among.some((other) => other.id.startsWith(`${newest}@`));
}

/** An older release has the id of the newest with a date: `vllm:glm45@2026-05`. One with a higher number is no older one. */
function isOlder({ id, source }: RuntimeInfo, among: readonly RuntimeInfo[]): boolean {
  const at = id.indexOf('@');
  const named = at < 0 ? undefined : among.find((other) => other.id === id.slice(0, at));
  return named !== undefined && !isLater(source.version, named.source.version);
}

function isLater(version: string, than: string): boolean {
  const areNumbers = [version, than].every((one) => /^\d[\d.]*$/.test(one));
  return areNumbers && version.localeCompare(than, 'en', { numeric: true }) > 0;
}
