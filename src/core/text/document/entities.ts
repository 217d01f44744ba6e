import type { Span } from './span.ts';

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};
const ENTITY = /&(?:lt|gt|quot|apos|amp|#3[49]);/g;

/** An entity of HTML, and what it stands for. */
export interface Entity extends Span {
  readonly character: string;
}

/** The entities of what markup and JSON are made of, in their order. A page that shows a text, or a log, writes these and no others. */
export function entitiesIn(text: string): Entity[] {
  return Array.from(text.matchAll(ENTITY), ({ 0: entity, index }) => ({
    from: index,
    to: index + entity.length,
    character: characters[entity] ?? entity,
  }));
}

/** The text with what these entities stand for. */
export function withoutEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => characters[entity] ?? entity);
}
