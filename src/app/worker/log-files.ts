import { type DeclaredTools, LogReader, type OpenZstd } from '../../core/index.ts';
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
  for (const { file, mapping } of given) {
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
    told.push({
      name: file.name,
      shape: summary.shape,
      from,
      replies: into.replies.length - from,
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
    });
    into.opened([...told]);
  }
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
