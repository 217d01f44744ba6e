import { describe, expect, test } from 'vitest';
import { parseModule, type PythonSyntax } from '../../../../../src/core/text/languages/python/syntax.ts';
import { pythonRepr } from '../../../../../src/core/text/languages/python/value.ts';
import { casesOf } from './cases.ts';

/** A tree as the cases have it. Python's trees say where a block ends in another way. */
function dump(node: PythonSyntax): unknown {
  const head = [node.kind, node.from, node.to];
  switch (node.kind) {
    case 'constant':
      return [...head, pythonRepr(node.value)];
    case 'fstring':
      return head;
    case 'list':
    case 'tuple':
    case 'set':
      return [...head, node.items.map(dump)];
    case 'dict':
      return [...head, node.entries.map(({ key, value }) => [key && dump(key), dump(value)])];
    case 'call':
      return [
        ...head,
        dump(node.func),
        node.args.map(dump),
        node.keywords.map(({ from, to, name, value }) => [from, to, name, dump(value)]),
      ];
    case 'name':
      return [...head, node.name];
    case 'attribute':
      return [...head, dump(node.object), node.name];
    case 'unary':
      return [...head, node.op, dump(node.operand)];
    case 'binary':
      return [...head, node.op, dump(node.left), dump(node.right)];
    case 'starred':
      return [...head, dump(node.value)];
    case 'assign':
      return [...head, node.targets.map(dump), dump(node.value)];
    case 'other':
      if (node.form === 'compound') return ['other', '?', '?', 'compound'];
      return ['annotation', 'augmented', 'return'].includes(node.form)
        ? [...head, node.form, node.value ? dump(node.value) : null]
        : [...head, node.form];
  }
}

describe('ast.parse', () => {
  test.each(casesOf<string, unknown>('module'))('%j', (text, answer) => {
    const reading = parseModule(text);
    expect(reading.ok ? reading.statements.map(dump) : 'error').toEqual(answer);
  });

  test('reads a range as if it were the whole text', () => {
    const text = '  )[f(a=1)] (';
    const reading = parseModule(text, 3, 11);
    expect(reading.ok && reading.statements.map(({ from, to }) => text.slice(from, to))).toEqual(['[f(a=1)]']);
    expect(parseModule(text, 2, 11)).toEqual({ ok: false, at: 2, message: "unmatched ')'" });
  });

  test.each([
    ['[f(a=1)', 0, "'[' was never closed"],
    ['[f(a=1]', 6, "closing parenthesis ']' does not match opening parenthesis '('"],
    ['[f(a="b)]', 5, 'unterminated string literal (detected at line 1)'],
    ['\n"""a\nb', 1, 'unterminated triple-quoted string literal (detected at line 3)'],
    [' f()', 1, 'unexpected indent'],
    ['f(a=1, 2)', 7, 'positional argument follows keyword argument'],
    ['f(a b)', 4, 'invalid syntax. Perhaps you forgot a comma?'],
    [
      'f(true=01)',
      7,
      'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers',
    ],
    ['f(a=“b”)', 4, "invalid character '“' (U+201C)"],
    ['f(\u00a0a)', 2, 'invalid non-printable character U+00A0'],
    ['f(class=1)', 2, 'invalid syntax'],
    ['f(None=1)', 2, 'cannot assign to None'],
    ['a\0', 1, 'source code string cannot contain null bytes'],
    ["'\ud800'", 1, 'surrogates not allowed'],
    ["f'{a'", 0, "f-string: expecting '}'"],
  ])('%j is refused at %i: %s', (text, at, message) => {
    expect(parseModule(text)).toEqual({ ok: false, at, message });
  });

  test.each<[string, (levels: number) => string, number]>([
    ['lists', (levels) => '['.repeat(levels) + ']'.repeat(levels), 200],
    ['calls', (levels) => 'f(a='.repeat(levels) + '1' + ')'.repeat(levels), 200],
    ['brackets with operators', (levels) => '(1|1^1&1<<1+1*-1**'.repeat(levels) + '1' + ')'.repeat(levels), 200],
    ['signs', (levels) => '-'.repeat(levels) + '1', 2985],
    ['not', (levels) => 'not '.repeat(levels) + '1', 2985],
    ['sums', (levels) => '1+'.repeat(levels) + '1', 2985],
    ['attributes', (levels) => 'a' + '.b'.repeat(levels), 2985],
  ])('%s nest so deep and no deeper', (_, text, deepest) => {
    expect(parseModule(text(deepest)).ok).toBe(true);
    expect(parseModule(text(deepest + 1)).ok).toBe(false);
  });
});
