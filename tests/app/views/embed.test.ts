import { describe, expect, test } from 'vitest';
import { readEmbedWish, wholePageAddress } from '../../../src/app/views/embed/wish.ts';

describe('what an embed shows', () => {
  test.each([
    ['?embed', ['reply', 'steps', 'calls']],
    ['?embed=', ['reply', 'steps', 'calls']],
    ['?embed=calls', ['calls']],
    ['?embed=calls, reply,calls,', ['calls', 'reply']],
    ['?theme=dark&embed=steps', ['steps']],
  ])('%s', (search, panes) => {
    expect(readEmbedWish(search)).toMatchObject({ panes, problem: null });
  });

  test('unknown names are left out with a sentence', () => {
    expect(readEmbedWish('?embed=verdict,calls')).toMatchObject({
      panes: ['calls'],
      problem: 'There is no pane “verdict” to embed; the panes are reply, steps, calls.',
    });
    expect(readEmbedWish('?embed=__proto__').panes).toEqual(['reply', 'steps', 'calls']);
    expect(readEmbedWish(`?embed=${'x'.repeat(1000)}`).problem!.length).toBeLessThan(100);
  });

  test('the theme is one we have, else the reader’s own', () => {
    expect(readEmbedWish('?embed&theme=dark').theme).toBe('dark');
    expect(readEmbedWish('?embed&theme=light').theme).toBe('light');
    expect(readEmbedWish('?embed&theme=neon').theme).toBe('system');
    expect(readEmbedWish('?embed').theme).toBe('system');
  });
});

test('the whole page has the same address but for what only the embed reads', () => {
  expect(wholePageAddress('https://a.example/x/?embed=calls&theme=dark&lang=en#1.a.b')).toBe(
    'https://a.example/x/?lang=en#1.a.b',
  );
  expect(wholePageAddress('https://a.example/x/?embed#in=a%20b%26c')).toBe('https://a.example/x/#in=a%20b%26c');
});
