import { expect, it } from 'vitest';
import { diagnose, extract, loadProjects } from '../../../src/core/index.ts';

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const cut = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Os';

it.each(['auto', 'vllm:hermes', 'sglang:qwen25', 'exathena'])(
  'what is known of the end takes the place of the token limit, under %s',
  (runtime) => {
    const text = runtime === 'exathena' ? cut.replace('<tool_call>', '~~~tool_call') : cut;
    const options = { runtime, runtimes };
    const extraction = extract({ text }, options);
    const told = (brokenBy: 'connection' | 'person' | null): string =>
      diagnose(extraction, { ...options, brokenBy })
        .filter(({ code }) => code === 'D27')
        .map(({ message, remedy }) => `${message} ${remedy}`)
        .join(' ');
    expect(told(null)).toContain('token limit');
    for (const by of ['connection', 'person'] as const) {
      expect(told(by)).not.toContain('token limit');
      expect(told(by)).toContain(
        by === 'connection' ? 'The connection broke off there.' : 'The run was stopped there.',
      );
      expect(told(by)).toContain('Send the request again.');
    }
  },
);

it('says nothing of a text that is whole', () => {
  const options = { runtime: 'auto' };
  const extraction = extract({ text: `${cut}lo"}}\n</tool_call>` }, options);
  expect(diagnose(extraction, { ...options, brokenBy: 'connection' })).toEqual([]);
});
