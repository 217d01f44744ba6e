import type { FileCut, FileReading, SweepProgress, ToolDefinition } from '../../core/index.ts';

/** A reply, and the tools of its request. */
export interface FileQuestion {
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

/** A reply in one piece, and in two, cut at every place. */
export interface FileCuts {
  readonly whole: Omit<FileCut, 'at'>;
  readonly cuts: readonly FileCut[];
}

/** The parser of a file that the reader opened and let run. Another version of the file is another object. */
export interface FileParser {
  /** The parser and its file: "BeaconToolParser (beacon.py)". */
  readonly name: string;
  /** The same as the beginning of a sentence. */
  readonly label: string;
  /**
   * Whole, and in these pieces; null for pieces as the file's own tokenizer would make them. Null where the file was closed. A
   * file that does not end has that for a problem.
   */
  read(question: FileQuestion, pieces?: readonly string[] | null): Promise<FileReading | null>;
  /** Many whole replies, in order. */
  readMany(questions: readonly FileQuestion[]): Promise<readonly FileReading[] | null>;
  /** Every way to cut a reply in two; null where it reads no streams, or was stopped. */
  cuts(question: FileQuestion, report: (progress: SweepProgress) => void): Promise<FileCuts | null>;
  /** Ends what runs. */
  stop(): void;
}

/** THE way in which views see the reader's parser file beside the servers. Python comes with the view that opens a file. */
export class OwnFile {
  /** Set by whoever opens files. */
  source: () => FileParser | null = $state.raw(() => null);

  /** Null as long as no file is open that may run and holds one chosen parser. */
  get parser(): FileParser | null {
    return this.source();
  }
}
