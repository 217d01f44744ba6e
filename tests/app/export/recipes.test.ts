import { expect, test } from 'vitest';
import ts from 'typescript';
import { loadProjects, type RuntimeInfo } from '../../../src/core/index.ts';
import { exportKinds, exportsFor } from '../../../src/app/export/index.ts';
import type { Subject } from '../../../src/app/export/kind.ts';
import { ollamaRecipe } from '../../../src/app/export/recipes/ollama.ts';
import { llamacppRecipe } from '../../../src/app/export/recipes/llamacpp.ts';
import { aiSdkRecipe } from '../../../src/app/export/recipes/javascript.ts';
import type { RecipeInput } from '../../../src/app/export/recipes/recipe.ts';
import { engineSubject, hostile, subjectOf } from './subject.ts';

const write = (id: string, subject: Subject): string =>
  exportKinds.find((kind) => kind.id === id)?.write(subject) ?? '';

const native = '[{"id": "c1", "type": "function", "function": {"name": "ring_bell", "arguments": "{\\"times\\": 3}"}}]';
const tools = '[{"name": "ring_bell", "parameters": {"type": "object"}}]';

function input(flag: string, text: string): RecipeInput {
  const runtime = { id: 'x:y', project: 'x', label: 'X', flag, source: { version: '1' } } as unknown as RuntimeInfo;
  const calls = [{ name: 'ring_bell', argumentsText: '{"times":3}' }];
  return { runtime, text, native: 'null', tools, toolsNote: '', assertion: { kind: 'calls', calls, isExpected: true } };
}

function syntaxErrors(source: string): readonly string[] {
  const { diagnostics = [] } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('every runtime of JavaScript has a program that parses, says it was not run, and declares what it uses', async () => {
  const own = ['langchain', 'openai', 'ai', 'webllm'];
  const runtimes = (await loadProjects())
    .flatMap((project) => project.runtimes)
    .filter(({ id }) => own.includes(id.split(':', 1)[0] ?? '') && !id.includes('@'));
  expect(runtimes.length).toBeGreaterThan(8);
  for (const { id } of runtimes)
    for (const text of ['[]', hostile]) {
      const source = write('reproduction', await engineSubject({ text, native, tools, profile: id }));
      expect([id, source.split('\n', 1)[0]]).toEqual([id, '// Callscope wrote this and did not run it.']);
      expect([id, syntaxErrors(source)]).toEqual([id, []]);
      for (const name of ['TEXT', 'TOOLS', 'TOOL_CALLS'])
        expect([id, name, new RegExp(`\\b${name}\\b`).test(source.replace(/^\/\/.*$/gm, ''))]).toEqual([
          id,
          name,
          source.includes(`const ${name} = `),
        ]);
    }
});

test('every parser of Ollama and of llama.cpp, and every middleware, has a program', async () => {
  const runtimes = (await loadProjects())
    .filter(({ id }) => ['ollama', 'llamacpp', 'ai-sdk'].includes(id))
    .flatMap((project) => project.runtimes)
    .filter(({ id }) => !id.includes('@'));
  expect(new Set(runtimes.map(({ project }) => project)).size).toBe(3);
  for (const { id } of runtimes) {
    const source = write('reproduction', await engineSubject({ text: 'Hello.', tools, profile: id }));
    expect([id, source.split('\n', 1)[0]]).toEqual([id, '// Callscope wrote this and did not run it.']);
  }
});

test('middleware of the AI SDK wraps a model that answers with the reply', () => {
  const source = aiSdkRecipe.write(input('hermesToolMiddleware', hostile)) ?? '';
  expect(source).toContain("import { hermesToolMiddleware } from '@ai-sdk-tool/parser';");
  expect(source).toContain('middleware: hermesToolMiddleware');
  expect(source).toContain('// Expected: [["ring_bell", {"times":3}]]');
  expect(syntaxErrors(source)).toEqual([]);
});

test('Ollama is asked with a test in Go, by the name of its parser or the tag of its template', () => {
  const parser = ollamaRecipe.write(input('PARSER qwen3-coder', 'a`b"c\ud800')) ?? '';
  expect(parser).toContain('package parsers');
  expect(parser).toContain('ParserForName("qwen3-coder")');
  // Go refuses the escape of half a surrogate pair.
  expect(parser).toContain('callscopeRead("a`b\\"c\ufffd", tools)');
  expect(parser).not.toContain('\\ud800');
  const tag = ollamaRecipe.write(input("template's tag <tool_call>", '')) ?? '';
  expect(tag).toContain('package tools');
  expect(tag).toContain('NewParserWithTag(tools, "<tool_call>")');
  expect(ollamaRecipe.write(input('other', ''))).toBeNull();
});

test('llama.cpp is asked with a program whose literals hold every byte', () => {
  const source = llamacppRecipe.write(input('--chat-template-file Qwen3-Coder.jinja', 'é"\\\n\u00001??/')) ?? '';
  expect(source).toContain('std::ifstream file("models/templates/Qwen3-Coder.jinja");');
  expect(source).toContain('common_chat_parse("\\303\\251\\042\\134\\n\\0001\\077\\077/", /* is_partial= */ false');
  expect(llamacppRecipe.write(input('', ''))).toBeNull();
  // As the server does: without these the program reads one call where the template takes several, and no reasoning.
  expect(source).toContain('.at("supports_parallel_tool_calls")');
  expect(source).toContain('parser_params.reasoning_format = inputs.reasoning_format;');
});

test('it is offered for runtimes that have one, and a report holds it', async () => {
  const subject = await engineSubject({ text: '', native, tools, profile: 'langchain:parse-tool-call' });
  expect(exportsFor(subject.fields).map(({ id }) => id)).toContain('reproduction');
  expect(write('issue-report', subject)).toContain('```ts\n// Callscope wrote this and did not run it.');
  const vllm = await engineSubject({
    text: '<tool_call>\n{"name": "f", "arguments": {},}\n</tool_call>',
    profile: 'vllm:hermes',
  });
  expect(exportsFor(vllm.fields).map(({ id }) => id)).not.toContain('reproduction');
  const report = write('issue-report', vllm);
  expect(report).toContain('```python\n# Needs the package `vllm`');
  expect(report).toMatch(
    /vLLM hermes returns the whole reply as text\.[^]*returns another result when it streams\. Whole: no call/,
  );
  const own = subjectOf({ text: 'Hello.' });
  expect(exportsFor(own.fields).map(({ id }) => id)).not.toContain('reproduction');
  expect(write('issue-report', own)).not.toContain('```python');
});
