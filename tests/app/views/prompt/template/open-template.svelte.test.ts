import { describe, expect, it, vi } from 'vitest';
import { Page } from '../../../../../src/app/page/page.svelte.ts';
import {
  OpenedFile,
  openPastedTemplate,
  openTemplateFile,
  openTemplateText,
  showTemplate,
  type TemplateFile,
} from '../../../../../src/app/views/prompt/template/open-template.svelte.ts';
import { ggufOf, text as ggufText, texts, uint32 } from '../../../../core/templates/sources/write-gguf.ts';

const now = new Date(2026, 10, 23, 9, 5);
const template = '{% for m in messages %}{{ m.content }}{% endfor %}';

function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): TemplateFile {
  return Object.assign(new Blob([content]), { name });
}

const open = (page: Page, name: string, content: string | Uint8Array<ArrayBuffer>, isWanted = true) =>
  openTemplateFile(page, fileOf(name, content), isWanted, now);

describe('a file with a template', () => {
  it('is shown with its variables, the date and its name', async () => {
    const page = new Page();
    const config = JSON.stringify({ bos_token: '<s>', chat_template: template });
    expect(await open(page, 'tokenizer_config.json', config)).toBe(true);
    expect(page.session.fields).toMatchObject({
      view: 'prompt',
      template: { text: template, name: 'tokenizer_config.json', date: '2026-11-23 09:05', inFront: true },
    });
    expect(JSON.parse(page.session.fields.template?.variables ?? '')).toEqual({ bos_token: '<s>' });
  });

  it('with several keeps the others, and takes the one for tools where tools are declared', async () => {
    const config = JSON.stringify({
      chat_template: [
        { name: 'default', template: 'a' },
        { name: 'tool_use', template: 'b' },
      ],
    });
    const [without, having] = [new Page(), new Page()];
    having.session.set({ tools: '[{"name": "read"}]' });
    await open(without, 'tokenizer_config.json', config);
    await open(having, 'tokenizer_config.json', config);
    expect([without, having].map(({ session }) => session.fields.template?.text)).toEqual(['a', 'b']);
    expect(without.of(OpenedFile).source?.templates.map(({ name }) => name)).toEqual(['default', 'tool_use']);
  });

  it('of a model is read as far as its header goes', async () => {
    const header = ggufOf([
      ['tokenizer.ggml.tokens', texts(Array.from({ length: 90_000 }, (_, index) => `a long token ${String(index)}`))],
      ['tokenizer.ggml.eos_token_id', uint32(3)],
      ['tokenizer.chat_template', ggufText(template)],
    ]);
    const page = new Page();
    expect(await open(page, 'model.gguf', header)).toBe(true);
    expect(page.session.fields.template).toMatchObject({ text: template, name: 'model.gguf' });
    expect(page.session.fields.template?.variables).toContain('a long token 3');
  });

  it.each([
    ['chat_template.json', '{"chat_template": '],
    ['a.jinja', 'a\0b'],
    ['model.gguf', ggufOf([['general.name', ggufText('none')]])],
  ])('%s that has none is refused with a reason, and what was open stays', async (name, content) => {
    const page = new Page();
    await openTemplateText(page, template, now);
    expect(await open(page, name, content)).toBe(true);
    expect(page.session.fields.template?.text).toBe(template);
    expect(page.session.notices.some(({ text }) => text.includes(`“${name}” was not opened.`))).toBe(true);
  });

  it('of another kind is left to others, where it was not chosen as one', async () => {
    const page = new Page();
    expect(await open(page, 'reply.txt', 'The oil pressure is fine.', false)).toBe(false);
    expect(page.session.fields.template).toBeNull();
  });

  it('that cannot be read says so where it was chosen', async () => {
    const page = new Page();
    const gone: TemplateFile = {
      name: 'gone.jinja',
      size: 10,
      text: () => Promise.reject(new Error('gone')),
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
    };
    expect(await openTemplateFile(page, gone, false, now)).toBe(false);
    expect(page.session.notices).toEqual([]);
    expect(await openTemplateFile(page, gone, true, now)).toBe(true);
    expect(page.session.notices.some(({ text }) => text.includes('could not read it'))).toBe(true);
  });
});

describe('another template', () => {
  it('keeps how the one before was rendered, and can be taken back', () => {
    const page = new Page();
    const { session } = page;
    showTemplate(page, { text: 'a', name: '', variables: '' }, now);
    expect(session.notices).toEqual([]);
    const before = session.fields.template!;
    session.set({ template: { ...before, shown: 'calls', thinking: 'on', step: 3 } });
    showTemplate(page, { text: 'b', name: 'b', variables: '{}' }, now);
    expect(session.fields.template).toMatchObject({ text: 'b', shown: 'calls', thinking: 'on', step: null });
    const [notice] = session.notices;
    expect(notice?.text).toBe('The template was replaced.');
    notice?.action?.run();
    expect(session.fields.template).toMatchObject({ text: 'a', shown: 'calls', step: 3 });
  });
});

describe('a text that is pasted outside of the prompt', () => {
  it('is opened where it is a template, and may be read as a reply all the same', async () => {
    const page = new Page();
    const asReply = vi.fn();
    expect(await openPastedTemplate(page, template, asReply, now)).toBe(true);
    expect(page.session.fields).toMatchObject({ view: 'prompt', text: '', template: { text: template } });
    const notice = page.session.notices.find(({ kind }) => kind === 'recognised');
    expect(notice?.text).toContain('a chat template');
    notice?.action?.run();
    expect(page.session.fields).toMatchObject({ view: 'reply', template: null });
    expect(asReply).toHaveBeenCalledOnce();
  });

  it('is left to others where it only quotes one', async () => {
    const page = new Page();
    expect(await openPastedTemplate(page, `Write this:\n${template}`, vi.fn(), now)).toBe(false);
    expect(page.session.fields).toMatchObject({ view: 'reply', template: null });
  });
});
