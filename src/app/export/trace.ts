import { renderTrace, verdictOf } from '../../core/index.ts';
import type { ExportKind } from './kind.ts';
import { sourceText } from './runtime-text.ts';

export const traceExport: ExportKind = {
  id: 'trace',
  label: 'Trace as text',
  purpose: 'Every step with its place, one per line.',
  use: 'file',
  file: { name: 'callscope-trace.txt', type: 'text/plain' },
  write({ extraction }) {
    if (extraction === null) return null;
    const { headline, reason } = verdictOf(extraction);
    return `${sourceText(extraction.runtime)}: ${headline} ${reason}\n\n${renderTrace(extraction)}\n`;
  },
};
