import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonPath, JsonValue } from '../../../src/core/index.ts';
import { render } from '../../../src/core/jinja/render.ts';
import type { Piece, Rendering, TemplateContext } from '../../../src/core/jinja/rendering.ts';
import { conversations, goldenRenders, realTemplates } from './real-templates.ts';

// Every character of a prompt has a place, and what is said to be there is there.

/** The value at a path that begins with a variable. */
function valueAt(path: JsonPath, variables: ReadonlyMap<string, JsonValue>): JsonValue | undefined {
  const [name, ...steps] = path;
  let value = variables.get(String(name));
  for (const step of steps) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<string, JsonValue>)[step];
  }
  return value;
}

/** What Python prints for a scalar; a string is itself. */
function printed(value: JsonValue | undefined): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function faultOf(
  piece: Piece,
  prompt: string,
  template: string,
  variables: ReadonlyMap<string, JsonValue>,
): string | null {
  const text = prompt.slice(piece.from, piece.to);
  const { origin } = piece;
  const shown = `${JSON.stringify(text)} ${JSON.stringify(origin)}`;
  if (origin.kind === 'literal') {
    const source = template.slice(origin.from, origin.to);
    if (source === '') return `no literal: ${shown}`;
    if (origin.written === 'as-is') return source === text ? null : `not in the template: ${shown}`;
    if (origin.written === 'decoded') {
      const decoded = source
        .replace(/\r\n?/g, '\n')
        .replace(/\\n/g, '\n')
        .replace(/\\(['"\\])/g, '$1');
      return decoded === text || /\\[^n'"\\]/.test(source) ? null : `not what the escape says: ${shown}`;
    }
    return null;
  }
  if (origin.kind === 'computed') return origin.to > origin.from ? null : `computed nowhere: ${shown}`;
  const value = valueAt(origin.path, variables);
  if (value === undefined) return `no such value: ${shown}`;
  if (origin.part === 'structure')
    return typeof value === 'object' || typeof value === 'string' ? null : `no structure: ${shown}`;
  const whole = origin.part === 'key' ? String(origin.path.at(-1)) : printed(value);
  const part = whole.slice(origin.from, origin.to);
  if (part === '') return `nothing there: ${shown}`;
  if (origin.written === 'as-is') return part === text ? null : `not in the value: ${shown}`;
  if (origin.written === 'json') {
    const isText = typeof value === 'string' || origin.part === 'key';
    const read = isText ? JSON.parse(`"${text}"`) === part : JSON.stringify(value) === text;
    return read ? null : `not its JSON: ${shown}`;
  }
  if (origin.written === 'changed') {
    const isEntity = /^&(?:amp|lt|gt|#34|#39);$/.test(text);
    return isEntity || part.toUpperCase() === text.toUpperCase() ? null : `not another case: ${shown}`;
  }
  return null;
}

function faultsOf(
  { prompt, pieces, steps }: Rendering,
  template: string,
  variables: ReadonlyMap<string, JsonValue>,
): string[] {
  const faults: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (piece.from !== at || piece.to <= piece.from) faults.push(`a gap at ${at}`);
    at = piece.to;
    const step = steps[piece.step];
    if (step === undefined || step.range === null || step.range.from > piece.from || step.range.to < piece.to)
      faults.push(`no step wrote ${at}`);
    const fault = faultOf(piece, prompt, template, variables);
    if (fault !== null) faults.push(fault);
  }
  if (at !== prompt.length) faults.push(`the pieces end at ${at} of ${prompt.length}`);
  return faults;
}

function renderedBy(
  template: string,
  context: TemplateContext,
): { readonly rendering: Rendering; readonly faults: string[] } {
  const rendering = render(template, context);
  const variables = new Map<string, JsonValue>([
    ...Object.entries(context.variables ?? {}),
    ['messages', context.messages],
    ['tools', context.tools ?? null],
  ]);
  return { rendering, faults: faultsOf(rendering, template, variables) };
}

describe('the places of a prompt', () => {
  it('are right for real templates, and nearly every character has one', () => {
    let characters = 0;
    let computed = 0;
    for (const { template, conversation } of goldenRenders) {
      const { messages, tools, options } = conversations.get(conversation)!;
      const variables = { bos_token: '<s>', eos_token: '</s>', ...options };
      const { rendering, faults } = renderedBy(realTemplates.get(template)!, { messages, tools, variables });
      expect(faults, `${template}, ${conversation}`).toEqual([]);
      characters += rendering.prompt.length;
      for (const { from, to, origin } of rendering.pieces) if (origin.kind === 'computed') computed += to - from;
    }
    expect(characters).toBeGreaterThan(100_000);
    expect(computed / characters).toBeLessThan(0.02);
  });

  it('survive what a template does with texts', () => {
    const uses = [
      '{{ a|trim }}',
      '{{ a[1:-1] }}{{ a[::-1] }}{{ a[::2] }}',
      '{{ a.split(b)|join("+") }}{{ a.split() }}{{ a.rsplit(b, 1) }}',
      '{{ a|replace(b, "<" ~ a ~ ">") }}',
      '{{ [a, b]|tojson }}{{ {"k": a}|tojson(indent=2) }}{{ d|tojson(ensure_ascii=true) }}',
      '{{ [a, b] }}{{ d }}',
      '{{ a|upper }}{{ a.lower() }}{{ a|title }}{{ a|capitalize }}',
      '{% set x %}[{{ a }}]{% endset %}{{ x }}{{ x|trim("[]") }}{{ x ~ x }}',
      '{% macro m(t) %}<{{ t }}>{% endmacro %}{{ m(a) }}{{ m(b)|indent(2, true) }}',
      '{% for c in a %}{{ c }}{{ loop.index }}{% endfor %}{{ "%s-%5s" % (a, b) }}{{ "{} {:>4}".format(a, b) }}',
      '{{ (a + b) * 2 }}{{ a.strip(b) }}{{ a.partition(b)|join }}{{ a|e }}{{ a|center(20) }}{{ d.n }}{{ d["t"] }}',
      '{{ a|truncate(4) }}{{ a|wordwrap(3) }}{{ a.splitlines()|last }}{{ a.zfill(9) }}{{ a|list|sort|join }}',
    ];
    const text = fc.string({ unit: fc.constantFrom(...Array.from('ab \n\t"\'\\<&é😀ß\r-')), maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...uses), text, text, fc.boolean(), (template, a, b, isCut) => {
        const d = { t: true, n: 12.5, [a]: [b, null, { x: a }] };
        const source = isCut ? `${template}\r\n{%- if a %}\r\n${template}{% endif %}` : template;
        const { rendering, faults } = renderedBy(source, { messages: [], variables: { a, b, d } });
        if (rendering.failure !== null)
          expect(rendering.failure.message).toMatch(/empty separator|undefined|sequence was empty/);
        expect(faults).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it.each([
    ['{% for m in messages %}{{ m.n }}{% endfor %}', ['messages', 0, 'n']],
    ['{% for n in l %}{{ n }}{% endfor %}', ['l', 0]],
    ['{% for n in l if n %}{{ n }}{% endfor %}', ['l', 0]],
    ['{% for n in l if n != 7 %}{{ n }}{% break %}{% endfor %}', ['l', 1]],
    ['{% for k, v in d.items() %}{{ v }}{% endfor %}', ['d', 'n']],
    ['{% for k, v in d|items %}{{ v }}{% endfor %}', ['d', 'n']],
    ['{{ d.n }}', ['d', 'n']],
    ['{{ n }}', ['n']],
    ['{% set x = d.n %}{{ x }}', ['d', 'n']],
    ['{% with x = d["n"] %}{{ x }}{% endwith %}', ['d', 'n']],
    ['{{ d.n|string }}{{ d.n|trim }}', ['d', 'n']],
    ['{{ d.n|default(1) }}', ['d', 'n']],
    ['{{ n if yes else 0 }}', ['n']],
    ['{{ none or l[0] }}', ['l', 0]],
    ['{{ "" ~ n }}', ['n']],
    ['{% macro m() %}{{ n }}{% endmacro %}{{ m() }}', ['n']],
  ])('know where the number of %s is', (template, path) => {
    const variables = { l: [7, 8], d: { n: 12 }, n: 5, yes: true };
    const { rendering, faults } = renderedBy(template, { messages: [{ n: 3 }], variables });
    expect(faults).toEqual([]);
    expect(rendering.failure).toBeNull();
    const [first] = rendering.pieces;
    expect(first?.origin).toMatchObject({ kind: 'value', path, part: 'text', written: 'as-is' });
  });

  it.each([
    '{{ n + 1 }}',
    '{{ -n }}',
    '{{ n|abs|string|length }}',
    '{{ n == 5 }}',
    '{{ n is number }}',
    '{% set n = 3 %}{{ n }}',
    '{% for n in range(2) %}{{ n }}{% endfor %}',
    '{% for n in [1, 2] %}{{ n }}{% endfor %}',
    '{{ [n, 2]|first }}{{ not n }}',
  ])('do not take what is worked out for a value: %s', (template) => {
    const { rendering, faults } = renderedBy(template, { messages: [], variables: { n: 5 } });
    expect(faults).toEqual([]);
    expect(rendering.pieces.every(({ origin }) => origin.kind !== 'value')).toBe(true);
  });
});
