import { isLinkable } from '../kind.ts';
import type { Font } from './items.ts';

/** What can still be typed from a picture, or read by a machine. In characters. */
const PRINTED_LINK = 420;

/** The link as printed at the foot of a picture, or what to do where it is too long to be printed. */
export function linkRows(link: string): readonly { readonly text: string; readonly font: Font }[] {
  if (!isLinkable(link)) {
    return [{ text: 'This case is too long for a link: ask the sender for the case file.', font: 'small' }];
  }
  if (link.length > PRINTED_LINK) {
    return [{ text: 'The link to this case is too long to print: ask the sender for it.', font: 'small' }];
  }
  return [
    { text: 'Open this case in Callscope:', font: 'small' },
    { text: link, font: 'tiny-mono' },
  ];
}

/** What the sender does beside pasting the picture; '' where the picture has it all. */
export function linkAdvice(link: string): string {
  if (!isLinkable(link)) return 'The case is too long for a link. Send the case file with the picture.';
  if (link.length > PRINTED_LINK) return 'The link is too long to print in the picture. Paste it after the picture.';
  return '';
}
