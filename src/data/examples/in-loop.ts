import type { WrittenCase, WrittenOutcome } from '../written-case.ts';
import { example, type WrittenExample } from './example.ts';
import { bothOil, bothSteam, bothTools, bothValve, fence } from './pump-house.ts';

/** A state in the loop view; the outcomes are those of the calls, in order. */
function inLoop(text: string, outcomes: readonly (readonly [name: string, outcome: WrittenOutcome])[]): WrittenCase {
  const results = outcomes.map(([name, outcome], call) => ({ call, name, ...outcome }));
  return {
    text,
    tools: bothTools,
    view: 'loop',
    loop: { asked: 'Open valve B2 a little and read the gauges.', results, strays: [], earlier: [], later: [] },
  };
}
const ok = (content: string): WrittenOutcome => ({ kind: 'ok', code: '', content });

export const inTheLoop: readonly WrittenExample[] = [
  example(
    'loop-two-systems',
    'In the loop',
    'One error, two loops',
    'The valve sticks. ExAthena reports that and reads both gauges together; ChatCLI stops at the first error, and the gauges are never read. Change the server above and compare the turns.',
    inLoop(`The valve first, then both gauges.\n\n${bothValve}\n\n${bothOil}\n\n${bothSteam}`, [
      ['@open_valve', { kind: 'error', code: 'Timeout', content: 'Valve B2 did not move within 30 s.' }],
      ['@read_gauge', ok('{"dial": "oil", "bar": 4.2}')],
      ['@read_gauge', ok('{"dial": "steam", "bar": 11.8}')],
    ]),
    {
      tone: 'good',
      calls: ['@open_valve', '@read_gauge', '@read_gauge'],
      codes: [],
      chatcli: [
        '@open_valve {"percent":40,"valve":"B2"}',
        '@read_gauge {"dial":"oil"}',
        '@read_gauge {"dial":"steam"}',
      ],
    },
  ),
  example(
    'loop-halt',
    'In the loop',
    'A halt forgets what was done',
    'The valve was opened, then a gauge halts. ExAthena ends the run and sends no result at all, not even that of the valve: whoever goes on from this history does not know that it is open.',
    inLoop(`${bothValve}\n${bothOil}`, [
      ['@open_valve', ok('Valve B2 is open at 40 percent.')],
      ['@read_gauge', { kind: 'halt', code: '', content: 'The gauge asks for a human.' }],
    ]),
    {
      tone: 'good',
      calls: ['@open_valve', '@read_gauge'],
      codes: [],
      chatcli: ['@open_valve {"percent":40,"valve":"B2"}', '@read_gauge {"dial":"oil"}'],
    },
  ),
  example(
    'loop-shared-id',
    'In the loop',
    'Two calls, one id',
    'The model gave both calls the id c1. ExAthena sorts results by id, so both are answered with the one that came last. ChatCLI counts instead and mixes up nothing.',
    inLoop(
      [
        fence('{"id": "c1", "name": "@read_gauge", "arguments": {"dial": "oil"}}'),
        fence('{"id": "c1", "name": "@read_gauge", "arguments": {"dial": "steam"}}'),
      ].join('\n'),
      [
        ['@read_gauge', ok('{"dial": "oil", "bar": 4.2}')],
        ['@read_gauge', ok('{"dial": "steam", "bar": 11.8}')],
      ],
    ),
    {
      tone: 'good',
      calls: ['@read_gauge', '@read_gauge'],
      codes: [],
      chatcli: ['@read_gauge {"dial":"oil"}', '@read_gauge {"dial":"steam"}'],
    },
  ),
  example(
    'loop-result-with-call',
    'In the loop',
    'A result that holds a call',
    'The gauge returns a text with a whole call in it. It goes to the model as it is and runs nothing: only what the model says is read. If the model repeats it in its next reply, it does run.',
    inLoop(bothOil, [['@read_gauge', ok(`The log of the gauge says:\n${bothValve}`)]]),
    { tone: 'good', calls: ['@read_gauge'], codes: [], chatcli: ['@read_gauge {"dial":"oil"}'] },
  ),
];
