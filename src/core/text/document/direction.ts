/** Marks, embeddings, overrides and isolates: they draw nothing and turn around what is drawn after them (UAX #9). */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Letters that are written from right to left: Hebrew to Arabic with their presentation forms, and the plane of old scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What `isolated` writes. */
const ISOLATED = /\u2068([^\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*)\u2069/g;

/**
 * A text with the controls of direction drawn as codes: `[U+202E]`. For whoever reads it: without them a name shows its letters in
 * an order that it does not have. Linear.
 */
export function drawnControls(text: string): string {
  if (text.search(CONTROLS) < 0) return text;
  const parts = text.split(ISOLATED);
  return parts.map((part, index) => (index % 2 === 1 ? `\u2068${part}\u2069` : coded(part))).join('');
}

function coded(text: string): string {
  return text.replace(CONTROLS, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** A name for the middle of a sentence: letters from right to left take nothing with them that is around them. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) && name.search(CONTROLS) < 0 ? `\u2068${name}\u2069` : name;
}
