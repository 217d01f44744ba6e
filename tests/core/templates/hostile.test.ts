import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/core/index.ts';
import { parseTemplate } from '../../../src/core/jinja/parse/parse-template.ts';
import { render } from '../../../src/core/jinja/render.ts';
import type { RenderOptions } from '../../../src/core/jinja/rendering.ts';

// A template may be anything that somebody pastes: it ends, with a failure that names its place.

function failureOf(template: string, variables: Record<string, JsonValue> = {}, options: RenderOptions = {}) {
  return render(template, { messages: [], variables }, options).failure;
}

const small = { allowance: { steps: 100_000, characters: 100_000 } };

describe('what would not end', () => {
  it.each([
    ['loops in loops', '{% for a in r %}{% for b in r %}{% for c in r %}{% endfor %}{% endfor %}{% endfor %}', 'steps'],
    ['a huge repetition', "a\n{{ 'a' * 10**9 }}", 'characters'],
    ['a huge repetition of a list', '{{ [1] * 10**9 }}', 'steps'],
    ['a huge width', "{{ '%999999999d' % 1 }}", 'characters'],
    ['a huge width of a format', "{{ '{:>999999999}'.format(1) }}", 'characters'],
    ['a huge centre', "{{ 'a'|center(999999999) }}", 'characters'],
    ['a huge indent', "{{ 'a\nb'|indent(999999999) }}", 'characters'],
    ['a huge power', '{{ 10 ** (10 ** 10) }}', 'characters'],
    [
      'powers of powers',
      '{% set n = namespace(x=7) %}{% for a in r %}{% set n.x = n.x * n.x %}{% endfor %}',
      'characters',
    ],
    [
      'a text that doubles',
      "{% set n = namespace(x='ab') %}{% for a in r %}{% set n.x = n.x + n.x %}{% endfor %}",
      'characters',
    ],
    [
      'a list that doubles',
      '{% set n = namespace(x=[1]) %}{% for a in r %}{% set n.x = n.x + n.x %}{% endfor %}',
      'steps',
    ],
    [
      'replacements that grow',
      "{% set n = namespace(x='a') %}{% for a in r %}{% set n.x = n.x|replace('a', 'aa') %}{% endfor %}",
      'characters',
    ],
    ['a macro that calls itself', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', 'depth'],
    ['a loop that calls itself', '{% for x in r recursive %}{{ loop(r) }}{% endfor %}', 'depth'],
  ])('%s', (_what, template, allowance) => {
    const failure = failureOf(template, { r: Array.from({ length: 300 }, (_, index) => index) }, small);
    expect(failure).toMatchObject({ kind: 'allowance', allowance });
    expect(failure!.span.to).toBeGreaterThan(failure!.span.from);
  });

  it('a list inside of itself, again and again', () => {
    const loops = '{% for a in range(300) %}{% for b in range(300) %}{% set n.x = [n.x] %}{% endfor %}{% endfor %}';
    const failure = failureOf(`{% set n = namespace(x=[]) %}${loops}{{ n.x }}`);
    expect(failure).toMatchObject({ kind: 'allowance', allowance: 'depth', exception: 'RecursionError' });
  });

  it('is named with its line and column', () => {
    expect(failureOf("first\n  {{ 'a' * 10**9 }}")?.span).toMatchObject({ line: 2, column: 6 });
  });
});

describe('what is nested too deeply', () => {
  it.each([
    ['parentheses', `{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`],
    ['lists', `{{ ${'['.repeat(50_000)}${']'.repeat(50_000)} }}`],
    ['minus signs', `{{ ${'-'.repeat(50_000)}1 }}`],
    ['negations', `{{ ${'not '.repeat(50_000)}1 }}`],
    ['a sum', `{{ 1${' + 1'.repeat(50_000)} }}`],
    ['filters', `{{ 1${'|string'.repeat(50_000)} }}`],
    ['attributes', `{{ a${'.a'.repeat(50_000)} }}`],
    ['conditions', `{{ 1${' if 1 else 1'.repeat(50_000)} }}`],
    ['tags', `${'{% if 1 %}'.repeat(50_000)}${'{% endif %}'.repeat(50_000)}`],
  ])('%s', (_what, template) => {
    expect(parseTemplate(template)).toMatchObject({ ok: false, failure: { kind: 'syntax' } });
  });

  it('a message', () => {
    let value: JsonValue = 'x';
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(render('{{ messages }}', { messages: value }).failure).toMatchObject({
      kind: 'allowance',
      allowance: 'depth',
    });
  });
});

describe('names of JavaScript', () => {
  it('are ordinary names', () => {
    const variables = JSON.parse(
      '{"__proto__": {"a": 1}, "constructor": "c", "d": {"__proto__": 2, "toString": 3}}',
    ) as Record<string, JsonValue>;
    const context = { messages: [], variables: new Map(Object.entries(variables)) };
    const template =
      '{{ __proto__.a }}{{ constructor }}{{ d["__proto__"] }}{{ d.toString }}{{ hasOwnProperty is defined }}{{ d|tojson }}';
    expect(render(template, context).prompt).toBe('1c23False{"__proto__": 2, "toString": 3}');
  });

  it('reach nothing', () => {
    expect(failureOf('{{ "".constructor.constructor("return 1")() }}')).toMatchObject({ kind: 'undefined' });
    expect(failureOf('{{ "".__class__.__mro__ }}')).toMatchObject({ kind: 'security', exception: 'SecurityError' });
    expect(failureOf('{{ [].append(1) }}')).toMatchObject({ kind: 'security' });
  });
});

describe('what is no template', () => {
  it.each(['', '\0\0\0', '\ud800{{', '{', '{%', '{#', "{{ '", '{% raw %}', '{{ a b }}', '%}', '\r', '{{ 1 }}\r\n\r\n'])(
    '%j never throws',
    (template) => {
      const { prompt, pieces } = render(template, { messages: null });
      expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(prompt.length);
    },
  );

  it('keeps a line end of Windows in its places', () => {
    const template = 'one\r\ntwo {{ nothing.at.all }}\r\n';
    const { prompt, pieces, failure } = render(template, { messages: [] });
    expect(prompt).toBe('one\ntwo ');
    expect(template.slice(pieces[0]!.origin.from, pieces[0]!.origin.to)).toBe('one\r\ntwo ');
    expect(failure?.span).toMatchObject({ line: 2, column: 8 });
    expect(template.slice(failure!.span.from, failure!.span.to)).toBe('nothing.at');
  });
});

it('renders 1,000 messages', () => {
  const messages = Array.from({ length: 1000 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `number ${index}`,
  }));
  const template =
    '{% for m in messages %}<|{{ m.role }}|>{{ m.content|trim }}{% if loop.last %}!{% endif %}{{ "\n" }}{% endfor %}';
  const { prompt, pieces, steps } = render(template, { messages });
  expect(prompt.split('\n')).toHaveLength(1001);
  expect(steps.filter(({ kind }) => kind === 'turn')).toHaveLength(1000);
  expect(pieces.filter(({ origin }) => origin.kind === 'value')).toHaveLength(2000);
});
