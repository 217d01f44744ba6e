import { expect, it } from 'vitest';
import { withOwnLineEnds } from '../../../src/app/worker/own-line-ends.ts';
import type { DiagnosedExtraction } from '../../../src/app/worker/protocol.ts';
import { loadProjects, verdictOf, withLineFeeds } from '../../../src/core/index.ts';
import { diagnosed } from '../../readings.ts';

const tools = [{ name: 'book_slot', schema: { type: 'object', properties: { day: { type: 'string' } } } }];

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);

function answer(text: string, runtime: string): DiagnosedExtraction {
  const extraction = diagnosed({ text }, { runtime, runtimes, tools });
  return { ...extraction, verdict: verdictOf(extraction) };
}

const told = (text: string, runtime: string): DiagnosedExtraction =>
  withOwnLineEnds(answer(withLineFeeds(text), runtime), answer(text, runtime));

it('tells what the server makes of the line ends, at their place in the text that is shown', () => {
  const text =
    'Sure.\r\n\r\n<tool_call>book_slot\r\n<arg_key>day</arg_key>\r\n<arg_value>tue</arg_value>\r\n</tool_call>';
  const { diagnoses, verdict, document } = told(text, 'sglang:glm45');
  expect(verdict.tone).toBe('bad');
  expect(verdict.headline).toBe('No call. The line ends `\\r\\n` change what SGLang glm45 returns.');
  expect(diagnoses[0]).toMatchObject({ code: 'D40', edit: null });
  const at = diagnoses[0]?.span.from ?? 0;
  expect(document.slice(at - 9, at + 1)).toBe('book_slot\n');
});

it('says nothing where the line ends change nothing', () => {
  const text = '<tool_call>\r\n{"name": "book_slot", "arguments": {"day": "tue"}}\r\n</tool_call>';
  const shown = answer(withLineFeeds(text), 'vllm:hermes');
  expect(withOwnLineEnds(shown, answer(text, 'vllm:hermes'))).toBe(shown);
});
