import type { Edit, Span } from '../../text/document/index.ts';
import type { Extraction, ToolCall } from '../../trace/index.ts';
import { exactCalls, writersOf } from '../../reader/index.ts';
import { formatOf } from '../literals.ts';
import { inOrder, replace } from '../changes.ts';
import { edit } from '../rule.ts';
import { blockOf, blocksOf, type Subject } from '../subject.ts';
import { removesCutCall } from './cut-calls.ts';
import { areAlike, departuresOf } from './departures.ts';

const MOST_FORMATS = 2;
/** The rank of a text that whole and streamed gives exactly what was meant. */
const BEST = 3;

/**
 * The blocks of some calls as somebody would write them who follows a format to the letter, where that makes the runtime return
 * all calls that were meant: in their own format, else in one of the runtime. One is preferred that a stream gives as well, and
 * that gives every value exactly.
 */
export function rewritten(
  subject: Subject,
  calls: readonly ToolCall[],
  label: string,
  formats: readonly (string | undefined)[],
): Edit | null {
  const { everyFormat, document } = subject;
  if (everyFormat === null) return null;
  const blocks = blocksOf(everyFormat);
  const byBlock = new Map<Span, ToolCall[]>();
  for (const call of calls) {
    const span = withMarkup(everyFormat, blockOf(call, blocks) ?? call.span);
    const known = [...byBlock.keys()].find(({ from }) => from === span.from) ?? span;
    byBlock.set(known, [...(byBlock.get(known) ?? []), call]);
  }
  const isFenced = blocks.some(({ from }) =>
    /(?:`{3}|~{3})[^\n]*\n\s*$/.test(document.slice(Math.max(0, from - 40), from)),
  );
  for (const format of formats) {
    // Other markup does not belong into a fence.
    if (format !== undefined && isFenced) continue;
    const found = bestOf(subject, everyFormat.calls, waysOf([...byBlock], format), label);
    if (found !== null) return found;
  }
  return null;
}

/** The same of all calls that were meant; tried once for a reply. */
export function rewrittenReply(subject: Subject): Edit | null {
  subject.anew ??= inOneOf(subject);
  return subject.anew.edit;
}

/** The same, where the calls stay in their own format. */
export function rewrittenAlike(subject: Subject): Edit | null {
  subject.anew ??= inOneOf(subject);
  return subject.anew.isAlike ? subject.anew.edit : null;
}

/** Whether the reply ends with all of its calls, written as their format allows them: then they are not what is wrong with it. */
export function keepsToFormat({ everyFormat, document, textTo }: Subject): boolean {
  const [first] = everyFormat?.calls ?? [];
  if (everyFormat === null || first === undefined) return false;
  const { asWritten } = formatOf(first.format) ?? {};
  const whole: Block = [{ from: 0, to: textTo }, everyFormat.calls];
  const spelt = (text: string): string => withoutJsonSpace(asWritten?.(text) ?? text).trim();
  const reply = spelt(document.slice(0, textTo));
  return waysOf([whole], undefined).some(([one]) => one !== undefined && reply.endsWith(spelt(one[1])));
}

/** Spaces and line breaks between the signs of JSON mean nothing. */
function withoutJsonSpace(text: string): string {
  let depth = 0;
  return text.replace(/"(?:[^"\\]|\\[^])*"|[{}[\]]|\s+/g, (part) => {
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth = Math.max(0, depth - 1);
    return depth > 0 && part.trim() === '' ? '' : part;
  });
}

function inOneOf(subject: Subject): NonNullable<Subject['anew']> {
  const calls = subject.everyFormat?.calls ?? [];
  const alike = rewritten(subject, calls, 'Rewrite the calls', [undefined]);
  if (alike !== null) return { edit: alike, isAlike: true };
  const others = subject.runtime.formats.slice(0, MOST_FORMATS);
  return { edit: rewritten(subject, calls, 'Rewrite the calls', others), isAlike: false };
}

/** A block with the closing markers directly after it that belong to no other block. */
function withMarkup({ ledger, document }: Extraction, { from, to: end }: Span): Span {
  let to = end;
  for (const entry of ledger) {
    if (entry.to <= to) continue;
    if (document.slice(to, entry.to).trim() === '') continue;
    if (entry.kind !== 'markup' || document.slice(to, entry.from).trim() !== '') break;
    if (!/^(?:<\/|<[|｜]\/?\w*end|\[\/)/.test(document.slice(entry.from, entry.to).trim())) break;
    to = entry.to;
  }
  return { from, to };
}

function bestOf(subject: Subject, meant: readonly ToolCall[], ways: readonly Way[], label: string): Edit | null {
  let best: { readonly change: Edit; readonly rank: number } | null = null;
  for (const way of ways) {
    const changed = way.filter(([{ from, to }, written]) => subject.document.slice(from, to) !== written);
    if (changed.length === 0) continue;
    const change = edit(label, ...inOrder(changed.map(([span, written]) => replace(span, written))));
    if (removesCutCall(change, subject)) continue;
    const given = subject.after(change)?.calls ?? [];
    if (!areAlike(meant, given)) continue;
    const rank = (subject.streams(change) ? 2 : 0) + (departuresOf(meant, given).length === 0 ? 1 : 0);
    if (best === null || rank > best.rank) best = { change, rank };
    if (rank === BEST) break;
  }
  return best?.change ?? null;
}

/** What is written in the place of each block. */
type Way = readonly (readonly [Span, string])[];
type Block = readonly [span: Span, calls: readonly ToolCall[]];

/** Some blocks as a format writes them: in each of its spellings, and with short values on the lines of their tags. */
function waysOf(blocks: readonly Block[], format: string | undefined): Way[] {
  const known = formatOf(format ?? blocks[0]?.[1][0]?.format);
  return (known === undefined ? [] : writersOf(known)).flatMap((write) =>
    [(text: string) => text, withShortValues].flatMap((laidOut) => {
      const written = blocks.flatMap(([span, calls]) => {
        const given = exactCalls(calls);
        const text = given === null ? null : write(given.calls);
        return given === null || text === null ? [] : [[span, laidOut(given.exact(text))] as const];
      });
      return blocks.length > 0 && written.length === blocks.length ? [written] : [];
    }),
  );
}

/** Values of one line on the line of their tags: some parsers take the line breaks for a part of the value. */
function withShortValues(text: string): string {
  return text.replace(/>\n([^\n<]*)\n(?=<\/)/g, '>$1');
}
