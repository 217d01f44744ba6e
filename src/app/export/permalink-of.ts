import { encodeLink } from '../permalink/codec.ts';
import { linkHolds, pickForLink, type SessionFields } from '../page/fields.ts';

/** The permalink of a session, '' where it would hold nothing of it; `address` is the page's own, without a fragment. */
export function permalinkOf(fields: SessionFields, address: string): string {
  return linkHolds(fields) === 'nothing' ? '' : `${address}#${encodeLink(pickForLink(fields))}`;
}
