import type { Span } from '../../text/document/index.ts';
import type { TemplateSpan } from '../../jinja/index.ts';
import type { FaultCode, FaultyPrompt, PromptFault } from './prompt-fault.ts';
import type { Subject } from './subject.ts';

/** A fault as a rule finds it. */
export interface Found extends Pick<PromptFault, 'level' | 'message' | 'remedy'> {
  /** Where in the template. */
  readonly at: TemplateSpan;
  readonly shows: FaultyPrompt | null;
  /** Edits that may help, the best first: the first one is offered after which the rule finds less. */
  readonly edits: readonly TemplateEdit[];
}

/** Of the template as Jinja reads it. */
export interface TemplateEdit {
  readonly label: string;
  readonly changes: readonly { readonly span: Span; readonly insert: string }[];
}

/** One kind of fault. */
export interface FaultRule {
  readonly code: FaultCode;
  readonly find: (subject: Subject) => readonly Found[];
}
