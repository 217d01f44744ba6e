import { formatList } from '../formats/index.ts';
import { familyOf, modelFamilies } from './model-formats.ts';

/** What is known of who wrote a reply. */
export interface WhoWrote {
  /** The name of the model; null where nobody knows it. */
  readonly model: string | null;
  /** The format of the reply; null where it has none. */
  readonly written: string | null;
  /** The formats of the parser that somebody chose for the model. */
  readonly parsed: readonly string[];
}

/**
 * The format that a model was trained on. Where the model is not known, it is that of the reply, if a model is trained on that
 * one at all: bare JSON and the like is what models write that left their format. Then the parser tells which one. Null where
 * nothing tells it.
 */
export function trainedFormat({ model, written, parsed }: WhoWrote): string | null {
  const family = model === null ? null : familyOf(model);
  if (family !== null && family.formats.length > 0)
    return written !== null && family.formats.includes(written) ? written : (family.formats[0] ?? null);
  if (written !== null && isTrained(written)) return written;
  return parsed.find(isTrained) ?? null;
}

/** Whether models are trained to write a format, and do not only fall into it. */
export function isTrained(format: string): boolean {
  if (modelFamilies.some(({ formats }) => formats[0] === format)) return true;
  const known = formatList.find(({ id }) => id === format);
  if (known === undefined || known.tier === 'bare') return false;
  const { readers, generic = [] } = known;
  return (['vllm', 'sglang', 'ollama', 'lmdeploy'] as const).some(
    (engine) => readers[engine] !== undefined && !generic.includes(engine),
  );
}
