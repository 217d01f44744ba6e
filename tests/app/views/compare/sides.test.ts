import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { likelyOther, otherSideOf, swapped, withSettings } from '../../../../src/app/views/compare/sides.ts';
import { anyLinkState } from '../../permalink/states.ts';

test('until a side is chosen it is the other release, whatever runtimes there are', () => {
  expect(otherSideOf(emptyLinkState)).toMatchObject({ text: null, profile: 'exathena-head' });
  expect(otherSideOf({ ...emptyLinkState, profile: 'exathena-head' })).toMatchObject({ profile: 'exathena' });
  expect(otherSideOf({ ...emptyLinkState, profile: 'vllm:hermes' })).toMatchObject({ profile: 'auto' });
  expect(otherSideOf({ ...emptyLinkState, profile: 'format:hermes' })).toMatchObject({ profile: 'exathena-head' });
});

const near = ['vllm:hermes', 'ollama:qwen3'];

test('who opens the comparison has the nearest server beside what was meant', () => {
  const meant = { ...emptyLinkState, profile: 'auto' };
  expect(likelyOther(meant, near)).toMatchObject({ text: null, profile: 'vllm:hermes' });
  expect(likelyOther({ ...emptyLinkState, profile: 'chatcli' }, near)).toMatchObject({ profile: 'vllm:hermes' });
  // Beside an engine is its parser for the format, or another server.
  const coder = { ...emptyLinkState, profile: 'vllm:qwen3_coder' };
  expect(likelyOther(coder, ['ollama:qwen3', 'vllm:hermes'])).toMatchObject({ profile: 'vllm:hermes' });
  expect(likelyOther({ ...emptyLinkState, profile: 'vllm:hermes' }, near)).toMatchObject({ profile: 'ollama:qwen3' });
  expect(likelyOther({ ...emptyLinkState, profile: 'vllm:hermes' }, ['vllm:hermes'])).toBeNull();
  // Beside a release is the other; without an answer about the reply nobody is near.
  expect(likelyOther({ ...emptyLinkState, profile: 'exathena-head' }, near)).toBeNull();
  expect(likelyOther(meant, [])).toBeNull();
});

test('a side that was chosen stays, unless it is the other side by now', () => {
  const meant = { ...emptyLinkState, profile: 'auto' };
  const chosen = likelyOther(meant, ['ollama:qwen3']);
  expect(likelyOther({ ...meant, compare: chosen }, near)).toBe(chosen);
  // The server of the page became the one that was beside it.
  const now = { ...meant, profile: 'ollama:qwen3', compare: chosen };
  expect(likelyOther(now, near)).toMatchObject({ profile: 'vllm:hermes' });
  // The same server with another setting is another side, and so is another text.
  const other = { text: null, profile: 'auto', nativeToolCalls: 'true', selfContained: false } as const;
  expect(likelyOther({ ...meant, compare: other }, near)).toBe(other);
  const text = { ...other, nativeToolCalls: 'absent', text: 'b' } as const;
  expect(likelyOther({ ...meant, compare: text }, near)).toBe(text);
});

test('two texts are read with the settings of the page', () => {
  const compare = { text: 'b', profile: 'exathena-head', nativeToolCalls: 'true', selfContained: true } as const;
  expect(otherSideOf({ ...emptyLinkState, compare })).toEqual({
    text: 'b',
    profile: 'exathena',
    nativeToolCalls: 'absent',
    selfContained: false,
  });
});

test('one format may be a side', () => {
  const compare = { text: null, profile: 'format:hermes', nativeToolCalls: 'true', selfContained: true } as const;
  expect(otherSideOf({ ...emptyLinkState, compare })).toEqual(compare);
});

test('swapping exchanges what is read on either side, and swapping again takes it back', () => {
  fc.assert(
    fc.property(anyLinkState, fc.constantFrom('exathena', 'exathena-head'), (state, profile) => {
      const fields = { ...state, profile };
      const once = swapped(fields);
      const after = { ...fields, ...once.own, compare: once.compare };
      const other = otherSideOf(fields);
      const otherAfter = otherSideOf(after);
      expect([after.text, after.profile]).toEqual([other.text ?? fields.text, other.profile]);
      expect([otherAfter.text ?? after.text, otherAfter.profile]).toEqual([fields.text, fields.profile]);
      expect([after.native, otherAfter.native ?? after.native]).toEqual([other.native ?? fields.native, fields.native]);
      const twice = swapped(after);
      expect({ ...after, ...twice.own, compare: twice.compare }).toMatchObject({
        text: fields.text,
        profile: fields.profile,
        nativeToolCalls: fields.nativeToolCalls,
        selfContained: fields.selfContained,
        thinking: fields.thinking,
        reasoningParser: fields.reasoningParser,
        compare: other,
      });
    }),
  );
});

test('a side says nothing about thinking where nothing is said, as older links do', () => {
  const settings = { profile: 'auto', nativeToolCalls: 'absent', selfContained: false } as const;
  const asked = withSettings({ text: null }, { ...settings, thinking: 'on', reasoningParser: '' });
  expect(asked).toEqual({ text: null, ...settings, thinking: 'on' });
  expect(withSettings(asked, { ...settings, thinking: 'absent', reasoningParser: '' })).toEqual({
    text: null,
    ...settings,
  });
  expect(otherSideOf({ ...emptyLinkState, thinking: 'off' })).toHaveProperty('thinking', 'off');
  expect(otherSideOf(emptyLinkState)).not.toHaveProperty('thinking');
});

test('two texts pass the reasoning parser of the page; another server has its own, and goes without until it is chosen', () => {
  const page = { ...emptyLinkState, profile: 'vllm:hermes', reasoningParser: 'qwen3' };
  const compare = { text: 'b', profile: 'auto', nativeToolCalls: 'absent', selfContained: false } as const;
  expect(otherSideOf({ ...page, compare })).toMatchObject({ profile: 'vllm:hermes', reasoningParser: 'qwen3' });
  expect(otherSideOf(page)).not.toHaveProperty('reasoningParser');
  const own = { ...compare, text: null, reasoningParser: 'deepseek_r1' };
  expect(otherSideOf({ ...page, compare: own })).toHaveProperty('reasoningParser', 'deepseek_r1');
});
