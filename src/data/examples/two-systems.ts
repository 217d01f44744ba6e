import type { WrittenCase } from '../written-case.ts';
import { example, type WrittenExample } from './example.ts';
import { bothOil, bothTools, fence } from './pump-house.ts';

/** A state in which both systems can be compared. */
function both(text: string): WrittenCase {
  const compare = { text: null, profile: 'chatcli', nativeToolCalls: 'absent', selfContained: false } as const;
  return { text, tools: bothTools, view: 'compare', compare };
}

export const twoSystems: readonly WrittenExample[] = [
  example(
    'both-repair-or-refuse',
    'One reply, two systems',
    'A trailing comma: refused or repaired',
    'ExAthena gives up on the whole reply because of one comma, and the good call is lost with it. ChatCLI repairs the second object and runs both.',
    both(`${bothOil}\n${fence('{"name": "@open_valve", "arguments": {"valve": "B2", "percent": 40,}}')}`),
    {
      tone: 'bad',
      calls: 'error',
      codes: ['json-syntax', 'one-error-ends-all'],
      chatcli: ['@read_gauge {"dial":"oil"}', '@open_valve {"percent":40,"valve":"B2"}'],
    },
  ),
  example(
    'both-twice-or-once',
    'One reply, two systems',
    'The same call twice: run twice or once',
    'Word for word the same call. ExAthena runs it twice; ChatCLI takes the second for a copy and drops it. For a gauge that is the same, for a payment it is not.',
    both(`${bothOil}\n${bothOil}`),
    { tone: 'good', calls: ['@read_gauge', '@read_gauge'], codes: [], chatcli: ['@read_gauge {"dial":"oil"}'] },
  ),
  example(
    'both-first-or-last',
    'One reply, two systems',
    'A key twice: the first value or the last',
    'Both find the call and read another gauge: the parser of ExAthena keeps the first of two equal keys, that of ChatCLI the last.',
    both(fence('{"name": "@read_gauge", "arguments": {"dial": "oil", "dial": "steam"}}')),
    { tone: 'good', calls: ['@read_gauge'], codes: ['duplicate-key'], chatcli: ['@read_gauge {"dial":"steam"}'] },
  ),
];
