import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';
import { drawn, often } from '../../../thorough.ts';
import { hostileTexts } from '../pieces.ts';
import { wrappers } from '../wrappers.ts';

const classes = ['response', 'stream', 'har', 'curl', 'log', 'error', 'agent', 'request', 'bare'] as const;

/** A paste, and what it proves. */
interface Case {
  readonly id: string;
  readonly class: (typeof classes)[number];
  /** Why, in a sentence. */
  readonly note: string;
  readonly content: string;
  readonly name: string | null;
  readonly expected: Answered;
  /** Other causes that are as good in the first place. */
  readonly accept: readonly string[];
  readonly acceptProject?: readonly (string | null)[];
  readonly acceptDid?: readonly (string | null)[];
}

interface Answered {
  readonly project: string | null;
  readonly model: string | null;
  readonly did: string | null;
  readonly causes: readonly string[];
}

const cases = readFileSync(new URL('../../../fixtures/evidence.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

/** Asked once: three tests look at it. */
const found = cases.map((one) => ({ ...one, evidence: evidenceOf(one) }));

function faultsOf(
  { expected, accept, acceptProject = [], acceptDid = [] }: Case,
  { writer: project, model, did, causes }: Evidence,
): string[] {
  const one = (is: string | null, should: string | null, others: readonly (string | null)[]): string[] =>
    [should, ...others].includes(is) ? [] : [`${String(is)}, not ${String(should)}`];
  return [
    ...one(project, expected.project, acceptProject),
    ...one(model, expected.model, []),
    ...one(did, expected.did, acceptDid),
    ...one(causes[0] ?? 'none', expected.causes[0] ?? 'none', accept),
  ];
}

/**
 * How many of a sixteenth of the cases, another sixteenth for each, are answered wrongly in what is around them. A hash of its id
 * deals each case, so that a new one changes no other deal. The numbers are exact: one that falls is written down, so that it cannot
 * rise again.
 */
const wrong = {
  'docker compose': 2,
  'a question': 0,
  words: 2,
  'the tab of an editor': 1,
  'the blanks of a page': 0,
  'the entities of a page': 2,
  'a folded part of an issue': 0,
  'the times of a runner': 0,
  'colours that lost their escape character': 0,
  'the records of a log': 3,
  'the panel of a console': 0,
  'a narrow terminal': 1,
  'what a program says before and after': 0,
} as const;

const dresses = Object.keys(wrong) as (keyof typeof wrong)[];

it.each(dresses)('a paste proves the same in %s', (wrapper) => {
  const wrap = wrappers[wrapper];
  const dealt = dresses.indexOf(wrapper);
  const some = cases.filter(({ id, expected }) => Math.floor(drawn(id) * 16) === dealt && expected.did !== null);
  // Who says beside a sound call that nothing comes of it tells of the client.
  const isIdle = /does nothing/.test(wrap(''));
  const asTold = (one: Case): Case =>
    isIdle && one.expected.did === 'calls' && (one.expected.causes[0] ?? 'none') === 'none'
      ? { ...one, accept: ['client'] }
      : one;
  const others = some.filter(
    (one) => faultsOf(asTold(one), evidenceOf({ ...one, content: wrap(one.content) })).length > 0,
  );
  expect(others.length, others.map(({ id }) => id).join(', ')).toBe(wrong[wrapper]);
});

describe('what a paste proves', () => {
  it.each(found.map((one) => [`${one.id} ${one.class}: ${one.note}`, one] as const))('%s', (_, one) => {
    expect(faultsOf(one, one.evidence)).toEqual([]);
  });

  it.each(classes)('%s has cases', (name) => {
    const own = cases.filter((one) => one.class === name);
    expect(own.length).toBeGreaterThanOrEqual(4);
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  });

  it('says of every conclusion why, and where', () => {
    for (const { id, content, evidence } of found) {
      const { writer, did, causes, model, parser, call, because } = evidence;
      const of = (kind: string): string[] => because.filter((row) => row.of === kind).map(({ value }) => value);
      expect(writer === null || of('writer').includes(writer), id).toBe(true);
      expect(of('did'), id).toEqual(did === null ? [] : [did]);
      expect(of('cause'), id).toEqual(causes);
      expect([...of('model'), ...of('parser')], id).toEqual([model, parser].filter((one) => one !== null));
      for (const span of [...because.map((row) => row.span), call?.span ?? null])
        expect(span === null || (span.from >= 0 && span.from <= span.to && span.to <= content.length), id).toBe(true);
    }
  });

  it('finds a call that is there as it is written where it says that it is', () => {
    let literal = 0;
    for (const {
      content,
      evidence: { call },
    } of found) {
      if (call?.span === null || call?.span === undefined) continue;
      const there = content.slice(call.span.from, call.span.to);
      if (there === call.text) literal += 1;
      else expect(call.field === 'reply' ? there : '').toBe('');
    }
    expect(literal).toBeGreaterThan(10);
  });
});

describe('on any text', () => {
  it('never throws', () => {
    fc.assert(
      fc.property(hostileTexts, (content) => {
        evidenceSentences(evidenceOf({ content, name: null }));
      }),
      { numRuns: often(400, 150) },
    );
  });

  it('never throws on a piece of a paste', () => {
    const cut = fc.record({
      which: fc.nat(cases.length - 1),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(2000),
    });
    fc.assert(
      fc.property(cut, ({ which, from, length }) => {
        const content = cases[which]?.content ?? '';
        const at = Math.floor(from * content.length);
        const piece = content.slice(at, at + length);
        const { because } = evidenceOf({ content: piece, name: null });
        expect(because.every(({ span }) => span === null || span.to <= piece.length)).toBe(true);
      }),
      { numRuns: often(400, 150) },
    );
  });
});
