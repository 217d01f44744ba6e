import { expect, it } from 'vitest';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { openFile } from '../../../../src/app/views/share/open-file.ts';
import { waitFor } from '../../../wait-for.ts';

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

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

it.each([
  ['a NUL and an ESC', 'a\0b\u001b[0mc'],
  ['U+FFFD that somebody wrote', 'a\ufffd b \ufffd c'],
])('opens a short text in UTF-8 with %s', async (_, text) => {
  const [read, said] = await dropped('a.txt', utf8(text));
  expect(read).not.toBe('');
  expect(said).not.toContain('was not opened');
});

it('refuses what is UTF-8 and no text', async () => {
  expect((await dropped('a.bin', new Uint8Array(400)))[1]).toContain('It is not text.');
});

it.each([false, true])('opens UTF-16 without a mark (big-endian: %s)', async (isBig) => {
  const bytes = Uint8Array.from(`${call} é`.split('').flatMap((one) => [one.charCodeAt(0), 0]));
  if (isBig) bytes.forEach((byte, at) => at % 2 === 0 && bytes.set([bytes[at + 1] ?? 0, byte], at));
  expect((await dropped('a.txt', bytes))[0]).toBe(`${call} é`);
});

it('says which lines are no UTF-8, and reads them as Windows-1252 where somebody asks', async () => {
  const page = new Page();
  const bytes = Uint8Array.from(`Hi.\n${call}\nMalm\xf6`, (one) => one.charCodeAt(0));
  await openFile(page, new File([bytes], 'latin1.txt'));
  const [notice] = page.session.notices;
  expect(page.session.fields.text).toContain('Malm\ufffd');
  expect(notice?.text).toBe('Line 5 has bytes that are no UTF-8. They are shown as U+FFFD.');
  notice?.action?.run();
  await waitFor(() => expect(page.session.fields.text).toContain('Malmö'));
  expect(page.session.notices.map(({ text }) => text).join(' ')).not.toContain('UTF-8');
});

it.each([
  ['', 'It is empty.'],
  [' \n\n', 'It holds nothing but blanks.'],
])('a file without text (%j) changes nothing and says so', async (content, reason) => {
  const page = new Page();
  page.session.setText('my work');
  await openFile(page, new File([content], 'empty.txt'));
  expect(page.session.fields.text).toBe('my work');
  expect(page.session.notices[0]?.text).toBe(`“empty.txt” was not opened. ${reason} Your own work is untouched.`);
});

it.each(['Only prose.', JSON.stringify({ choices: [{ message: { role: 'assistant', content: call } }] })])(
  'own work that a dropped file replaces comes back with Undo: %s',
  async (content) => {
    const page = new Page();
    page.session.setText('my work');
    await openFile(page, new File([content], 'other.txt'));
    expect(page.session.fields.text).not.toBe('my work');
    page.session.notices.find(({ action }) => action?.label === 'Undo')?.action?.run();
    expect(page.session.fields).toMatchObject({ text: 'my work', raw: '' });
    expect(page.session.notices).toEqual([]);
  },
);

it('a text that is too long for one reply leaves own work in sight, and is offered as many replies', async () => {
  const page = new Page();
  page.session.setText('my work');
  await openFile(page, new File(['The lamp is dim.\n'.repeat(600_000)], 'big.txt'));
  expect(page.session.fields.text).toBe('my work');
  const [notice] = page.session.notices;
  expect(notice?.text).toMatch(/^“big\.txt” was not opened\. It has 10 MiB,/);
  expect(notice?.action?.label).toBe('Open as many replies');
});
