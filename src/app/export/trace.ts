import { drawnControls, renderTrace } from '../../core/index.ts';
import type { ExportKind } from './kind.ts';
import { sourceText } from './runtime-text.ts';
import { verdictWords } from './verdict-words.ts';

export const traceExport: ExportKind = {
  id: 'trace',
  label: 'Trace as text',
  purpose: 'Every step with its place, one per line.',
  use: 'file',
  file: { name: 'callscope-trace.txt', type: 'text/plain' },
  write({ extraction }) {
    if (extraction === null) return null;
    const { headline, reason } = verdictWords(extraction);
    return `${sourceText(extraction.runtime)}: ${headline} ${reason}\n\n${drawnControls(renderTrace(extraction))}\n`;
  },
};
