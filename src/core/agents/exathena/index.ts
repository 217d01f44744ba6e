import type { Runtime } from '../../engines/runtime.ts';
import { readCascade, tiersOf, type Version } from './cascade.ts';
import { openFenceStream } from './stream.ts';
import { asFence } from './write-fence.ts';
import { exathenaWords, type ExathenaCode } from './words.ts';

function release(
  version: Version,
  rest: Pick<Runtime, 'id' | 'emulates' | 'formats' | 'asks' | 'markers'>,
): Runtime<ExathenaCode> {
  return {
    ...rest,
    project: 'exathena',
    flag: version,
    label: `ExAthena ${version}`,
    source: { version },
    lenient: false,
    tiers: tiersOf[version],
    words: exathenaWords,
    telling: {
      first: ['self-contained', 'closer-indented'],
      vague: ['native-not-a-list'],
      then: ['fence-mention-claims-text'],
    },
    writing: {
      label: 'Convert to a fence',
      onOwnLines: true,
      write: asFence,
    },
    whole: (opened, _tools, { capabilities }, steps) => readCascade(rest.id, version, opened, capabilities, steps),
    stream: (_tools, { capabilities }, steps) =>
      openFenceStream(steps, () => readCascade(rest.id, version, steps.opened, capabilities, steps)),
  };
}

/** ExAthena's runtimes, in the order of the picker. */
export const exathenaRuntimes: readonly Runtime[] = [
  release('0.4.6', {
    id: 'exathena',
    emulates: 'ExAthena 0.4.6 (Elixir): native calls, then ~~~tool_call fences, then bare JSON anywhere in the text.',
    formats: ['exathena-fence'],
    asks: ['native_tool_calls'],
  }),
  release('0.19', {
    id: 'exathena-head',
    emulates:
      'ExAthena 0.19 (Elixir): native calls, then ~~~tool_call fences, then leaked <tool_call> tags, then a message that is bare JSON.',
    formats: ['exathena-fence', 'hermes'],
    asks: ['native_tool_calls', 'self_contained_tools'],
    markers: ['<tool_call>', '</tool_call>'],
  }),
];
