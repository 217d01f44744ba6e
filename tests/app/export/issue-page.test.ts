import { loadProjects } from '../../../src/core/index.ts';
import { describe, expect, test } from 'vitest';
import { ISSUE_PAGE_LIMIT, issuePage, type IssuePage } from '../../../src/app/export/issue-page.ts';
import { markdownExport } from '../../../src/app/export/markdown.ts';
import { issueReportExport } from '../../../src/app/export/issue-report.ts';
import { trackerOf } from '../../../src/app/export/trackers.ts';
import { engineSubject, fence, hostile, subjectOf, valve } from './subject.ts';

/** What GitHub reads from the address. */
function filled({ href }: IssuePage): { readonly page: string; readonly title: string; readonly body: string } {
  const url = new URL(href);
  expect([...url.searchParams.keys()]).toEqual(['title', 'body']);
  return {
    page: url.origin + url.pathname,
    title: url.searchParams.get('title') ?? '',
    body: url.searchParams.get('body') ?? '',
  };
}

test.each([
  ['vllm:hermes', 'vllm', 'vllm-project/vllm'],
  ['vllm:hermes@2026-05', 'vllm', 'vllm-project/vllm'],
  ['sglang:qwen25', 'sglang', 'sgl-project/sglang'],
  ['llamacpp:auto', 'llamacpp', 'ggml-org/llama.cpp'],
  ['ollama:qwen3', 'ollama', 'ollama/ollama'],
  ['ai-sdk:hermes', 'ai-sdk', 'minpeter/ai-sdk-tool-call-middleware'],
  ['langchain:AIMessage', 'langchain', 'langchain-ai/langchainjs'],
  ['openai:parse', 'langchain', 'openai/openai-node'],
  ['ai:generateText', 'langchain', 'vercel/ai'],
  ['webllm:hermes-functions', 'webllm', 'mlc-ai/web-llm'],
  ['exathena', 'exathena', 'udin-io/ex_athena'],
  ['chatcli', 'chatcli', 'diillson/chatcli'],
  ['auto', 'own', null],
  ['format:hermes', 'own', null],
  ['custom', 'own', null],
  ['constructor', '__proto__', null],
])('%s is reported to %s', (id, project, tracker) => {
  expect(trackerOf({ id, project })).toBe(tracker);
});

test('every engine has a tracker, and what is ours has none', async () => {
  const projects = await loadProjects();
  for (const { id, runtimes } of projects) {
    for (const runtime of runtimes) expect(trackerOf(runtime) === null, runtime.id).toBe(id === 'own');
  }
});

test('a report that fits is filled in whole', async () => {
  const text = '[{"name": "get_weather", "arguments": {"city": "Malmö"}}]';
  const subject = await engineSubject({ profile: 'webllm:hermes-functions', text, expected: [] });
  const page = issuePage(subject)!;
  const { page: address, title, body } = filled(page);
  expect(address).toBe('https://github.com/mlc-ai/web-llm/issues/new');
  expect(title).toBe(`${subject.extraction!.runtime.label}: expected no call, got get_weather`);
  expect(body).toBe(issueReportExport.write(subject));
  expect(body).toContain('- Read: as a whole reply');
  expect([page.leftOut, page.shortened]).toEqual([[], []]);
});

test.each([issueReportExport, markdownExport])('$label of a long reply fits into an issue', async (kind) => {
  const text = `${'A long 😀 answer. '.repeat(12_000)}\n<tool_call>{"name": "f"}</tool_call>`;
  const body = kind.write(await engineSubject({ profile: 'vllm:hermes', text }))!;
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body.length).toBeGreaterThan(60_000);
  expect(body).toMatch(/\n… [\d,]+ more characters …\n/);
  expect(encodeURIComponent(body)).not.toBe('');
  expect(body.match(/^`{3}/gm)!.length % 2).toBe(0);
});

describe('a report that is too long', () => {
  const link = `https://callscope.example/#1.abcdef.${'aB3_'.repeat(250)}`;
  const long = `${'Žluťoučký "kůň" `x`\n'.repeat(400)}${valve}`;
  const tools = JSON.stringify(Array.from({ length: 60 }, (_, index) => ({ name: `tool_${String(index)}` })));

  test.each([
    ['reply', { text: long }],
    ['reply and tools', { text: long, tools, note: 'n'.repeat(3000) }],
    ['tools', { text: valve, tools: tools.repeat(4) }],
    ['calls', { text: `${valve}\n`.repeat(300) }],
    ['expected calls', { text: valve, expected: [{ name: 'f', argumentsText: JSON.stringify('x'.repeat(9000)) }] }],
    ['everything', { text: hostile.repeat(200), native: long, tools: long, note: long }],
  ])('because of its %s fits, keeps the link, and says what is missing', (_, fields) => {
    const subject = subjectOf(fields, link);
    const page = issuePage(subject)!;
    expect(page.href.length).toBeLessThanOrEqual(ISSUE_PAGE_LIMIT);
    expect(page.href.length).toBeGreaterThan(ISSUE_PAGE_LIMIT * 0.75);
    const { body } = filled(page);
    expect(body).toContain(`](${link})`);
    expect(body).toContain('### Emulated by Callscope');
    expect(page.leftOut.length + page.shortened.length).toBeGreaterThan(0);
    for (const title of page.leftOut) expect(body).toMatch(new RegExp(`Left out, .*${title}`));
    for (const title of page.shortened) {
      expect(body).toContain(`### ${title}\n\n\``);
      expect(body).toMatch(new RegExp(`Shortened: .*${title}`));
    }
    expect(body).toMatch(page.shortened.length > 0 ? /\n… [\d,]+ more characters …\n/ : /Left out/);
  });

  test('keeps beginning and end, and counts what is between', () => {
    const text = `BEGIN${'-'.repeat(20_000)}END`;
    const { body } = filled(issuePage(subjectOf({ text }, link))!);
    const [, head = '', missing = '', tail = ''] = /(BEGIN-+)\n… ([\d,]+) more characters …\n(-+END)/.exec(body)!;
    expect(head.length + Number(missing.replace(',', '')) + tail.length).toBe(text.length);
    expect(head.length).toBeGreaterThan(tail.length);
  });

  test('no run of backticks closes a fence', () => {
    const { body } = filled(issuePage(subjectOf({ text: '`'.repeat(50).concat('\nx ').repeat(300) }, link))!);
    expect(body).toMatch(new RegExp(`\n\n\`{51}text\n\`{50}\nx`));
  });

  test('cuts no pair, and replaces what no address can hold', () => {
    const { body } = filled(issuePage(subjectOf({ text: `\0\ud800${'😀'.repeat(5000)}` }, link))!);
    expect(body).toContain('\uFFFD\uFFFD😀');
    expect(body).not.toMatch(/\p{Surrogate}/u);
  });
});

test('a link that no address can hold is left out, which is said', () => {
  const subject = subjectOf({ text: valve }, `https://callscope.example/#1.a.${'b'.repeat(9000)}`);
  const page = issuePage(subject)!;
  expect(page.leftOut).toEqual(['Link']);
  expect(page.href.length).toBeLessThanOrEqual(ISSUE_PAGE_LIMIT);
});

test('an endless name leaves room for the link', () => {
  const subject = subjectOf({ text: fence(`{"name": "${'x'.repeat(20_000)}", "arguments": {}}`) });
  const page = issuePage(subject)!;
  expect(page.href.length).toBeLessThanOrEqual(ISSUE_PAGE_LIMIT);
  expect(filled(page).body).toContain(`](${subject.link})`);
  expect(filled(page).title).toMatch(/^ExAthena .{100,111}…$/);
});

test('there is no page without an answer and without a tracker', () => {
  expect(issuePage({ ...subjectOf({ text: valve }), extraction: null })).toBeNull();
  expect(issuePage(subjectOf({ text: valve, profile: 'auto' }))).toBeNull();
});
