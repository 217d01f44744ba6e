import type { Span } from '../../../text/document/index.ts';
import { find, known, lineEnd, type Resumable } from '../read/resumable.ts';
import type { TextSource } from '../read/source.ts';
import type { ToolIndex } from '../read/tool-index.ts';

/** The tool of Codex whose one argument is a patch. */
const NAME = 'apply_patch';
/** The name may be before the patch as that of a program, with the word that ends what it reads. */
const HEAD =
  /^(?:apply_patch[ \t]*(?:<<-?[ \t]*(["']?)([A-Za-z_]\w{0,20})\1[ \t]*)?\n)?(?=\*\*\* Begin Patch[ \t]*\n\*\*\* (?:Add|Update|Delete) File: )/;
const LONGEST_HEAD = 120;
const END = '\n*** End Patch';

/** A patch that is written as text. */
interface PatchCall {
  readonly name: string;
  /** The parameter that takes it. */
  readonly key: string;
  readonly patch: Span;
  /** After the word that ends it. */
  readonly to: number;
  /** Whether the text ends inside of the patch. */
  readonly isCut: boolean;
}

/**
 * The patch that begins on a line, where the tool for it is declared; null if there is none.
 *
 *     apply_patch <<'EOF'
 *     ^ from
 *     *** Begin Patch
 *     ^ patch.from
 */
export function* patchCall(source: TextSource, tools: ToolIndex, from: number): Resumable<PatchCall | null> {
  const key = tools.mainParameter(NAME);
  if (key === null) return null;
  yield* known(source, from, from + LONGEST_HEAD);
  const head = HEAD.exec(source.slice(from, Math.min(source.length, from + LONGEST_HEAD)));
  if (head === null) return null;
  const begin = from + head[0].length;
  const end = yield* find(source, END, begin);
  const isCut = end < 0;
  const to = isCut ? source.length : end + END.length;
  const patch = { from: begin, to };
  const line = yield* lineEnd(source, to);
  const word = head[2];
  if (isCut || word === undefined) return { name: NAME, key, patch, to, isCut };
  const next = yield* lineEnd(source, line + 1);
  return { name: NAME, key, patch, to: source.slice(line + 1, next).trim() === word ? next : to, isCut };
}
