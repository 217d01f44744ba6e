import { describe, expect, it, test } from 'vitest';
import { ANY_MODEL } from '../../../../src/app/sources/endpoint-request.ts';
import { differenceText, modelText } from '../../../../src/app/views/lab/lab-words.ts';

test.each([
  ['demo', '', 'Demo model'],
  ['endpoint', ANY_MODEL, 'Server’s default model'],
  ['endpoint', 'qwen3:0.6b', 'qwen3:0.6b'],
  ['endpoint', 'default-7b', 'default-7b'],
])('what answers from %s as “%s” is %s', (source, model, text) => {
  expect(modelText({ source, model })).toBe(text);
});

describe('what a variant has otherwise', () => {
  const setup = {
    system: '',
    preamble: null,
    format: 'hermes',
    tools: '[]',
    isCompact: false,
    place: 'prompt',
    held: 'free',
    temperature: 0,
    source: 'demo',
    model: '',
    renamed: [],
  } as const;
  const between = (first: string, second: string): string =>
    differenceText({ ...setup, system: first }, { ...setup, system: second });

  it('is a line that is new, whole or cut after a word', () => {
    expect(between('A', 'A\nCall one tool.')).toBe('“Call one tool.”');
    const long =
      'Give every required argument under the exact name in the schema, and leave out what the user did not say.';
    expect(between('A', `A\n${long}`)).toBe(
      '“Give every required argument under the exact name in the schema, and leave out…”',
    );
    expect(between('', '😀'.repeat(60))).toBe(`“${'😀'.repeat(40)}…”`);
  });

  it('is what a line goes on with', () => {
    expect(between('You look after the pumps.', 'You look after the pumps. Call a tool only when asked.')).toBe(
      '“…Call a tool only when asked.”',
    );
    expect(between('You look after pumps.', 'You look after valves.')).toBe('“You look after valves.”');
    expect(between('One\nTwo', 'One')).toBe('lines left out');
  });
});
