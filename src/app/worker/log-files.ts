import { type DeclaredTools, LogReader, type LogSummary, type OpenZstd } from '../../core/index.ts';
import type { BatchFile, MappedFile } from './batch-protocol.ts';
import { problemTexts } from './problem-words.ts';
import type { ReplyStore } from './reply-store.ts';

/** An archive has a sentence for each of its files. */
const MOST_SENTENCES = 100;

/** Where what is read goes, and who hears of it. */
interface Opening {
  readonly replies: ReplyStore;
  readonly declared: DeclaredTools;
  /** @param read bytes of all files so far */
  readonly progress: (read: number) => void;
  readonly opened: (files: readonly BatchFile[]) => void;
  /** Whether somebody has begun something else. */
  readonly isOver: () => boolean;
}

/** Reads files into replies and tools. */
export async function openFiles(given: readonly MappedFile[], into: Opening): Promise<void> {
  const told: BatchFile[] = [];
  let read = 0;
  for (const [opened, { file, mapping }] of given.entries()) {
    const reader = new LogReader({ name: file.name, zstd: await zstdFor(file), mapping });
    const from = into.replies.length;
    const stream = file.stream().getReader();
    for (let piece = await stream.read(); !piece.done; piece = await stream.read()) {
      if (into.isOver()) return;
      read += piece.value.length;
      for (const reply of reader.push(piece.value)) into.replies.push(reply);
      into.progress(read);
    }
    const { replies: last, summary } = reader.end();
    for (const reply of last) into.replies.push(reply);
    into.declared.add(summary.declared);
    for (const part of partsOf(file.name, into.replies.length - from, summary)) {
      const last = told.at(-1);
      told.push(toldFile(part, opened, last === undefined ? 0 : last.from + last.replies));
    }
    into.opened([...told]);
  }
}

type Part = LogSummary['parts'][number];

/** A log, or those of an archive. What is wrong with the archive itself is said of the last one: there it ends. */
function partsOf(name: string, replies: number, summary: LogSummary): readonly Part[] {
  const { parts, problems, troubles } = summary;
  const last = parts.at(-1);
  if (last === undefined) return [{ name, replies, summary }];
  const own = (path = ''): boolean => parts.some((part) => path === part.name || path.startsWith(`${part.name}/`));
  const others = problems.filter(({ file }) => !own(file));
  const rest = troubles - parts.reduce((sum, part) => sum + part.summary.troubles, 0);
  const ended = {
    ...last.summary,
    problems: [...last.summary.problems, ...others],
    troubles: last.summary.troubles + rest,
  };
  return [...parts.slice(0, -1), { ...last, summary: ended }];
}

function toldFile({ name, replies, summary }: Part, opened: number, from: number): BatchFile {
  return {
    name,
    opened,
    shape: summary.shape,
    from,
    replies,
    records: summary.records,
    failed: summary.failed,
    without: summary.without,
    declared: summary.declared.filter(({ tools }) => tools !== null).length,
    withTools: summary.withTools,
    expected: summary.withExpected + summary.declared.filter(({ expected }) => expected !== null).length,
    troubles: summary.troubles,
    problems: problemTexts(summary.problems, summary.troubles).slice(0, MOST_SENTENCES),
    mapping: summary.mapping,
    unmet: summary.unmet,
    members: summary.members,
  };
}

/** Zstandard is fetched for the files that may hold it. */
async function zstdFor(file: File): Promise<OpenZstd | null> {
  if (!/\.(?:eval|zip|zst)$/i.test(file.name)) return null;
  const { Decompress } = await import('fzstd');
  return (given) =>
    new Decompress((data) => {
      given(new Uint8Array(data));
    });
}
