import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatList } from '../../../../src/core/formats/list.ts';
import { applyEdit, extract } from '../../../../src/core/index.ts';
import {
  codePointText,
  oddCharacters,
  oddName,
  ordinaryForm,
  strayCharacters,
} from '../../../../src/core/text/document/odd-characters.ts';

const one = (text: string) => {
  const [found] = oddCharacters(text, 10).found;
  if (found === undefined) throw new Error(`Nothing odd in ${JSON.stringify(text)}.`);
  return { ...found, name: oddName(found), ordinary: ordinaryForm(found), codePoint: codePointText(found.code) };
};

describe('characters that are not what they seem', () => {
  test.each([
    ['\u00a0', 'space', 'no-break space', ' ', 'U+00A0'],
    ['\u200b', 'invisible', 'zero-width space', '', 'U+200B'],
    ['\ufeff', 'invisible', 'byte order mark', '', 'U+FEFF'],
    ['\r', 'control', 'carriage return', '\n', 'U+000D'],
    ['\uff5c', 'lookalike', 'fullwidth vertical line', '|', 'U+FF5C'],
    ['\u2581', 'lookalike', 'lower one eighth block', '_', 'U+2581'],
    ['\u201c', 'lookalike', 'left double smart quote', '"', 'U+201C'],
    ['\uff5b', 'lookalike', 'fullwidth {', '{', 'U+FF5B'],
    ['\u{e0041}', 'invisible', 'tag character', '', 'U+E0041'],
    ['\u202e', 'invisible', 'right-to-left override', '', 'U+202E'],
  ])('%j', (character, kind, name, ordinary, codePoint) => {
    expect(one(`ab${character}c`)).toMatchObject({
      from: 2,
      to: 2 + character.length,
      kind,
      name,
      ordinary,
      codePoint,
    });
  });

  test('ordinary text, tabs and line feeds are not odd, nor are letters of other scripts', () => {
    expect(oddCharacters('{"a":\t1}\nGrüße, 世界, שלום — fine…', 10)).toEqual({ found: [], total: 0 });
  });

  test('counts what it does not list', () => {
    const { found, total } = oddCharacters('\u00a0'.repeat(50), 10);
    expect([found.length, total]).toEqual([10, 50]);
  });

  test('spans are in order, apart, and hold the character; nothing odd is left after replacing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let at = 0;
        let plain = '';
        for (const odd of oddCharacters(text, Infinity).found) {
          expect(odd.from).toBeGreaterThanOrEqual(at);
          expect(text.codePointAt(odd.from)).toBe(odd.code);
          plain += text.slice(at, odd.from) + ordinaryForm(odd);
          at = odd.to;
        }
        expect(oddCharacters(plain + text.slice(at), 1).total).toBe(0);
      }),
    );
  });
});

describe('characters that are not part of a marker', () => {
  const reply =
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>cut_key\n```json\n{“blank”: 12}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>';

  test('leave out what a model’s own markers are made of', () => {
    const { found, total } = strayCharacters(reply, 100);
    expect(found.map(({ code }) => codePointText(code))).toEqual(['U+201C', 'U+201D']);
    expect(total).toBe(2);
    expect(oddCharacters(reply, 100).total).toBeGreaterThan(10);
  });

  test('a reply whose other characters are replaced has its call', () => {
    const changes = strayCharacters(reply, 100).found.map((span) => ({ span, insert: ordinaryForm(span) }));
    const calls = (text: string): number => extract({ text }, { runtime: 'format:deepseek-v3' }).calls.length;
    expect(calls(applyEdit(reply, { label: '', changes }))).toBe(1);
  });

  test.each(formatList.map(({ id, example }) => [id, example]))('none is in the example of %s', (_, example) => {
    expect(strayCharacters(example, 10).found).toEqual([]);
  });

  test.each([
    ['a bar on its own', 'a ｜ b', 1],
    ['a bar in a name', '{"a｜b": 1}', 1],
    ['an underscore’s twin outside of a marker', 'tool▁call', 1],
    ['quotes in the attribute of a tag', '<｜DSML｜invoke name=“x”>', 2],
    ['a marker that is not closed', '<｜tool▁calls▁begin', 3],
  ])('%s is one', (_, text, total) => {
    expect(strayCharacters(text, 10).total).toBe(total);
  });

  test.each([
    ['the comma of a Chinese sentence beside a call', '好的，我来查询（上海）。\n[TOOL_CALLS]f[ARGS]{"a": "上海"}', 0],
    ['the names of who speaks', '用户：帮我！\n助手：好的', 0],
    ['the space before a paragraph', '\u3000\u3000好的', 0],
    ['the quotes of a sentence', 'He said “dim it” and left', 0],
    ['a hyphen that does not break', 'a well\u2011known lamp', 0],
    ['a zero-width space in a sentence', 'a\u200bb', 1],
    ['wide signs in JSON', '{"城市"："上海"，"日期"："明天"}', 3],
    ['smart quotes in the lines of an object', '{\n“name”: “f”\n}', 4],
    ['the wide brackets of a call', 'get_weather（上海）', 2],
    ['the wide colon after a label', 'Action：search', 1],
    ['a hyphen in a name after a label', 'Action: dim\u2011lamp', 1],
  ])('%s: as many as a reader could take for others', (_, text, total) => {
    expect(strayCharacters(text, 10).total).toBe(total);
  });

  test('counts all and lists as many as were asked for', () => {
    const { found, total } = strayCharacters('\u200b'.repeat(500), 20);
    expect([found.length, total]).toEqual([20, 500]);
  });
});
