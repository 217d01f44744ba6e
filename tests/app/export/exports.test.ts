import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { exportKinds } from '../../../src/app/export/index.ts';
import { issuePage } from '../../../src/app/export/issue-page.ts';
import { LINK_LIMIT, type Said, type Subject } from '../../../src/app/export/kind.ts';
import { saidOf } from '../../../src/app/export/said.ts';
import { engineSubject, fence, hostile, subjectOf, valve } from './subject.ts';
import { twice } from '../../twice.ts';

function write(id: string, subject: Subject): string {
  const text = exportKinds.find((kind) => kind.id === id)!.write(subject);
  expect(text, id).not.toBeNull();
  return text!;
}

const hermes = '<tool_call>\n{"name": "read_gauge", "arguments": {}}\n</tool_call>';

/** The case where the paste says what the server did. */
function provedOf(subject: Subject, did: Said['did'] = 'text'): Subject {
  const emulated = saidOf(subject.extraction!, { thinking: 'absent' });
  const proved = {
    headline: 'vLLM returned no call.',
    reason: '',
    tone: 'bad',
    fix: 'Start it with `--a b`.',
    lasting: '',
  } as const;
  const here = 'vLLM hermes, emulated here: 1 call: read_gauge.';
  return { ...subject, said: { ...emulated, ...proved, here, isProved: true, did } };
}

/** The contents of the fenced blocks by the rules of CommonMark: a fence ends at a line with at least its length. */
function blocks(markdown: string): string[] {
  const found: string[] = [];
  let fenceLength = 0;
  let body: string[] = [];
  for (const line of markdown.split('\n')) {
    const run = /^`{3,}/.exec(line)?.[0].length ?? 0;
    if (fenceLength === 0 && run > 0) {
      fenceLength = run;
      body = [];
    } else if (fenceLength > 0 && run >= fenceLength && /^`+\s*$/.test(line)) {
      found.push(body.join('\n'));
      fenceLength = 0;
    } else if (fenceLength > 0) body.push(line);
  }
  expect(fenceLength, 'a fence stayed open').toBe(0);
  return found;
}

test('every kind has its own id and file, and says when it needs an answer', () => {
  expect(twice(exportKinds.map(({ id }) => id))).toEqual([]);
  expect(twice(exportKinds.map(({ file }) => file.name))).toEqual([]);
  const unanswered: Subject = { fields: emptyLinkState, extraction: null, link: 'x', conversation: null };
  expect(exportKinds.filter((kind) => kind.write(unanswered) === null).map(({ id }) => id)).toEqual([
    'markdown',
    'issue-report',
    'model-report',
    'picture',
    'trace',
    'vitest',
    'exunit',
    'pytest',
    'reproduction',
    'transcript',
  ]);
});

test('the link is the link, and the Markdown link has the verdict as its label', () => {
  const subject = subjectOf({ text: valve });
  expect(write('link', subject)).toBe(subject.link);
  expect(write('markdown-link', subject)).toBe(`[Callscope: 1 call: open\\_valve.](${subject.link})`);
});

test('neither a name nor an address can break out of a Markdown link', () => {
  const name = '](javascript:x) [a] `b`\\n<i>';
  const subject = subjectOf({ text: fence(`{"name": "${name}", "arguments": {}}`) }, 'https://a.example/(x)/#1.a.b');
  const link = write('markdown-link', subject);
  expect(link).not.toContain('\n');
  expect(link).toMatch(/\\\]\(javascript:x\) .*\]\(https:\/\/a\.example\/%28x%29\/#1\.a\.b\)$/);
});

describe.each(['markdown', 'issue-report'])('%s', (id) => {
  test('holds the reply, the result and the link', () => {
    const text = write(id, subjectOf({ text: `Now.\n${valve}` }));
    expect(blocks(text)).toContain(`Now.\n${valve}`);
    expect(text).toContain('1 call: open_valve.');
    expect(text).toContain('{ "name": "open_valve", "arguments": {"valve":"B2","percent":40} }');
    expect(text).toContain('](https://callscope.example/#1.abcdef.xyz)');
  });

  test('no reply closes its own fence', () => {
    for (const reply of [hostile, '```\n````\n`````', '`'.repeat(40), '\n```', '']) {
      expect(blocks(write(id, subjectOf({ text: reply, native: reply })))).toContain(reply);
    }
  });

  test('leaves out a link that nobody could open', () => {
    const link = `https://callscope.example/#1.a.${'b'.repeat(LINK_LIMIT)}`;
    expect(write(id, subjectOf({ text: valve }, link))).not.toContain('bbbb');
    expect(write(id, subjectOf({ text: valve }, ''))).not.toMatch(/in Callscope\]/);
  });
});

test('the issue report names runtime, capabilities, tools, both lists of calls and the diagnoses', () => {
  const text = write(
    'issue-report',
    subjectOf({
      text: 'Look.\n  ~~~tool_call\n  {"name": "open_valve", "arguments": {}}\n  ~~~',
      tools: '[{"name": "open_valve"}]',
      nativeToolCalls: 'true',
      expected: [{ name: 'open_valve', argumentsText: '{}' }],
      note: 'The fence is `indented`.',
    }),
  );
  expect(text).toContain('- Read by: ExAthena 0.4.6 (`exathena`, version 0.4.6)');
  expect(text).toContain('- Capability `native_tool_calls`: true');
  expect(text).not.toContain('self_contained_tools');
  expect(blocks(text)).toContain('[{"name": "open_valve"}]');
  expect(text).toMatch(/### Expected calls\n\n```json\n\[\n {2}\{ "name": "open_valve"/);
  expect(text).toMatch(/### Actual calls\n\n```json\n\[\]/);
  expect(text).toMatch(/### Diagnoses\n\n`{3,}text\nD\d+[^\n]* [^\n]*line \d+, column \d+/);
  expect(blocks(text)).toContain('The fence is `indented`.');
});

test('the issue report says what the server did; without proof it asks for that', () => {
  const subject = subjectOf({ text: fence('{"name": 1,}') });
  expect(write('issue-report', subject)).toMatch(
    /\n### What the server did\n\nNot known: this is Callscope’s emulation of ExAthena 0\.4\.6\. \(Please add/,
  );
  expect(write('issue-report', provedOf(subject))).toMatch(
    /^### What happened\n\n```text\nvLLM returned no call\.\n```\n\n### What to do\n\n```text\nFix: Start it with `--a b`\.\n```\n\n### Check first\n\nThis is a setting, .*\n\n### What the server did\n\nWhat happened is what the pasted response or log shows\.\n\nWhat follows is Callscope’s emulation of ExAthena 0\.4\.6\.\n/,
  );
});

test('what a paste proves is the first that is said, with its tone, and the emulation says whose it is', async () => {
  const subject = provedOf(await engineSubject({ text: hermes, profile: 'vllm:hermes' }));
  expect(write('markdown-link', subject)).toMatch(/^\[Callscope, vLLM hermes: vLLM returned no call\.\]/);
  expect(write('embed', subject)).toContain('title="Callscope, vLLM hermes: vLLM returned no call."');
  expect(write('markdown', subject)).toMatch(
    /^vLLM returned no call\.\n\nFix: Start it with `--a b`\.\n\nModel output:\n[^]*Result of vLLM hermes, .*, emulated by Callscope:\n\n```text\n1 call: read_gauge\./,
  );
  expect(write('trace', subject)).toMatch(
    /^vLLM returned no call\.\nFix: Start it with `--a b`\.\n\nEmulated by Callscope: vLLM hermes, /,
  );
  expect(write('picture', subject)).toMatch(
    /\. vLLM returned no call\.\nStart it with --a b\. vLLM hermes, emulated here: 1 call: read_gauge\./,
  );
  expect(issuePage(subject)?.href).toContain('?title=vLLM+hermes%3A+vLLM+returned+no+call.&');
  // Without a proof the emulation is what is said.
  expect(write('trace', { ...subject, said: null })).toMatch(/^1 call: read_gauge\. .*\n\nRead by vLLM hermes, /);
});

test('the calls of an emulation are not what a server returned that is proved to have returned none', async () => {
  const subject = await engineSubject({ text: hermes, profile: 'vllm:hermes' });
  const expected = [{ name: 'read_gauge', argumentsText: '{}' }];
  const proved = { ...provedOf(subject), fields: { ...subject.fields, expected } };
  const text = write('issue-report', proved);
  expect(text).toMatch(/### Actual calls\n\nNone: the server returned no call\.\n/);
  expect(text).toMatch(/### Calls of the emulation\n\n```json\n\[\n {2}\{ "name": "read_gauge"/);
  expect(issuePage(proved)?.href).toContain('expected+read_gauge%2C+got+no+call');
  // What it did return is what was read, and so is that of a server of which nothing is proved.
  for (const did of ['calls', null] as const)
    expect(write('issue-report', provedOf(subject, did))).toMatch(
      /### Actual calls\n\n```json\n\[\n {2}\{ "name": "read_g/,
    );
  // The program is long: who reads the report opens it.
  expect(text).toMatch(/<details>\n<summary>Program<\/summary>\n\n`{3,}python\n[^]*\n`{3,}\n\n<\/details>$/);
});

test('what only says what the text is, is no answer of a server', () => {
  const subject = provedOf(subjectOf({ text: valve }), null);
  expect(write('issue-report', subject)).toMatch(
    /^### What happened\n\n```text\nvLLM returned no call\.\n[^]*\n### What the server did\n\nNot known: .*\(Please add the answer of your server\.\)\n/,
  );
});

test('a program says where its tools are inferred from the call', async () => {
  const note = 'No tools are declared: Callscope inferred those of the program from the call.';
  const tools = '[{"name": "read_gauge", "parameters": {"type": "object", "properties": {}}}]';
  for (const [profile, kind] of [
    ['vllm:hermes', 'pytest'],
    ['ollama:qwen3', 'reproduction'],
  ] as const) {
    expect(write(kind, await engineSubject({ text: hermes, profile }))).toContain(note);
    expect(write(kind, await engineSubject({ text: hermes, profile, tools }))).not.toContain(note);
    expect(write(kind, await engineSubject({ text: 'No call.', profile }))).not.toContain(note);
  }
});

test('the issue report asks for what no page can know, and names the model that the paste names', () => {
  const subject = subjectOf({ text: valve });
  expect(write('issue-report', subject)).toContain(
    '### Server\n\n- Model: (Please fill in.)\n- Version: (Please fill in.)\n- Start command: (Please fill in.)',
  );
  expect(write('issue-report', { ...subject, model: 'Qwen/`Qwen3`-8B\n### Note' })).toContain(
    '- Model: `Qwen/ Qwen3 -8B ### Note`\n',
  );
});

test('the issue report does not ask for what the words around the reply say', () => {
  const raw =
    'vLLM version: 0.11.0, started with\n\n    vllm serve Qwen/Qwen3-8B \\\n      --tool-call-parser hermes\n\nIt returns ' +
    JSON.stringify(hermes);
  expect(write('issue-report', { ...subjectOf({ text: hermes, raw }), model: 'Qwen/Qwen3-8B' })).toContain(
    '### Server\n\n- Model: `Qwen/Qwen3-8B`\n- Version: `vLLM 0.11.0`\n- Start command: `vllm serve Qwen/Qwen3-8B --tool-call-parser hermes`\n',
  );
});

test('the issue report of an engine has the tools in the form of a request; what cannot be read stays as it is', async () => {
  const tools =
    '[{"name": "open_valve", "schema": {"type": "object", "properties": {"percent": {"type": "integer"}}}}]';
  const subject = await engineSubject({ profile: 'vllm:hermes', text: 'No call.', tools });
  const [block] = blocks(write('issue-report', subject)).filter((text) => text.includes('open_valve'));
  expect(JSON.parse(block!)).toEqual([
    {
      type: 'function',
      function: { name: 'open_valve', parameters: { type: 'object', properties: { percent: { type: 'integer' } } } },
    },
  ]);
  const broken = await engineSubject({ profile: 'vllm:hermes', text: 'No call.', tools: '[{"name": ' });
  expect(blocks(write('issue-report', broken))).toContain('[{"name": ');
});

test('the issue report says with which error a reply is refused', () => {
  expect(write('issue-report', subjectOf({ text: fence('{"name": 1,}') }))).toContain(
    'None: the server refuses the reply: the JSON of a call is invalid.',
  );
});

test('the trace has its verdict and a line per step', () => {
  const subject = subjectOf({ text: valve });
  const lines = write('trace', subject).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^1 call: open_valve\./);
  expect(lines[2]).toBe('Read by ExAthena 0.4.6.');
  expect(lines).toHaveLength(subject.extraction!.trace.length + 4);
});

describe('test cases', () => {
  const argumentsText = '{"text": "a\\"b\\n#{c}", "big": 12345678901234567890, "f": 1E5, "n": null, "t": [true, {}]}';
  const subject = subjectOf({
    text: fence(`{"name": "note", "arguments": ${argumentsText}}`),
    nativeToolCalls: 'true',
  });

  test('Vitest', () => {
    const text = write('vitest', subject);
    expect(text).toContain('test("extracts note"');
    expect(text).toContain('const capabilities = {"native_tool_calls":true};');
    expect(text).toContain('"big": 12345678901234567890');
    expect(runVitest(text, () => [{ id: 'x', name: 'note', arguments: JSON.parse(argumentsText) as unknown }])).toEqual(
      {
        response: { text: subject.fields.text, tool_calls: null },
        passed: true,
      },
    );
    expect(runVitest(text, () => []).passed).toBe(false);
  });

  test('ExUnit writes numbers, nil, maps and interpolation as Elixir reads them', () => {
    const text = write('exunit', subject);
    expect(text).toContain('ExAthena.ToolCalls.extract(response, %{native_tool_calls: true})');
    expect(text).toContain('"text" => "a\\"b\\n\\#{c}"');
    expect(text).toContain('"big" => 12345678901234567890');
    expect(text).toContain('"f" => 1.0e5');
    expect(text).toContain('"n" => nil');
    expect(text).toContain('assert {:ok, calls} =');
  });

  test('pytest writes what Python reads', () => {
    const text = write('pytest', subject);
    expect(text).toContain('"text": "a\\"b\\n#{c}"');
    expect(text).toContain('"n": None');
    expect(text).toContain('True,');
    expect(text).not.toContain('import pytest');
  });

  test('what somebody expects wins over what came', () => {
    const expecting = subjectOf({ text: valve, expected: [{ name: 'other', argumentsText: 'no JSON "' }] });
    for (const id of ['vitest', 'exunit', 'pytest']) {
      const text = write(id, expecting);
      expect(text).toContain('The calls are the expected ones.');
      expect(text).toContain('"no JSON \\""');
      expect(text).not.toContain('"open_valve"');
    }
  });

  test('a refused reply and a reply without calls', () => {
    const refused = subjectOf({ text: fence('{"name": 1,}') });
    expect(write('vitest', refused)).toContain('.toThrow()');
    expect(write('exunit', refused)).toContain('assert {:error, _reason} =');
    expect(write('pytest', refused)).toContain('with pytest.raises(Exception):');
    const none = subjectOf({ text: 'Hello.' });
    expect(write('vitest', none)).toContain('toEqual([]);');
    expect(write('exunit', none)).toContain('== []');
    expect(write('pytest', none)).toContain('== []\n');
  });

  test('hostile text stays inside its literals', () => {
    const text = `${hostile}\n${fence(`{"name": ${JSON.stringify(hostile.replace('\ud800', ''))}, "arguments": {"__proto__": 1}}`)}`;
    const nasty = subjectOf({ text, native: hostile });
    const call = nasty.extraction!.calls[0]!;
    const module = write('vitest', nasty);
    expect(
      runVitest(module, () => [{ name: call.name, arguments: JSON.parse(call.argumentsText) as unknown }]),
    ).toEqual({
      response: { text, tool_calls: null },
      passed: true,
    });
    expect(module).toContain('["__proto__"]');
    const exunit = write('exunit', nasty);
    // No raw line end, no interpolation, no half of a pair.
    expect(exunit.replaceAll('\\#{', '')).not.toContain('#{');
    expect(exunit).toContain('\\u{fffd}');
    expect(write('pytest', nasty)).toContain('\\ud800');
    for (const id of ['vitest', 'exunit', 'pytest']) {
      expect(write(id, nasty)).not.toMatch(/[\r\p{Cs}\u2028\u202e]/u);
    }
  });

  test('a reply of very many lines is one literal', () => {
    const text = 'line\n'.repeat(50_000);
    expect(runVitest(write('vitest', subjectOf({ text })), () => []).response).toEqual({ text, tool_calls: null });
  });
});

test('names that hold controls of direction are drawn as codes wherever a person reads them', () => {
  const name = '\u202egnol_emaN';
  const subject = subjectOf({ text: fence(`{"name": "${name}", "arguments": {"a": "\u2067b"}}`) });
  for (const id of ['markdown', 'issue-report', 'trace', 'picture']) {
    const text = write(id, subject);
    expect(text, id).toContain('[U+202E]gnol_emaN');
    // The reply itself stays as it was: it is what a maintainer feeds to the original.
    expect(text.replace(subject.fields.text, ''), id).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
  expect(write('markdown', subject)).toContain('"name": "\\u202egnol_emaN", "arguments": {"a":"\\u2067b"}');
});

/** Runs an exported Vitest file with an extractor of ours: what the extractor was given, and whether the test passed. */
function runVitest(module: string, extractor: () => unknown[]): { response: unknown; passed: boolean } {
  const { outputText, diagnostics } = ts.transpileModule(module, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  expect(diagnostics).toEqual([]);
  let response: unknown;
  const modules: Record<string, unknown> = {
    vitest: { expect, test: (_name: string, body: () => void) => body() },
    './extract-tool-calls': {
      extractToolCalls: (given: unknown) => {
        response = given;
        return extractor();
      },
    },
  };
  const run = compileFunction(outputText, ['require', 'exports']) as (
    require: (id: string) => unknown,
    exports: object,
  ) => void;
  try {
    run((id) => modules[id], {});
    return { response, passed: true };
  } catch {
    return { response, passed: false };
  }
}
