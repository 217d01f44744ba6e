import { editor } from 'monaco-editor/editor';
import { describe, expect, test } from 'vitest';
// Registers the language.
import '../../src/app/editor/monaco.ts';

/** Each line as its parts with their kinds: `tag:{%`, and text as it is. */
function parts(text: string): string[] {
  const lines = text.split('\n');
  return editor.tokenize(text, 'jinja').flatMap((tokens, line) =>
    tokens.map(({ offset, type }, index) => {
      const part = (lines[line] ?? '').slice(offset, tokens[index + 1]?.offset);
      const kind = type.replace(/\.?jinja$/, '');
      return kind === '' ? part : `${kind}:${part}`;
    }),
  );
}

describe('a chat template', () => {
  test.each<[string, string[]]>([
    ['a{b} {{ x }}c', ['a{b} ', 'tag:{{', ' x ', 'tag:}}', 'c']],
    [`{%- if role == 'user' -%}`, ['tag:{%-', ' ', 'keyword:if', ' role == ', `string:'user'`, ' ', 'tag:-%}']],
    ['{# if "a" #}b', ['comment:{# if "a" #}', 'b']],
    ['{#\nif\n#}b', ['comment:{#', 'comment:if', 'comment:#}', 'b']],
    ['{{ tools | tojson }}', ['tag:{{', ' tools | ', 'filter:tojson', ' ', 'tag:}}']],
    // What looks like an end in a string or an object is none.
    [`{{ '}}' }}x`, ['tag:{{', ' ', `string:'}}'`, ' ', 'tag:}}', 'x']],
    [
      `{{ {'a': {'b': 1}} }}x`,
      ['tag:{{', ' {', `string:'a'`, ': {', `string:'b'`, ': ', 'number:1', '}} ', 'tag:}}', 'x'],
    ],
    [`{{ "a\\"%}" }}`, ['tag:{{', ' ', 'string:"a\\"%}"', ' ', 'tag:}}']],
    [`{{ 'a\nb' }}c`, ['tag:{{', ' ', `string:'a`, `string:b'`, ' ', 'tag:}}', 'c']],
    [
      '{% raw %}{{ x }}{% endraw %}y',
      ['tag:{%', ' ', 'keyword:raw', ' ', 'tag:%}', '{{ x }}', 'tag:{%', ' ', 'keyword:endraw', ' ', 'tag:%}', 'y'],
    ],
    // A word that begins a statement is a name elsewhere.
    ['{{ call.function.name }}', ['tag:{{', ' call.function.name ', 'tag:}}']],
    [
      '{% set call = a if b else not c %}',
      [
        'tag:{%',
        ' ',
        'keyword:set',
        ' call = a ',
        'keyword:if',
        ' b ',
        'keyword:else',
        ' ',
        'keyword:not',
        ' c ',
        'tag:%}',
      ],
    ],
    ['{%\nfor a in b\n%}x', ['tag:{%', 'keyword:for', ' a ', 'keyword:in', ' b', 'tag:%}', 'x']],
    ['{% %}x', ['tag:{%', ' ', 'tag:%}', 'x']],
    ['{{ a - 1 % 2 }}', ['tag:{{', ' a - ', 'number:1', ' % ', 'number:2', ' ', 'tag:}}']],
    ['{{ m.if }}', ['tag:{{', ' m.if ', 'tag:}}']],
  ])('%j', (text, expected) => {
    expect(parts(text)).toEqual(expected);
  });
});
