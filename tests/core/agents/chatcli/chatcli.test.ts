import { describe, expect, it } from 'vitest';
import {
  chatcliCalls,
  explain,
  extract,
  openStream,
  renderTrace,
  verdictOf,
  type Extraction,
} from '../../../../src/core/index.ts';
import { faultsOf } from '../../../soundness.ts';

function read(text: string): Extraction {
  return extract({ text }, { runtime: 'chatcli' });
}

function codesOf({ trace }: Extraction): string[] {
  return trace.flatMap((event) => ('code' in event ? event.code : event.kind === 'read' ? event.what : []));
}

const tag = `<tool_call name="@files" args='{"path": "a"}' />`;

describe('what surprises', () => {
  it.each([
    [
      'one call that becomes two',
      `<tool_call name="@x" args='{"tool_call":"@y","args":{}}' />`,
      ['@x', '@y'],
      'call-in-call',
    ],
    [
      'two calls that become one',
      '{"tool_call":"@x","args":{"a":1}} {"tool_call":"@x","args":{"a":1}}',
      ['@x'],
      'copy-of-earlier',
    ],
    [
      'a short call inside a longer one',
      '{"tool_call":"@x","args":{"list":[{"a":1}]}} {"tool_call":"@x","args":{"a":1}}',
      ['@x'],
      'copy-of-earlier',
    ],
    ['a call lost after a repaired one', '{tool_call:\'@x\',args:{a:1}}{"tool_call":"@y"}', ['@x'], 'scan-jumps'],
    [
      'a repaired call that is read again from its inside',
      `{"tool_call": "@x", ${' '.repeat(40)}"args": zzz, "a": {"tool":"@y"}}`,
      ['@x', '@y'],
      'scan-returns',
    ],
    ['a repair that damages a value', '{"tool_call":"@x","args":{"a":"one, two,]"},}', ['@x'], null],
    [
      'a repair in the arguments that damages a value',
      `<tool name="@x" args='{"a":"one,]",}' />`,
      ['@x'],
      'comma-lost-in-text',
    ],
    ['the last resort', `<tool name="@x" args="{a: b c, d: [1, x]}" />`, ['@x'], 'cut-key-by-key'],
    ['a command without a tool', '{"cmd": "read", "args": {"file": "a"}}', ['@coder'], 'implicit-coder'],
    ['a name that may lack its @', '{"name": "coder", "args": "x"}', ['@coder'], 'coder-without-at'],
    ['any other name without @', '{"name": "files", "args": "x"}', [], 'name-without-at'],
    ['a search result', '{"name": "@x", "url": "y"}', [], 'looks-like-data'],
    ['a search of another tool', '{"cmd": "search", "args": {"query": "y"}}', [], 'search-with-query'],
    ['tags come first', `{"tool_call":"@x"} ${tag}`, ['@files', '@x'], 'runs-after-tags'],
    ['text between tags', '<tool name="@x">{"a": 1}</tool>', ['@x'], 'body-ignored'],
    ['a name in the value of another attribute', `<tool title="name=@y" name="@x" />`, ['@y"'], 'attribute-in-value'],
    ['a character that changes its length', `\u023a\u023a ${tag}`, [], 'offset-slip'],
    ['another tag', '<toolbox name="@x" />', [], 'tag-other-name'],
    ['a quote that never closes', '<tool name="@x />', [], 'tag-never-ends'],
    ['no name', '<tool args="x" />', [], 'tag-without-name'],
    ['the shorthand without @', '[tool: files {"path": "a"}]', ['@files'], 'at-sign-added'],
    ['the shorthand, cut', '[tool_call: @files {"path": "a"}', ['@files'], 'bracket-unclosed'],
    ['prose in brackets', 'See [tool docs].', [], 'bracket-is-prose'],
    ['a command line', '[tool: @files read --file a]', ['@files'], 'plain-arguments'],
    ['a number beyond 64 bits', '{"tool_call":"@x","args":{"n":12345678901234567890}}', ['@x'], 'number-rounded'],
    ['a draft', `<think>${tag}</think>`, ['@files'], 'inside-think'],
  ])('%s', (_, text, names, code) => {
    const extraction = read(text);
    expect(extraction.calls.map(({ name }) => name)).toEqual(names);
    if (code !== null) expect(codesOf(extraction)).toContain(code);
    expect(faultsOf(extraction)).toEqual([]);
    expect(renderTrace(extraction)).not.toMatch(/undefined|\bnull\b/);
  });

  it('loses the comma of a value in a repaired object', () => {
    expect(read('{"tool_call":"@x","args":{"a":"one, two,]"},}').calls[0]?.arguments).toEqual({ a: 'one, two]' });
  });

  it('crashes where the original does, as an error', () => {
    const text = `${tag}<tool_call name="@x">\u023a\u023a</tool_call>`;
    const extraction = read(text);
    expect(extraction.error?.code).toBe('runtime_panic');
    expect(codesOf(extraction)).toContain('offset-beyond-text');
    expect(extraction.suppressed).toMatchObject([{ reason: 'discarded-with-error', name: '@files' }]);
    expect(faultsOf(extraction)).toEqual([]);
    expect(chatcliCalls(text)).toEqual({ ok: false });
    expect(verdictOf(extraction).headline).toBe('Error, no call: ChatCLI crashes on an offset.');
  });
});

describe('the trace', () => {
  it('tells the repairs one by one, with the text before and after', () => {
    expect(renderTrace(read(`<tool name="@x" args="{'a': 'b'}"/>`))).toMatchInlineSnapshot(`
      " 0  The server reads the response as one document. [0, 35)
       1    Does the text contain \`<tool\`, in any letter case? Yes (line 1, column 1). [0, 35)
       2    Tier: Tag with attributes. [0, 35)
       3      A candidate: <tool name="@x" args="{'a': 'b'}"/> [0, 35)
       4        Opens with \`<tool\`. [0, 5)
       5        The tool name: @x [12, 14)
       6        The arguments are not valid JSON, so ChatCLI tries its repairs one after another (line 1, column 23). [22, 32)
       7        Tried: change single quotes to double quotes. {'a': 'b'} becomes {"a": "b"} [22, 32)
       8        The arguments: {'a': 'b'} [22, 32)
       9        A call to @x. [0, 35)
      10      Done: found calls. [0, 35)
      11    Done: found calls. [0, 35)
      12    Does the text contain \`{\`? Yes (line 1, column 23). [0, 35)
      13    Tier: JSON object. [0, 35)
      14      This is not JSON, and no repair turns it into a call: expected a double-quoted key, found \`'\` (line 1, column 24). [22, 32)
      15    Done: found no call. [0, 35)
      16    Tier: Markdown code block. [0, 35)
      17      Skipped: an earlier parser found calls. [0, 35)
      18    Skipped. [0, 35)
      19    Tier: [tool: …] shorthand. [0, 35)
      20      Skipped: an earlier parser found calls. [0, 35)
      21    Skipped. [0, 35)
      22  Done: found calls. [0, 35)"
    `);
  });

  it('says what each attempt did', () => {
    const { trace, document, runtime } = read(`<tool name="bash" args="ls -la" />`);
    const attempts = trace.flatMap((event) =>
      event.kind === 'repair' ? [explain(event, document, runtime.words)] : [],
    );
    expect(attempts.at(-1)).toMatchObject({
      title: 'Tried: put the text into the usual field of the tool. ls -la becomes {"command":"ls -la"}',
      note: 'This is JSON: ChatCLI uses it.',
    });
    expect(attempts[0]).toMatchObject({
      title: 'Tried: change single quotes to double quotes.',
      note: 'This repair changes nothing: ChatCLI tries the next one.',
    });
  });

  it('skips what an earlier tier makes needless, and says why nothing was found', () => {
    const outcomes = (text: string): string[] =>
      read(text).trace.flatMap((event) => (event.kind === 'skip' ? event.code : []));
    expect(outcomes(tag)).toEqual(['earlier-tier-matched', 'earlier-tier-matched']);
    expect(outcomes('Hello')).toEqual(['no-marker', 'no-marker', 'no-marker', 'no-marker']);
    expect(verdictOf(read('{"name": "files", "args": 1}')).reason).toBe(
      'ChatCLI 1.188 returns the whole reply as text: the name does not begin with `@`, so ChatCLI takes the object for data (line 1, column 1).',
    );
  });

  it('does not read native calls, and says so', () => {
    const extraction = extract({ text: 'Hi', tool_calls: [{ id: 'a', name: 'b' }] }, { runtime: 'chatcli' });
    expect(extraction.outcome).toBe('none');
    expect(codesOf(extraction)).toContain('native-not-read');
  });
});

describe('spans and arguments', () => {
  it('show name and arguments where they are', () => {
    const { document, calls } = read(`Text ${tag} {"name": "@y", "arguments": "{\\"k\\": 1}"}`);
    const shown = calls.map(({ nameSpan, argumentsSpan }) => [
      document.slice(nameSpan.from, nameSpan.to),
      argumentsSpan && document.slice(argumentsSpan.from, argumentsSpan.to),
    ]);
    expect(shown).toEqual([
      ['@files', '{"path": "a"}'],
      ['"@y"', '"{\\"k\\": 1}"'],
    ]);
  });

  it('keep digits and the last of duplicate keys', () => {
    const [call] = read(`<tool name="@x" args='{"n": 12345678901234567890, "k": 1, "k": 2}' />`).calls;
    expect(call?.argumentsText).toBe('{"n":12345678901234567890,"k":2}');
  });

  it('are an empty object where there are none, and a text where they are no JSON', () => {
    const texts = read('<tool name="@x"/><tool name="@y" args="read --file a"/>').calls.map(
      (call) => call.argumentsText,
    );
    expect(texts).toEqual(['{}', '"read --file a"']);
  });

  it('decodes entities of an unquoted value only', () => {
    expect(chatcliCalls('<tool name=@x args={&quot;a&quot;:&#49;} />')).toMatchObject({ calls: [{ args: '{"a":1}' }] });
    expect(chatcliCalls('<tool name="@x" args="&amp;" />')).toMatchObject({ calls: [{ args: '&amp;' }] });
  });

  it('gives the same ids for the same text', () => {
    const ids = (): string[] => read(`${tag} {"tool_call":"@x"}`).calls.map(({ id }) => id);
    expect(ids()).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
  });
});

describe('the tool shim', () => {
  const tools = [{ name: 'read_file' }, { name: 'Search' }];
  const shim = (text: string): Extraction => extract({ text }, { runtime: 'chatcli-shim', tools });

  it.each([
    ['{"tool_call": "@READ_FILE", "args": {"file": "a"}}', 'read_file', { file: 'a' }, null],
    ['{"cmd": "search", "args": {"term": "a"}}', 'Search', { cmd: 'search', args: { term: 'a' } }, 'named-by-cmd'],
    ['{"tool_call": "@other", "args": {}}', 'other', {}, 'name-matches-no-tool'],
    ['{"tool_call": "@read_file", "args": "a.txt"}', 'read_file', { file: 'a.txt' }, 'plain-text'],
    ['{"tool_call": "@read_file", "args": [1]}', 'read_file', {}, 'arguments-dropped'],
  ])('%s', (text, name, args, code) => {
    const extraction = shim(text);
    expect(extraction.calls).toMatchObject([{ id: 'shim_0', idGenerated: false, name }]);
    expect(extraction.calls[0]?.arguments).toEqual(args);
    if (code !== null) expect(codesOf(extraction)).toContain(code);
    expect(faultsOf(extraction)).toEqual([]);
  });
});

describe('a stream', () => {
  it('is read at its end, whatever its chunks', () => {
    const text = `Text ${tag}`;
    const stream = openStream({ runtime: 'chatcli' });
    for (const character of text) stream.push(character);
    expect(stream.end().extraction).toEqual(read(text));
  });
});
