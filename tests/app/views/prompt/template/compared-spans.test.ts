import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from '../../../../../src/core/jinja/render.ts';
import { linesToCompare, onlyRunIn, partsOnlyIn } from '../../../../../src/app/views/prompt/template/compared-spans.ts';

/** What of the first prompt the second one lacks, as texts. */
const only = (prompt: string, other: string): string[] =>
  partsOnlyIn(prompt, other).map(({ from, to }) => prompt.slice(from, to));

describe('the parts of a prompt that another one lacks', () => {
  it('are whole lines where nothing of a line is shared', () => {
    expect(only('a\nb\nc\n', 'a\nc\n')).toEqual(['b']);
    expect(only('a\nb1\nb2\nc', 'a\nc')).toEqual(['b1\nb2']);
    expect(only('a\nc\n', 'a\nb\nc\n')).toEqual([]);
  });

  it('are the words that changed where a line changed', () => {
    expect(only('You are kind.\nYou have tools.\n', 'You are kind.\nYou have books.\n')).toEqual(['tools']);
    expect(only('one port, two', 'one pier, two')).toEqual(['port']);
    expect(only('system\nYou are kind. Use tools.', 'system\nYou are kind.')).toEqual([' Use tools.']);
  });

  it('begin at special tokens in prompts without line breaks', () => {
    const prompt = '<|user|>Hello<|end|><|tool|>12:40<|end|><|assistant|>';
    expect(only(prompt, '<|user|>Hello<|end|><|assistant|>')).toEqual(['<|tool|>12:40<|end|>']);
    expect(only('<s>[INST] a [/INST]', '<s>[AVAILABLE_TOOLS][][/AVAILABLE_TOOLS][INST] a [/INST]')).toEqual([]);
  });

  it('are nothing of equal prompts, and all of a prompt beside an empty one', () => {
    expect(only('a\n<|b|>c', 'a\n<|b|>c')).toEqual([]);
    expect(only('a\n<|b|>c', '')).toEqual(['a\n<|b|>c']);
    expect(only('', 'a')).toEqual([]);
  });

  it('are in order, inside of the prompt, and never empty; what is left is in the other prompt', () => {
    const prompts = fc
      .array(fc.constantFrom('<|a|>', '[INST]', 'x ', 'yy', '\n', '</s>', '𝄞'), { maxLength: 24 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(prompts, prompts, (prompt, other) => {
        let at = 0;
        let kept = '';
        for (const { from, to } of partsOnlyIn(prompt, other)) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeGreaterThan(from);
          kept += prompt.slice(at, from);
          at = to;
        }
        expect(at).toBeLessThanOrEqual(prompt.length);
        kept += prompt.slice(at);
        // Character for character, in the same order.
        let next = 0;
        for (const character of kept.replaceAll('\n', '')) {
          next = other.indexOf(character, next) + 1;
          expect(next).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('lines to compare', () => {
  it('begin at special tokens as well', () => {
    expect(linesToCompare('a<|b|>c\n<|d|></s>')).toBe('a\n<|b|>c\n<|d|>\n</s>');
  });
});

describe('the parts of a template that ran for one conversation only', () => {
  const template = '{% if tools %}Tools: {{ tools }}{% else %}None{% endif %}{{ messages[0] }}';
  const rendered = (tools: string[] | null) => render(template, { messages: ['m'], tools });

  it('are what wrote something here and nothing there', () => {
    const texts = (spans: readonly { from: number; to: number }[]): string[] =>
      spans.map(({ from, to }) => template.slice(from, to));
    expect(texts(onlyRunIn(rendered(['t']), rendered(null)))).toEqual(['Tools: ', 'tools']);
    expect(texts(onlyRunIn(rendered(null), rendered(['t'])))).toEqual(['None']);
  });
});
