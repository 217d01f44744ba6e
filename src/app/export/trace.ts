import { drawnControls, renderTrace } from '../../core/index.ts';
import type { ExportKind } from './kind.ts';
import { sourceText } from './runtime-text.ts';
import { fixLines, wordsOf } from './said.ts';
import { verdictWords } from './verdict-words.ts';

export const traceExport: ExportKind = {
  id: 'trace',
  label: 'Trace as text',
  purpose: 'What happened, what to do, and every step with its place, one per line.',
  use: 'file',
  file: { name: 'callscope-trace.txt', type: 'text/plain' },
  write(subject) {
    const { extraction } = subject;
    if (extraction === null) return null;
    const said = wordsOf(subject, extraction);
    const { headline, reason } = verdictWords(extraction);
    const source = sourceText(extraction.runtime);
    return [
      [
        `${said.headline} ${said.reason}`.trimEnd(),
        ...fixLines(said),
        ...(said.error === '' ? [] : [`Error: ${said.error}`]),
      ].join('\n'),
      ...(!said.isRead
        ? []
        : [
            said.isProved && !extraction.runtime.lenient
              ? `Emulated by Callscope: ${source}: ${headline} ${reason}`
              : `Read by ${source}.`,
            drawnControls(renderTrace(extraction)),
          ]),
    ]
      .map((part) => `${part}\n`)
      .join('\n');
  },
};
