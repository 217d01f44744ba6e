import type { DiagnosisCode, ToolCall } from '../../trace/index.ts';
import type { Span } from '../../text/document/index.ts';
import type { Change } from '../changes.ts';
import type { BlockSpan } from '../subject.ts';

/** Something in the text at which a runtime may have stopped. Whether it did is known when its changes were tried. */
export interface Cause {
  readonly code: DiagnosisCode;
  /** What is wrong, in sentences. */
  readonly fact: string;
  readonly span: Span;
  /** What the changes do, as a button would say it. */
  readonly label: string;
  readonly changes: readonly Change[];
  /** Whether it counts only where all calls come with its changes: such changes may also break a call. */
  readonly onlyWhole?: true;
  /** Where it is another than that of the code. */
  readonly remedy?: string;
}

/** A call with the markup around it. */
export interface CallInBlock {
  readonly call: ToolCall;
  readonly block: BlockSpan | null;
}

/** One cause of some changes, at the place of the first; none of none. */
export function caused(changes: readonly Change[], told: (first: Span) => Omit<Cause, 'changes' | 'span'>): Cause[] {
  const [first] = changes;
  return first === undefined ? [] : [{ ...told(first.span), span: first.span, changes }];
}
