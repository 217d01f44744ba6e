import { expect, test } from 'vitest';
import { encodeLink } from '../../../src/app/permalink/codec.ts';
import { brokenText, openHash } from '../../../src/app/permalink/open.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { weatherReply } from './states.ts';

const link = encodeLink(weatherReply);

test.each(['', '#'])('%j is empty', (hash) => {
  expect(openHash(hash)).toEqual({ kind: 'empty' });
});

test('a permalink gives its state', () => {
  expect(openHash(`#${link}`)).toEqual({
    kind: 'state',
    state: weatherReply,
    source: 'link',
    version: 1,
    namesServer: true,
    problem: '',
  });
});

test('a prefill gives a state', () => {
  const state = { ...emptyLinkState, text: 'hi', profile: 'auto' };
  expect(openHash('#in=hi&profile=auto')).toEqual({
    kind: 'state',
    state,
    source: 'prefill',
    version: 1,
    namesServer: true,
    problem: '',
  });
});

test('a prefill keeps its text where something else is wrong with it', () => {
  expect(openHash('#in=salt&pepper')).toMatchObject({
    state: { text: 'salt' },
    problem: expect.stringMatching(/%26\. Everything else of the link is open\.$/) as unknown,
  });
});

test('a prefill names its server or none, wherever it names it', () => {
  expect(openHash('#in=hi')).toMatchObject({ state: { profile: 'auto' }, namesServer: false });
  expect(openHash('in=hi&runtime=vllm:hermes')).toMatchObject({ state: { profile: 'vllm:hermes' }, namesServer: true });
  expect(openHash('#runtime=auto&in=hi')).toMatchObject({ namesServer: true });
  // In a value they are only text.
  expect(openHash('#in=a%26runtime=x')).toMatchObject({ state: { text: 'a&runtime=x' }, namesServer: false });
});

test('a link of the page that names no server means the one that it always meant', () => {
  const state = { ...emptyLinkState, text: 'hi' };
  expect(openHash(`#${encodeLink(state)}`)).toMatchObject({ state: { profile: 'exathena' }, namesServer: true });
});

test.each([
  ['cut', `#${link.slice(0, -5)}`, 'cut-short'],
  ['cut to its version', '#1', 'cut-short'],
  ['without its version', `#x${link.slice(1)}`, 'altered'],
  ['of the future', '#2.AAAAAA.AAAA', 'future-version'],
  ['a prefill with a mistake', '#in=a%', 'bad-characters'],
])('a damaged link is broken: %s', (_, hash, code) => {
  expect(openHash(hash)).toMatchObject({ kind: 'broken', error: { code } });
});

test.each(['#help', '#formats/hermes', '#a=b', '#%', '#.'])('%s is no link, and the page says so', (hash) => {
  const opened = openHash(hash);
  expect(opened).toMatchObject({ kind: 'broken', error: { code: 'not-a-link' } });
  if (opened.kind === 'broken') expect(brokenText(opened.error, false)).toContain('is no link of Callscope');
});
