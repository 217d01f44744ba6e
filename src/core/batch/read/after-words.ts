import { shapeOf } from '../shapes/index.ts';
import { nothingAround } from '../shapes/shape.ts';
import { fieldsOf, objectsOf } from '../values.ts';
import { unfolded } from './documents.ts';
import { recordIn } from './records.ts';

/** So much a program says before what it exports. */
const MOST_WORDS = 2000;
/** A model writes messages and questions as well. */
const OF_ANYBODY = new Set(['lines', 'messages', 'questions', 'predictions', 'xlam']);

/**
 * The document of an export that has words before it, as where the status of a program went into the same file. Undefined for any other
 * text: a model writes words before JSON as well, but no log.
 */
// Source: anomalyco/opencode issue 12130: `opencode export` prints `Exporting session: …` before the document.
export function documentAfterWords(text: string, name: string | null): unknown {
  const start = text.search(/[{[]\s{0,80}["{]/);
  if (start <= 0 || start > MOST_WORDS) return undefined;
  const value = recordIn(text.slice(start).trim());
  const fields = fieldsOf(value);
  if (fields === null) return objectsOf(value).some((one) => isLogged(one)) ? value : undefined;
  return isLogged(fields) || unfolded(fields, true, name)?.some(({ records }) => records.some(isLogged)) === true
    ? value
    : undefined;
}

function isLogged(record: NonNullable<ReturnType<typeof fieldsOf>>): boolean {
  return !OF_ANYBODY.has(shapeOf(record, nothingAround).id);
}
