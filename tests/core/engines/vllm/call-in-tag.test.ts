import { expect, it } from 'vitest';
import { extract } from '../../../../src/core/index.ts';
import { vllmRuntimes } from '../../../conformance/engines/vllm.ts';
import { faultsOf } from '../../../soundness.ts';

it('step3p5 says where a tag that never closes is read for two calls', () => {
  const text = '<function=s<parameter=m\n<tool_call><function=e</parameter>';
  const extraction = extract({ text }, { runtime: 'vllm:step3p5', runtimes: vllmRuntimes });
  expect(extraction.calls.map(({ name }) => name)).toEqual(['s', 'e']);
  expect(extraction.trace.some((event) => event.kind === 'quirk' && event.code === 'call-in-tag')).toBe(true);
  expect(faultsOf(extraction)).toEqual([]);
});
