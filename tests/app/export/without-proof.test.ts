import { expect, it } from 'vitest';
import { saidOf } from '../../../src/app/export/said.ts';
import { withoutProof } from '../../../src/app/export/without-proof.ts';
import { pastedSubject } from './pasted.ts';

const call = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n</tool_call>';
const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'Qwen/Qwen3-8B',
  choices: [{ index: 0, message: { role: 'assistant', content: call, tool_calls: [] }, finish_reason: 'stop' }],
});

it('the note says what the paste proved, once', async () => {
  const { extraction, proof, fields } = await pastedSubject(answer);
  const said = saidOf(extraction, { proof, thinking: fields.thinking });
  const once = withoutProof({ ...fields, note: 'Look here.' }, said);
  expect(once).toMatchObject({ raw: '', text: call });
  expect(once.note).toMatch(
    /^Look here\. What was pasted is left out\. With it, the page said: “\S.* returned no call\./,
  );
  expect(once.note).toContain('read_gauge');
  expect(once.note).not.toContain('`');
  expect(withoutProof(once, said).note).toBe(once.note);
});

it('nothing is added where nothing was proved', async () => {
  const { extraction, fields } = await pastedSubject(call);
  const said = saidOf(extraction, { proof: null, thinking: fields.thinking });
  expect(withoutProof({ ...fields, note: '' }, said).note).toBe('');
  expect(withoutProof({ ...fields, note: '' }, null).note).toBe('');
});
