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
