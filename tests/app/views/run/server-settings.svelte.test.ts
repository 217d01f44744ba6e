import { expect, it } from 'vitest';
import { pickForBrowser, pickForCase } from '../../../../src/app/page/fields.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { ServerSettings } from '../../../../src/app/views/run/server-settings.svelte.ts';

/** The server of a new page in the same browser. */
function settingsAfter(page: Page): ServerSettings {
  const next = new Page();
  next.session.restore(pickForBrowser(page.session.fields), null);
  return new ServerSettings(next.session, next.results);
}

it('the next visit finds the address, and no link has it', () => {
  const end = $effect.root(() => {
    const page = new Page();
    const settings = new ServerSettings(page.session, page.results);
    expect([settings.server, settings.address]).toEqual(['openai', 'http://localhost:8080/v1']);
    settings.chooseServer('ollama');
    settings.address = 'http://localhost:4788';
    expect([settings.isAddressKept, settings.origin]).toEqual([true, 'http://localhost:4788']);
    const after = settingsAfter(page);
    expect([after.server, after.address]).toEqual(['ollama', 'http://localhost:4788']);
    expect(JSON.stringify(pickForCase(page.session.fields))).not.toContain('4788');

    // What follows a question mark may be a key, and so may a name before the host.
    for (const address of ['https://example.com/v1?key=secret', 'https://me:secret@example.com/v1', 'half']) {
      settings.address = address;
      expect([settings.address, settings.isAddressKept]).toEqual([address, false]);
      expect(settingsAfter(page).address).toBe('http://localhost:4788');
    }
  });
  end();
});
