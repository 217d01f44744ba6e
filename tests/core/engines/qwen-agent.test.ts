import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { qwenAgentRuntimes } from '../../../src/core/engines/qwen-agent/index.ts';
import { faultsOf } from '../../soundness.ts';

it.each(['✿RESULT✿', 'Let me look.✿RETURN✿', '✿RETURN✿ 5 ✿RESULT✿ 4'])(
  'a mark at which the server should have stopped has its own place: %s',
  (text) => {
    const extraction = extract({ text }, { runtime: 'qwen-agent:qwen', runtimes: qwenAgentRuntimes });
    expect(faultsOf(extraction)).toEqual([]);
    const from = text.indexOf('✿');
    const to = text.indexOf('✿', from + 1) + 1;
    expect(extraction.trace).toContainEqual(expect.objectContaining({ code: 'stop-word', from, to }));
  },
);
