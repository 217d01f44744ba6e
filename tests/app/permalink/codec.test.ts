import fc from 'fast-check';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { firstCustomFormat, MOST_ENTRIES } from '../../../src/core/index.ts';
import { inflateCapped } from '../../../src/app/permalink/bytes.ts';
import { decodeLink, encodeLink, inflatedCap, type LinkError } from '../../../src/app/permalink/codec.ts';
import { dictionaries } from '../../../src/app/permalink/dictionary.ts';
import { linkLimits } from '../../../src/app/permalink/schema.ts';
import { emptyLinkState, type LinkState } from '../../../src/app/permalink/state.ts';
import { linkOf, linkOfBytes, linkOfJson } from './link-of.ts';
import { anyLinkState, anyText, weatherReply } from './states.ts';

function errorOf(hash: string): LinkError {
  const result = decodeLink(hash);
  if (result.ok) throw new Error(`decoded, though it should not: ${hash}`);
  return result.error;
}

const link = encodeLink(weatherReply);
const whole = { ok: true, state: weatherReply, version: 1 };

describe('round trip', () => {
  test('any state comes back as it was, from a link of safe characters', () => {
    fc.assert(
      fc.property(anyLinkState, (state) => {
        const encoded = encodeLink(state);
        expect(encoded).toMatch(/^1\.[\w-]{6}\.[\w-]+$/);
        expect(decodeLink(encoded)).toEqual({ ok: true, state, version: 1 });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('200 KB of text, repetitive or without any pattern', () => {
    // A linear congruential generator: the same text in every run.
    let seed = 1;
    const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
    const noise = Array.from({ length: 200_000 }, () => String.fromCharCode((random() >> 8) & 0xffff)).join('');
    const ascii = Array.from({ length: 200_000 }, () => String.fromCharCode(32 + ((random() >> 8) % 95))).join('');
    for (const text of [
      noise,
      ascii,
      '<tool_call>\n'.repeat(17_000),
      '\u0000'.repeat(200_000),
      '\ud800'.repeat(200_000),
    ]) {
      const result = decodeLink(encodeLink({ ...emptyLinkState, text }));
      // Not toEqual: its report of a difference in 200 KB takes minutes.
      expect(result.ok && result.state.text === text).toBe(true);
    }
  });

  test('a text at its limit fits, whatever it is made of', () => {
    const text = '€'.repeat(linkLimits.text);
    const result = decodeLink(encodeLink({ ...emptyLinkState, text }));
    expect(result.ok && result.state.text === text).toBe(true);
  });

  test('equal states have equal links, whatever the order of their keys', () => {
    const reversed = Object.fromEntries(Object.entries(weatherReply).reverse()) as unknown as LinkState;
    expect(encodeLink(reversed)).toBe(link);
    const swapped = weatherReply.expected!.map(({ name, argumentsText }) => ({ argumentsText, name }));
    expect(encodeLink({ ...weatherReply, expected: swapped })).toBe(link);
  });

  test('the payload is raw deflate with the dictionary, which any other program can read', () => {
    const payload = Buffer.from(link.split('.')[2]!, 'base64url');
    const json = inflateRawSync(payload, { dictionary: dictionaries.get(1)! }).toString();
    expect(JSON.parse(json)).toEqual({
      text: weatherReply.text,
      tools: weatherReply.tools,
      step: 12,
      expected: weatherReply.expected,
      note: weatherReply.note,
    });
  });

  test('defaults take no room', () => {
    expect(encodeLink(emptyLinkState).length).toBe(15);
  });

  test('an empty list of expected calls and an empty preamble are not the same as none', () => {
    const state: LinkState = { ...emptyLinkState, expected: [], preamble: '' };
    expect(decodeLink(encodeLink(state))).toEqual({ ok: true, state, version: 1 });
  });

  test('only what a link may hold gets into one', () => {
    const session = { ...weatherReply, apiKeys: { 'https://example.com': 'secret' } };
    expect(encodeLink(session)).toBe(link);
  });
});

test('a chain may be as long as the page lets it grow, and no longer', () => {
  const chainOf = (length: number) => Array.from({ length }, () => ({ provider: 'zai', outcome: 'answers' }) as const);
  const decoded = (length: number) => decodeLink(encodeLink({ ...emptyLinkState, chain: chainOf(length) }));
  expect(decoded(MOST_ENTRIES).ok).toBe(true);
  expect(decoded(MOST_ENTRIES + 1)).toMatchObject({ ok: false, error: { code: 'bad-shape', field: 'chain' } });
});

describe('what mail and chat programs do to links', () => {
  const wrapped: Record<string, string> = {
    'the # of the address': `#${link}`,
    'a full stop': `${link}.`,
    'a closing parenthesis and a full stop': `#${link}).`,
    'an angle bracket': `${link}>`,
    'a comma': `${link},`,
    'emphasis and quotes': `${link}**"`,
    'base64 padding': `${link}==`,
    'line breaks every 20 characters': link.replace(/.{20}/g, '$&\r\n '),
    'a soft hyphen and a zero-width space': `${link.slice(0, 40)}\u00ad${link.slice(40, 50)}\u200b${link.slice(50)}`,
    'percent escapes': `#${link.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    'escaped punctuation at the end': `${link}%29%2E`,
  };
  test.each(Object.entries(wrapped))('%s', (_, text) => {
    expect(decodeLink(text)).toEqual(whole);
  });
});

describe('damage', () => {
  test.each([
    ['every field', link],
    ['no field', encodeLink(emptyLinkState)],
    [
      '2 KB without any pattern',
      encodeLink({ ...emptyLinkState, text: fc.sample(anyText(1_000), { seed: 7, numRuns: 30 }).join('') }),
    ],
  ])('a link cut at any length is reported: %s', (_, sample) => {
    for (let length = 0; length < sample.length; length++) {
      const { code, message } = errorOf(sample.slice(0, length));
      expect(code, `cut to ${length}`).toBe(length === 0 ? 'not-a-link' : 'cut-short');
      expect(message).not.toBe('');
    }
  });

  test('the report of a cut says after how many characters', () => {
    const error = errorOf(`#${link.slice(0, 90)}`);
    expect(error).toEqual({
      code: 'cut-short',
      message: 'The link was cut: it ends after 90 characters, before its data does.',
      version: 1,
      at: 90,
    });
  });

  test('a link with any one character changed is reported or is still the same link', () => {
    const codes = new Set<string>();
    for (let at = 0; at < link.length; at++) {
      for (const other of 'AZaz09-_.+/%# é\u0000\ud800') {
        if (other === link.charAt(at)) continue;
        const result = decodeLink(link.slice(0, at) + other + link.slice(at + 1));
        if (result.ok) expect(result.state).toEqual(weatherReply);
        else codes.add(result.error.code);
      }
    }
    // Not here: what needs a right checksum.
    expect([...codes].sort()).toEqual(['altered', 'bad-characters', 'cut-short', 'future-version', 'not-a-link']);
  });

  test('a link with one character lost or two swapped is reported', () => {
    for (let at = 0; at < link.length - 1; at++) {
      expect(decodeLink(link.slice(0, at) + link.slice(at + 1)).ok, `lost ${at}`).toBe(false);
      const swapped = link.slice(0, at) + link.charAt(at + 1) + link.charAt(at) + link.slice(at + 2);
      if (swapped !== link) expect(decodeLink(swapped).ok, `swapped ${at}`).toBe(false);
    }
  });

  test('any text at all is answered, never thrown at', () => {
    const tail = fc.oneof(anyText(200), fc.stringMatching(/^[\w-]{0,200}$/));
    fc.assert(
      fc.property(fc.constantFrom('', '#', '1.', '1.AAAAAA.', '#2.', '%'), tail, (head, rest) => {
        expect(decodeLink(head + rest).ok).toBe(false);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  test('a foreign character is named with its place', () => {
    const at = link.length - 10;
    expect(errorOf(`${link.slice(0, at)}é${link.slice(at + 1)}`)).toEqual({
      code: 'bad-characters',
      message: `The link was altered: the character at ${at} is "é" (U+00E9), which no link holds.`,
      version: 1,
      at,
    });
  });

  test('a damaged part is named', () => {
    expect(errorOf(`x${link.slice(1)}`)).toMatchObject({ code: 'altered', at: 0 });
    expect(errorOf(link.replace(/^1\.../, '1.'))).toMatchObject({ code: 'altered', at: 2 });
    expect(errorOf(link.replace(/^(1\.\w+)\./, '$1'))).toMatchObject({ code: 'altered', at: 2 });
  });
});

describe('links of other kinds', () => {
  test.each(['2.AAAAAA.AAAA', '#17.anything', '9999.x'])('%s is of a future version', (hash) => {
    const error = errorOf(hash);
    expect(error.code).toBe('future-version');
    expect(error.version).toBe(Number(/\d+/.exec(hash)?.[0]));
  });

  test.each(['', '#', 'help', '#section-2', 'v1.2', '0.AAAA', '01.AAAA', '12345.AAAA.AAAA', '-1.x', '.', '%%%', '=='])(
    '%j is no link',
    (hash) => {
      expect(errorOf(hash).code).toBe('not-a-link');
    },
  );
});

const custom = (change: object): string => JSON.stringify({ custom: { ...firstCustomFormat, ...change } });

describe('a right checksum around wrong content', () => {
  const bad: [json: string, field: string, words: string][] = [
    ['', '', 'is not JSON'],
    ['{"text":', '', 'is not JSON'],
    ['[]', '', 'should be an object'],
    ['null', '', 'should be an object'],
    ['{"text":1}', 'text', 'field text should be a string'],
    ['{"text":null}', 'text', 'field text should be a string'],
    ['{"profile":"No Such"}', 'profile', 'field profile should be a short id'],
    ['{"profile":""}', 'profile', 'field profile should be a short id'],
    ['{"nativeToolCalls":true}', 'nativeToolCalls', 'should be one of true, false, absent'],
    ['{"selfContained":"yes"}', 'selfContained', 'should be true or false'],
    ['{"thinking":true}', 'thinking', 'should be one of absent, on, off'],
    ['{"compare":{"text":null,"thinking":"absent"}}', 'compare.thinking', 'should be one of on, off'],
    ['{"view":"trace"}', 'view', 'should be one of reply, stream'],
    ['{"step":-1}', 'step', 'field step is below 0'],
    ['{"step":1.5}', 'step', 'should be a whole number'],
    ['{"step":1e300}', 'step', 'field step'],
    ['{"expected":{}}', 'expected', 'should be a list'],
    ['{"expected":[{"name":"a","argumentsText":""},{"name":"b"}]}', 'expected[1].argumentsText', 'should be a string'],
    [JSON.stringify({ note: 'x'.repeat(10_001) }), 'note', 'field note is longer than 10000 characters'],
    [
      JSON.stringify({ expected: Array.from({ length: 501 }, () => ({ name: '', argumentsText: '' })) }),
      'expected',
      'more than 500 entries',
    ],
    [custom({ body: 'perl' }), 'custom.body', 'should be one of json, named-json'],
    [custom({ open: '' }), 'custom.open', 'cannot be used: The opener is empty'],
    [custom({ open: ' \t' }), 'custom.open', 'cannot be used: The parser skips white space'],
    [custom({ close: '<call>' }), 'custom.close', 'cannot be used: The opener and the closer are the same'],
    [custom({ close: '<'.repeat(10_000) }), 'custom.close', 'is longer than 100 characters'],
    ['{"custom":{"open":"<a>"}}', 'custom.close', 'should be a string'],
    ['['.repeat(1_000_000), '', ''],
  ];
  test.each(bad.map((one) => [one[0].slice(0, 40), ...one] as const))('%j', (_, json, field, words) => {
    const error = errorOf(linkOfJson(json));
    expect(error.code).toBe('bad-shape');
    expect(error.field ?? '').toBe(field);
    expect(error.message).toContain(words);
    expect(error.message).toMatch(/^The link .*\.$/);
    expect(error.message.length).toBeLessThan(200);
  });

  test('bytes that are no UTF-8', () => {
    expect(errorOf(linkOfBytes(Uint8Array.of(0x7b, 0xff, 0x7d))).code).toBe('bad-shape');
  });

  test('keys that do not belong there are dropped', () => {
    const state = { ...emptyLinkState, text: 'a' };
    const link = linkOfJson('{"text":"a","apiKeys":{"x":"y"},"__proto__":{"note":"p"},"constructor":1}');
    expect(decodeLink(link)).toEqual({ ok: true, state, version: 1 });
    expect(decodeLink(linkOf({ expected: [{ name: 'a', argumentsText: '', extra: 1 }] }))).toEqual({
      ok: true,
      state: { ...emptyLinkState, expected: [{ name: 'a', argumentsText: '' }] },
      version: 1,
    });
  });
});

describe('a bomb', () => {
  test('one byte over the cap is refused, the cap itself is not', () => {
    const json = (length: number) => linkOfJson(`{"x":"${'a'.repeat(length - 8)}"}`);
    expect(decodeLink(json(inflatedCap))).toEqual({ ok: true, state: emptyLinkState, version: 1 });
    expect(errorOf(json(inflatedCap + 1))).toEqual({
      code: 'too-large',
      message: 'The link unpacks to more than 8 MiB, which is more than a link may hold.',
      version: 1,
    });
  });

  test('is stopped long before it is inflated', () => {
    const size = 256 * 1024 * 1024;
    const zeros = new Uint8Array(size);
    const bomb = deflateRawSync(zeros);
    const before = process.memoryUsage().arrayBuffers;
    expect(inflateCapped(bomb, new Uint8Array(0), inflatedCap)).toEqual({ ok: false, reason: 'too-large' });
    // Garbage of the stream included, since nothing need collect it here.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(size / 4);
    // Used here, so that its collection in between does not hide what was allocated.
    expect(zeros.length).toBe(size);
  });
});
