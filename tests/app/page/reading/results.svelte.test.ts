import { expect, it } from 'vitest';
import { augmentSystemPrompt, extract, verdictOf, type Validation } from '../../../../src/core/index.ts';
import { Results, type DiagnosedExtraction } from '../../../../src/app/page/reading/results.svelte.ts';

const fits: Validation = { state: 'valid' };

function answerFor(...gauges: readonly string[]): DiagnosedExtraction {
  const text = gauges
    .map((dial) => `~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "${dial}"}}\n~~~\n`)
    .join('');
  const extraction = extract({ text });
  return { ...extraction, diagnoses: [], verdict: verdictOf(extraction) };
}

it('a call that did not change keeps what its schema says until it is compared again', () => {
  const results = new Results();
  results.setExtraction(answerFor('oil', 'fuel'));
  expect(results.validationOf(0).state).toBe('unchecked');
  results.setValidations([fits, fits]);

  results.setExtraction(answerFor('oil', 'water', 'air'));
  expect([0, 1, 2].map((index) => results.validationOf(index).state)).toEqual(['valid', 'unchecked', 'unchecked']);
});

it('other tools: nothing is said of any call until it is compared with them', () => {
  const results = new Results();
  results.setExtraction(answerFor('oil'));
  results.setValidations([fits]);
  const prompt = augmentSystemPrompt(null, []);
  results.setTools({ tools: [], active: null, problems: [], warnings: [], prompts: { full: prompt, compact: prompt } });
  expect(results.validationOf(0).state).toBe('unchecked');
});

it('nothing is as expected where nothing is there to be read', () => {
  const results = new Results();
  const expected = [] as const;
  for (const [text, isJudged] of [
    ['', false],
    [' \n', false],
    ['No call.', true],
  ] as const) {
    const extraction = extract({ text });
    const answer = { ...extraction, diagnoses: [], verdict: verdictOf(extraction) };
    results.setExtraction(answer);
    results.setJudgement({
      same: true,
      expected: 'no call',
      actual: 'Callscope finds no call',
      gets: '',
      differences: [],
      text: 'As expected: Callscope finds no call.',
      at: null,
      of: answer,
      for: expected,
    });
    expect(results.judgementOf(expected) !== null).toBe(isJudged);
  }
});
