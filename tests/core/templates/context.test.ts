import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/core/index.ts';
import {
  conversationOf,
  parseTemplate,
  prepareContext,
  render,
  unrunParts,
} from '../../../src/core/templates/index.ts';
import { plainSettings } from './plain-settings.ts';

function promptOf(template: string, change: Partial<Parameters<typeof prepareContext>[0]>): string {
  const { context, options } = prepareContext({ ...plainSettings, ...change }, conversationOf('call'));
  return render(template, context, options).prompt;
}

describe('what a template is passed', () => {
  it('follows the switches', () => {
    const template =
      "{{ tools is none }} {{ enable_thinking is defined }} {{ enable_thinking if enable_thinking is defined }} {{ add_generation_prompt }} {{ strftime_now('%Y-%m-%d %H:%M') }}";
    expect(promptOf(template, {})).toBe('False False  True 2000-01-01 00:00');
    expect(promptOf(template, { tools: false, thinking: 'off', generation: false, date: '2026-11-23 09:05' })).toBe(
      'True True False False 2026-11-23 09:05',
    );
    expect(promptOf(template, { date: '2026-13-01' })).toContain('2000-01-01');
  });

  it('has arguments as objects or as JSON text', () => {
    const template = '{{ messages[2].tool_calls[0].function.arguments is string }}';
    expect(promptOf(template, {})).toBe('False');
    expect(promptOf(template, { textArguments: true })).toBe('True');
  });

  it('has variables and documents as typed, and they count more than a switch', () => {
    const template = '{{ x }} {{ __proto__ }} {{ add_generation_prompt }} {{ documents[0].title }}';
    const variables = '{"x": 1, "__proto__": "p", "add_generation_prompt": "mine"}';
    expect(promptOf(template, { variables, documents: '[{"title": "Tides"}]' })).toBe('1 p mine Tides');
  });

  it('has numbers as typed: a float without a fraction, and an int that no double holds', () => {
    const template = '{{ x }} {{ y }} {{ z.w | tojson }} {{ documents[0].score }} {{ n }}';
    const variables = '{"x": 1.0, "y": 12345678901234567890, "z": {"w": [2.50, 7]}, "n": 3}';
    expect(promptOf(template, { variables, documents: '[{"score": 2.0}]' })).toBe(
      '1.0 12345678901234567890 [2.5, 7] 2.0 3',
    );
    // The last of two counts, and a variable more than the documents.
    expect(
      promptOf('{{ x }} {{ documents }}', { variables: '{"x": 1, "x": 2.0, "documents": 4}', documents: '[]' }),
    ).toBe('2.0 4');
  });

  it('says which text is no JSON, and where, and goes on without it', () => {
    const { problems, context } = prepareContext(
      { ...plainSettings, variables: '{"a": }', documents: '[' },
      conversationOf('plain'),
    );
    expect(problems.map(({ field }) => field)).toEqual(['variables', 'documents']);
    expect(problems[0]?.message).toMatch(/line 1, column 7/);
    expect(context.documents).toBeNull();
    const list = prepareContext({ ...plainSettings, variables: '[1]' }, conversationOf('plain'));
    expect(list.problems).toEqual([{ field: 'variables', message: 'is not a JSON object.' }]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (variables, documents, date) => {
        prepareContext({ ...plainSettings, variables, documents, date, textArguments: true }, conversationOf('calls'));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const messages = [{ role: 'assistant', tool_calls: value as JsonValue }];
        prepareContext({ ...plainSettings, textArguments: true }, { messages, tools: null });
      }),
    );
  });
});

describe('the parts of a template that were not reached', () => {
  function unrunOf(text: string, kind: 'plain' | 'tools'): string[] {
    const parsing = parseTemplate(text);
    if (!parsing.ok) throw new Error(parsing.failure.message);
    const { context, options } = prepareContext(plainSettings, conversationOf(kind));
    const rendering = render(parsing.template, context, options);
    return unrunParts(parsing.template, rendering).map(({ from, to }) => text.slice(from, to));
  }

  it('are the texts and printed expressions of branches that were not taken, and of loops without turns', () => {
    const text =
      'a{% if tools %}b{{ tools[0].type }}{% else %}c{% endif %}{% for x in [] %}{{ x }}{% else %}d{% endfor %}{% macro m() %}e{% endmacro %}';
    expect(unrunOf(text, 'tools')).toEqual(['c', '{{ x }}', 'e']);
    expect(unrunOf(text, 'plain')).toEqual(['b', '{{ tools[0].type }}', '{{ x }}', 'e']);
  });

  it('have places in the text as written, whatever its line ends', () => {
    expect(unrunOf('a\r\n{% if tools %}\r\nb {{ tools }}\r\n{% endif %}\r\nc', 'plain').join('|')).toContain(
      '{{ tools }}',
    );
  });
});
