import type { ExportKind } from '../../export/kind.ts';

/** The export that waits until the expected calls are entered: Share opens with it again. */
export class WaitingExport {
  kind: ExportKind | null = null;

  /** The one that waited, which waits no longer. */
  take(): ExportKind | null {
    const { kind } = this;
    this.kind = null;
    return kind;
  }
}
