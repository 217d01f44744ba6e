import { expect, it } from 'vitest';
import { runtimesFor } from '../../../../src/core/index.ts';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { issueReportExport } from '../../../../src/app/export/issue-report.ts';
import { reread } from '../../../../src/app/export/reread.ts';
import { capabilitiesOf, serverOf } from '../../../../src/app/page/reading/capabilities.ts';

it.each([
  [{}, {}],
  [{ thinking: 'on' }, { thinking: true }],
  [{ thinking: 'off' }, { thinking: false }],
  [
    { nativeToolCalls: 'false', selfContained: true },
    { native_tool_calls: false, self_contained_tools: true },
  ],
] as const)('%j', (said, capabilities) => {
  expect(capabilitiesOf({ ...emptyLinkState, ...said })).toEqual(capabilities);
});

it('names the server with its parsers, and what the chat template is told of thinking', () => {
  const fields = { ...emptyLinkState, profile: 'vllm:hermes', reasoningParser: 'qwen3' } as const;
  expect(serverOf(fields)).toEqual({ runtime: 'vllm:hermes', reasoning: 'qwen3', capabilities: {}, request: {} });
  expect(serverOf({ ...fields, reasoningParser: '', thinking: 'off' })).toEqual({
    runtime: 'vllm:hermes',
    reasoning: '',
    capabilities: { thinking: false },
    request: { templateOptions: { enable_thinking: false, thinking: false } },
  });
});

it('reads with both parsers of a server, on this thread too', async () => {
  const text = '<think>I look.\n<tool_call>\n{"name": "read_gauge", "arguments": {}}\n</tool_call>';
  const fields = { ...emptyLinkState, text, profile: 'vllm:hermes' };
  const runtimes = await runtimesFor('vllm:hermes');
  const outcomes = ['', 'deepseek_r1', 'qwen3'].map((reasoningParser) => {
    const { runtime, outcome, verdict } = reread({ ...fields, reasoningParser }, runtimes);
    return [runtime.label, outcome, verdict.reason.includes('reasoning parser')];
  });
  expect(outcomes).toEqual([
    ['vLLM hermes', 'calls', false],
    ['vLLM deepseek_r1 → hermes', 'none', true],
    ['vLLM qwen3 → hermes', 'calls', false],
  ]);
});

it('is said in the issue report of an engine that asks for thinking, and of no other', () => {
  const fields = { ...emptyLinkState, text: 'Hi.', thinking: 'on' } as const;
  const extraction = reread(fields);
  const engine = { ...extraction.runtime, id: 'vllm:made-up', asks: ['thinking'] as const };
  const reportOf = (runtime: typeof extraction.runtime): string | null =>
    issueReportExport.write({ fields, extraction: { ...extraction, runtime }, link: '', conversation: null });
  expect(reportOf(engine)).toContain('- Thinking: on');
  expect(reportOf({ ...engine, asks: [] })).not.toContain('Thinking');
});
