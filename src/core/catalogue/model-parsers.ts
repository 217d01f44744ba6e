import { formatList } from '../formats/index.ts';
import { familyOf, parserFor } from './model-formats.ts';

/** A project and its runtimes, as much of them as is looked at. */
interface NamedParsers {
  readonly id: string;
  readonly runtimes: readonly { readonly id: string; readonly label: string; readonly formats: readonly string[] }[];
}

/** What reads the calls of a model. */
export interface ModelParsers {
  /** The words that name it. */
  readonly name: string;
  /** The family as its makers call it. */
  readonly family: string;
  /** Ids of runtimes, at most one of each project, in their order. */
  readonly parsers: readonly string[];
}

/** Most words that are looked at. */
const MOST_WORDS = 8;

type Engine = Parameters<typeof parserFor>[0];

/** The parser of each project for the model that one of the words names; null where no word names one whose format is known. */
export function modelParsers(words: string, projects: readonly NamedParsers[]): ModelParsers | null {
  const named = [...words.trim().split(/\s+/).slice(0, MOST_WORDS), words];
  const name = named.find((word) => (familyOf(word)?.formats.length ?? 0) > 0);
  const family = name === undefined ? null : familyOf(name);
  const [format] = family?.formats ?? [];
  if (name === undefined || family === null || format === undefined) return null;
  const parsers = projects.flatMap(({ id, runtimes }) => {
    const isEngine = formatList.some(({ readers }) => Object.hasOwn(readers, id));
    const flag = isEngine ? parserFor(id as Engine, format, family) : null;
    const own =
      flag === null ? undefined : runtimes.find((one) => one.id === `${id}:${flag}` || one.label.includes(flag));
    return own === undefined ? [] : [own.id];
  });
  return { name, family: family.name, parsers };
}
