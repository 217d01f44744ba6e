/** The names of the theme's colours that a picture uses. */
export type Colour =
  | 'paper'
  | 'surface'
  | 'ink'
  | 'ink-soft'
  | 'line'
  | 'accent'
  | 'accent-soft'
  | 'good'
  | 'good-soft'
  | 'bad'
  | 'bad-soft'
  | 'warn'
  | 'warn-soft'
  | 'think'
  | 'think-soft';

export type Font = 'headline' | 'body' | 'small' | 'mono' | 'tiny-mono';

/** A line that tells a mark from others where colours cannot. */
export type Stroke = 'solid' | 'dotted' | 'dashed' | 'wavy' | 'through' | 'double' | 'heavy';

/** Something to draw. Lengths are in CSS pixels, from the upper left corner; `y` of a text is its baseline. */
export type Item =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: Colour;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly font: Font;
      readonly colour: Colour;
    }
  | {
      readonly kind: 'stroke';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly stroke: Stroke;
      readonly colour: Colour;
    };

/** How wide a text is in CSS pixels: the one thing that a layout has to ask the browser. */
export type Measure = (text: string, font: Font) => number;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}
