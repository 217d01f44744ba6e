import { renderTrace, verdictOf } from '../../core/index.ts';
import type { ExportKind } from './kind.ts';

export const traceExport: ExportKind = {
  id: 'trace',
  label: 'Trace as text',
  purpose: 'Every step with its place, one per line.',
  use: 'file',
  file: { name: 'callscope-trace.txt', type: 'text/plain' },
  write({ extraction }) {
    if (extraction === null) return null;
    const { headline, reason } = verdictOf(extraction);
    return `${extraction.runtime.label}: ${headline} ${reason}\n\n${renderTrace(extraction)}\n`;
  },
};
