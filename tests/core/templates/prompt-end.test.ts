import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { promptEnd } from '../../../src/core/templates/faults/prompt-end.ts';
import { render } from '../../../src/core/jinja/render.ts';
import { promptEndText, thinkingBeganInPrompt } from '../../../src/app/views/prompt/template/prompt-end-words.ts';

const turns = '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}';
const messages = [{ role: 'user', content: 'Think in <think> tags. Is it safe?' }];
const endOf = (generation: string) => promptEnd(render(`${turns}<|assistant|>${generation}`, { messages }));

describe('what a prompt already opens', () => {
  it.each([
    ['<think>\n', { open: '<think>', close: '</think>', inside: 'thinking' }],
    ['[THINK]', { open: '[THINK]', close: '[/THINK]', inside: 'thinking' }],
    ['<|channel|>analysis<|message|>', { open: '<|channel|>', close: '<|end|>', inside: 'channel' }],
    ['<tool_call>\n', { open: '<tool_call>', close: '</tool_call>', inside: 'call' }],
  ])('%j', (generation, expected) => {
    expect(endOf(generation)).toEqual(expected);
  });

  it.each([
    '',
    '<think>\n\n</think>\n\n',
    '</think>',
    // Only what the prompt ends with is certain: this explains the markers.
    'Write <think> before you answer.',
    'Calls begin with <tool_call> and a name.\n',
  ])('nothing with %j', (generation) => {
    expect(endOf(generation)).toBeNull();
  });

  it('nothing that a message says', () => {
    expect(promptEnd(render(turns, { messages: [{ role: 'user', content: 'a <think>' }] }))).toBeNull();
  });
});

describe('what the page says of it beside the reply', () => {
  const thinking = { open: '<think>', close: '</think>', inside: 'thinking' } as const;

  it('the reply begins inside', () => {
    expect(promptEndText(thinking, 'Let me see.', false)).toBe(
      'The prompt already ends with `<think>`: the reply begins inside the thinking.',
    );
    expect(promptEndText({ open: '<tool_call>', close: '</tool_call>', inside: 'call' }, '{"name"', false)).toBe(
      'The prompt already ends with `<tool_call>`: the reply begins inside a call.',
    );
  });

  it('and where it ends', () => {
    const text =
      'The prompt already ends with `<think>`: the reply begins inside the thinking, and its `</think>` ends it.';
    expect(promptEndText(thinking, 'Let me see.</think>Yes.', true)).toBe(text);
    expect(promptEndText(thinking, 'Let me see.</think>Yes.', false)).toBe(text);
  });

  it('or that the reply opens it a second time', () => {
    expect(promptEndText(thinking, '<think>Let me see.</think>Yes.', false)).toBe(
      'The prompt already ends with `<think>`, and the reply opens it again.',
    );
  });

  it('a reply that closes what nobody opened has another template, or lost its beginning', () => {
    expect(promptEndText(null, 'Let me see.</think>Yes.', true)).toBe(
      'The reply closes thinking, and the prompt of this template does not open any.',
    );
    expect(promptEndText(null, 'Yes.', false)).toBe('');
  });
});

describe('thinking that began in the prompt', () => {
  it.each([
    ['Let me see.</think>Yes.', true],
    ['\nLet me see.\n</think>\n\nYes.', true],
    ['Let me see.</think><tool_call>{"name": "a", "arguments": {}}</tool_call>', true],
    ['<think>Let me see.</think>Yes.', false],
    ['<think>Let me see.', false],
    ['Yes.', false],
    ['', false],
  ])('%j: %j', (text, began) => {
    expect(thinkingBeganInPrompt(extract({ text }, { runtime: 'auto' }))).toBe(began);
  });
});
