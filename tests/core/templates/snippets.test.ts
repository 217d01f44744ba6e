import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { member, type JsonNode } from '../../../src/core/text/json/node.ts';
import { readJson } from '../../../src/core/text/json/strict.ts';
import { render } from '../../../src/core/jinja/render.ts';

// What Jinja2 makes of small templates. `snippets.py` writes the answers into `snippets.json`.

interface Snippet {
  readonly template: string;
  readonly prompt?: string;
  readonly raises?: string;
  readonly message?: string;
}

const file = readFileSync(new URL('./snippets.json', import.meta.url), 'utf8');
const { groups } = JSON.parse(file) as { groups: Record<string, readonly Snippet[]> };

/** As they are written: `1.0` is a float, and an int of twenty digits is exact. */
const snippetVariables: ReadonlyMap<string, JsonNode> = (() => {
  const reading = readJson(file);
  const variables = reading.ok ? member(reading.node, 'variables') : undefined;
  if (variables?.kind !== 'object') throw new Error('snippets.json has no variables.');
  return new Map(variables.members.map(({ key, value }) => [key.value, value]));
})();

function answered({ template }: Snippet): Omit<Snippet, 'template'> {
  const now = { year: 2026, month: 3, day: 9, hour: 14, minute: 5, second: 7 };
  const { prompt, failure } = render(template, { messages: [], nodes: snippetVariables }, { now });
  return failure === null ? { prompt } : { raises: failure.exception, message: failure.message };
}

/** Where our answer differs, what it is, and why. */
const differences: Readonly<Record<string, Omit<Snippet, 'template'> & { readonly why: string }>> = {
  '{{ text.translate({72: "J"}) }}': {
    why: 'No template was seen that uses it.',
    raises: 'NotImplementedError',
    message: '`str.translate` is not supported here',
  },
  '{{ "<b>a</b> &amp; <i>b</i>"|striptags }}': {
    why: 'The table of all entities of HTML would be as large as the engine.',
    raises: 'NotImplementedError',
    message: '`striptags` of a text with entities is not supported here',
  },
  '{{ text.strip(1) }}': {
    why: 'The words of the message depend on the version of Python.',
    raises: 'TypeError',
    message: 'strip arg must be None or str, not int',
  },
  '{{ text.upper(1) }}': {
    why: 'The words of the message depend on whether the method is written in C.',
    raises: 'TypeError',
    message: 'upper() takes at most 0 positional arguments (1 given)',
  },
  '{% break %}': {
    why: 'Python adds a line of the code that Jinja2 made, which is no line of the template.',
    raises: 'SyntaxError',
    message: "'break' outside loop",
  },
};

describe.each(Object.entries(groups))('%s', (_group, snippets) => {
  it.each(snippets)('$template', (snippet) => {
    const { template, ...wanted } = snippet;
    const known = differences[template];
    if (known === undefined) expect(answered(snippet)).toEqual(wanted);
    else {
      const { why, ...ours } = known;
      expect(why).not.toBe('');
      expect(answered(snippet)).toEqual(ours);
      expect(ours).not.toEqual(wanted);
    }
  });
});

it('has as many snippets as were asked for, and only known differences', () => {
  const templates = Object.values(groups).flatMap((snippets) => snippets.map(({ template }) => template));
  expect(new Set(templates).size).toBe(templates.length);
  expect(templates.length).toBeGreaterThan(300);
  expect(templates).toEqual(expect.arrayContaining(Object.keys(differences)));
});
