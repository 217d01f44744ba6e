import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { piecesOf } from '../../../src/app/parser-file/chunks.ts';
import { heardByChunk } from '../../../src/app/parser-file/heard.ts';
import type { Place, Reading, SourceFile } from '../../../src/app/parser-file/protocol.ts';
import type { AskPython } from '../../../src/app/parser-file/python.ts';
import { parserFile, startPython } from './python-under-test.ts';

const tools = [{ name: 'get', description: 'Gets.', parameters: { type: 'object' } }];

let ask: AskPython;
beforeAll(async () => {
  ask = await startPython();
});

interface How {
  readonly chunks?: readonly string[] | null;
  readonly placed?: boolean;
}

/** Loads files, and gives what their first parser reads and the markers of its tokenizer. */
function load(files: readonly SourceFile[]): {
  read: (text: string, how?: How) => Reading;
  markers: readonly string[];
} {
  const { parsers, problem, markers } = ask({ ask: 'load', files });
  expect(problem).toBeNull();
  const parser = parsers[0]?.id ?? '';
  return {
    read: (text, { chunks = null, placed = true } = {}) => ask({ ask: 'read', parser, text, tools, chunks, placed }),
    markers,
  };
}

const read = (files: readonly SourceFile[], text: string): Reading => load(files).read(text);

/** A function whose lines are given: the places of each value that it names, as texts of the reply. */
function placesIn(lines: readonly string[], text: string): Record<string, (string | number)[]> {
  const source = `import json\nimport re\n\n\ndef parse(text, tools):\n${lines.map((line) => `    ${line}\n`).join('')}    return None\n`;
  const { steps, problem } = read([{ path: 'one.py', text: source }], text);
  expect(problem).toBeNull();
  const found: Record<string, (string | number)[]> = {};
  for (const [, , , changed, places] of steps)
    for (const name of Object.keys(changed))
      found[name] = (places[name] ?? []).flatMap(([from, to]) => [from, text.slice(from, to)]);
  return found;
}

/** What a value of a string holds, where it is shown whole and without escapes but for line breaks; else null. */
function heldBy(shown: string): string | null {
  const [, body = null] = /^'((?:[^'\\]|\\n)*)'$/.exec(shown) ?? /^"((?:[^"\\]|\\n)*)"$/.exec(shown) ?? [];
  return body?.replaceAll(String.raw`\n`, '\n') ?? null;
}

const replies = [
  'Hi <beacon>{"name":"get","arguments":{"city":"Malmö"}}</beacon> bye',
  'Hi [LAMP]{"name":"get","arguments":{"a":1}}[/LAMP] and [LAMP]{"name":"get","arguments":{"a":"😀 b"}}[/LAMP]',
  '😀 <signal>{"name":"get","arguments":{"a":"ö"}}</signal> <ferry:get>{"a":"<b"}</ferry:get>',
  '<think>Why</think>So <tool_call>{"name":"get","arguments":{"a":1,}}</tool_call>',
  'A <kite>{"name": "get", "arguments": {"a": "x\\ny"}}',
  'CALL get {"a":1}\n<buoy>{"name":"get","arguments":{"a":"ö"}}</buoy> get',
  '{"name":"get","arguments":{"a":1}}',
  '<tool_call>\n{"name":"get","arguments":{"a":1}}\n</tool_call>',
];
const parsers = readdirSync(new URL('./parsers/', import.meta.url)).filter((name) => name !== 'plug_in_helper.py');

describe.each(parsers)('%s', (name) => {
  const files = [name, ...(name === 'plug_in.py' ? ['plug_in_helper.py'] : [])].map(parserFile);

  test('answers the same with and without places, line by line', () => {
    const { read: readOne, markers } = load(files);
    for (const text of replies) {
      for (const chunks of [null, piecesOf(text, markers)]) {
        const placed = readOne(text, { chunks });
        const { places: none, ...plain } = readOne(text, { chunks, placed: false });
        const { places, ...same } = placed;
        expect(none).toBeNull();
        // Not the answer of a second try without places.
        expect(places).not.toBeNull();
        const withoutPlaces = ({ steps, ...rest }: typeof same): unknown => ({
          ...rest,
          output: null,
          steps: steps.map(([file, line, depth, changed]) => [file, line, depth, changed]),
        });
        expect(withoutPlaces(same)).toEqual(withoutPlaces(plain));
      }
    }
  });

  test('a value with a place is the text at that place', () => {
    const { read: readOne } = load(files);
    let known = 0;
    for (const text of replies)
      for (const chunks of [null, Array.from(text)]) {
        const { steps, answer, broken, places } = readOne(text, { chunks });
        for (const [, , , changed, placesOf] of steps)
          for (const [value, spans] of Object.entries(placesOf)) {
            const held = heldBy(changed[value] ?? '');
            const [span] = spans;
            if (held === null || span === undefined) continue;
            known += 1;
            expect(spans).toHaveLength(1);
            expect(text.slice(...span)).toBe(held);
          }
        const heard = answer ?? broken;
        const check = (part: string | null | undefined, place: Place | null | undefined): void => {
          if (place !== null && place !== undefined) expect(text.slice(...place)).toBe(part);
        };
        check(heard?.content, places?.content);
        check(heard?.reasoning, places?.reasoning);
        heard?.calls.forEach((call, at) => {
          check(call.name, places?.calls[at]?.[0]);
          check(call.argumentsText, places?.calls[at]?.[1]);
        });
        heard?.deltas.forEach((delta, at) => {
          check(delta[1], places?.deltas[at]?.[0]);
          check(delta[2], places?.deltas[at]?.[1]);
        });
      }
    expect(known).toBeGreaterThan(0);
  });
});

test('parts of a string keep their place', () => {
  const found = placesIn(
    [
      'one = text[2:5]',
      'last = text[-1]',
      'every = text[::2]',
      'a, b = text.split("|")[1:]',
      'words = text.split()',
      'two = text.rsplit("|", 1)',
      'before, mark, after = text.partition("|")',
      'end = text.rpartition("|")[2]',
      'bare = text.strip()',
      'rest = bare.removeprefix("a").removesuffix("c")',
      'line = "x" + text',
      'sum = "" + text[0:2] + text[2:4]',
      'gap = text[0:2] + text[3:4]',
      'upper = text.upper()',
      'same = text.replace("?", "!")',
      'other = text.replace("a", "e")',
      'said = f"<{one}>"',
      'joined = "".join([one, one])',
      'letters = [each for each in text[2:4]]',
    ],
    ' ab|bb| cc ',
  );
  expect(found).toMatchObject({
    one: [2, 'b|b'],
    last: [10, ' '],
    every: [],
    a: [4, 'bb'],
    b: [7, ' cc '],
    words: [1, 'ab|bb|', 8, 'cc'],
    two: [0, ' ab|bb', 7, ' cc '],
    before: [0, ' ab'],
    mark: [3, '|'],
    after: [4, 'bb| cc '],
    end: [7, ' cc '],
    bare: [1, 'ab|bb| cc'],
    rest: [2, 'b|bb| c'],
    line: [],
    sum: [0, ' ab|'],
    gap: [],
    upper: [],
    same: [0, ' ab|bb| cc '],
    other: [],
    said: [],
    joined: [],
    letters: [2, 'b', 3, '|'],
  });
});

test('patterns and JSON keep it, and what is written otherwise has none', () => {
  const text = '😀<c>{"name":"get","list":["a\\n","b"],"n":1}</c>';
  const found = placesIn(
    [
      'match = re.search(r"<c>(?P<in>.*)</c>", text)',
      'inside = match["in"]',
      'groups = match.groups()',
      'tags = re.findall(r"</?c>", text)',
      'halves = re.split(r",", text)',
      'gone = re.sub("c", "d", text)',
      'kept = re.sub("q", "d", text)',
      'call = json.loads(inside)',
      'name = call["name"]',
      'items = call["list"]',
      'value, end = json.JSONDecoder().raw_decode(text, 4)',
      'again = value["name"]',
    ],
    text,
  );
  expect(found).toMatchObject({
    match: [2, text.slice(2)],
    inside: [5, '{"name":"get","list":["a\\n","b"],"n":1}'],
    groups: [5, '{"name":"get","list":["a\\n","b"],"n":1}'],
    tags: [2, '<c>', 44, '</c>'],
    gone: [],
    kept: [0, text],
    name: [14, 'get'],
    items: [34, 'b'],
    again: [14, 'get'],
  });
  expect(found['halves']?.filter((one) => typeof one === 'string').join(',')).toBe(text);
});

test('a parser that tells a plain string from another is read without places', () => {
  const source = 'def parse(text, tools):\n    return {"content": str(type(text) is str), "calls": []}\n';
  const { answer, places, steps } = read([{ path: 'picky.py', text: source }], 'Hi');
  expect(answer?.content).toBe('True');
  expect(places).toBeNull();
  expect(steps.every(([, , , , found]) => Object.keys(found).length === 0)).toBe(true);
});

test('a pattern of the package regex may be told when to give up, one of Python may not', () => {
  const source = (name: string): SourceFile => ({
    path: 'late.py',
    text: `import ${name} as re\n\n\ndef parse(text, tools):\n    return {"content": re.compile("b").search(text, timeout=1)[0], "calls": []}\n`,
  });
  expect(read([source('regex')], 'abc').answer?.content).toBe('b');
  expect(read([source('regex')], 'abc').places?.content).toEqual([1, 2]);
  expect(read([source('re')], 'abc').problem?.sentence).toContain('TypeError');
});

test('what comes with a chunk has its place', () => {
  const deltas = [[0, 'hi', 'hm', []] as const, [1, 'new', '', []] as const];
  const places = {
    calls: [],
    content: null,
    reasoning: null,
    deltas: [
      [
        [4, 6],
        [0, 2],
      ],
      [null, null],
    ],
  } as const;
  expect(heardByChunk({ deltas }, 2, places)).toMatchObject([[{ from: 0 }, { from: 4 }], [{ from: null }], []]);
});

test('lines that run after a recursion was caught are still seen', () => {
  const source =
    'def deep(n):\n    return deep(n + 1)\n\n\ndef parse(text, tools):\n    try:\n        deep(0)\n    except RecursionError:\n        pass\n    return None\n';
  const { hits, decided } = read([{ path: 'deep.py', text: source }], 'a');
  expect(hits).toContainEqual([0, 9, 1]);
  expect(hits).toContainEqual([0, 10, 1]);
  expect(decided).toMatchObject({ why: 'caught', sentence: expect.stringContaining('RecursionError') as string });
});
