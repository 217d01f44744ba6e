import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/index.ts';

const tools = [{ name: 'get_tide', schema: { type: 'object', properties: { port: { type: 'string' } } } }];

/** What opens a call in some format, with the formats that it opens one in. */
const openers = formatList.flatMap(({ id, openers: own }) =>
  typeof own === 'function' ? [] : own.map(({ text }) => [id, text.trimEnd()] as const),
);

/** After these comes the name of a tool, which may be any word. */
const NAMES_FOLLOW = new Set(['[tool:', '[tool_call:']);

it.each(openers.filter(([, opener]) => !NAMES_FOLLOW.has(opener)))(
  'of %s, a sentence that speaks of `%s` loses no word',
  (id, opener) => {
    // A marker alone may be markup.
    const wordsOf = (text: string): string => text.replace(opener, '').replace(/\s+/g, ' ');
    for (const text of [
      `The model writes ${opener} before a call. A server looks for that, and reads what follows.`,
      `It begins with \`${opener}\`, and a call follows it.`,
    ])
      for (const runtime of ['auto', `format:${id}`]) {
        const { calls, incomplete, content } = extract({ text }, { runtime, tools });
        expect(calls).toEqual([]);
        expect(incomplete).toEqual([]);
        expect(wordsOf(content ?? '')).toBe(wordsOf(text));
      }
  },
);
