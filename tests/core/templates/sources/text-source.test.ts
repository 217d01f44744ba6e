import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { realTemplates } from '../real-templates.ts';
import {
  goTemplateText,
  isPastedTemplate,
  isTemplateFile,
  readTextSource,
  sourceProblemText,
  usualTemplate,
} from '../../../../src/core/templates/sources/index.ts';

function saidOf(content: string, name: string | null = null): string {
  const reading = readTextSource(content, name);
  return reading.ok ? 'read' : sourceProblemText(reading.problem);
}

describe('a text with a chat template', () => {
  it('is a template as it is', () => {
    const text = "{%- if tools %}{{ tools | tojson }}{% endif %}{{ messages[0]['content'] }}";
    expect(readTextSource(text, 'chat_template.jinja')).toEqual({
      ok: true,
      source: { kind: 'jinja', templates: [{ name: 'default', text }], variables: {}, goCall: null },
    });
  });

  it('a template may begin with a brace, or print one', () => {
    for (const text of ['{{ bos_token }}', '{% set x = 1 %}', '{# note #}', '{"a": 1}{{ bos_token }}']) {
      expect(readTextSource(text, 'x.jinja').ok).toBe(true);
    }
    expect(readTextSource('{{ bos_token }}').ok).toBe(true);
  });

  it('is in tokenizer_config.json, with the special tokens as variables', () => {
    const config = JSON.stringify({
      bos_token: '<s>',
      eos_token: { __type: 'AddedToken', content: '</s>' },
      pad_token: null,
      additional_special_tokens: ['<|a|>', { content: '<|b|>' }, 3],
      chat_template: '{{ bos_token }}',
    });
    const reading = readTextSource(config, 'tokenizer_config.json');
    expect(reading.ok && reading.source).toEqual({
      kind: 'json',
      templates: [{ name: 'default', text: '{{ bos_token }}' }],
      variables: { bos_token: '<s>', eos_token: '</s>', additional_special_tokens: ['<|a|>', '<|b|>'] },
      goCall: null,
    });
  });

  it('may be one of several with names; with tools `tool_use` is the usual one', () => {
    const reading = readTextSource(
      JSON.stringify({
        chat_template: [
          { name: 'default', template: 'a' },
          { name: 'tool_use', template: 'b' },
        ],
      }),
    );
    const templates = reading.ok ? reading.source.templates : [];
    expect(templates.map(({ name }) => name)).toEqual(['default', 'tool_use']);
    expect(usualTemplate(templates, true)?.text).toBe('b');
    expect(usualTemplate(templates, false)?.text).toBe('a');
  });

  it('that has none says what is missing and where to look', () => {
    expect(saidOf('{"model_max_length": 5}', 'tokenizer_config.json')).toContain('`chat_template.jinja`');
    expect(saidOf('{"chat_template": 5}')).toContain('`chat_template` is not text');
    expect(saidOf('{"chat_template": [{"name": "default", "template": "a"}, 3]}')).toContain('`chat_template[1]`');
    expect(saidOf('{"chat_template": "a",}', 'tokenizer_config.json')).toMatch(/line 1, column 23/);
    expect(saidOf(' ')).toBe('It is empty.');
    expect(saidOf('ab\0c')).toContain('character 2');
    expect(saidOf('x'.repeat(1_000_001))).toContain('1,000,001 characters');
    expect(saidOf('['.repeat(100_000), 'tokenizer_config.json')).toContain('not valid JSON');
  });

  it('with `__proto__` as a key is data', () => {
    const reading = readTextSource(
      '{"__proto__": {"chat_template": "x"}, "bos_token": "<s>"}',
      'tokenizer_config.json',
    );
    expect(reading.ok).toBe(false);
    expect(readTextSource('{"chat_template": "x", "bos_token": {"__proto__": {"content": "y"}}}').ok).toBe(true);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void readTextSource(text)));
    fc.assert(
      fc.property(fc.json(), (json) => {
        readTextSource(json, 'tokenizer_config.json');
        readTextSource(`{"chat_template": ${json}}`);
      }),
    );
  });
});

const qwenModelfile = `FROM ./model.gguf
TEMPLATE """{{- if .System }}<|im_start|>system
{{ .System }}<|im_end|>
{{ end }}{{- range $i, $_ := .Messages }}
{{- if eq .Role "user" }}{{ .Content }}
{{- else if .ToolCalls }}<tool_call>
{{ range .ToolCalls }}{"name": "{{ .Function.Name }}", "arguments": {{ .Function.Arguments }}}{{ end }}
</tool_call>{{ end }}
{{- end }}"""
PARAMETER stop "<|im_end|>"`;

describe('a template of Ollama', () => {
  it('is said to be Go, with the tag of its calls', () => {
    const reading = readTextSource(qwenModelfile, 'Modelfile');
    expect(reading.ok && reading.source.kind).toBe('go');
    const call = reading.ok ? reading.source.goCall : null;
    expect(call?.tag).toBe('<tool_call>');
    expect(call?.text.startsWith('{{ range .ToolCalls }}')).toBe(true);
    expect(call?.text.endsWith('{{ end }}')).toBe(true);
    expect(goTemplateText(call)).toContain('`<tool_call>`');
  });

  it('has a tag in its loop, before it, or none', () => {
    const tagOf = (text: string): string | undefined => {
      const reading = readTextSource(text);
      return reading.ok ? reading.source.goCall?.tag : undefined;
    };
    const print = '{"name": "{{ .Function.Name }}"}';
    expect(tagOf(`{{- if .ToolCalls }}[TOOL_CALLS] [{{ range .ToolCalls }}${print}{{ end }}]{{ end }}`)).toBe(
      '[TOOL_CALLS]',
    );
    expect(tagOf(`{{ range .ToolCalls }}<tool>${print}</tool>{{ end }}`)).toBe('<tool>');
    expect(tagOf(`{{ if .Tools }}x{{ end }}{{ range .ToolCalls }}${print}{{ end }}`)).toBe('');
    expect(tagOf('{{ .System }} {{ .Prompt }}')).toBeUndefined();
  });

  it('is not what a Jinja template is', () => {
    const jinja = "{% for m in messages %}{{ m.content }}{{ '.Messages' }}{% endfor %}";
    expect(readTextSource(jinja)).toMatchObject({ ok: true, source: { kind: 'jinja' } });
  });
});

describe('a file that is dropped anywhere', () => {
  it('is a template by its name or by what it holds', () => {
    expect(isTemplateFile('chat_template.jinja', 'hi')).toBe(true);
    expect(isTemplateFile('qwen.j2', 'hi')).toBe(true);
    expect(isTemplateFile('tokenizer_config.json', '{}')).toBe(true);
    expect(isTemplateFile('config (1).json', '{"chat_template": "x"}')).toBe(true);
    expect(isTemplateFile('Modelfile', 'FROM x')).toBe(true);
    expect(isTemplateFile('saved.txt', qwenModelfile)).toBe(true);
  });

  it('is a reply otherwise', () => {
    expect(isTemplateFile('reply.txt', 'I would set {{ x }} in the template.')).toBe(false);
    expect(isTemplateFile('reply.json', '{"name": "save", "arguments": {"chat_template": "x"}}')).toBe(false);
    expect(isTemplateFile(null, '{"text": "FROM here"}')).toBe(false);
  });
});

describe('a text that is pasted', () => {
  const loop = '{%- for message in messages %}{{ message.content }}{%- endfor %}';

  it.each([
    ['from end to end', loop],
    ['with spaces around it', `\n${loop}\n\n`],
    ['after a marker', `[gMASK]<sop>${loop}<|assistant|>`],
    ['with a note first', `{# of a model #}\n{{ bos_token }}${loop}`],
    ['in JSON', JSON.stringify({ bos_token: '<s>', chat_template: loop })],
  ])('is a template %s', (_, text) => {
    expect(isPastedTemplate(text)).toBe(true);
  });

  it('is a template where it is one of a model', () => {
    const missed = [...realTemplates].filter(([, text]) => !isPastedTemplate(text)).map(([name]) => name);
    // It begins with the words of its system prompt.
    expect(missed).toEqual(['library/phi4-reasoning:14b']);
  });

  it.each([
    ['a reply that quotes a line of it', 'Change the first line:\n\n{%- for message in messages %}\n\nThen try again.'],
    ['a reply that begins with a line', `${loop}\n\nThis goes over all messages.`],
    ['a document with a template in a fence', `# The template\n\n\`\`\`jinja\n${loop}\n\`\`\``],
    [
      'a reply with a call',
      `<tool_call>\n{"name": "save", "arguments": {"text": ${JSON.stringify(loop)}}}\n</tool_call>`,
    ],
    ['a page that is no conversation', '{% for user in users %}{{ user.name }}{% endfor %}'],
    ['a request with a template', JSON.stringify({ messages: [], chat_template: loop })],
  ])('%s is none', (_, text) => {
    expect(isPastedTemplate(text)).toBe(false);
  });
});
