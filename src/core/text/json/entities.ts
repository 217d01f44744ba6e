import { entitiesIn } from '../document/index.ts';
import type { JsonRepair } from './repairs.ts';

/** The first quotation mark of a value is an entity. */
const HEAD = /^[\s[{]{0,20}&(?:quot|#34);/;
const LONGEST_HEAD = 30;

/**
 * The entities of HTML in a value whose quotation marks are written so; null where they are not.
 *
 *     {&quot;name&quot;: &quot;ring_bell&quot;}
 */
export function entitiesOf(text: string, from: number, to: number): readonly JsonRepair[] | null {
  if (!HEAD.test(text.slice(from, Math.min(to, from + LONGEST_HEAD)))) return null;
  return entitiesIn(text.slice(from, to)).map((entity) => ({
    code: 'html-entity',
    span: { from: from + entity.from, to: from + entity.to },
    inserted: entity.character,
  }));
}
