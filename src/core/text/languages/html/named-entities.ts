import { namedEntities } from '../../../../data/html/named-entities.ts';

export { LONGEST_OLD_NAME, WINDOWS_1252 } from '../../../../data/html/named-entities.ts';

export interface HtmlEntity {
  readonly text: string;
  /** Counts without a semicolon too. */
  readonly isOld: boolean;
}

/** By name, without `&` and `;`. */
export const htmlEntities: ReadonlyMap<string, HtmlEntity> = new Map(
  namedEntities
    .trim()
    .split(/[ \n]/)
    .map((entry) => {
      const split = entry.search(/[:!]/);
      const points = entry.slice(split + 1).split('-');
      const text = String.fromCodePoint(...points.map((point) => Number.parseInt(point, 16)));
      return [entry.slice(0, split), { text, isOld: entry.charAt(split) === '!' }];
    }),
);
