import { describe, expect, it } from 'vitest';
import type { JsonPath, Rendering, Span } from '../../../../../src/core/index.ts';
import { render } from '../../../../../src/core/jinja/render.ts';
import {
  linkedToPrompt,
  linkedToTemplate,
  linkedToValue,
  nothingLinked,
  pathKey,
  pathText,
  printedPaths,
} from '../../../../../src/app/views/prompt/template/linking.ts';

const template =
  '{% for m in messages %}<{{ m.role }}>{{ m.content | trim }}{% endfor %}{{ tools | tojson }}{{ 1 + 1 }}';
const messages = [
  { role: 'user', content: ' Is it safe?' },
  { role: 'assistant', content: 'Yes.' },
];
const rendering: Rendering = render(template, { messages, tools: [{ name: 'read' }] });
const { prompt } = rendering;

const inTemplate = (spans: readonly Span[]): string[] => spans.map(({ from, to }) => template.slice(from, to));
const inPrompt = (spans: readonly Span[]): string[] => spans.map(({ from, to }) => prompt.slice(from, to));

describe('a character of the prompt', () => {
  it('is linked to the value that it came from, and to what printed it', () => {
    const linked = linkedToPrompt(rendering, prompt.indexOf('safe'));
    expect(inPrompt(linked.prompt)).toEqual(['Is it safe?']);
    expect(inTemplate(linked.template)).toEqual(['m.content | trim']);
    // The space before it was trimmed.
    expect(linked.values).toEqual([{ path: ['messages', 0, 'content'], from: 1, to: 12 }]);
    expect(linked.piece?.origin.kind).toBe('value');
  });

  it('is linked to the text of the template, or to what computed it', () => {
    expect(inTemplate(linkedToPrompt(rendering, 0).template)).toEqual(['<']);
    const computed = linkedToPrompt(rendering, prompt.length - 1);
    expect(inTemplate(computed.template)).toEqual(['1 + 1']);
    expect(computed.values).toEqual([]);
  });

  it('of a list is linked to all of the list', () => {
    const linked = linkedToPrompt(rendering, prompt.indexOf('['));
    expect(linked.values[0]).toMatchObject({ path: ['tools'], from: 0, to: 0 });
  });

  it.each([-1, prompt.length, 9999])('at %i is none', (offset) => {
    expect(linkedToPrompt(rendering, offset)).toEqual(nothingLinked);
  });
});

describe('a character of the template', () => {
  it('is linked to all that it wrote, in every turn of a loop', () => {
    const linked = linkedToTemplate(rendering, template.indexOf('m.role'));
    expect(inPrompt(linked.prompt)).toEqual(['user', 'assistant']);
    expect(linked.values.map(({ path }) => pathText(path))).toEqual(['messages[0].role', 'messages[1].role']);
    expect(linked.piece).toBeNull();
  });

  it('is linked to the innermost part that wrote something', () => {
    expect(inTemplate(linkedToTemplate(rendering, template.indexOf('tojson')).template)).toEqual(['tools | tojson']);
    expect(inPrompt(linkedToTemplate(rendering, template.indexOf('<')).prompt)).toEqual(['<', '<']);
  });

  it('that writes nothing is linked to nothing', () => {
    expect(linkedToTemplate(rendering, template.indexOf('for'))).toEqual(nothingLinked);
    expect(linkedToTemplate(rendering, 9999)).toEqual(nothingLinked);
  });
});

describe('a value', () => {
  it('is linked to every place where it or a part of it is printed', () => {
    expect(inPrompt(linkedToValue(rendering, ['messages', 1]).prompt)).toEqual(['assistant', 'Yes.']);
    expect(inPrompt(linkedToValue(rendering, ['messages', 1, 'content']).prompt)).toEqual(['Yes.']);
    expect(inTemplate(linkedToValue(rendering, ['messages']).template)).toEqual(['m.role', 'm.content | trim']);
  });

  it('is linked by one of its characters only where that is printed', () => {
    const path: JsonPath = ['messages', 0, 'content'];
    expect(inPrompt(linkedToValue(rendering, path, 3).prompt)).toEqual(['Is it safe?']);
    expect(linkedToValue(rendering, path, 0).prompt).toEqual([]);
  });

  it('that is never printed is linked to itself alone', () => {
    expect(linkedToValue(rendering, ['bos_token'])).toEqual({
      ...nothingLinked,
      values: [{ path: ['bos_token'], from: 0, to: 0 }],
    });
  });
});

describe('what is printed', () => {
  it('has all that it is a part of', () => {
    const printed = printedPaths(rendering.pieces);
    expect(printed.has(pathKey(['messages']))).toBe(true);
    expect(printed.has(pathKey(['messages', 0, 'role']))).toBe(true);
    expect(printed.has(pathKey(['tools', 0, 'name']))).toBe(true);
    expect(printed.has(pathKey(['documents']))).toBe(false);
  });

  it.each<[JsonPath, string]>([
    [['messages', 0, 'content'], 'messages[0].content'],
    [['tools', 1, 'a-b'], 'tools[1]["a-b"]'],
    [['x', '__proto__'], 'x.__proto__'],
  ])('%j is written %s', (path, text) => {
    expect(pathText(path)).toBe(text);
  });
});
