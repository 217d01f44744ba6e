import { encodeLink } from '../permalink/codec.ts';
import { pickForLink, type SessionFields } from '../page/fields.ts';

/** The permalink of a session; `address` is the page's own, without a fragment. */
export function permalinkOf(fields: SessionFields, address: string): string {
  return `${address}#${encodeLink(pickForLink(fields))}`;
}
