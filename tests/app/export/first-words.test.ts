import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawnControls } from '../../../src/core/index.ts';
import { exportKinds } from '../../../src/app/export/index.ts';
import { issuePage } from '../../../src/app/export/issue-page.ts';
import type { Subject } from '../../../src/app/export/kind.ts';
import { sourceText, titlePrefix } from '../../../src/app/export/runtime-text.ts';
import { fixLines, mapSaid, provedComment, withoutQuotes } from '../../../src/app/export/said.ts';
import { firstWords, offeredEdit } from '../../../src/app/page/reading/first-words.ts';
import { pastedSubject } from './pasted.ts';

interface Case {
  readonly id: string;
  readonly content: string;
  readonly expected: { readonly did: string | null };
}

const cases = readFileSync(new URL('../../fixtures/evidence.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

/** So many of each are looked at. */
const LOOKED_AT = 30;

function write(id: string, subject: Subject): string {
  return exportKinds.find((kind) => kind.id === id)?.write(subject) ?? '';
}

/** As it reads: without the signs of Markdown and HTML, in one line. */
function plain(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/[`\\]/g, '')
    .replaceAll(/\s+/g, ' ');
}

/** Each export that is text, up to where the first words begin. */
const beginnings: readonly (readonly [id: string, begins: RegExp])[] = [
  ['markdown-link', /^\[/],
  ['embed', /^.*? title="/],
  ['markdown', /^/],
  ['issue-report', /^### (?:What happened|Emulated by Callscope|Read by Callscope) text /],
  ['picture', /^Picture from Callscope\. /],
  ['trace', /^/],
];

test.each(['calls', 'text', 'answer', 'nothing', 'error', null])(
  'each export begins with what the page says first, where the server did this: %s',
  async (did) => {
    const all = cases.filter(({ expected }) => expected.did === did);
    const step = Math.max(1, Math.floor(all.length / LOOKED_AT));
    const wrong: string[] = [];
    for (const { id, content } of all.filter((_, index) => index % step === 0)) {
      const subject = await pastedSubject(content);
      const { extraction, proof, fields } = subject;
      const page = firstWords({ extraction, proof, thinking: fields.thinking, isRefused: false });
      const headline = plain(drawnControls(proof?.sentences.headline ?? extraction.verdict.headline));
      expect(plain(drawnControls(page.headline))).toBe(headline);
      const emulated = proof === null ? `${sourceText(extraction.runtime)}: ` : '';
      for (const [kind, begins] of beginnings) {
        const text = plain(write(kind, subject)).replace(begins, '');
        const isFirst = ['', `${titlePrefix(extraction.runtime)}: `, emulated].some((one) =>
          text.startsWith(one + headline),
        );
        if (!isFirst) wrong.push(`${id} ${kind}: ${text.slice(0, 120)}`);
      }
      // What one would post as an answer has the fix as well.
      if (page.fix !== '')
        for (const kind of ['markdown', 'issue-report', 'trace', 'picture'])
          if (!plain(write(kind, subject)).includes(plain(drawnControls(page.fix))))
            wrong.push(`${id} ${kind} has no fix: ${page.fix}`);
    }
    expect(wrong).toEqual([]);
  },
  60_000,
);

const noParser = `{"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`;

test('an error without a reply is shared with its words and its fix, and with no empty reply', async () => {
  const subject = await pastedSubject(noParser);
  expect(subject.said?.isRead).toBe(false);
  for (const id of ['markdown', 'issue-report', 'trace', 'picture']) {
    const text = write(id, subject);
    expect(text, id).toContain('vLLM returned an error.');
    expect(text, id).toContain('Start vLLM with');
    expect(text, id).toContain('tool choice requires --enable-auto-tool-choice');
    expect(text, id).not.toContain('Nothing to read yet');
  }
  expect(write('markdown', subject)).not.toContain('Model output');
  expect(write('markdown-link', subject)).toMatch(/^\[Callscope: vLLM returned an error\./);
  expect(write('issue-report', subject)).not.toContain('Please add the answer of your server');
  expect(write('pytest', subject)).toMatch(/^# vLLM returned an error\. .*\n# Fix: Start vLLM with /);
  expect(issuePage(subject)?.href ?? 'title=vLLM').toContain('vLLM');
});

test('who leaves out the paste quotes no error, and what is redacted is redacted in the words', async () => {
  const { said } = await pastedSubject('{"error":"the model zz9 of ada@example.com broke in an unheard-of way"}');
  expect(said?.headline).toContain('ada@example.com');
  const left = withoutQuotes(said!, 'the model zz9 of ada@example.com broke in an unheard-of way');
  expect(left.headline).toContain('error');
  expect(JSON.stringify(left)).not.toContain('ada@');
  const masked = mapSaid(said!, (text) => text.replaceAll('ada@', 'xxx@'));
  expect(JSON.stringify(masked)).not.toContain('ada@');
});

test('a reply that an edit mends is shared with the permanent fix first, and the edit as one', async () => {
  const subject = await pastedSubject(
    '<tool_call>\n{"name": "dim_lamp", "arguments": {"room": "attic",}}\n</tool_call>',
  );
  const [lasting = '', edit = ''] = fixLines(subject.said!);
  expect(lasting).toMatch(/^Fix: (?!Repair)/);
  expect(edit).toBe('Edit to try in this text: Repair the JSON.');
  for (const id of ['markdown', 'issue-report', 'trace'])
    expect(plain(write(id, subject)), id).toContain(plain(lasting));
  expect(provedComment({ ...subject, said: null }, '#')).toBe('');
});

test('of a command without a reply nothing is said to be emulated', async () => {
  const command = 'vllm serve boat/Qwen3-Coder-30B --enable-auto-tool-choice --tool-call-parser hermes\n';
  const { extraction, proof, fields } = await pastedSubject(command);
  const { headline, here } = firstWords({ extraction, proof, thinking: fields.thinking, isRefused: false });
  expect([headline, here]).toEqual([
    'This names vLLM. The parser `hermes` does not read the format of `Qwen3-Coder-30B`.',
    '',
  ]);
});

test('no edit is offered where the parser takes the broken text as it is: the server did not run it', async () => {
  const half = 'I look.\n<function=read_file>\n<parameter=path>\na.md\n</parameter>\n</function>\n</tool_call>';
  const pasted = async (content: string): Promise<Awaited<ReturnType<typeof pastedSubject>>> => {
    const message = { role: 'assistant', content, tool_calls: [] };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const model = 'Qwen/Qwen3-Coder-30B-A3B-Instruct';
    return pastedSubject(JSON.stringify({ id: 'chatcmpl-1', model, choices, kv_transfer_params: null }));
  };
  const taken = await pasted(half);
  expect(taken.proof?.evidence.causes[0]).toBe('parser-off');
  expect(taken.extraction.diagnoses[0]?.edit).not.toBeNull();
  expect(offeredEdit(taken.extraction, taken.proof)).toBeNull();
  // Without the server, the edit is what there is.
  expect(offeredEdit(taken.extraction, null)).not.toBeNull();
  const broken = await pasted('<tool_call>\n{"name": "read_file", "arguments": {"path": "a.md"}\n</tool_call>');
  expect(offeredEdit(broken.extraction, broken.proof)).not.toBeNull();
});

test('no edit is offered where pieces of a stream were joined wrongly: it would drop what is in the other entry', async () => {
  const empty = { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '' } };
  const rest = {
    id: null,
    type: 'function',
    function: { name: null, arguments: '{"command": "ls"}{"command": "ls"}' },
  };
  const message = { role: 'assistant', content: null, tool_calls: [empty, rest] };
  const { extraction, proof } = await pastedSubject(
    JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }),
  );
  expect(proof?.evidence.causes[0]).toBe('stream');
  expect(extraction.diagnoses[0]?.edit).not.toBeNull();
  expect(offeredEdit(extraction, proof)).toBeNull();
});

test('a server that the words only name gets no issue', async () => {
  const reply = '{"name": "dim_lamp", "parameters": {"room": "attic"}}';
  const subject = await pastedSubject(
    `I asked my assistant to dim the lamp. I have it with Ollama and llama3.1:8b, this is what I see:\n\n${reply}\n\nwhat am I doing wrong??`,
  );
  expect(subject.extraction.runtime.id).toMatch(/^ollama:/);
  expect(subject.said?.did).toBeNull();
  expect(issuePage(subject)).toBeNull();
  expect(write('issue-report', subject)).not.toBe('');
  expect(issuePage({ ...subject, fields: { ...subject.fields, expected: [] } })).not.toBeNull();
});

test('what is shared of a call in reasoning says more than that there is no call, and names no server', async () => {
  const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"room": "attic"}}\n</tool_call>';
  const subject = await pastedSubject(`<think>\nI dim it.\n${call}\n</think>\n\nIt is dim now!`);
  expect(plain(write('markdown-link', subject))).toMatch(
    /^\[Callscope: No call\. A call to dim_lamp is inside closed reasoning/,
  );
  const text = write('markdown', subject);
  expect(text).not.toContain('Any format');
  expect(text).toMatch(/Fix: If the call was meant, turn thinking off/);
});
