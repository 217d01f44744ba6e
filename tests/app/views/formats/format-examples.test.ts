import { describe, expect, it } from 'vitest';
import { extract, formatPages, toolDefinitions } from '../../../../src/core/index.ts';
import {
  exampleState,
  fixtureLabel,
  fixtureOutcome,
  inOrder,
} from '../../../../src/app/views/formats/format-examples.ts';
import { fixturesByFormat } from '../../../fixtures.ts';

const all = fixturesByFormat();

describe.each(formatPages().map(({ id }) => id))('the texts of %s', (id) => {
  const own = inOrder(all[id] ?? []);

  it('begin with one call and have names of their own', () => {
    expect(own[0]?.name).toBe('one-call');
    expect(new Set(own.map(fixtureLabel)).size).toBe(own.length);
  });

  it('open as what they say', () => {
    for (const fixture of own) {
      const { text, tools, profile } = exampleState(fixture.text, fixture.tools, 'auto');
      const { calls, incomplete } = extract({ text }, { runtime: profile, tools: toolDefinitions(tools) });
      expect([fixture.name, calls.length, incomplete.length]).toEqual([
        fixture.name,
        fixture.calls,
        fixture.incomplete,
      ]);
    }
  });
});

it('says in words what comes of a text', () => {
  const fixture = { name: 'dialect-missing-closer', text: '', tools: [], calls: 1, incomplete: 0 };
  expect(fixtureLabel(fixture)).toBe('Dialect: missing closer');
  expect(fixtureLabel({ ...fixture, name: 'something-else' })).toBe('Something else');
  expect(fixtureOutcome(fixture)).toBe('1 call');
  expect(fixtureOutcome({ ...fixture, calls: 0, incomplete: 1 })).toBe('no call, 1 cut off');
});
