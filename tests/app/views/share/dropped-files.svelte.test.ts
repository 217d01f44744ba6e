import { expect, it } from 'vitest';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { openDropped } from '../../../../src/app/views/share/dropped-files.ts';

/** As browsers hand over a folder: a file that nobody can read. */
class Folder extends File {
  constructor(name: string) {
    super(['x'], name);
  }
  override slice(): Blob {
    const blob = new Blob();
    blob.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    return blob;
  }
}

it('a folder is named, and what is beside it is opened', async () => {
  const page = new Page();
  await openDropped(page, [new Folder('runs'), new File(['<tool_call>\n{"name": "dim_lamp"}'], 'a.txt')]);
  expect(page.session.fields.text).toContain('dim_lamp');
  expect(page.session.notices.map(({ text }) => text).join(' ')).toContain('“runs” was not opened');
});

it('where nothing can be read, nothing else happens', async () => {
  const page = new Page();
  await openDropped(page, [new Folder('runs'), new Folder('logs')]);
  expect(page.session.fields.text).toBe('');
  expect(page.session.fields.view).not.toBe('batch');
  expect(page.session.notices.map(({ text }) => text).join(' ')).toContain('2 files were not opened');
});
