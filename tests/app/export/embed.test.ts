import { expect, test } from 'vitest';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { embedCode, embedExport } from '../../../src/app/export/embed.ts';
import { fence, hostile, subjectOf, valve } from './subject.ts';

test('the embed code is a frame around the link, with the verdict as its title', () => {
  expect(embedExport.write(subjectOf({ text: valve }))).toBe(
    '<iframe src="https://callscope.example/?embed#1.abcdef.xyz" title="Callscope: 1 call: open_valve." loading="lazy" style="width: 100%; height: 640px; border: 0"></iframe>\n',
  );
});

test('it needs no answer of the engine', () => {
  const code = embedExport.write({
    fields: emptyLinkState,
    extraction: null,
    link: 'https://a.example/#1.a.b',
    conversation: null,
  });
  expect(code).toContain('src="https://a.example/?embed#1.a.b" title="Callscope"');
});

test('an address that has a query keeps it', () => {
  const code = embedExport.write(subjectOf({ text: valve }, 'https://a.example/x/?a=1&b=2#1.a.b'));
  expect(code).toContain('src="https://a.example/x/?a=1&#38;b=2&#38;embed#1.a.b"');
});

test('no name and no address breaks out of its attribute', () => {
  const name = JSON.stringify(`"><script>alert(1)</script>${hostile}`);
  const code = embedExport.write(
    subjectOf({ text: fence(`{"name": ${name}, "arguments": {}}`) }, 'https://a.example/"><b>#1.a.b'),
  );
  expect(code?.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
  expect(code?.match(/"/g)).toHaveLength(8);
  expect(code?.trim()).not.toContain('\n');
});

test('it shows no backquotes in its title', () => {
  expect(embedCode('https://a.example/', 'The marker `>` is missing.')).toContain(
    'title="The marker &#62; is missing."',
  );
});
