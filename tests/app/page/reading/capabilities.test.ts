import { expect, it } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { issueReportExport } from '../../../../src/app/export/issue-report.ts';
import { reread } from '../../../../src/app/export/reread.ts';
import { capabilitiesOf } from '../../../../src/app/page/reading/capabilities.ts';

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

it('is said in the issue report of an engine that asks for thinking, and of no other', () => {
  const fields = { ...emptyLinkState, text: 'Hi.', thinking: 'on' } as const;
  const extraction = reread(fields);
  const engine = { ...extraction.runtime, id: 'vllm:made-up', asks: ['thinking'] as const };
  const reportOf = (runtime: typeof extraction.runtime): string | null =>
    issueReportExport.write({ fields, extraction: { ...extraction, runtime }, link: '', conversation: null });
  expect(reportOf(engine)).toContain('- Thinking: on');
  expect(reportOf({ ...engine, asks: [] })).not.toContain('Thinking');
});
