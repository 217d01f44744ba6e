import { afterEach, beforeEach, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { emptyLoop } from '../../../../src/app/page/turns.ts';
import { Running } from '../../../../src/app/views/run/running.ts';
import type { WordedEvidence } from '../../../../src/app/worker/protocol.ts';

let page: Page;
let end: () => void;

beforeEach(() => {
  end = $effect.root(() => {
    page = new Page();
  });
});
afterEach(() => {
  end();
});

const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } }];
const request = { model: 'qwen2.5-7b', messages: [{ role: 'user', content: 'Weather in Oslo?' }], tools };

/** The page as it is after a paste: what it asks is in the loop, and what it proves is known. */
function pasted(body: object, asked: string): void {
  const content = JSON.stringify(body);
  page.session.set({ tools: JSON.stringify(tools) });
  page.session.setLoop({ ...emptyLoop, asked }, { raw: content });
  page.session.paste.forget(content);
  const evidence = evidenceOf({ content, name: null });
  const answer = { evidence, sentences: evidenceSentences(evidence), replies: [] } as unknown as WordedEvidence;
  page.results.setProved({ content, answer });
}

it('a pasted request is what runs next, until the reader says otherwise', () => {
  const { settings } = page.of(Running);
  expect([settings.model, settings.tools, settings.user]).toEqual([
    'default',
    'prompt',
    'Is the oil pressure all right?',
  ]);
  settings.user = 'Mine?';
  pasted(request, 'Weather in Oslo?');
  expect([settings.model, settings.tools, settings.user]).toEqual(['qwen2.5-7b', 'request', 'Weather in Oslo?']);
  settings.model = 'other';
  settings.tools = 'none';
  settings.user = '';
  expect([settings.model, settings.tools, settings.user]).toEqual(['other', 'none', '']);
  pasted({ ...request, model: 'third' }, 'And in Bergen?');
  expect([settings.model, settings.user]).toEqual(['third', 'And in Bergen?']);
});

it('where a source takes no native tools, they are told in words', () => {
  const { settings } = page.of(Running);
  pasted(request, 'Weather in Oslo?');
  expect(settings.plan.tools).toBe('prompt');
  settings.source = 'endpoint';
  expect(settings.plan.tools).toBe('request');
});
