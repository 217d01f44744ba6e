import { expect, test } from 'vitest';
import { pastedSubject } from '../export/pasted.ts';

/** The places of a headline, of the diagnosis, and where the fault is in the reply that is shown. */
async function placesOf(content: string): Promise<readonly (string | undefined)[]> {
  const { said, extraction, fields } = await pastedSubject(content);
  const at = fields.text.indexOf('\\U');
  const before = fields.text.slice(0, at);
  const place = `line ${String(before.split('\n').length)}, column ${String(at - before.lastIndexOf('\n'))}`;
  const placeIn = (text = ''): string | undefined => /line \d+, column \d+/.exec(text)?.[0];
  return [placeIn(said?.headline), placeIn(extraction.diagnoses.find(({ code }) => code === 'D11')?.message), place];
}

const call = '<tool_call>\n{"name": "read_file", "arguments": {"path": "C:\\Users\\ann\\notes.txt"}}\n</tool_call>';

test.each([
  ['', call],
  ['curl http://127.0.0.1:8000/v1/chat/completions -H "Content-Type: application/json"\n', `I read it.\n${call}`],
  ['curl http://127.0.0.1:8000/v1/chat/completions -H "A: b"\nvllm serve a/b --tool-call-parser hermes\n\n', call],
  ['$ curl http://127.0.0.1:8000/v1/chat/completions\n', call],
  ['The model Qwen3-8B answers this:\n\n```\n', `${call}\n\`\`\`\nand nothing runs.`],
])('the place of a fault is that in the reply that is shown, below %j', async (lead, reply) => {
  const [said, diagnosed, place] = await placesOf(lead + reply);
  expect([said, diagnosed]).toEqual([place, place]);
});
