import { describe, expect, it } from 'vitest';
import { readPaste } from '../../../src/state/paste/recognise.ts';
import { asideAbove, openAside, takeApartAnywhere } from '../../../src/state/paste/take-apart.ts';
import { Session } from '../../../src/state/session.svelte.ts';

describe('a long paste', () => {
  const long = 'x'.repeat(asideAbove + 1);

  it('is taken apart elsewhere, and the page says so meanwhile', async () => {
    const session = new Session();
    const seen: string[] = [];
    const read = await readPaste(long, session, (source) => {
      seen.push(session.notices[0]?.text ?? '');
      return takeApartAnywhere(source, {}, (_, options) =>
        Promise.resolve({ ok: false, reason: 'timeout', message: `Asked with ${JSON.stringify(options)}.` }),
      );
    });
    expect(seen).toEqual(['Taking this long text apart…']);
    expect(read).toBeNull();
    expect(session.notices[0]).toMatchObject({ kind: 'recognised', tone: 'problem' });
    expect(session.notices[0]?.text).toContain('Asked with {}.');
  });

  it('says nothing more once it is read', async () => {
    const session = new Session();
    const read = await readPaste(long, session, () =>
      takeApartAnywhere('data: {"choices":[{"delta":{"content":"a"}}]}', {}, openAside()),
    );
    expect(read?.fields).toMatchObject({ raw: long, text: 'a' });
    expect(session.notices).toEqual([]);
  });
});
