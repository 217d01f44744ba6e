import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../src/core/index.ts';

const response = (content: string): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });

/** Answers in which something looks a little like a call or an error. */
const answers: readonly (readonly [what: string, content: string])[] = [
  ['an element that is empty', 'An empty file:\n<item_list></item_list>'],
  ['an empty list in a page', 'The markup of it:\n<search_results></search_results>'],
  ['data with a tool and its input', '{"tool": "saw", "input": "wood", "price": 3}'],
  ['an entry of a catalogue', 'The cheapest one:\n{"tool": "plane", "inputs": "oak, ash", "stock": 12}'],
  ['a file and what is in it', 'package.json\n{"name": "demo", "version": "1.0.0"}'],
  ['a file of settings', 'tsconfig.build.json\n{"extends": "./tsconfig.json"}'],
  [
    'a program that takes an error',
    'The handler:\n\nconst data = await load();\nerror = await res.json();\nshow(error);',
  ],
  ['a program that makes an error', 'What it does at the end:\n\nerror = new Problem("gone");\nshow(error);'],
  ['a heading about errors', 'The guide has these parts:\n\nStart\nError\nCodes\n\nEach of them is a page.'],
];

describe('an answer is no call and no error', () => {
  it.each(answers)('%s', (_, content) => {
    const { did, causes, call } = evidenceOf({ content: response(content), name: null });
    expect({ did, causes, call }).toEqual({ did: 'answer', causes: [], call: null });
  });

  it.each(answers)('%s, as the text alone', (_, content) => {
    expect(evidenceOf({ content, name: null })).toMatchObject({ did: null, call: null });
  });
});

describe('a name whose halves are alike', () => {
  it.each(['couscous', 'bonbon', 'tartar'])('is a word: %s', (name) => {
    expect(evidenceOf({ content: `Error: Tool '${name}' not found`, name: null }).causes).not.toContain('stream');
  });

  it.each(['read_fileread_file', 'lookuplookup'])('was joined: %s', (name) => {
    expect(evidenceOf({ content: `Error: Tool '${name}' not found`, name: null }).causes[0]).toBe('stream');
  });
});
