import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';
import { pastedSubject } from '../../../app/export/pasted.ts';

const pieces = [
  'I check ',
  'the kiln.\n',
  '<tool_call>\n',
  '{"name": "read_kiln", ',
  '"arguments": {"shelf": "low',
  '"}}\n</tool_call>',
];

function event(delta: object, finish: string | null = null): string {
  const choices = [{ finish_reason: finish, index: 0, delta }];
  const id = 'chatcmpl-Wq7vWb1mX0aZ9cT7yPq2LrK5sNd8Hj4u';
  return `data: ${JSON.stringify({ choices, created: 1764300100, id, model: 'Qwen3-4B-Q6_K.gguf', system_fingerprint: 'b7012-5c3d2a10', object: 'chat.completion.chunk' })}\n\n`;
}

const all = pieces.map((content) => event({ content }));
const whole = `${all.join('')}${event({}, 'stop')}data: [DONE]\n\n`;
const said = (content: string) => evidenceSentences(evidenceOf({ content, name: null }));

it('of a call that comes as text has the first fix of the whole one, and says that it is cut off', () => {
  const cut = said(`${all.slice(0, -1).join('')}${all.at(-1)?.slice(0, 60) ?? ''}`);
  expect(cut.causes[0]).toEqual(said(whole).causes[0]);
  expect(cut.headline).toBe(
    'llama.cpp returned no call. The text is cut off inside of a call to `read_kiln` in the format of Nous Hermes.',
  );
  expect(cut.causes.at(-1)?.cause).toBe('cut');
});

it('of a text that the token limit ended stays one of a limit', () => {
  const ended = `${all.slice(0, -1).join('')}${event({}, 'length')}data: [DONE]\n\n`;
  expect(said(ended).causes[0]?.cause).toBe('cut');
});

it('is told once, where a server returns the call all the same', async () => {
  const { extraction } = await pastedSubject(all.slice(0, -1).join(''));
  expect(extraction.calls.map(({ name }) => name)).toEqual(['read_kiln']);
  expect(extraction.diagnoses.map(({ code }) => code)).toEqual(['D27']);
});
