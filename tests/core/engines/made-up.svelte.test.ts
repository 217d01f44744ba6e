import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  compareExtractions,
  diagnose,
  differenceText,
  extract,
  hiddenSpans,
  joinDeltas,
  openReplay,
  openStream,
  projectInfos,
  renderTrace,
  sweepCuts,
  unpackRecording,
  verdictOf,
  type ExtractOptions,
} from '../../../src/core/index.ts';
import { projectList, runtimeList } from '../../../src/core/reader/runtimes.ts';
import { decodeLink, encodeLink } from '../../../src/app/permalink/codec.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { Runtimes } from '../../../src/app/page/runtimes.svelte.ts';
import { runtimeEntries } from '../../../src/app/views/commands/entries.ts';
import { namesOf } from '../../../src/app/views/compare/side-names.ts';
import { faultsOf } from '../../soundness.ts';
import { finish } from '../reader/stream/finish.ts';
import { flash } from './made-up/flash.ts';

/** One file, and one line in a list of projects: all that a runtime needs, done here for one that nobody runs. */
const projects = [...projectList, { id: 'lighthouse', label: 'Lighthouse', runtimes: [flash] }];
const runtimes = [...runtimeList, flash];
const options: ExtractOptions = { runtime: 'lighthouse:flash', runtimes };

const reply = 'A ship.\n!flash turn_lamp {"by": 1.0}\nGood night.';
const broken = 'A ship.\n!flash turn_lamp {"by": 1.0,}\nGood night.';

describe('the page', () => {
  const known = new Runtimes();
  // Plain data: it comes from a worker.
  known.set(structuredClone(projectInfos(projects)));

  it('offers it in the picker under its project, and in the palette', () => {
    expect(known.projects.at(-1)).toMatchObject({ label: 'Lighthouse', runtimes: [{ id: 'lighthouse:flash' }] });
    expect(known.labelOf('lighthouse:flash')).toBe('Lighthouse 1.0, flash');
    expect(runtimeEntries(known.projects).map(({ label }) => label)).toContain('Lighthouse 1.0, flash');
  });

  it('sends it in a link', () => {
    const state = { ...emptyLinkState, text: reply, profile: flash.id };
    expect(decodeLink(encodeLink(state))).toMatchObject({ ok: true, state });
  });

  it('names it beside another one', () => {
    const right = { text: null, profile: flash.id, nativeToolCalls: 'absent', selfContained: false } as const;
    expect(namesOf(emptyLinkState, right, known.labelOf)).toEqual({
      left: 'ExAthena 0.4.6',
      right: 'Lighthouse 1.0, flash',
    });
  });
});

describe('a whole reply', () => {
  const extraction = extract({ text: reply }, options);

  it('has the trace in its own words', () => {
    expect(renderTrace(extraction)).toMatchInlineSnapshot(`
      " 0  The server reads the response as one document. [0, 48)
       1    Does the text contain \`!flash \`? Yes (line 2, column 1). [0, 48)
       2    Tier: Flash. [0, 48)
       3      A candidate: !flash turn_lamp {"by": 1.0} [8, 36)
       4        Opens with \`!flash \`. [8, 15)
       5        The tool name: turn_lamp [15, 24)
       6        The arguments: {"by": 1.0} [25, 36)
       7        A call to turn_lamp. [8, 36)
       8      Done: found calls. [8, 36)
       9      Lighthouse drops what follows the line of a flash (line 2, column 29). [36, 48)
      10    Done: found calls. [0, 48)
      11  Done: found calls. [0, 48)"
    `);
  });

  it('has a sound ledger with the text that is lost', () => {
    expect(faultsOf(extraction)).toEqual([]);
    expect(extraction.lost.map(({ from, to }) => reply.slice(from, to))).toEqual(['\nGood night.']);
    expect(extraction.content).toBe('A ship.\n');
  });

  it('returns the arguments as they came', () => {
    expect(extraction.calls).toMatchObject([
      { name: 'turn_lamp', argumentsText: '{"by":1.0}', returnedText: '{"by": 1.0}' },
    ]);
  });

  it('has a verdict that says what is lost', () => {
    expect(verdictOf(extraction)).toMatchInlineSnapshot(`
      {
        "gets": "Lighthouse 1.0, flash returns it and 8 characters of text.",
        "headline": "1 call: turn_lamp.",
        "reason": "Lighthouse 1.0, flash returns it and 8 characters of text. 1 warning. 12 characters are lost: the client never receives them.",
        "step": 7,
        "tone": "good",
        "why": "1 warning. 12 characters are lost: the client never receives them.",
      }
    `);
    expect(verdictOf(extract({ text: broken }, options))).toMatchInlineSnapshot(`
      {
        "gets": "Lighthouse 1.0, flash returns 8 characters of 49 as text.",
        "headline": "No call.",
        "reason": "Lighthouse 1.0, flash returns 8 characters of 49 as text. The JSON is invalid: expected a double-quoted key, found \`}\` (line 2, column 29). 41 characters are lost: the client never receives them.",
        "step": 5,
        "tone": "none",
        "why": "The JSON is invalid: expected a double-quoted key, found \`}\` (line 2, column 29). 41 characters are lost: the client never receives them.",
      }
    `);
  });

  it('is diagnosed by its steps, and an edit is tried under it', () => {
    const extraction = extract({ text: broken }, options);
    const [found] = diagnose(extraction, options);
    expect(found).toMatchObject({ code: 'D08', edit: { changes: [{ insert: '' }] } });
    const after = found?.edit ? applyEdit(broken, found.edit) : '';
    expect(extract({ text: after }, options).calls).toHaveLength(1);
  });

  it('is compared step by step, each side in its own words', () => {
    const other = extract({ text: 'A ship.' }, options);
    expect(
      differenceText(compareExtractions(extraction, other), extraction, other, { left: 'This', right: 'That' }),
    ).toBe('Does the text contain `!flash `? This: Yes (line 2, column 1). That: No.');
    const exathena = extract({ text: reply });
    const { rows, divergence } = compareExtractions(exathena, extraction);
    expect(divergence).not.toBeNull();
    expect(rows.flatMap(({ right }) => right ?? [])).toEqual(extraction.trace.map((_, step) => step));
  });
});

describe('a stream', () => {
  const streamed = (chunks: readonly string[]) => {
    const stream = openStream(options);
    const deltas = chunks.flatMap((chunk) => stream.push(chunk));
    const end = stream.end();
    return { received: joinDeltas([...deltas, ...end.deltas]), extraction: end.extraction };
  };

  it('gives the client what the whole gives where the opener is in one chunk', () => {
    const { received, extraction } = streamed(['A ship.\n', '!flash turn_lamp', ' {"by": 1.0}\nGood night.']);
    expect(received).toEqual({
      content: 'A ship.\n',
      reasoning: '',
      calls: [{ name: 'turn_lamp', argumentsText: '{"by": 1.0}' }],
    });
    expect(extraction).toEqual(extract({ text: reply }, options));
  });

  it('loses the call where a chunk ends in the opener, and its trace says so', () => {
    const { received, extraction } = streamed(['A ship.\n!fl', 'ash turn_lamp {"by": 1.0}\nGood night.']);
    expect(received).toEqual({ content: reply, reasoning: '', calls: [] });
    expect(extraction.calls).toEqual([]);
    expect(extraction.lost).toEqual([]);
    expect(faultsOf(extraction)).toEqual([]);
  });

  it('is shown moment by moment', () => {
    const recording = unpackRecording({ lengths: [10, 10], gaps: [] }, reply.length);
    const replay = openReplay(reply, recording, options);
    expect(replay.positionAt(1)).toMatchObject({ visible: 'A ship.\n!f', withheld: null });
    expect(replay.positionAt(3).visible).toBe(reply);
    expect(hiddenSpans(reply, options)).toEqual([{ from: 8, to: reply.length }]);
  });

  it('differs from the whole at the cuts in the opener, and nowhere else', () => {
    const { cuts } = finish(sweepCuts(reply, options));
    const differing = cuts.filter(({ outcome }) => outcome === 'calls-differ').map(({ at }) => at);
    expect(differing).toEqual([9, 10, 11, 12, 13, 14]);
  });
});

it('is sound on any text, whole and streamed', () => {
  const text = fc
    .array(fc.constantFrom('!flash ', '!fl', 'ash ', 'f ', '{"a": 1}', '{', '\n', ' ', '\r\n', 'é😀'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.nat(), (reply, cut) => {
      expect(faultsOf(extract({ text: reply }, options))).toEqual([]);
      const stream = openStream(options);
      const at = cut % (reply.length + 1);
      stream.push(reply.slice(0, at));
      stream.push(reply.slice(at));
      expect(faultsOf(stream.end().extraction)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
