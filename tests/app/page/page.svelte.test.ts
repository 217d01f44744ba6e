import { describe, expect, it } from 'vitest';
import { Comparing } from '../../../src/app/views/compare/comparing.svelte.ts';
import { Page } from '../../../src/app/page/page.svelte.ts';
import { Streaming } from '../../../src/app/views/stream/streaming.svelte.ts';

describe('the members of a page', () => {
  it('are made when they are first asked for, one of a class', () => {
    const page = new Page();
    expect(page.of(Streaming)).toBe(page.of(Streaming));
    expect(page.of(Comparing)).toBe(page.of(Comparing));
    expect(new Page().of(Streaming)).not.toBe(page.of(Streaming));
  });

  it('read the data of their own page', () => {
    const [one, other] = [new Page(), new Page()];
    one.session.setText('One.');
    other.session.setText('Another.');
    expect([one.of(Streaming).text, other.of(Streaming).text]).toEqual(['One.', 'Another.']);
  });

  it('live on when what asked first is gone', () => {
    const page = new Page();
    const end = $effect.root(() => {
      expect(page.of(Streaming).text).toBe('');
    });
    end();
    page.session.setText('Later.');
    expect(page.of(Streaming).text).toBe('Later.');
  });
});
