import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frameOf } from '../../../../src/core/recognise/frame/frame.ts';
import { phrases as exact } from '../../../../src/core/recognise/evidence/errors/phrase-search.ts';
import { saidOfAnything } from '../../../../src/core/recognise/evidence/said/wide.ts';
import { valuesOf } from '../../../../src/core/recognise/evidence/values.ts';
import { viewOf } from '../../../../src/core/recognise/evidence/writers/field-rule.ts';
import { engineFields } from '../../../../src/core/recognise/evidence/writers/field-rules.ts';
import { providerFields } from '../../../../src/core/recognise/evidence/writers/provider-fields.ts';
import { recordRules } from '../../../../src/core/recognise/evidence/writers/record-rules.ts';
import { textRules } from '../../../../src/core/recognise/evidence/writers/text-rules.ts';

/** A rule, what it finds, and two that are like it and that it must not find. */
interface RuleCase {
  readonly rule: string;
  readonly kind: 'field' | 'record' | 'text' | 'phrase';
  /** A value for rules about fields and records, else a text. */
  readonly shows: unknown;
  readonly near: readonly unknown[];
}

const file = new URL('../../../fixtures/evidence-rules.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RuleCase);

const rules = {
  field: [...engineFields, ...providerFields],
  record: recordRules,
  text: textRules,
  phrase: [...exact, ...saidOfAnything],
} as const;

function finds({ rule: id, kind }: RuleCase, given: unknown): boolean {
  if (kind === 'text') return rules.text.find((rule) => rule.id === id)?.sign.test(String(given)) ?? false;
  if (kind === 'phrase') return rules.phrase.find((rule) => rule.id === id)?.pattern.test(String(given)) ?? false;
  const [value] = valuesOf(frameOf(JSON.stringify(given)));
  if (value === undefined) return false;
  const found =
    kind === 'field'
      ? rules.field.find((rule) => rule.id === id)?.sign(viewOf(value))
      : rules.record.find((rule) => rule.id === id)?.sign(value);
  return (found ?? null) !== null;
}

const room = new URL('../../../../src/core/recognise/evidence/', import.meta.url);
const tables = ['said/', 'writers/'].flatMap((folder) =>
  readdirSync(new URL(folder, room))
    .filter((name) => !['phrase.ts', 'fixes.ts', 'rule.ts', 'field-rule.ts', 'text-rule.ts'].includes(name))
    .map((name) => folder + name),
);
/** The line that begins a list of rules; about records each rule has a source of its own. */
const BEGINS =
  /^const rows: readonly Row\[\] = \[$|^(?:export )?const \w+.* = (?:phrasesOf|of|each)\(|^ *(?:\.\.\.)?(?:phrasesOf|of)\(/;
const BEGINS_RECORD = /^ {2}\{$/;

describe('what gives a writer away', () => {
  it.each(cases.map((one) => [one.rule, one] as const))('%s, and not its near misses', (_, one) => {
    expect(finds(one, one.shows)).toBe(true);
    expect(one.near.filter((near) => finds(one, near))).toEqual([]);
    expect(one.near.length).toBe(2);
  });

  it.each(['field', 'record', 'text', 'phrase'] as const)('every %s rule has a case and a sentence', (kind) => {
    const ids = rules[kind].map(({ id }) => id);
    const tried = cases.filter((one) => one.kind === kind).map(({ rule }) => rule);
    expect(
      tried,
      'tests/fixtures/evidence-rules.jsonl has one line for each rule, in the order of the tables.',
    ).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { says } of rules[kind]) expect(says.endsWith('.')).toBe(true);
  });

  // A comment, which the page need not fetch.
  it.each(tables)('every list of %s names its source', (path) => {
    const lines = readFileSync(new URL(path, room), 'utf8').split('\n');
    const begins = path.includes('record') ? BEGINS_RECORD : BEGINS;
    const lists = lines.flatMap((line, at) => (begins.test(line) ? [at] : []));
    expect(lists.length).toBeGreaterThan(0);
    const without = lists.filter((at) => !/^ *\/\/ Source: \S.{4}/.test(lines[at - 1] ?? ''));
    expect(without.map((at) => `${path}:${String(at + 1)} needs a line "// Source: …" above it`)).toEqual([]);
  });
});
