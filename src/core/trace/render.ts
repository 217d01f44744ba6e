import { stepText } from './explain.ts';
import type { Extraction } from './extraction.ts';
import { depths } from './trace.ts';

/** The trace as text, one line per step: number, place, and the sentence, indented by depth. */
export function renderTrace({ trace, document, runtime }: Pick<Extraction, 'runtime' | 'trace' | 'document'>): string {
  const width = String(trace.length).length;
  const levels = depths(trace);
  return trace
    .map((event, step) => {
      const number = String(step).padStart(width);
      const indent = '  '.repeat(levels[step] ?? 0);
      return `${number}  ${indent}${stepText(event, document, runtime.words)} [${String(event.from)}, ${String(event.to)})`;
    })
    .join('\n');
}
