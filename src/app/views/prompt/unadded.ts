import type { ToolDraft } from './import-tools/tool-draft.ts';

/** What somebody typed to add tools and did not add: a dialog that was closed by mistake has it when it is opened again. */
export interface Unadded {
  /** Null where nothing is in the form. */
  draft: ToolDraft | null;
  text: string;
}
