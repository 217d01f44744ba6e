import type { ModelSource, SourceRequest } from '../../sources/source.ts';

/** A text that goes to the model, word for word. */
export interface SentPart {
  readonly label: string;
  readonly text: string;
}

/** A run that can be opened. */
export interface PreparedRun {
  readonly source: ModelSource;
  readonly request: SourceRequest;
  readonly sent: readonly SentPart[];
  /** The model that it names; null or absent for none. */
  readonly model?: string | null;
}
