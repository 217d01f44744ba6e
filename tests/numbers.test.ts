import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { counted, numberText } from '../src/core/index.ts';

// Counts have separators wherever they are read: "33,120 characters".

it('a count has separators, and its noun fits it', () => {
  expect(numberText(33_120)).toBe('33,120');
  expect(counted(1, 'reply')).toBe('1 reply');
  expect(counted(33_120, 'reply')).toBe('33,120 replies');
  expect(counted(2, 'key', 'keys')).toBe('2 keys');
});

/** Limits are small. A number that is put before what is counted as it is: `${String(calls.length)} calls`, `{lines.length} lines`. */
const bare =
  /\{(?!checksumLength|String\((?:MOST_TURNS|longestMarker))(?:String\([^{}]*?\)|[\w.]*(?:[cC]ount|[lL]ength|[sS]ize|total|all)(?: - \w+)?)\} (?:more |other |equal )?(?:bytes|calls|characters|chunks|entries|lines|messages|pieces|places|records|replies|steps|tokens|tools|turns|values|warnings)\b/g;

it('no sentence has a count without them', () => {
  // Originals have their own words for numbers, and limits are written by hand.
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(?:ts|svelte)$/.test(path) && !/^core\/(?:engines|agents|jinja)\//.test(path),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((path) =>
    (readFileSync(`src/${path}`, 'utf8').match(bare) ?? []).map((text) => `${path}: ${text}`),
  );
  expect(found, 'Write a count with `counted` or `numberText` of src/core/text/document/.').toEqual([]);
});

it('one file writes numbers', () => {
  const writers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(?:ts|svelte)$/.test(path) && readFileSync(`src/${path}`, 'utf8').includes(".toLocaleString('en')"),
  );
  // The room of parser files knows nothing of the core.
  expect(writers.toSorted()).toEqual(['app/parser-file/properties.ts', 'core/text/document/counted.ts']);
});
