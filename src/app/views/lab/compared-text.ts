import { type Experiment, type Message, type Setup } from '../../../core/index.ts';
import { fenced, markdownWords } from '../../export/markdown-text.ts';
import { setupText } from './lab-words.ts';

const DEMO = 'The demo model is a small program, and no model: its rates say nothing about real models.';

function expectedText({ expected }: Message): string {
  if (expected === null) return 'Nothing is expected.';
  if (expected.length === 0) return 'No call is expected.';
  const calls = expected.map(({ name, argumentsText }) => `${name} ${argumentsText}`.trim());
  return `Expected: ${calls.join(', ')}`;
}

function variantPart({ name, setup }: { readonly name: string; readonly setup: Setup }): string {
  const prompt = setup.system.trim();
  const head = `${markdownWords(`${name}: ${setupText(setup)}`)}\n`;
  return prompt === '' ? head : `${head}\n${fenced(prompt)}\n`;
}

/**
 * What an experiment compares, as Markdown: who reads what keeps nothing but the file.
 *
 * @param reader the label of the runtime that read the replies
 */
export function comparedMarkdown({ variants, messages }: Experiment, reader: string): string {
  const asked = messages.map(
    (message, index) =>
      `${String(index + 1)}. ${markdownWords(message.text)} (${markdownWords(expectedText(message))})\n`,
  );
  const isDemo = variants.some(({ setup }) => setup.source === 'demo');
  return [
    `Read with ${markdownWords(reader)}.${isDemo ? ` ${DEMO}` : ''}\n`,
    ...variants.map(variantPart),
    asked.join(''),
  ]
    .filter((part) => part !== '')
    .join('\n');
}
