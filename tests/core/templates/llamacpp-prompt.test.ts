import { describe, expect, it } from 'vitest';
import { llamacppPrompt, type LlamacppModel } from '../../../src/core/templates/llamacpp-prompt.ts';

// What llama.cpp made of these is what wllama 3.8.1 said with `verbose`, run with the demo model under these templates.

const model: LlamacppModel = { template: '', bos: '<s>', eos: '</s>', addsBos: null };
const asked = { system: '', user: 'Is it safe?', tools: null };
const now = { year: 2026, month: 11, day: 23, hour: 9, minute: 5 };
const told = (template: string, of: Partial<LlamacppModel> = {}, chat: Partial<typeof asked> = {}) =>
  llamacppPrompt({ ...model, ...of, template }, { ...asked, ...chat }, now);

describe('the prompt that llama.cpp makes', () => {
  it('has the system prompt where there is one, and the question', () => {
    const template = '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}';
    expect(told(template).prompt).toBe('<user>Is it safe?');
    expect(told(template, {}, { system: '  a ' }).prompt).toBe('<system>  a <user>Is it safe?');
  });

  it('passes the tokens, the flags and the date, and neither tools nor documents where there are none', () => {
    const names = ['bos_token', 'eos_token', 'add_generation_prompt', 'enable_thinking', 'date_string', 'datetime'];
    const absent = ['tools', 'documents', 'unk_token', 'pad_token', 'json_schema', 'reasoning_effort'];
    const template = [...names, ...absent]
      .map((name) => `{% if ${name} is defined %}${name}={{ ${name} }};{% endif %}`)
      .join('');
    expect(told(template).prompt).toBe(
      'bos_token=<s>;eos_token=</s>;add_generation_prompt=True;enable_thinking=True;date_string=23 Nov 2026;' +
        'datetime=Nov 23 2026;',
    );
    expect(told('{% if tools is not none %}T{% endif %}{% if tools %}t{% endif %}').prompt).toBe('T');
    expect(told('{{ strftime_now("%Y-%m-%d") }}').prompt).toBe('2026-11-23');
  });

  it('passes tools as they are', () => {
    const tools = [{ type: 'function', function: { name: 'read_gauge', description: 'Read one.', parameters: {} } }];
    const template = '{% if tools is defined %}{{ tools | tojson }}{% endif %}';
    expect(llamacppPrompt({ ...model, template }, { ...asked, tools }, now).prompt).toBe(
      '[{"type": "function", "function": {"name": "read_gauge", "description": "Read one.", "parameters": {}}}]',
    );
  });

  it.each([
    ['{{ bos_token }}a', true, '<s>a', false],
    ['{{ bos_token }}{{ bos_token }}a', true, '<s><s>a', false],
    ['a', true, '<s>a', false],
    ['{{ bos_token }}a', false, '<s>a', false],
    ['a', false, 'a', false],
    ['{{ bos_token }}a', null, '<s>a', false],
    ['a', null, 'a', true],
  ] as const)(
    'of %j with the token at the beginning %j begins once with it: %j',
    (template, addsBos, prompt, unsure) => {
      const answer = told(template, { addsBos });
      expect(answer.prompt).toBe(prompt);
      expect(answer.unsure.includes('bos')).toBe(unsure);
    },
  );

  it('of a file without such a token is what the template writes', () => {
    expect(told('a', { bos: '', addsBos: null })).toMatchObject({ prompt: 'a', unsure: [] });
  });

  it('is unsure where the template asks for thinking, because llama.cpp decides by what it finds in the template', () => {
    const template = 'a{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>{% endif %}';
    expect(told(template, { addsBos: false })).toMatchObject({ prompt: 'a', unsure: ['thinking'] });
    expect(told('{{ enable_thinking is defined }}', { addsBos: false }).unsure).toEqual([]);
  });

  it('is ChatML where the file has no template', () => {
    expect(llamacppPrompt({ ...model, template: null, addsBos: false }, { ...asked, system: 'You are.' }, now)).toEqual(
      {
        prompt:
          '<|im_start|>system\nYou are.<|im_end|>\n<|im_start|>user\nIs it safe?<|im_end|>\n<|im_start|>assistant\n',
        failure: null,
        unsure: [],
      },
    );
  });

  it('is not there where the template fails, and the failure is', () => {
    const { prompt, failure } = told('a{{ raise_exception("No.") }}');
    expect(prompt).toBe('');
    expect(failure).toMatchObject({ kind: 'raised', message: 'No.' });
    expect(told('{% if %}').failure?.kind).toBe('syntax');
  });
});
