import { FormatSet, type ToolFormat } from '../../formats/index.ts';
import type { RuntimeInfo } from '../../trace/index.ts';
import type { Runtime } from '../../engines/runtime.ts';
import { openReader, readWhole } from './format-reader.ts';
import { ownWords, type OwnCode } from './words.ts';

/** A runtime of ours: reads a list of formats. */
export function formatRuntime(
  rest: Pick<RuntimeInfo, 'id' | 'flag' | 'label' | 'emulates' | 'tiers'>,
  formats: readonly ToolFormat[],
  known: readonly string[] = formats.map(({ id }) => id),
): Runtime<OwnCode> {
  const set = new FormatSet(formats);
  return {
    ...rest,
    project: 'own',
    source: { version: '1' },
    formats: known,
    lenient: true,
    asks: [],
    words: ownWords,
    whole: (opened, tools, _options, steps) => readWhole(rest.id, set, opened, tools, steps),
    stream: (tools, _options, steps) => openReader(rest.id, set, tools, steps),
  };
}
