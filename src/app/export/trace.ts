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
  write({ extraction, proved = null }) {
    if (extraction === null) return null;
    const { headline, reason } = verdictWords(extraction);
    const first =
      proved === null ? '' : `What the paste proves: ${drawnControls(proved.sentence)}\n\nEmulated by Callscope: `;
    return `${first}${sourceText(extraction.runtime)}: ${headline} ${reason}\n\n${drawnControls(renderTrace(extraction))}\n`;
  },
};
