import type { PromptFault, Teaching, TemplateSpan } from '../../core/index.ts';

/** What was found out about a template without asking what it makes of one conversation. */
export interface FoundInTemplate {
  readonly faults: readonly PromptFault[];
  readonly teaching: Teaching;
  /** How the format of the reply differs from the one that is taught; null where it does not. */
  readonly againstReply: string | null;
  /** Engines that render templates without Python, and what each lacks of this one. */
  readonly dialects: readonly TemplateDialect[];
}

export interface TemplateDialect {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** `run`: the engine was run over templates; `documented`: what its sources and reports say. */
  readonly basis: 'run' | 'documented';
  readonly faults: readonly DialectFinding[];
}

export interface DialectFinding {
  readonly text: string;
  readonly remedy: string;
  readonly span: TemplateSpan;
  readonly effect: 'fails' | 'differs';
}
