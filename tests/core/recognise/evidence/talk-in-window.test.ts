import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const talk = 'You: is the bell loud enough?\nAgent: Let me look at the bell for you. One moment please...';
const after = 'And that is all. There is no error. How do I make it use the tool?';
const first = (content: string) => evidenceSentences(evidenceOf({ content, name: null }));

it('says how to get the answer of a model where the window of an app shows words alone', () => {
  const { headline, advice } = first(
    `I am new to Flowise. I gave my agent a tool for the bell.\n\n${talk}\n\n${after}\n`,
  );
  expect(headline).toContain('The text announces an action');
  expect(advice).toContain('Flowise with `LOG_LEVEL=debug`');
});

it.each([
  ['no app is named', `I gave my agent in LangChain a tool for the bell.\n\n${talk}\n\n${after}\n`],
  ['nobody speaks around the talk', talk],
])('and names no app where %s', (_, content) => {
  expect(first(content).advice).not.toContain('Flowise');
});

it('takes the words of a person who shows nothing for a question', () => {
  const { headline, advice } = first(
    'Jan app. The tools do not ring the bell on my computer. I turned on MCP as in the video, and it does nothing with it. My niece says that the model is right. Please tell me what to click. Thank you, Ida',
  );
  expect(headline).toContain('This does not show what a server answered');
  expect(advice).toContain('`logs/app.log`');
});

it('and not the words of a model', () => {
  const { advice } = first(
    'I looked at the bell with my tools. The model of the bell is old. Please tell me which one to ring.',
  );
  expect(advice).toBe('');
});
