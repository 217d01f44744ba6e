import { describe, expect, it } from 'vitest';
import { render } from '../../../src/core/jinja/index.ts';

/** A list (or what `again` makes) of twice the same value, forty times over: small, and 2^40 parts for who goes through it. */
function shared(name: string, seed: string, again: (name: string) => string): string {
  return `{% set ${name} = ${seed} %}${`{% set ${name} = ${again(name)} %}`.repeat(40)}`;
}

const lists = (name: string): string => shared(name, '[1]', (one) => `[${one}, ${one}]`);
const tuples = (name: string): string => shared(name, '(1,)', (one) => `(${one}, ${one})`);
const dicts = (name: string): string => shared(name, '{"k": 1}', (one) => `{"a": ${one}, "b": ${one}}`);

const allowance = { steps: 20_000, characters: 100_000 };

function failureOf(template: string): string | undefined {
  return render(template, { messages: [] }, { allowance }).failure?.kind;
}

describe('values that share their parts', () => {
  it.each([
    ['==', `${lists('x')}${lists('y')}{{ x == y }}`],
    ['!=', `${dicts('x')}${dicts('y')}{{ x != y }}`],
    ['the test equalto', `${lists('x')}${lists('y')}{{ x is equalto y }}`],
    ['<', `${lists('x')}${lists('y')}{{ x < y }}`],
    ['>=', `${tuples('x')}${tuples('y')}{{ x >= y }}`],
    ['in', `${lists('x')}${lists('y')}{{ y in [x] }}`],
    ['in the values of a dict', `${lists('x')}${lists('y')}{{ y in {"a": x}.values() }}`],
    ['a key of a dict', `${tuples('x')}{{ {x: 1} }}`],
    ['an item of a dict', `${tuples('x')}{% set d = {"a": 1} %}{{ d[x] }}`],
    ['get', `${tuples('x')}{{ {"a": 1}.get(x) }}`],
    ['dict()', `${tuples('x')}{{ dict([(x, 1)]) }}`],
    ['unique', `${tuples('x')}{{ [x]|unique|list|length }}`],
    ['sort', `${lists('x')}${lists('y')}{{ [x, y]|sort|length }}`],
    ['min', `${lists('x')}${lists('y')}{{ [x, y]|min|length }}`],
    ['groupby', `${lists('x')}${lists('y')}{{ [{"a": x}, {"a": y}]|groupby("a")|length }}`],
    ['index', `${lists('x')}${lists('y')}{{ [x].index(y) }}`],
    ['count', `${lists('x')}${lists('y')}{{ [x].count(y) }}`],
    ['loop.changed', `${lists('x')}${lists('y')}{% for one in [x, y] %}{{ loop.changed(one) }}{% endfor %}`],
    ['repr', `${lists('x')}{{ x }}`],
    ['repr of a dict', `${dicts('x')}{{ x }}`],
    ['string', `${lists('x')}{{ x|string|length }}`],
    ['~', `${lists('x')}{{ (x ~ "a")|length }}`],
    ['join', `${lists('x')}{{ [x]|join|length }}`],
    ['%', `${lists('x')}{{ ("%r" % (x,))|length }}`],
    ['format', `${lists('x')}{{ "{!r}".format(x)|length }}`],
    ['tojson', `${lists('x')}{{ x|tojson }}`],
    ['tojson with an indent', `${dicts('x')}{{ x|tojson(indent=2) }}`],
    ['pprint', `${lists('x')}{{ x|pprint }}`],
    ['trim', `${lists('x')}{{ x|trim }}`],
    ['escape', `${lists('x')}{{ x|e }}`],
    ['a message to raise with', `${lists('x')}{{ raise_exception(x) }}`],
  ])('end the rendering with its allowance in %s', (_what, template) => {
    expect(failureOf(template)).toBe('allowance');
  });

  it('cost nothing where nobody goes through them', () => {
    expect(failureOf(`${lists('x')}{{ x|length }}{% if x %}a{% endif %}`)).toBeUndefined();
  });

  it('of another allowance are equal as Python has them', () => {
    const { prompt } = render(
      '{% set x = [[1], (2, "a")] %}{{ x == [[1], (2, "a")] }} {{ {(1, (2,)): 3}[(1, (2,))] }}',
      { messages: [] },
    );
    expect(prompt).toBe('True 3');
  });
});

describe('a field of `format`', () => {
  it.each(['[]', '[', ']', 'a[b]'])('of many %s without an end is read in one go', (part) => {
    const { failure } = render(`{{ t.format(1) }}`, { messages: [], variables: { t: `{0${part.repeat(2000)}!ab}` } });
    expect(failure?.exception).toBe('ValueError');
  });

  it('takes no mark inside of brackets for its end', () => {
    const { prompt } = render('{{ "{0[a!b]}{0[c:d]!s}".format({"a!b": 1, "c:d": 2}) }}', { messages: [] });
    expect(prompt).toBe('12');
  });
});
