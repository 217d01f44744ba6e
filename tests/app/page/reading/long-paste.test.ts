import { expect, it } from 'vitest';
import { evidenceOf } from '../../../../src/core/index.ts';
import { askedOf, believedOfBeginning, isTooLong, UNJUDGED } from '../../../../src/app/page/reading/long-paste.ts';

const start = `INFO 11-30 06:00:00 [api_server.py:1289] vLLM API server version 0.11.0
INFO 11-30 06:00:01 [utils.py:233] non-default args: {'model': 'Qwen/Qwen2.5-7B-Instruct', 'enable_auto_tool_choice': True, 'tool_call_parser': 'hermes'}
`;
const line = 'INFO 11-30 06:00:02 [logger.py:72] Generated response chatcmpl-1: output: "The tank is full."\n';

it('is asked for its beginning, where a log names the parser', () => {
  const log = start + line.repeat(12_000);
  const asked = askedOf(log);
  expect([asked.length < 60_000, log.startsWith(asked), asked.endsWith('\n')]).toEqual([true, true, true]);
  const evidence = evidenceOf({ content: asked, name: null });
  expect([evidence.writer, evidence.parser]).toEqual(['vllm', 'hermes']);
  expect(believedOfBeginning({ evidence, runtime: 'vllm:hermes' }).runtime).toBe('vllm:hermes');
  expect(believedOfBeginning({ evidence: { ...evidence, parser: null }, runtime: 'vllm:hermes' }).runtime).toBeNull();
  // One line alone is no log.
  expect(askedOf('x'.repeat(2_000_000))).toBe('');
  expect(askedOf(line)).toBe(line);
});

it('says from which length on the server is not judged', () => {
  const longest = Number(/[\d,]{5,}/.exec(UNJUDGED)?.[0].replaceAll(',', ''));
  expect([isTooLong('x'.repeat(longest)), isTooLong('x'.repeat(longest + 1))]).toEqual([false, true]);
  expect(askedOf('x'.repeat(longest))).toHaveLength(longest);
});
