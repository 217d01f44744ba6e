import { expect, it } from 'vitest';
import { logEvidence, type LogEvidence } from '../../../src/app/worker/log-evidence.ts';
import { evidenceOf, recognise } from '../../../src/core/index.ts';

const call = { id: 'chatcmpl-tool-1', type: 'function', function: { name: 'fill', arguments: '{"tank":4}' } };
const record = (message: { tool_calls: readonly object[] }, index: number): string =>
  JSON.stringify({
    custom_id: `a-${String(index)}`,
    response: {
      status_code: 200,
      body: {
        id: `chatcmpl-${String(index)}`,
        object: 'chat.completion',
        model: 'Qwen/Qwen3-8B',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', ...message },
            finish_reason: message.tool_calls.length > 0 ? 'tool_calls' : 'stop',
          },
        ],
      },
    },
    error: null,
  });
const sound = { content: null, tool_calls: [call] };
const lost = { content: '<tool_call>\n{"name": "drain", "arguments": {"tank": 4}}\n</tool_call>', tool_calls: [] };
const failed = JSON.stringify({ custom_id: 'x', response: { status_code: 500, body: { error: { message: 'No.' } } } });

function proved(lines: readonly string[]): LogEvidence | null {
  const pasted = { content: lines.join('\n'), name: null };
  return logEvidence(pasted, recognise(pasted), evidenceOf(pasted));
}

it('a log of answers says first how many lost their call, and then of which reply it speaks', () => {
  const lines = [failed, ...[sound, lost, sound, { content: 'Full.', tool_calls: [] }, lost, sound].map(record)];
  const told = proved(lines);
  expect(told?.sentences.headline).toMatch(
    /^2 of 6 replies in this log lost their call\. Of reply 2: The server returned no call\. The text is a call to `drain`/,
  );
  expect([told?.reply, told?.sentences.tone, told?.evidence.turns]).toEqual([1, 'bad', 6]);
  expect(told?.evidence.troubles.map(({ turn }) => turn)).toEqual([1, 4]);
  // The call is where its record is, with its quotation marks escaped.
  const span = told?.evidence.call?.span ?? null;
  if (span !== null) expect(lines.join('\n').slice(span.from, span.to)).toContain('drain');
});

it('a log in which nothing went wrong speaks of its last reply alone', () => {
  const told = proved(
    [sound, sound, { ...sound, tool_calls: [{ ...call, function: { name: 'drain', arguments: '{}' } }] }].map(record),
  );
  expect(told?.sentences.headline).toContain('`drain`');
  expect([told?.reply, told?.evidence.troubles]).toEqual([2, []]);
});

it('one answer, and a conversation, are no log', () => {
  expect(proved([record(sound, 0)])).toBe(null);
  const talk = {
    messages: [
      { role: 'user', content: 'Fill.' },
      { role: 'assistant', ...lost },
    ],
  };
  expect(proved([JSON.stringify(talk)])).toBe(null);
});
