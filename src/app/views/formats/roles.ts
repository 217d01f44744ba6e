import type { PieceRole } from '../../../core/index.ts';

/** What the parts of an example are called. */
export const roleLabels = {
  markup: 'Markup',
  name: 'Name of the tool',
  key: 'Name of an argument',
  value: 'Value as raw text',
  arguments: 'Arguments',
  reasoning: 'Reasoning',
  content: 'Text',
} as const satisfies Record<PieceRole, string>;
