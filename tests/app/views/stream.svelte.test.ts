import { careless } from '../../core/reader/stream/careless.ts';
import { describe, expect, it } from 'vitest';
import {
  hiddenSpans,
  openReplay,
  sweepCuts,
  unpackRecording,
  type Recording,
  type Sweep,
} from '../../../src/core/index.ts';
import { Session } from '../../../src/app/page/session.svelte.ts';
import { changeRecording } from '../../../src/app/views/stream/change-recording.ts';
import { blocksOf, nearestMoment, placesOf } from '../../../src/app/views/stream/chunk-places.ts';
import { columnsOf, cutText, sweepText } from '../../../src/app/views/stream/cut-columns.ts';
import { deltasText, differenceText } from '../../../src/app/views/stream/difference-text.ts';
import { momentText } from '../../../src/app/views/stream/moment.ts';
import { takeOver } from '../../../src/app/views/stream/take-over.ts';
import { partAround, partWithBorders, piecesAt, tokensOf } from '../../../src/app/views/stream/text-pieces.ts';

const text = 'Oil:\n~~~tool_call\n{"name": "f", "arguments": {}}\n~~~\nDone ~~';
/** Where the fence is closed. */
const closed = text.indexOf('\nDone');
const recording: Recording = { cuts: [7, 30, closed], times: [] };

function positionAt(come: number) {
  return openReplay(text, recording).positionAt(come);
}

describe('the pieces of a text at a moment', () => {
  const at = (come: number) =>
    piecesAt(text.length, positionAt(come), hiddenSpans(text)).map(({ kind, from, to }) => [
      kind,
      text.slice(from, to),
    ]);

  it('are what is shown, held back, and still to come', () => {
    expect(at(0)).toEqual([['coming', text]]);
    expect(at(1)).toEqual([
      ['shown', 'Oil:\n'],
      ['held', '~~'],
      ['coming', text.slice(7)],
    ]);
    expect(at(2)[1]).toEqual(['held', text.slice(5, 30)]);
  });

  it('name a fence once it is closed, and end with all of it shown', () => {
    expect(at(3)).toEqual([
      ['shown', 'Oil:\n'],
      ['hidden', text.slice(5, closed)],
      ['coming', '\nDone ~~'],
    ]);
    expect(at(4).at(-1)).toEqual(['shown', '\nDone ~~']);
  });

  it('say what a replay says a user sees', () => {
    for (let come = 0; come <= 4; come += 1) {
      const shown = at(come).filter(([kind]) => kind === 'shown');
      expect(shown.map(([, piece]) => piece).join('')).toBe(positionAt(come).visible);
    }
  });

  it('are cut at the borders inside the part that is shown', () => {
    const pieces = piecesAt(text.length, positionAt(1), hiddenSpans(text));
    const tokens = tokensOf(pieces, recording, { from: 2, to: 35 });
    expect(tokens.map((token) => (token.kind === 'border' ? token.at : text.slice(token.from, token.to)))).toEqual([
      'l:\n',
      '~~',
      7,
      text.slice(7, 30),
      30,
      text.slice(30, 35),
    ]);
  });

  it('are a part of a long text, with so many borders', () => {
    expect(partAround(1000, 500, 100, 50)).toEqual({ from: 400, to: 550 });
    expect(partAround(1000, 0, 100, 50)).toEqual({ from: 0, to: 150 });
    expect(partAround(90, 90, 100, 50)).toEqual({ from: 0, to: 90 });
    expect(partWithBorders({ from: 0, to: text.length }, recording, 1, 1)).toEqual({ from: 7, to: closed });
  });
});

describe('the places of chunks', () => {
  const timed: Recording = { cuts: [1, 2, 3], times: [0, 100, 100, 400] };

  it('are even without times, and by arrival with them', () => {
    expect(placesOf(recording)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    const places = placesOf(timed);
    expect(places[0]).toBe(0);
    expect(places[2]).toBe(places[3]);
    expect(places.at(-1)).toBe(1);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
  });

  it('are found again, the later of two at one place', () => {
    expect(placesOf(recording).map((place) => nearestMoment(placesOf(recording), place))).toEqual([0, 1, 2, 3, 4]);
    expect(placesOf(timed).map((place) => nearestMoment(placesOf(timed), place))).toEqual([0, 1, 3, 3, 4]);
    expect(nearestMoment([0, 0.5, 1], 0.7)).toBe(1);
    expect(nearestMoment([0, 0.5, 1], 0.8)).toBe(2);
  });

  it('are blocks that fit their line, one per pixel at most', () => {
    const many: Recording = { cuts: Array.from({ length: 4999 }, (_, cut) => cut + 1), times: [] };
    for (const [one, length] of [
      [many, 5000],
      [timed, 4],
      [recording, text.length],
    ] as const) {
      const blocks = blocksOf(one, length, placesOf(one), 300);
      expect(blocks.length).toBeLessThanOrEqual(301);
      expect(new Set(blocks.map(({ x }) => x)).size).toBe(blocks.length);
      expect(blocks.every(({ x, width }) => x >= 0 && width >= 1 && x + width <= 301)).toBe(true);
    }
  });
});

describe('a moment in words', () => {
  const words = (come: number) => momentText(text, recording, positionAt(come), positionAt(come).calls);

  it('says the chunk, what is held back and why, and the calls', () => {
    expect(words(0)).toBe('Nothing received yet of 4 chunks.');
    expect(words(1)).toBe(
      'Chunk 1 of 4: “Oil:⏎~~”. 2 characters are held back: the end may still become ~~~tool_call or ~~~tool_result. No call so far.',
    );
    expect(words(2)).toContain('a fence is open');
    expect(words(3)).toContain('1 call so far: f.');
    expect(words(4)).toContain('Nothing is held back at the end.');
  });

  it('says of an engine what the client receives', () => {
    const position = { ...positionAt(2), deltas: [{ kind: 'arguments', index: 0, text: '{"a"' }] as const };
    expect(momentText(text, recording, position, [{ name: 'f', argumentsText: '{"a"' }], { isEngine: true })).toContain(
      'The client receives arguments of call 1 “{"a"”. 1 call so far: f.',
    );
    expect(deltasText([])).toBe('The client receives nothing.');
    const many = Array.from({ length: 6 }, () => ({ kind: 'content', text: 'a', from: null }) as const);
    expect(deltasText(many)).toContain('and 2 more.');
  });

  it('says where the calls are that no chunk of the text holds', () => {
    const position = { ...positionAt(4), calls: [] };
    expect(momentText(text, recording, position, [], { isBeside: true })).toContain(
      'No call in the text so far. The native calls came beside it.',
    );
    expect(momentText(text, recording, position, [])).toContain('No call so far.');
  });

  it('says when a chunk came, where that is known', () => {
    const timed = { cuts: [7], times: [40, 1500] };
    const replay = openReplay(text, timed);
    expect(momentText(text, timed, replay.positionAt(1), null)).toContain('Chunk 1 of 2 after 40 ms');
    expect(momentText(text, timed, replay.positionAt(2), null)).toContain('after 1.50 s');
  });
});

describe('changing the chunks', () => {
  function sessionWith(given: Recording): Session {
    const session = new Session();
    session.setText(text);
    changeRecording(session, { cuts: [], times: [] }, given, 'Cut.');
    return session;
  }

  it('says so, and can be taken back', () => {
    const session = sessionWith(recording);
    const before = session.fields.recording;
    expect(changeRecording(session, recording, { cuts: [9], times: [] }, 'Cut in two.')).toBe(true);
    expect(unpackRecording(session.fields.recording!, text.length).cuts).toEqual([9]);
    expect(session.notices[0]?.text).toBe('Cut in two.');
    session.notices[0]?.action?.run();
    expect(session.fields.recording).toEqual(before);
  });

  it('drops the times and says so', () => {
    const session = sessionWith(recording);
    changeRecording(session, { cuts: [7], times: [0, 5] }, { cuts: [8], times: [0, 5] }, 'Moved.');
    expect(session.fields.recording).toEqual({ lengths: [8], gaps: [] });
    expect(session.notices[0]?.text).toBe('Moved. The recorded times no longer fit and are gone.');
  });

  it('changes nothing where nothing is other, or where links could not carry it', () => {
    const session = sessionWith(recording);
    const before = session.fields.recording;
    expect(changeRecording(session, recording, { ...recording }, 'No.')).toBe(false);
    const many = { cuts: Array.from({ length: 100_000 }, (_, cut) => cut + 1), times: [] };
    expect(changeRecording(session, recording, many, 'No.')).toBe(false);
    expect(session.notices[0]?.tone).toBe('warn');
    expect(session.fields.recording).toBe(before);
  });

  it('does not bring borders back to another text', () => {
    const session = sessionWith(recording);
    const undo = session.notices[0]?.action;
    session.setText('Another one.');
    undo?.run();
    expect(session.fields.recording).toBeNull();
  });

  it('takes over another reply, and gives it back', () => {
    const session = sessionWith(recording);
    const before = session.fields;
    takeOver(session, { text: 'Oil.', native: '[]', recording: { lengths: [2], gaps: [] } }, 'Done.');
    expect(session.fields).toMatchObject({ text: 'Oil.', native: '[]', recording: { lengths: [2] } });
    session.notices[0]?.action?.run();
    expect(session.fields).toEqual(before);
  });
});

describe('the cuts of a sweep', () => {
  function sweepOfCareless(): Sweep {
    const steps = sweepCuts(text, {}, careless);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  const sweep = sweepOfCareless();

  it('become columns, each with the worst of its cuts, and each cut once', () => {
    for (const most of [1, 7, 1000]) {
      const columns = columnsOf(sweep, most);
      expect(columns.length).toBe(Math.min(most, sweep.cuts.length));
      expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(sweep.cuts.length);
    }
    const worst = columnsOf(sweep, 1)[0];
    expect(worst?.outcome).toBe('calls-differ');
    expect(worst?.cut).toBe(sweep.cuts.find(({ outcome }) => outcome === 'calls-differ'));
    expect(columnsOf({ cuts: [], possible: 0, isSampled: false, differsUncut: false }, 10)).toEqual([]);
  });

  it('are counted in words', () => {
    const visible = sweep.cuts.filter(({ outcome }) => outcome === 'visible-differs').length;
    const calls = sweep.cuts.filter(({ outcome }) => outcome === 'calls-differ').length;
    expect(sweepText(sweep)).toBe(
      `All ${String(text.length - 1)} cuts were tried. ${String(visible)} change only what a user sees, ${String(calls)} change the calls.`,
    );
    expect(sweepText({ cuts: [], possible: 0, isSampled: false, differsUncut: false })).toBe(
      'There is no place to cut this reply.',
    );
    const same = { at: 1, outcome: 'same', difference: null } as const;
    const sampled = { cuts: [same], possible: 3000, isSampled: true, differsUncut: false };
    const none = '1 of 3,000 cuts were tried, evenly spread. None changes what a user sees or which calls come out.';
    expect(sweepText(sampled)).toBe(none);
    expect(sweepText({ ...sampled, differsUncut: true })).toBe(
      `${none} But the stream differs from the whole reply without any cut.`,
    );
  });

  it('open as two chunks, with what differs in words', () => {
    const cut = sweep.cuts.find(({ outcome }) => outcome === 'calls-differ')!;
    expect(cutText(cut)).toContain(
      `Cut after ${String(cut.at)} characters: the calls differ. In one piece “f {}”, cut nothing`,
    );
    const session = new Session();
    session.setText(text);
    changeRecording(session, { cuts: [], times: [] }, { cuts: [cut.at], times: [] }, 'Two chunks.');
    const opened = unpackRecording(session.fields.recording!, text.length);
    expect(openReplay(text, opened).positionAt(1).offset).toBe(cut.at);
  });
});

describe('whole against streamed in words', () => {
  const one = { name: 'f', argumentsText: '{"a": 1}' };
  const none = { call: 0, at: 0, whole: '', streamed: '' } as const;
  const whole = { content: '', calls: [one], error: null };

  it.each([
    ['nothing differs', whole, null, 'Whole and streamed, the client receives the same.'],
    [
      'no call comes',
      { content: ' Hm. ', calls: [], error: null },
      { ...none, kind: 'count' },
      'Whole: 1 call and no text. Streamed: the client has no call and this text: “Hm.”.',
    ],
    [
      'the arguments are broken and the stream as well',
      { content: '', calls: [{ name: 'f', argumentsText: '{"a": ' }], error: 'broken-stream' },
      { ...none, kind: 'error' },
      'Whole: 1 call and no text. Streamed: the client has 1 call with invalid JSON and no text, and the stream breaks off.',
    ],
    [
      'a name differs',
      whole,
      { kind: 'name', call: 1, at: 1, whole: 'fa', streamed: 'fb' },
      'Whole and streamed, the name of call 2 differs: whole “fa”, streamed “fb”.',
    ],
    [
      'arguments differ',
      whole,
      { kind: 'arguments', call: 0, at: 6, whole: '{"a": 1}', streamed: '{"a": ' },
      'Whole and streamed, the arguments of call 1 differ from character 7 on: whole “{"a": 1}”, streamed “{"a": ”.',
    ],
  ] as const)('says that %s', (_what, streamed, first, sentence) => {
    expect(differenceText({ whole, streamed, first })).toBe(sentence);
  });
});
