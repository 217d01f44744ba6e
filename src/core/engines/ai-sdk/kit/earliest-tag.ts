import { selfClosingTag } from './tool-elements.ts';

interface ToolTag {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isSelfClosing: boolean;
}

/** The first opening or self-closing tag of one of the names; of tags at one place the one of the earlier name. */
export function earliestTag(text: string, names: readonly string[]): ToolTag | null {
  if (!text.includes('<')) return null;
  const hasSelfClosing = text.includes('/>');
  let earliest: ToolTag | null = null;
  for (const name of names) {
    const tag = `<${name}>`;
    const open = text.indexOf(tag);
    if (open >= 0 && (earliest === null || open < earliest.from))
      earliest = { name, from: open, to: open + tag.length, isSelfClosing: false };
    const self = hasSelfClosing ? selfClosingTag(name).exec(text) : null;
    if (self !== null && (earliest === null || self.index < earliest.from))
      earliest = { name, from: self.index, to: self.index + self[0].length, isSelfClosing: true };
  }
  return earliest;
}
