import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callIn, factsIn, namesIn, only, parseCase } from './case-file.ts';
import { toolsIn } from './fixtures.ts';

const parsed = (content: string) => parseCase(content, ['about', 'call', 'under'], 'some.txt');

describe('the text of a case', () => {
  it.each([
    ['nothing', ''],
    ['a newline at its end', 'a\n'],
    ['every kind of line end', 'a\r\nb\rc\n\n'],
    ['blanks at the ends of lines', ' a \t\n b  '],
    ['the line that begins a text', 'a\n---\nb\n---'],
    ['what looks like a fact', 'call: f {}\n  more'],
    ['control characters and a byte order mark', '\ufeff\0\u001b[31m\u2028'],
  ])('keeps %s', (_, text) => {
    expect(parsed(`about: x\n---\n${text}\n`)).toEqual({ facts: { about: ['x'], call: [], under: [] }, text });
    expect(parsed(`---\n${text}\n`).text).toBe(text);
  });

  it('keeps whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parsed(`---\n${text}\n`).text === text));
  });

  it('is none without the line before it', () => {
    expect(parsed('about: x\n').text).toBeNull();
  });
});

describe('a fact', () => {
  it('has a value for every time that it is there', () => {
    expect(parsed('call: f {"a":1}\nabout: b: c\ncall:g\n').facts).toEqual({
      about: ['b: c'],
      call: ['f {"a":1}', 'g'],
      under: [],
    });
  });

  it('goes on in lines that begin with two blanks', () => {
    const { facts } = parsed('under: auto\n  call: f {}\n    more\n\nabout: x\n---\n\n');
    expect(facts.under).toEqual(['auto\ncall: f {}\n  more']);
    expect(factsIn(facts.under[0]!.replace('auto\n', ''), ['call'], 'some.txt')).toEqual({ call: ['f {}\nmore'] });
    expect(facts.about).toEqual(['x']);
  });

  it.each([
    ['about: x\n---\na', 'some.txt: end the file with a newline; it is no part of the text.'],
    ['about: x\nabuot: y\n', 'some.txt, line 2: unknown key "abuot". Write one of about, call, under.'],
    ['<tool_call>\n', 'some.txt, line 1: write "key: value", or "---" on a line of its own'],
    ['about: x\n---\r\na\n', 'some.txt, line 2: write "key: value", or "---" on a line of its own'],
    ['  more\n', 'some.txt, line 1: two blanks continue a value'],
  ])('refuses %j', (content, message) => {
    expect(() => parsed(content)).toThrow(message);
  });

  it('of which there may be one is refused twice', () => {
    expect([only([]), only(['a'])]).toEqual([null, 'a']);
    expect(() => only(['a', 'b'])).toThrow('a | b');
  });
});

describe('a value', () => {
  it('is a call', () => {
    expect(callIn('set_lamp {"room": "a b"}')).toEqual({ name: 'set_lamp', argumentsText: '{"room": "a b"}' });
    expect(callIn('"set \\"lamp" {"a":"\u2028"}')).toEqual({ name: 'set "lamp', argumentsText: '{"a":"\u2028"}' });
    expect(callIn('halt')).toEqual({ name: 'halt', argumentsText: '' });
  });

  it('is a list of names', () => {
    expect(namesIn(['set lamp, halt', 'none', 'f'])).toEqual(['set lamp', 'halt', 'f']);
  });

  it('is a list of tools, by name or as JSON', () => {
    const tools = toolsIn(['set_valve, start_pump', '{"name":"g"}', 'ring_bell']);
    expect(tools.map(({ name }) => name)).toEqual(['set_valve', 'start_pump', 'g', 'ring_bell']);
    expect(() => toolsIn(['set_valve, lost'])).toThrow('tests/fixtures/tools.json has no tool "lost"');
  });
});
