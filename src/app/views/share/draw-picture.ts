import type { Colour, Font, Item, Measure, Picture, Stroke } from '../../export/picture/items.ts';

/** Device pixels for each CSS pixel, so that the text is sharp where the picture is enlarged. */
const SCALE = 2;

const fonts: Readonly<Record<Font, (family: { sans: string; mono: string }) => string>> = {
  headline: ({ sans }) => `650 22px ${sans}`,
  body: ({ sans }) => `15px ${sans}`,
  small: ({ sans }) => `13px ${sans}`,
  mono: ({ mono }) => `14px ${mono}`,
  'tiny-mono': ({ mono }) => `12px ${mono}`,
};

/** What the theme says, as a canvas understands it. */
interface Theme {
  readonly colour: (name: Colour) => string;
  readonly font: (name: Font) => string;
}

/** The theme at an element, which is light or dark as the element is. Only the computed value of a colour is one colour. */
function themeAt(element: HTMLElement): Theme {
  const probe = document.createElement('span');
  element.parentElement?.append(probe);
  const computed = (property: 'color' | 'fontFamily', name: string): string => {
    probe.style[property] = `var(--${name})`;
    return getComputedStyle(probe)[property];
  };
  const family = { sans: computed('fontFamily', 'sans'), mono: computed('fontFamily', 'mono') };
  const names: readonly Colour[] = [
    ...(['paper', 'surface', 'ink', 'ink-soft', 'line', 'accent', 'accent-soft', 'good', 'good-soft'] as const),
    ...(['bad', 'bad-soft', 'warn', 'warn-soft', 'think', 'think-soft'] as const),
  ];
  const colours = new Map(names.map((name) => [name, computed('color', name)]));
  probe.remove();
  return { colour: (name) => colours.get(name) ?? '', font: (name) => fonts[name](family) };
}

/** Draws what `layout` makes of the widths of the canvas's fonts, in the theme at the canvas. Returns false where nothing can be drawn. */
export function drawPicture(canvas: HTMLCanvasElement, layout: (measure: Measure) => Picture): boolean {
  const context = canvas.getContext('2d');
  if (context === null) return false;
  const theme = themeAt(canvas);
  const { width, height, items } = layout((text, font) => {
    context.font = theme.font(font);
    return context.measureText(text).width;
  });
  // This clears the canvas and forgets the font.
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  context.scale(SCALE, SCALE);
  context.direction = 'ltr';
  for (const item of items) drawItem(context, item, theme);
  return true;
}

function drawItem(context: CanvasRenderingContext2D, item: Item, { colour, font }: Theme): void {
  if (item.kind === 'box') {
    context.fillStyle = colour(item.fill);
    context.fillRect(item.x, item.y, item.width, item.height);
  } else if (item.kind === 'text') {
    context.fillStyle = colour(item.colour);
    context.font = font(item.font);
    context.fillText(item.text, item.x, item.y);
  } else {
    context.strokeStyle = colour(item.colour);
    strokeLine(context, item.stroke, item);
  }
}

const thickness: Readonly<Record<Stroke, number>> = {
  solid: 2,
  dotted: 2,
  dashed: 2,
  wavy: 1.25,
  through: 1.25,
  double: 1.25,
  heavy: 4,
};
const dashes: Readonly<Partial<Record<Stroke, number[]>>> = { dotted: [2, 3], dashed: [7, 4] };

function strokeLine(
  context: CanvasRenderingContext2D,
  stroke: Stroke,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  context.lineWidth = thickness[stroke];
  context.setLineDash(dashes[stroke] ?? []);
  context.beginPath();
  if (stroke === 'wavy') {
    context.moveTo(x, y);
    for (let at = 0; at < width; at += 3) context.lineTo(Math.min(x + at + 3, x + width), y + (at % 2 === 0 ? 2 : -1));
  } else {
    const lines = stroke === 'double' ? [y - 1.5, y + 1.5] : [y];
    for (const height of lines) {
      context.moveTo(x, height);
      context.lineTo(x + width, height);
    }
  }
  context.stroke();
}
