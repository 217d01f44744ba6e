import { describe, expect, it } from 'vitest';
import { extract, formatPages, toolDefinitions, type TraceEvent } from '../../src/core/index.ts';
import { examples } from '../../src/state/examples.ts';
import { formatGallery } from '../../src/state/format-examples.ts';

const gallery = [...examples, ...formatGallery(formatPages())];

function codeOf(event: TraceEvent): string | null {
  if (event.kind === 'read') return event.what;
  return 'code' in event ? event.code : null;
}

describe('the gallery', () => {
  it('has at least 14 examples with ids of their own', () => {
    expect(examples.length).toBeGreaterThanOrEqual(14);
    expect(new Set(gallery.map(({ id }) => id)).size).toBe(gallery.length);
  });

  it('has an entry for every format', () => {
    expect(gallery.length - examples.length).toBe(formatPages().length);
  });

  it('has a reply that two runtimes read differently', () => {
    const text = examples.find(({ id }) => id === 'chatcli-other-answer')?.state.text;
    const namesOf = (profile: string): string[] => extract({ text }, { profile }).calls.map(({ name }) => name);
    expect(['exathena', 'exathena-head', 'chatcli'].map(namesOf)).toEqual([[], [], ['@read_gauge']]);
  });

  it.each(gallery.map((example) => [example.id, example] as const))(
    '%s does what it says',
    (_id, { state, outcome }) => {
      const extraction = extract(
        { text: state.text, tool_calls_text: state.native },
        {
          profile: state.profile,
          capabilities: {
            ...(state.nativeToolCalls === 'absent' ? {} : { native_tool_calls: state.nativeToolCalls === 'true' }),
            self_contained_tools: state.selfContained,
          },
          tools: toolDefinitions(state.tools),
        },
      );
      const codes = extraction.trace.flatMap((event) => codeOf(event) ?? []);
      expect(extraction.outcome).toBe(
        outcome.calls === 'error' ? 'error' : outcome.calls.length > 0 ? 'calls' : 'none',
      );
      if (outcome.calls !== 'error') expect(extraction.calls.map(({ name }) => name)).toEqual(outcome.calls);
      expect(codes).toEqual(expect.arrayContaining([...outcome.codes]));
    },
  );
});
