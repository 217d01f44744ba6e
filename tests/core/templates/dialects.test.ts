import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/core/index.ts';
import {
  dialectFaults,
  dialects,
  dialectSentence,
  type DialectId,
} from '../../../src/core/templates/dialects/index.ts';
import { parseTemplate, type ParsedTemplate } from '../../../src/core/jinja/parse/parse-template.ts';
import { render } from '../../../src/core/jinja/render.ts';
import { conversations, goldenRenders, realTemplates, sha256 } from './real-templates.ts';

// What other engines lack: found in the template, and where `@huggingface/jinja` can say so, as it says.

/** The engine comes with a package of Hugging Face that the tests have anyway. */
const { Template } = await (async () => {
  const owner = createRequire(import.meta.url).resolve('@huggingface/ollama-utils');
  const entry = createRequire(owner).resolve('@huggingface/jinja');
  const engine: unknown = await import(pathToFileURL(entry).href);
  return engine as { Template: new (template: string) => { render(context: Record<string, unknown>): string } };
})();

function parsed(template: string): ParsedTemplate {
  const parsing = parseTemplate(template);
  if (!parsing.ok) throw new Error(parsing.failure.message);
  return parsing.template;
}

/** `code name`, of each fault with which the dialect fails. */
function faultsOf(id: DialectId, template: string): string[] {
  return dialectFaults(parsed(template), dialects.get(id)!)
    .filter(({ effect }) => effect === 'fails')
    .map(({ code, name }) => `${code} ${name}`);
}

const { variables, groups } = JSON.parse(readFileSync(new URL('./snippets.json', import.meta.url), 'utf8')) as {
  variables: Record<string, JsonValue>;
  groups: Record<string, readonly { template: string; prompt?: string }[]>;
};
const snippets = Object.values(groups).flat();

function huggingface(template: string, context: Record<string, unknown>): string | null {
  try {
    return new Template(template).render(context);
  } catch {
    return null;
  }
}

describe('@huggingface/jinja', () => {
  it('renders no snippet in which it is said to fail', () => {
    const wrong = snippets
      .filter(({ template, prompt }) => prompt !== undefined && huggingface(template, variables) !== null)
      .map(({ template }) => ({ template, faults: faultsOf('huggingface-jinja', template) }))
      .filter(({ faults }) => faults.length > 0);
    expect(wrong).toEqual([]);
  });

  it('fails where it is said to fail, for nearly all snippets that it cannot render', () => {
    const failing = snippets.filter(
      ({ template, prompt }) => prompt !== undefined && huggingface(template, variables) === null,
    );
    const unnamed = failing.filter(({ template }) => faultsOf('huggingface-jinja', template).length === 0);
    // The rest depends on the types of values, or on a sign of a tag.
    expect(failing.length).toBeGreaterThan(90);
    expect(unnamed.length / failing.length).toBeLessThan(0.3);
  });

  it('has no fault in a real template that it reads', () => {
    const names = [...new Set(goldenRenders.map(({ template }) => template))];
    const reads = names.filter((name) =>
      goldenRenders
        .filter(({ template }) => template === name)
        .every(({ conversation, sha256: digest, raises }) => {
          const { messages, tools, options } = conversations.get(conversation)!;
          const context = { bos_token: '<s>', eos_token: '</s>', ...options, messages, tools };
          const prompt = huggingface(realTemplates.get(name)!, context);
          return raises === undefined ? prompt !== null && sha256(prompt) === digest : prompt === null;
        }),
    );
    const faults = reads.flatMap((name) =>
      faultsOf('huggingface-jinja', realTemplates.get(name)!).map((fault) => `${name}: ${fault}`),
    );
    expect(reads.length).toBeGreaterThan(30);
    // No conversation has `builtin_tools`; with them it fails.
    const latent = 'library/nemotron:70b';
    expect(faults).toEqual([`${latent}: unknown-filter reject`]);
    const { messages } = conversations.get(goldenRenders[0]!.conversation)!;
    expect(huggingface(realTemplates.get(latent)!, { messages, tools: null, builtin_tools: ['x'] })).toBeNull();
  });

  it('writes otherwise what it strips or prints otherwise', () => {
    const template = "{{ messages[0].a.strip('x') }}{{ none }}{{ [1] }}";
    const rendering = render(template, { messages: [{ a: 'xax' }] });
    const faults = dialectFaults(parsed(template), dialects.get('huggingface-jinja')!, rendering);
    expect(faults.map(({ code, name, effect }) => [code, name, effect])).toEqual([
      ['method-arguments', 'strip', 'differs'],
      ['printed-otherwise', 'None', 'differs'],
      ['printed-otherwise', 'list', 'differs'],
    ]);
    expect(huggingface(template, { messages: [{ a: 'xax' }] })).toBe('xax[1]');
  });
});

const cases: readonly (readonly [DialectId, string, readonly string[]])[] = [
  [
    'huggingface-jinja',
    "{{ m|reject('x') }}{{ m|d('') }}{{ m|count }}",
    ['unknown-filter reject', 'unknown-filter d', 'unknown-filter count'],
  ],
  [
    'huggingface-jinja',
    '{{ m|trim("x") }}{{ m|trim }}{{ m|default }}',
    ['filter-arguments trim', 'filter-arguments default'],
  ],
  ['huggingface-jinja', "{{ m|map('upper')|list }}{{ m|map(attribute='a')|list }}", ['filter-arguments map']],
  ['huggingface-jinja', "{{ m|selectattr('a', 'in', 'b')|list }}", ['unknown-test in']],
  ['huggingface-jinja', '{% if m is eq(1) and m is float %}{% endif %}', ['test-arguments eq', 'unknown-test float']],
  ['huggingface-jinja', '{{ dict(a=1) }}{% set joiner = m %}{{ joiner() }}', ['unknown-function dict']],
  [
    'huggingface-jinja',
    "{{ ', '.join(m) }}{{ '{}'.format(m) }}{{ m.own() }}",
    ['unknown-method join', 'unknown-method format'],
  ],
  [
    'huggingface-jinja',
    '{% for x in m recursive %}{{ loop.cycle(1) }}{% endfor %}',
    ['unknown-statement recursive', 'unknown-loop-attribute cycle'],
  ],
  [
    'huggingface-jinja',
    '{% with a = 1 %}{% raw %}{{ }}{% endraw %}{% endwith %}',
    ['unknown-statement with', 'unknown-statement raw'],
  ],
  [
    'huggingface-jinja',
    "{{ '%s' % m }}{{ '-' * 3 }}{{ m % 2 }}{{ 1 < m < 3 }}{{ 1e3 }}",
    ['operator %', 'operator *', 'comparison-chain < <', 'literal 1e3'],
  ],
  [
    'lm-studio',
    '{% if m is sequence %}{{ m|safe }}{% endif %}{{ m is mapping }}',
    ['unknown-test sequence', 'unknown-filter safe'],
  ],
  ['lm-studio', '{{ m is iterable and m is not string }}{{ m|tojson }}', []],
  ['llamacpp', '{{ m is sequence }}{{ m|safe }}{{ m is in([1]) }}{{ m|selectattr("a", "in", [1]) }}', []],
  ['llamacpp', '{{ m is in [1] }}{{ m is sameas(m) }}', ['test-arguments in', 'unknown-test sameas']],
  [
    'llamacpp',
    "{{ m|map('upper') }}{{ m|indent(2) }}{{ m|unique }}{{ m // 2 }}",
    ['filter-arguments map', 'unknown-filter indent', 'unknown-filter unique', 'operator //'],
  ],
  [
    'llamacpp',
    "{{ m.replace('a', 'b', 1) }}{{ m.rsplit('x', 1) }}{{ m.find('a') }}",
    ['method-arguments replace', 'unknown-method find'],
  ],
  [
    'minja',
    "{% if m is undefined or m is eq 1 %}{{ m.split() }}{{ m.split(',') }}{% endif %}",
    ['unknown-test undefined', 'unknown-test eq', 'method-arguments split'],
  ],
  [
    'minja',
    "{{ m|first }}{{ m|replace('a', 'b') }}{{ m.rsplit('x') }}{{ '-' * 3 }}",
    ['unknown-filter first', 'unknown-filter replace', 'unknown-method rsplit'],
  ],
  [
    'minja',
    "{{ m|selectattr('a', 'equalto', 'b')|list }}{{ m|map('upper')|list }}{{ joiner() }}{% for x in m recursive %}{% endfor %}",
    [],
  ],
];

describe.each([...dialects.values()])('$name', (dialect) => {
  it.each(cases.filter(([id]) => id === dialect.id))('%s: %s', (id, template, faults) => {
    expect(faultsOf(id, template)).toEqual(faults);
  });

  it('says what it lacks, where, and what to do', () => {
    const template = 'one\n  {{ messages|batch(2) }}\r\n{% if x is escaped %}{% endif %}';
    const [first, second] = dialectFaults(parsed(template), dialect);
    expect(first?.span).toMatchObject({ line: 2, column: 15 });
    expect(template.slice(first!.span.from, first!.span.to)).toBe('batch');
    expect(second?.span).toMatchObject({ line: 3, column: 12 });
    expect(dialectSentence(second!, dialect)).toEqual({
      text: `${dialect.name} has no test \`escaped\`.`,
      remedy: 'Write a comparison.',
    });
  });

  it('has a source, and words for every fault of a real template', () => {
    expect(dialect.sources.every((source) => source.startsWith('https://'))).toBe(true);
    for (const template of realTemplates.values()) {
      const parsing = parseTemplate(template);
      if (!parsing.ok) continue;
      for (const fault of dialectFaults(parsing.template, dialect)) {
        expect(fault.span.to).toBeGreaterThan(fault.span.from);
        const { text, remedy } = dialectSentence(fault, dialect);
        expect(text.startsWith(dialect.name)).toBe(true);
        expect(remedy).toMatch(/\.$/);
      }
    }
  });
});

it('what LM Studio lacks of a template of Gemma is the test that people report', () => {
  const template = [...realTemplates.values()].find((text) => text.includes('is sequence'));
  const lacking = '{%- if argument is string -%}a{%- elif argument is sequence -%}b{%- endif -%}';
  for (const text of [lacking, ...(template === undefined ? [] : [template])])
    expect(faultsOf('lm-studio', text)).toContain('unknown-test sequence');
});
