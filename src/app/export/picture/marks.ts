import type { LedgerKind } from '../../../core/index.ts';
import type { Colour, Stroke } from './items.ts';

/** How a piece of the text is marked: as in the editor, by a colour and by a line. */
export interface MarkStyle {
  /** For the legend and for those who cannot see the picture. */
  readonly name: string;
  readonly fill: Colour;
  readonly line: Colour;
  readonly stroke: Stroke;
}

/** What is plain text has no mark. */
export const markStyles: Readonly<Record<Exclude<LedgerKind, 'content'>, MarkStyle>> = {
  call: { name: 'call', fill: 'good-soft', line: 'good', stroke: 'solid' },
  markup: { name: 'markup', fill: 'accent-soft', line: 'accent', stroke: 'dotted' },
  reasoning: { name: 'reasoning', fill: 'think-soft', line: 'think', stroke: 'double' },
  suppressed: { name: 'not taken', fill: 'warn-soft', line: 'warn', stroke: 'dashed' },
  malformed: { name: 'malformed', fill: 'bad-soft', line: 'bad', stroke: 'wavy' },
  lost: { name: 'lost', fill: 'bad-soft', line: 'bad', stroke: 'through' },
};

/** The place of the error, or of the first diagnosis. */
export const faultStyle: MarkStyle = { name: 'the problem', fill: 'surface', line: 'bad', stroke: 'heavy' };
