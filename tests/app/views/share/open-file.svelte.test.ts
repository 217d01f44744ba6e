import { expect, it } from 'vitest';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { openFile } from '../../../../src/app/views/share/open-file.ts';

const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {}}\n</tool_call>';

/** What the page has, and what it says, after a file was dropped. */
async function dropped(name: string, content: Uint8Array<ArrayBuffer> | string): Promise<[string, string]> {
  const page = new Page();
  await openFile(page, new File([content], name));
  return [page.session.fields.text, page.session.notices.map(({ text }) => text).join(' ')];
}

it('refuses a picture, and an archive, and says why', async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0);
  const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0xff, 0xfe, 0x9c, 0x81);
  for (const [name, bytes] of [
    ['a.png', png],
    ['a.bin', zip],
  ] as const) {
    const [text, said] = await dropped(name, bytes);
    expect(text).toBe('');
    expect(said).toContain('It is not text.');
  }
});

it('opens a text in UTF-16, as PowerShell writes it', async () => {
  const units = Uint16Array.from(`\ufeff${call} é`, (one) => one.charCodeAt(0));
  expect((await dropped('a.txt', new Uint8Array(units.buffer)))[0]).toBe(`${call} é`);
});

it('opens a text with a single broken byte', async () => {
  const bytes = new TextEncoder().encode(`${call}\nThe lamp is dim.`);
  const broken = Uint8Array.from([...bytes, 0xff]);
  expect((await dropped('a.txt', broken))[0]).toContain(call);
});

it('keeps the name of a file of many replies, for when they are opened together', async () => {
  const page = new Page();
  const line = JSON.stringify({ choices: [{ message: { role: 'assistant', content: call } }] });
  await openFile(page, new File([`${line}\n${line}\n`], 'log.jsonl'));
  expect(page.session.paste.last).toMatchObject({ name: 'log.jsonl', found: { count: 2 } });
  await page.session.paste.take(`${line}\n${line}\n`);
  expect(page.session.paste.last).toMatchObject({ name: null, found: { count: 2 } });
});
