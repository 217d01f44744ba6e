import { htmlEntities, LONGEST_OLD_NAME, WINDOWS_1252 } from '../html/named-entities.ts';
import { areFewDigits } from './numbers.ts';

const REFERENCE = /&(?:#([0-9]+);?|#[xX]([0-9a-fA-F]+);?|([^\t\n\f <&#;]{1,32});?)/gu;

/** `html.unescape(text)`; null where it raises ValueError, for a number of more than 4300 digits. */
export function unescapeHtml(text: string): string | null {
  if (!text.includes('&')) return text;
  let tooLong = 0;
  const out = text.replace(
    REFERENCE,
    (reference: string, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named(reference, name);
      if (decimal !== undefined && !areFewDigits(decimal.length)) tooLong += 1;
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
    },
  );
  return tooLong > 0 ? null : out;
}

/** The longest beginning that is a name counts. */
function named(reference: string, name: string): string {
  const isClosed = reference.endsWith(';');
  const entity = htmlEntities.get(name);
  if (entity !== undefined && (isClosed || entity.isOld)) return entity.text;
  for (let length = Math.min(name.length, LONGEST_OLD_NAME); length > 1; length -= 1) {
    const old = htmlEntities.get(name.slice(0, length));
    if (old?.isOld === true && (isClosed || length < name.length)) return old.text + reference.slice(length + 1);
  }
  return reference;
}

function characterOf(point: number): string {
  if (point === 0) return '\ufffd';
  if (point >= 0x80 && point <= 0x9f) return WINDOWS_1252.charAt(point - 0x80);
  if ((point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff) return '\ufffd';
  return isInvalid(point) ? '' : String.fromCodePoint(point);
}

/** Control characters and what Unicode reserves: Python leaves them out. */
function isInvalid(point: number): boolean {
  if (point < 0x20) return !(point === 0x09 || point === 0x0a || point === 0x0c || point === 0x0d);
  return point === 0x7f || (point >= 0xfdd0 && point <= 0xfdef) || (point & 0xfffe) === 0xfffe;
}
