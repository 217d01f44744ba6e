import { describe, it } from 'vitest';
import { render } from '../../src/core/jinja/render.ts';
import type { TemplateContext } from '../../src/core/jinja/rendering.ts';
import { fill } from '../hostile-texts.ts';
import { expectLinear } from './expect-linear.ts';

const SIZE = 4000;

/** A template that is as long as it is asked for. */
function grows(part: string, before = '', after = ''): (size: number) => string {
  return (size) => `${before}${fill(part, size)}${after}`;
}

const variables = { a: 'value', n: 7, words: ['one', 'two'], dict: { key: 'value', list: [1, 2, { x: null }] } };

describe('a template', () => {
  it.each([
    ['data and prints', grows('a {{ a }} ')],
    ['strings of escapes', grows('\\n\\\'\\"', "{{ '", "' }}")],
    ['open braces', grows('{ ')],
    ['comments', grows('{# {{ }} #}')],
    ['comments that do not end', grows('{# ')],
    ['raw blocks', grows('{% raw %}{{{% endraw %}')],
    ['a raw block that does not end', grows('{% x ', '{% raw %}')],
    ['sets', grows('{% set b = a %}')],
    [
      'sets of new names',
      (size: number) => Array.from({ length: size / 20 }, (_, i) => `{% set v${i} = a %}`).join(''),
    ],
    ['macros that are called', grows('{% macro m(x) %}{{ x }}{% endmacro %}{{ m(a) }}')],
    ['loops', grows('{% for w in words %}{{ w }}{{ loop.last }}{% endfor %}')],
    ['branches', grows('{% if a == n %}x{% elif a %}y{% endif %}')],
    ['branches of one if', grows('{% elif a == n %}x', '{% if no %}', '{% endif %}')],
    ['a list', grows('a, ', '{{ [', ']|length }}')],
    ['a call of many arguments', grows('a, ', '{{ dict(', ') }}')],
    ['a chain of ~', grows(' ~ a', '{{ a', ' }}')],
    ['tags that are stripped', grows('  \n {%- if a -%} \n {%- endif -%} \n')],
    ['blank lines before tags', grows(' \n', '', '{%- if a %}{% endif %}')],
    ['filters of a block', grows('{% filter upper %}a{% endfilter %}')],
    ['unclosed blocks', grows('{% if a %}')],
    ['unclosed strings', grows("{{ 'a ")],
  ])('of more %s costs no more for each', (_what, make) => {
    expectLinear(SIZE, make, (template) => render(template, { messages: [], variables }));
  });
});

const loop = '{% for m in messages %}<|{{ m.role }}|>{{ m.content|trim }}{% if loop.last %}!{% endif %}\n{% endfor %}';

function messagesOf(text: string): TemplateContext {
  const messages = Array.from({ length: text.length / 20 }, (_, n) => ({ role: 'user', content: ' hello ', n }));
  return { messages };
}

describe('a loop over messages', () => {
  it.each([
    ['prints them', loop],
    ['writes them as JSON', '{{ messages|tojson }}{{ messages|tojson(indent=2) }}'],
    ['writes them as Python', '{{ messages }}'],
    [
      'puts them together with ~',
      '{% set ns = namespace(x="") %}{% for m in messages %}{% set ns.x = ns.x ~ m.content %}{% endfor %}{{ ns.x }}',
    ],
    ['captures them', `{% set x %}${loop}{% endset %}{{ x|trim }}`],
    [
      'calls a macro for each',
      '{% macro m(x) %}{{ x.content }}{% endmacro %}{% for x in messages %}{{ m(x) }}{% endfor %}',
    ],
    ['picks some of them', '{{ messages|selectattr("role", "equalto", "user")|map(attribute="n")|join(",") }}'],
    ['counts them from the end', '{% for m in messages[::-1] %}{{ loop.revindex }}{% endfor %}'],
    ['picks by a condition', '{% for m in messages if m.n is odd %}{{ m.n }}{% endfor %}'],
    ['makes them unique', '{{ messages|map(attribute="content")|unique|list }}'],
    [
      'looks at their neighbours',
      '{% for m in messages %}{{ loop.previtem is defined }}{{ loop.nextitem is defined }}{% endfor %}',
    ],
  ])('that %s costs no more for each', (_what, template) => {
    expectLinear(
      SIZE,
      (size) => 'x'.repeat(size),
      (text) => render(template, messagesOf(text)),
    );
  });

  it('inside of another one ends with its allowance', () => {
    const template = '{% for a in messages %}{% for b in messages %}{{ b.n }}{% endfor %}{% endfor %}';
    expectLinear(
      SIZE,
      (size) => 'x'.repeat(size),
      (text) => render(template, messagesOf(text), { allowance: { steps: 2000 } }),
    );
  });
});

describe('a long text', () => {
  it.each([
    ['is trimmed', "{{ t|trim }}{{ t.strip('a') }}{{ t.rstrip() }}"],
    ['is replaced', "{{ t|replace('a', 'bb') }}{{ t.replace(' ', '') }}"],
    ['is split', "{{ t.split('a')|length }}{{ t.split()|length }}{{ t.split('</think>')[-1] }}"],
    ['is split and joined', "{{ t.split(' ')|join('-') }}"],
    ['is split by lines', '{{ t.splitlines()|length }}{{ t|indent(2) }}'],
    ['is cut', '{{ t[1:] }}{{ t[::-1] }}{{ t[:-1] }}'],
    ['is gone through', '{% for c in t %}{{ c }}{% endfor %}'],
    ['is recased', '{{ t|upper }}{{ t|title }}{{ t|capitalize }}'],
    ['is escaped', '{{ t|e }}{{ t|tojson }}{{ [t] }}'],
    ['is wrapped', '{{ t|wordwrap(20) }}{{ t|truncate(30) }}'],
    ['is searched', "{{ 'zz' in t }}{{ t.find('zz') }}{{ t.count('a') }}{{ t.startswith('a') }}"],
    ['is formatted', "{{ '%s %s' % (t, t) }}{{ '{} {}'.format(t, t) }}"],
    ['is counted', '{{ t|wordcount }}{{ t|length }}{{ t|list|length }}'],
    [
      'of many pieces is cut',
      "{% set x = t.split(' ')|join('-') %}{{ x[1:] }}{{ x|trim('-') }}{{ x.split('-')|join }}",
    ],
  ])('that %s costs no more for each part', (_what, template) => {
    for (const part of ['a b "é" \n', 'aaaa', '    ', '<|</think>'])
      expectLinear(SIZE, grows(part), (t) => render(template, { messages: [], variables: { t } }));
  });
});
